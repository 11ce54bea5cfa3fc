/** The texts of the remote in every language: complete, with the same values and the right plurals, and none unused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { codeOf, languageOf, LANGUAGES, type Texts } from '../../../src/web/remote/locales/locales.js';

const REMOTE = fileURLToPath(new URL('../../../src/web/remote', import.meta.url));
const LOCALES = join(REMOTE, 'locales');

const textsOf = (code: string) => JSON.parse(readFileSync(join(LOCALES, `${code}.json`), 'utf8')) as Texts;
const CODES = Object.keys(LANGUAGES);
const ENGLISH = textsOf('en');

/** Names of the values that a message takes, each once. */
function valuesOf(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort();
}

t.test('each file of texts is a language of the list, and the other way round', async (t) => {
  const files = readdirSync(LOCALES).filter((name) => name.endsWith('.json'));
  t.strictSame(files.sort(), CODES.map((code) => `${code}.json`).sort());
});

t.test('every message says something in every language, with the same values', async (t) => {
  for (const code of CODES) {
    const texts = textsOf(code);
    t.strictSame(Object.keys(texts), Object.keys(ENGLISH), `${code} has all messages, in the order of English`);
    for (const [word, english] of Object.entries(ENGLISH)) {
      const text = texts[word] ?? '';
      if (text.trim() === '') t.fail(`${word} says nothing in ${code}`);
      t.strictSame(valuesOf(text), valuesOf(english), `${word} in ${code}`);
    }
  }
});

t.test('every plural has the forms of its language', async (t) => {
  for (const code of CODES) {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
    for (const [word, text] of Object.entries(textsOf(code))) {
      const plurals = [...text.matchAll(/, plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g)];
      t.equal(plurals.length, text.split(', plural,').length - 1, `${word} in ${code} is well formed`);
      for (const [, forms = ''] of plurals) {
        const named = [...forms.matchAll(/(\w+) \{/g)].map(([, form = '']) => form);
        t.strictSame(named.sort(), [...pluralCategories].sort(), `${word} in ${code}`);
      }
    }
  }
});

t.test('no message is unused', async (t) => {
  const sources = readdirSync(REMOTE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(REMOTE, name), 'utf8'))
    .join('\n');
  /** By its whole name, or by a beginning to which the code adds a value: `smart.order` and `DESC`. */
  const isUsed = (word: string): boolean =>
    sources.includes(`'${word}'`) ||
    [...word.matchAll(/\./g)].some(({ index }) => {
      const beginning = word.slice(0, index);
      return sources.includes(`'${beginning}'`) || sources.includes(`\`${beginning}.\${`);
    });
  t.strictSame(
    Object.keys(ENGLISH).filter((word) => !isUsed(word)),
    [],
  );
});

t.test('the language is the first that there are texts in', async (t) => {
  t.equal(codeOf(['de-AT', 'en']), 'de');
  t.equal(codeOf(['sv', 'EN-gb', 'fr']), 'en');
  t.equal(codeOf(['xx', 'constructor', 'pt-BR']), 'pt');
  t.equal(codeOf([]), 'en');
  t.equal(languageOf('en').direction, 'ltr');
  t.equal(languageOf('he', {}).direction, 'rtl');
});

t.test('names are a list in the words of the language', async (t) => {
  t.equal(languageOf('en').list(['Bath']), 'Bath');
  t.equal(languageOf('en').list(['Attic', 'Bath', 'Kitchen']), 'Attic, Bath, and Kitchen');
  t.equal(languageOf('es', {}).list(['Baño', 'Isla']), 'Baño e Isla');
});

t.test('values are put in as they are, whatever stands in them', async (t) => {
  const { say } = languageOf('en');
  t.equal(say('queue.remove', { title: '{title} <b>$&</b>' }), 'Remove {title} <b>$&</b>');
  t.equal(say('track.count', { count: 1 }), '1 track');
  t.equal(say('track.count', { count: 2 }), '2 tracks');
  t.equal(languageOf('de', textsOf('de')).say('track.count', { count: 0 }), '0 Titel');
  t.equal(
    languageOf('pl', textsOf('pl')).say('track.count', { count: 3 }),
    textsOf('pl')
      ['track.count']?.match(/few \{# ([^}]*)\}/)?.[1]
      ?.replace(/^/, '3 '),
  );
});

t.test('what a language lacks is said in English', async (t) => {
  t.equal(languageOf('de', {}).say('track.count', { count: 2 }), '2 tracks');
});
