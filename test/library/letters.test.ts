import fc from 'fast-check';
import t from 'tap';
import { lettersOf, type Run } from '../../src/library/letters.js';
import { sortKey } from '../../src/library/sort-key.js';
import { libraryRig } from './rig.js';
import { putOnShelf, setAvailable } from './shelf.js';

/** One run for each title, as if every one were looked at. */
function oneByOne(sortKeys: readonly string[]): Run[] {
  return sortKeys.map((key, offset) => ({ first: key.codePointAt(0) ?? -1, offset, count: 1 }));
}

const inBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
const lettersOfTitles = (titles: readonly string[]) => lettersOf(oneByOne(titles.map(sortKey).sort(inBytes)));
const shown = (titles: readonly string[]): string =>
  lettersOfTitles(titles)
    .map(({ letter, count }) => `${letter}${count}`)
    .join(' ');

t.test('letters are upper-case, without accents and articles; digits and signs are one', (t) => {
  const titles = ['Äther', 'The Apple', 'a-ha', '99 Luftballons', '1'.repeat(40), '(…)', 'Ødipus', 'łza', 'Zoo', '_'];
  t.equal(shown(titles), '#4 A3 L1 O1 Z1');
  t.end();
});

t.test('signs that sort after the letters have an index entry of their own', (t) => {
  t.strictSame(lettersOfTitles(['?', 'Alpha', '♥', 'Beta', '♥♥']), [
    { letter: '#', offset: 0, count: 1 },
    { letter: 'A', offset: 1, count: 1 },
    { letter: 'B', offset: 2, count: 1 },
    { letter: '#', offset: 3, count: 2 },
  ]);
  t.end();
});

t.test('Greek, Cyrillic, Georgian and Hebrew have their own letters', (t) => {
  t.equal(shown(['Ωmega', 'αλφα', 'Άλφα', 'Ёлка', 'елка', 'Яма', 'שלום', 'თბილისი']), 'Α2 Ω1 Е2 Я1 ש1 თ1');
  t.end();
});

t.test('kana are indexed under the rows of their table, Hangul under its first consonant', (t) => {
  t.equal(
    shown(['あめ', 'いし', 'がっこう', 'きた', 'やま', 'ん', 'アメ', 'パン', 'ワ']),
    'あ2 か2 や1 わ1 ア1 ハ1 ワ1',
  );
  t.equal(shown(['가을', '김', '나무', '하늘', '쌀']), 'ㄱ2 ㄴ1 ㅆ1 ㅎ1');
  t.end();
});

t.test('few Chinese characters are letters of their own, many share one entry', (t) => {
  const titles = (count: number) => Array.from({ length: count }, (_, at) => String.fromCodePoint(0x4e00 + at * 5));
  t.equal(lettersOfTitles(titles(30)).length, 30);
  t.strictSame(lettersOfTitles(['Zoo', ...titles(31), '丁x']), [
    { letter: 'Z', offset: 0, count: 1 },
    { letter: '…', offset: 1, count: 32 },
  ]);
  t.end();
});

t.test('an empty list has no letters', (t) => {
  t.strictSame(lettersOf([]), []);
  t.end();
});

const CHARACTERS = fc.constantFrom(
  ...['a', 'A', 'b', 'Z', 'é', 'ø', 'ß', 'ə', '7', '10', '?', '♥', '¡', '_', '{', '😀', 'Ω', 'α', 'Я', 'ё', 'あ', 'が'],
  ...['ア', 'ヴ', '가', '쌀', '丁', '三', '東', 'ا', 'א', 'თ', 'the ', ' ', '½', '𝄞', '𠀀', '\u0301'],
);
const TITLE = fc.oneof(
  fc.array(CHARACTERS, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  fc.integer({ min: 0x4e00, max: 0x4e60 }).map((code) => String.fromCodePoint(code)),
);

t.test('the letters are those of the list, whatever is in it and whatever is away', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(TITLE, fc.boolean()), { maxLength: 120 }), async (titles) => {
      const { library, write } = await libraryRig(t);
      const on = (stick: boolean) =>
        titles.flatMap(([title, isAway], at) =>
          isAway === stick ? [{ name: `${at}.mp3`, title, artist: title, album: title, genres: [title] }] : [],
        );
      await write((sql) => {
        putOnShelf(sql, '/here', on(false));
        putOnShelf(sql, '/stick', on(true));
        setAvailable(sql, '/stick', false);
      });
      for (const kind of ['track', 'album', 'artist', 'genre'] as const) {
        const field = kind === 'track' || kind === 'album' ? { text: 'title' } : { text: 'name' };
        const rows = (await library.records(kind, await library.all(kind).keys(), field as never)).toString();
        const keys = (JSON.parse(rows) as { text: string }[]).map(({ text }) => sortKey(text));
        t.strictSame(await library.lettersOf(kind), lettersOf(oneByOne(keys)), kind);
      }
    }),
    { numRuns: 15 },
  );
});

t.test('letters follow the library as it changes', async (t) => {
  const { library, write } = await libraryRig(t);
  t.strictSame(await library.lettersOf('album'), []);
  await write((sql) => putOnShelf(sql, '/here', [{ name: '1', album: 'Moon' }]));
  t.strictSame(await library.lettersOf('album'), [{ letter: 'M', offset: 0, count: 1 }]);
  await write((sql) => setAvailable(sql, '/here', false));
  t.strictSame(await library.lettersOf('album'), []);
});

t.test('a list longer than many turns has all its letters', async (t) => {
  const { library, write } = await libraryRig(t);
  const titles = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  await write((sql) =>
    putOnShelf(
      sql,
      '/here',
      [...titles, 'Zoo', 'Zebra'].map((title, at) => ({ name: String(at), title })),
    ),
  );
  t.strictSame(await library.lettersOf('track'), [
    { letter: 'Z', offset: 0, count: 2 },
    { letter: '…', offset: 2, count: 3000 },
  ]);
});
