/** Songs written out and folded for searches: the same answers as from the database, until the library changes. */
import t from 'tap';
import { matcherOf } from '../../src/mpd/filter.js';
import { parseFilter } from '../../src/mpd/filter-parser.js';
import { type Song, songLines, type SongTag } from '../../src/mpd/song.js';
import { folderText, search, wantedText } from '../../src/mpd/song-texts.js';
import { startMpd, TRACKS } from './rig.js';

const WORDS = [
  'Straße',
  'STRASSE',
  'ss',
  'Größe',
  'Ｂand',
  'Σίσυφος',
  'a',
  'aa',
  'aaa',
  ' ',
  '❤',
  'é',
  'Cafe\u0301',
  'x\ny',
];

/** Songs of all pairs of words, and one without tags. */
const SONGS: readonly Song[] = [
  song(0),
  ...WORDS.flatMap((one, at) => WORDS.map((other, index) => song(at * 100 + index, ['Artist', one], ['Title', other]))),
];

function song(at: number, ...tags: readonly SongTag[]): Song {
  return {
    ...{ uri: `Can/${at}.flac`, location: `/music/Can/${at}.flac`, id: `${at}`, tags },
    ...{ modified: 1000, added: 2000, duration: 60_000, range: undefined },
  };
}

t.test('the text of a folder gives the songs that the filter lets through', async (t) => {
  const text = folderText('Can', SONGS);
  for (const word of [...WORDS, 'strasse', 'S', 'aaaa', 'b', 'ß', 'café', '\u0301']) {
    const filter = parseFilter(['any', word], true);
    const wanted = wantedText(filter);
    if (wanted === undefined || wanted.includes('\n')) continue;
    const expected = SONGS.filter(matcherOf(filter));
    const found = search(text, wanted, 0, Infinity);
    t.equal(found.count, expected.length, word);
    t.equal(found.lines, expected.map((each) => songLines(each, undefined)).join(''), word);
    const some = search(text, wanted, 2, 5);
    t.equal(
      some.lines,
      expected
        .slice(2, 5)
        .map((each) => songLines(each, undefined))
        .join(''),
      `${word}, a window`,
    );
    t.equal(some.count, expected.length);
  }
});

t.test('only searches for one text anywhere are made in the texts', async (t) => {
  const wanted = (words: readonly string[], folds = true): string | undefined => wantedText(parseFilter(words, folds));
  t.equal(wanted(['any', 'CAN']), 'can');
  t.equal(wanted(["(any contains 'CAN')"]), 'can');
  for (const words of [
    ['any', ''],
    ['artist', 'Can'],
    ['any', 'a', 'any', 'b'],
    ["(any != 'Can')"],
    ["(any == 'Can')"],
  ]) {
    t.equal(wanted(words), undefined, words.join(' '));
  }
  t.equal(wanted(['any', 'Can'], false), undefined);
});

t.test('answers from kept texts are those from the database, and follow the library', async (t) => {
  const { connect, put } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  // A client that hides a tag is answered from the database.
  const other = await connect();
  await other.ask('tagtypes disable Conductor');
  const COMMANDS = [
    'listallinfo',
    'listallinfo Can',
    'search any can',
    'search any NEU! window 0:1',
    'search any a window 1:',
  ];
  for (const command of [...COMMANDS, ...COMMANDS]) {
    const expected = await other.ask(command);
    t.ok(expected.length > 0, command);
    t.strictSame(await client.ask(command), expected, command);
  }
  await put([{ name: 'Can/Tago Mago/01 Paperhouse.flac', title: 'Paperhouse', artist: 'Can', artists: ['Can'] }]);
  for (const command of COMMANDS)
    t.strictSame(await client.ask(command), await other.ask(command), `${command}, later`);
  t.match((await client.ask('search any paperhouse')).join('\n'), 'Paperhouse');
});
