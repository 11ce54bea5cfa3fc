/** Countries for the Wi-Fi radio, which has other channels in each. Needs no document. */
import { regionOf } from '../region.js';

/**
 * Two letters of ISO 3166-1 each: those that the kernel has rules for. Source: Linux wireless-regdb 2026.05.30.
 */
const CODES =
  'ADAEAFAIALAMANARASATAUAWAZBABBBDBEBFBGBHBLBMBNBOBRBSBTBWBYBZCACFCHCICLCNCOCRCUCXCYCZDEDKDMDODZECEEEGESETFIFMFOFR' +
  'GBGDGEGFGHGIGLGPGRGTGUGYHKHNHRHTHUIDIEILIMINIRISITJMJOJPKEKHKNKPKRKWKYKZLBLCLILKLSLTLULVMAMCMDMEMFMHMKMNMOMPMQMRMT' +
  'MUMVMWMXMYNANGNINLNONPNZOMPAPEPFPGPHPKPLPMPRPTPWPYQARERORSRURWSASESGSISKSMSNSRSVSXSYTCTDTGTHTNTRTTTWTZUAUGUSUYUZVA' +
  'VCVEVIVNVUWFWSYEYTZAZW';

export const COUNTRIES: readonly string[] = CODES.match(/../g) ?? [];

/** Countries with their names in a language, by name. */
export function countryNames(language: string, codes: readonly string[] = COUNTRIES): [code: string, name: string][] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return codes
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => one.localeCompare(other, language));
}

/** Time zones of a country, as the browser knows them; none in a browser that does not. */
export type ZonesOf = (country: string) => readonly string[];

/**
 * The country in which a phone is, to be asked about: a country of its languages that has its time zone, else the first
 * that has the zone, else the country of its language. `''` when nothing says.
 * @param tags languages of the phone, such as `de-AT`
 */
export function guessCountry(tags: readonly string[], zone: string, zonesOf: ZonesOf = zonesOfCountry): string {
  const spoken = tags.flatMap((tag) => regionOf(tag) ?? []).filter((code) => COUNTRIES.includes(code));
  const isThere = (code: string): boolean => zonesOf(code).includes(zone);
  return spoken.find(isThere) ?? COUNTRIES.find(isThere) ?? spoken[0] ?? '';
}

function zonesOfCountry(code: string): readonly string[] {
  // A method in ECMA-402, an accessor in earlier browsers.
  const locale = new Intl.Locale(`und-${code}`) as { getTimeZones?: () => string[]; timeZones?: string[] };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
