/**
 * The texts of the remote: `en.json` is in the page, and any other language is a file that the page asks for. Plurals
 * follow `Intl.PluralRules` of the language and are written as ICU messages: `{count, plural, one {# track} other {#
 * tracks}}`. Needs no document, so that Node can test it.
 */
import en from './en.json' with { type: 'json' };

/** Languages by code, each by the name that it has for itself, in the order of a list. */
export const LANGUAGES = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
} as const;
/** Languages that are written from right to left, should there be texts in one of them. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

export type Code = keyof typeof LANGUAGES;
export type Word = keyof typeof en;
export type Texts = Readonly<Record<string, string>>;
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
  /** Names as a list in a sentence: `a, b, and c`. */
  readonly list: (names: readonly string[]) => string;
}

/** Whether there is a text of this name, such as `problem.` with a code behind it. */
export function isWord(name: string): name is Word {
  return Object.hasOwn(en, name);
}

export const isCode = (text: string): text is Code => Object.hasOwn(LANGUAGES, text);

/** The first of the wanted languages (`navigator.languages`) that there are texts in; else English. */
export function codeOf(wanted: readonly string[]): Code {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isCode) ?? 'en';
}

/** A language with its texts. What they lack is said in English. */
export function languageOf(code: string, texts: Texts = en): Language {
  // Made for the first plural: a slow phone takes a tenth of a second, which the start of the page can do without.
  let rules: Rules | undefined;
  const rulesOfCode = () => (rules ??= { plurals: new Intl.PluralRules(code), numbers: new Intl.NumberFormat(code) });
  return {
    code,
    direction: RIGHT_TO_LEFT.includes(code) ? 'rtl' : 'ltr',
    say: (word, values = {}) => filled(texts[word] ?? en[word], values, rulesOfCode),
    list: (names) => new Intl.ListFormat(code).format(names),
  };
}

interface Rules {
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

const PLURAL = /\{(\w+), plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;
const VALUE = /\{(\w+)\}/g;

/** A value is text: whatever stands in it is shown as it is, and never read as a message again. */
function filled(message: string, values: Values, rulesOfCode: () => Rules): string {
  const formed = message.replace(PLURAL, (_whole, name: string, forms: string) => {
    const { plurals, numbers } = rulesOfCode();
    const count = Number(values[name] ?? 0);
    const texts = new Map([...forms.matchAll(FORM)].map(([, form = '', text = '']) => [form, text]));
    return (texts.get(plurals.select(count)) ?? texts.get('other') ?? '').replaceAll('#', numbers.format(count));
  });
  return formed.replace(VALUE, (whole, name: string) => String(values[name] ?? whole));
}
