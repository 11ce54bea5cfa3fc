/**
 * The texts of the remote in the language of the phone. Plurals follow `Intl.PluralRules` of the language and are written
 * as ICU messages: `{count, plural, one {# track} other {# tracks}}`. Needs no document, so that Node can test it.
 */
import { CHOOSING_TEXTS } from './choosing.js';
import { PLAYER_TEXTS } from './player.js';
import { PROBLEM_TEXTS } from './problems.js';
import { SCREEN_TEXTS } from './screens.js';

/** A row a message, a column a language; another language is another column of the tables. */
export const TEXTS = { ...PLAYER_TEXTS, ...CHOOSING_TEXTS, ...SCREEN_TEXTS, ...PROBLEM_TEXTS };
/** Codes of the languages, in the order of the columns. */
export const LANGUAGES = ['en', 'de'] as const;
/** Languages that are written from right to left, should one of them get a column. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

export type Word = keyof typeof TEXTS;
/** What may follow a beginning and a dot in the name of a text: `ASC` and `DESC` after `smart.order`. */
export type Ending<Beginning extends string> = Word extends infer Each
  ? Each extends `${Beginning}.${infer End}`
    ? End
    : never
  : never;
export type Values = Readonly<Record<string, string | number>>;

export interface Language {
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  /** The text of a word, with its values put in. */
  readonly say: (word: Word, values?: Values) => string;
}

/** Whether there is a text of this name, such as `problem.` with a code behind it. */
export function isWord(name: string): name is Word {
  return Object.hasOwn(TEXTS, name);
}

/** The first of the wanted languages (`navigator.languages`) that has a column; else English. */
export function languageOf(wanted: readonly string[]): Language {
  const columns = wanted.map((tag) => LANGUAGES.findIndex((code) => code === tag.toLowerCase().split('-')[0]));
  const column = columns.find((each) => each >= 0) ?? 0;
  const code: string = LANGUAGES[column] ?? 'en';
  const [plurals, numbers] = [new Intl.PluralRules(code), new Intl.NumberFormat(code)];
  return {
    code,
    direction: RIGHT_TO_LEFT.includes(code) ? 'rtl' : 'ltr',
    say: (word, values = {}) => filled(TEXTS[word][column] ?? TEXTS[word][0], values, plurals, numbers),
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
