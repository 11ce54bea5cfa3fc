/** The country whose rules the Wi-Fi radio keeps. */
import { language, say } from '../../state/language.js';
import { countryNames } from '../../state/network/country.js';
import { Choice } from '../form.js';

/** @param value two letters; `''` while none is known */
export function CountryChoice({ value, set }: { readonly value: string; readonly set: (code: string) => void }) {
  const options = countryNames(language().code);
  const first: [string, string][] = options.some(([code]) => code === value)
    ? []
    : [[value, value || say('network.countryNone')]];
  return (
    <Choice
      label={say('network.country')}
      hint={say('network.countryHint')}
      isWide
      value={value}
      options={[...first, ...options]}
      set={(code) => {
        if (code !== '') set(code);
      }}
    />
  );
}
