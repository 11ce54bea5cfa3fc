import t from 'tap';
import { languageOf, LANGUAGES, TEXTS } from '../../../src/web/remote/locales/locales.js';

/** Names of the values that a message takes, each once. */
function valuesOf(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort();
}

t.test('every message says something in every language, with the same values', async (t) => {
  for (const [word, [english, ...others]] of Object.entries(TEXTS)) {
    t.equal(others.length, LANGUAGES.length - 1, word);
    for (const translated of others) {
      t.not(translated.trim(), '', `${word} says something`);
      t.strictSame(valuesOf(translated), valuesOf(english), word);
    }
  }
});

t.test('every plural has the forms of its language', async (t) => {
  for (const [column, code] of LANGUAGES.entries()) {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
    for (const [word, texts] of Object.entries(TEXTS)) {
      for (const [, forms = ''] of texts[column]?.matchAll(/, plural, ((?:\w+ \{[^{}]*\} ?)+)\}/g) ?? []) {
        const named = [...forms.matchAll(/(\w+) \{/g)].map(([, form = '']) => form);
        t.strictSame(named.sort(), [...pluralCategories].sort(), `${word} in ${code}`);
      }
    }
  }
});

t.test('the language is the first that there is a catalogue of', async (t) => {
  t.equal(languageOf(['de-AT', 'en']).code, 'de');
  t.equal(languageOf(['fr', 'EN-gb']).code, 'en');
  t.equal(languageOf(['xx', 'constructor']).code, 'en');
  t.equal(languageOf([]).direction, 'ltr');
});

t.test('values are put in as they are, whatever stands in them', async (t) => {
  const { say } = languageOf(['en']);
  t.equal(say('queue.remove', { title: '{title} <b>$&</b>' }), 'Remove {title} <b>$&</b>');
  t.equal(say('track.count', { count: 1 }), '1 track');
  t.equal(say('track.count', { count: 2 }), '2 tracks');
  t.equal(languageOf(['de']).say('track.count', { count: 0 }), '0 Titel');
});
