/** The language that a person chose on this page, or that of the phone. Without the texts: the head of the page asks, too. */
import { type Code, codeOf, isCode } from '../../locales/locales.js';
import { store, stored, unstore } from './stored.js';

/** Name by which this browser keeps the chosen language. */
const KEPT = 'language';

/** Code of the chosen language; undefined follows the phone. */
export function chosenLanguage(): Code | undefined {
  const kept = stored(KEPT) ?? '';
  return isCode(kept) ? kept : undefined;
}

/** Chooses a language, or that of the phone, in which the page then begins anew. */
export function chooseLanguage(code: string | undefined): void {
  if (code === undefined) unstore(KEPT);
  else store(KEPT, code);
  location.reload();
}

/** Code of the language to show. */
export const wantedLanguage = (): Code => chosenLanguage() ?? codeOf(navigator.languages);

/** Where the texts of a language are; undefined for English, which is in the page. */
export const textsPath = (code: Code): string | undefined => (code === 'en' ? undefined : `/locales/${code}.json`);
