/**
 * What the remote says, in the language of the phone. A catalogue is a file like `en.ts`; another language is another
 * file and a row below. Plurals are those of the language (`Intl.PluralRules`), written as ICU messages write them:
 * `{count, plural, one {# track} other {# tracks}}`. No document, so that it can be tested by itself.
 */
import { DE } from './de.js';
import { type Catalogue, EN, type Word } from './en.js';

const CATALOGUES: Readonly<Record<string, Catalogue>> = { en: EN, de: DE };
/** Languages that are written from right to left, should one of them get a catalogue. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

export type Values = Readonly<Record<string, string | number>>;

export interface Language {
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  /** The text of a word, with its values put in. */
  readonly say: (word: Word, values?: Values) => string;
}

/** The first of the wanted languages that there is a catalogue of, such as `navigator.languages`; else English. */
export function languageOf(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  const code = codes.find((each) => Object.hasOwn(CATALOGUES, each)) ?? 'en';
  const catalogue = CATALOGUES[code] ?? EN;
  const [plurals, numbers] = [new Intl.PluralRules(code), new Intl.NumberFormat(code)];
  return {
    code,
    direction: RIGHT_TO_LEFT.includes(code) ? 'rtl' : 'ltr',
    say: (word, values = {}) => filled(catalogue[word], values, plurals, numbers),
  };
}

const PLURAL = /\{(\w+), plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;
const VALUE = /\{(\w+)\}/g;

/** A value is text: whatever stands in it is shown as it is, and never read as a message again. */
function filled(message: string, values: Values, plurals: Intl.PluralRules, number: Intl.NumberFormat): string {
  const formed = message.replace(PLURAL, (_whole, name: string, forms: string) => {
    const count = Number(values[name] ?? 0);
    const texts = new Map([...forms.matchAll(FORM)].map(([, form = '', text = '']) => [form, text]));
    return (texts.get(plurals.select(count)) ?? texts.get('other') ?? '').replaceAll('#', number.format(count));
  });
  return formed.replace(VALUE, (whole, name: string) => String(values[name] ?? whole));
}
