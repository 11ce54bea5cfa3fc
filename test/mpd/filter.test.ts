/** What filters let through, beyond what the transcript compares with MPD. */
import t from 'tap';
import { conditionOf, matcherOf } from '../../src/mpd/filter.js';
import { parseFilter } from '../../src/mpd/filter-parser.js';
import type { Song, SongTag } from '../../src/mpd/song.js';

const song = (...tags: readonly SongTag[]): Song => ({
  ...{ uri: 'Can/days.flac', location: '/music/Can/days.flac', id: 'c1', tags },
  ...{ modified: 1000, added: 2000, duration: 60_000, range: undefined },
});

const DAYS = song(['Artist', 'Can'], ['Artist', 'Guest'], ['Title', 'Straße'], ['Album', 'Future Days']);

const matches = (words: readonly string[], folds = false): boolean => matcherOf(parseFilter(words, folds))(DAYS);

const TRUE: readonly (readonly string[])[] = [
  ["(artist == 'Guest')"],
  ["(albumartist == 'Can')"],
  ["(artistsort == 'Guest')"],
  ["(genre == '')"],
  ["(genre != 'Rock')"],
  ["(any == 'Straße')"],
  ["(title eq_ci 'STRASSE')"],
  ["(title contains_ci 'ss')"],
  ["(base 'Can')"],
  ["(base 'Can/days.flac')"],
  ["(modified-since '1000')"],
  ["(added-since '1970-01-01T00:30:00Z')"],
  ['(prio >= 0)'],
  ["(!((artist == 'x') AND (title == 'y')))"],
  ["( artist   ==   'Can' )"],
  ['artist', 'Can', 'title', 'Straße'],
];
const FALSE: readonly (readonly string[])[] = [
  ["(artist != 'Guest')"],
  ["(genre == 'Rock')"],
  ["(title eq_cs 'STRASSE')"],
  ["(base 'Ca')"],
  ["(modified-since '1001')"],
  ["(added-since '1970-01-01T00:40:00Z')"],
  ["(AudioFormat == '44100:16:2')"],
  ['(prio >= 1)'],
  ['artist', 'Ca'],
];

t.test('what passes', async (t) => {
  for (const words of TRUE) t.equal(matches(words), true, words.join(' '));
  for (const words of FALSE) t.equal(matches(words), false, words.join(' '));
  t.equal(matches(['artist', 'ca'], true), true, 'a pair of a search may be a part');
});

t.test('a sigma is the same at the end of a word and within it', async (t) => {
  const greek = song(['Title', 'Οδυσσέας'], ['Artist', 'ΣΑΣ']);
  const finds = (...words: readonly string[]): boolean => matcherOf(parseFilter(words, true))(greek);
  t.equal(finds('title', 'ΟΔΥΣΣΈΑΣ'), true);
  t.equal(finds('title', 'έας'), true);
  t.equal(finds('title', 'έασ'), true);
  t.equal(finds('artist', 'σα'), true);
  t.equal(finds('artist', 'σας τώρα'), false);
});

t.test('each tag of a song is folded once, however many conditions look at it', async (t) => {
  let reads = 0;
  const counted = (value: string): SongTag =>
    Object.defineProperty(['Title', ''] as [SongTag[0], string], 1, {
      get() {
        reads += 1;
        return value;
      },
    });
  const searched = song(counted('Größe'), counted('Straße'));
  // Each condition holds, so that the next one is looked at.
  const words = Array.from({ length: 50 }, () => "(any contains 'STRASSE')").join(' AND ');
  t.equal(matcherOf(parseFilter([`(${words})`], true))(searched), true);
  t.equal(reads, 2);
  const other = song(counted('missing'));
  t.equal(matcherOf(parseFilter(['any', 'missing'], true))(other), true);
});

t.test('a filter has so many conditions at most', async (t) => {
  const conditions = (count: number): string =>
    `(${Array.from({ length: count }, () => "(any contains 'x')").join(' AND ')})`;
  t.doesNotThrow(() => matches([conditions(100)]));
  t.throws(() => matches([conditions(101)]), { message: 'Too many conditions' });
  t.throws(() => matches([conditions(60), conditions(60)]), { message: 'Too many conditions' });
});

t.test('times are ISO 8601 or Unix seconds', async (t) => {
  const since = (text: string) => parseFilter(['modified-since', text], false);
  const at = (text: string): unknown => (since(text) as unknown as { filters: { at: number }[] }).filters[0]?.at;
  t.equal(at('2020-01'), Date.UTC(2020, 0) / 1000);
  t.equal(at('2020-01-02'), Date.UTC(2020, 0, 2) / 1000);
  t.equal(at('20200102'), Date.UTC(2020, 0, 2) / 1000);
  t.equal(at('2020-01-02T03:04:05Z'), Date.UTC(2020, 0, 2, 3, 4, 5) / 1000);
  t.equal(at('2020-01-02T0304+0130'), Date.UTC(2020, 0, 2, 1, 34) / 1000);
  t.equal(at('2020-01-02T03-01'), Date.UTC(2020, 0, 2, 4) / 1000);
  t.equal(at('99999999'), 99_999_999, 'no date');
  t.equal(at('1001'), 1001);
  for (const text of ['', 'x', '2020-13-01', '2020-01-02T', '2020-01-02Tx', '-1']) t.throws(() => since(text), text);
});

t.test('regular expressions are unknown operators', async (t) => {
  t.throws(() => matches(["(artist =~ '(a+)+$')"]), { message: "Unknown filter operator: =~ '(a+)+$')" });
});

t.test('parentheses within each other have a limit, and so have values', async (t) => {
  const deep = `${'('.repeat(5000)}artist == 'x'${')'.repeat(5000)}`;
  t.throws(() => matches([deep]), { message: 'Too many parentheses' });
  t.throws(() => matches([`(artist == '${'x'.repeat(5000)}')`]), { message: 'Quoted value is too long' });
});

t.test('the library itself is asked for what has to be equal', async (t) => {
  const condition = (...words: readonly string[]) => conditionOf(parseFilter(words, false));
  t.strictSame(condition('artist', 'Can', 'album', 'Future Days'), { field: 'album', value: 'Future Days' });
  t.strictSame(condition("(artist == 'Can')"), { field: 'artist', value: 'Can' });
  t.equal(condition("(artist != 'Can')"), undefined);
  t.equal(condition("(!(artist == 'Can'))"), undefined);
  t.equal(condition("(albumartist == 'Can')"), undefined, 'the artist may stand in for it');
  t.equal(condition("(album == '')"), undefined, 'a song without one passes');
});
