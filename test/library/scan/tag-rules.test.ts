/** What a person's rules for tags make of the library, and what a change of them reads again. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { DEFAULT_TAG_RULES, type TagRules } from '../../../src/tags/tag-rules.js';
import { id3v2 } from '../../bench/corpus-tags.mjs';
import { temporaryDirectory } from '../../http/rig.js';
import { harmedWorker, mp3, openShelf, put } from './rig.js';

const ARTISTS = 'SELECT name FROM artist ORDER BY sort_key, key';
const FOUND = `SELECT title, group_concat(name, '+') FROM (
    SELECT track.title, artist.name FROM track JOIN track_artist ON track_artist.track = track.key
    JOIN artist ON artist.key = track_artist.artist ORDER BY track.title, artist.name
  ) GROUP BY title`;
const COUNT_FOUND = "SELECT count(*) FROM track_words WHERE track_words MATCH 'coltrane'";

t.test('each artist of a track finds it, and the whole text is shown', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  await put(join(music, '1.mp3'), mp3({ TIT2: 'One', TPE1: 'Miles Davis; John Coltrane' }));
  await put(join(music, '2.mp3'), mp3({ TIT2: 'Two', TPE1: 'AC/DC' }));
  await scanner.scan();
  t.strictSame(await rows(ARTISTS), [['AC/DC'], ['John Coltrane'], ['Miles Davis']]);
  t.strictSame(await rows(FOUND), [
    ['One', 'John Coltrane+Miles Davis'],
    ['Two', 'AC/DC'],
  ]);
  t.strictSame(await rows('SELECT artist_name FROM track ORDER BY title'), [['Miles Davis; John Coltrane'], ['AC/DC']]);
  t.strictSame(await rows(COUNT_FOUND), [[1]]);
});

t.test('other separators and another code page are in force after the next scan, once', async (t) => {
  let rules: TagRules = DEFAULT_TAG_RULES;
  const { music, scanner, rows } = await openShelf(t, { tagRules: () => rules });
  await put(join(music, '1.mp3'), mp3({ TIT2: 'One', TPE1: 'Simon & Garfunkel' }));
  const old = id3v2({ version: 3, encoding: 'latin1', texts: { TIT2: '\xdf', TPE1: 'Artist' } });
  await put(join(music, '2.mp3'), Buffer.concat([old, mp3({}).subarray(10)]));
  await scanner.scan();
  t.strictSame(await rows('SELECT title FROM track ORDER BY location'), [['One'], ['ß']]);
  t.strictSame(await rows(ARTISTS), [['Artist'], ['Simon & Garfunkel']]);
  rules = { artistSeparators: [' & '], artistExceptions: [], tagEncoding: 'windows-1251' };
  scanner.rulesChanged();
  t.equal((await scanner.scan()).read, 2, 'every file is read again');
  t.strictSame(await rows('SELECT title FROM track ORDER BY location'), [['One'], ['Я']]);
  t.strictSame(await rows(ARTISTS), [['Artist'], ['Garfunkel'], ['Simon']]);
  t.equal((await scanner.scan()).read, 0);
  rules = { ...rules, artistExceptions: ['Simon & Garfunkel'] };
  t.equal((await scanner.scan()).read, 2);
  t.strictSame(await rows(ARTISTS), [['Artist'], ['Simon & Garfunkel']]);
});

t.test('what was read by the new rules before the box went off is not read once more', async (t) => {
  let rules: TagRules = DEFAULT_TAG_RULES;
  const folder = await temporaryDirectory(t);
  const music = join(folder, 'music');
  const sign = join(folder, 'sign');
  const pull = `fs.rmSync(${JSON.stringify(sign)}); fs.renameSync(${JSON.stringify(music)}, ${JSON.stringify(`${music}-away`)});`;
  const workerFile = await harmedWorker({ '3.mp3': `if (fs.existsSync(${JSON.stringify(sign)})) { ${pull} }` });
  const { scanner, rows } = await openShelf(t, { music, workerFile, tagRules: () => rules });
  for (const name of ['a/1.mp3', 'a/2.mp3', 'b/3.mp3', 'b/4.mp3', 'c/5.mp3'])
    await put(join(music, name), mp3({ TIT2: name, TPE1: 'Simon & Garfunkel' }));
  await put(join(music, 'a/disc.cue'), 'no sheet');
  await scanner.scan();
  rules = { ...rules, artistSeparators: [' & '] };
  await put(sign, '');
  scanner.rulesChanged();
  t.equal((await scanner.scan()).read, 2, 'the volume goes in the middle');
  await rename(`${music}-away`, music);
  t.equal((await scanner.scan()).read, 3, 'the others');
  t.strictSame(await rows(ARTISTS), [['Garfunkel'], ['Simon']]);
  t.equal((await scanner.scan()).read, 0);
});

t.test('artists and albums are sorted by their sort tags, as long as they have them', async (t) => {
  const { music, scanner, rows } = await openShelf(t);
  const texts = { TIT2: 'One', TPE1: 'Miles Davis', TALB: 'The Zoo', TSOP: 'Davis, Miles', TSOA: 'Ark' };
  await put(join(music, 'a', '1.mp3'), mp3(texts));
  await put(join(music, 'a', '2.mp3'), mp3({ ...texts, TIT2: 'Two', TSOP: 'Davis, Miles' }));
  await put(join(music, 'b', '1.mp3'), mp3({ TIT2: 'Three', TPE1: 'Eve', TALB: 'Barge' }));
  await put(
    join(music, 'c', '1.mp3'),
    mp3({ TIT2: 'Four', TPE1: ['Zed', 'Nina Simone'], TSOP: ['Able', 'Simone, Nina'] }),
  );
  await scanner.scan();
  t.strictSame(await rows(ARTISTS), [['Zed'], ['Miles Davis'], ['Eve'], ['Nina Simone']]);
  t.strictSame(await rows('SELECT title FROM album ORDER BY sort_key'), [['The Zoo'], ['Barge'], ['Unknown album']]);
  t.strictSame(await rows("SELECT sort_key FROM artist WHERE name = 'Nina Simone'"), [['simone nina']]);
  await put(join(music, 'a', '1.mp3'), mp3({ ...texts, TSOP: 'Zzz' }));
  await put(join(music, 'a', '2.mp3'), mp3({ TIT2: 'Two', TPE1: 'Miles Davis', TALB: 'The Zoo' }));
  await scanner.scan();
  t.strictSame(await rows("SELECT sort_key FROM artist WHERE name = 'Miles Davis'"), [['zzz']]);
  await put(join(music, 'a', '1.mp3'), mp3({ TIT2: 'One', TPE1: 'Miles Davis', TALB: 'The Zoo' }));
  await scanner.scan();
  t.strictSame(await rows("SELECT sort_key FROM artist WHERE name = 'Miles Davis'"), [['miles davis']], 'by its name');
});

t.test('a cue sheet is read by the code page of its texts', async (t) => {
  let rules: TagRules = { ...DEFAULT_TAG_RULES, tagEncoding: 'windows-1252' };
  const { music, scanner, rows } = await openShelf(t, { tagRules: () => rules });
  await put(join(music, 'disc.mp3'), mp3({ TIT2: 'Disc' }));
  const texts = ['d6e0f0e5f2', 'cff0eee2eee4fb', 'c1e5ebfbe920f1ede5e3'].map((hex) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
  const [performer = '', first = '', second = ''] = texts;
  const sheet = `PERFORMER "${performer}"\r\nFILE "disc.mp3" MP3\r\n TRACK 01 AUDIO\r\n  TITLE "${first}"\r\n  INDEX 01 00:00:00
 TRACK 02 AUDIO\r\n  TITLE "${second}"\r\n  INDEX 01 00:00:30\r\n`;
  await put(join(music, 'disc.cue'), Buffer.from(sheet, 'latin1'));
  await scanner.scan();
  t.strictSame((await rows('SELECT DISTINCT artist_name FROM track')).flat(), [performer]);
  rules = DEFAULT_TAG_RULES;
  scanner.rulesChanged();
  await scanner.scan();
  t.strictSame(await rows('SELECT title, artist_name FROM track ORDER BY track_number'), [
    ['Проводы', 'Царет'],
    ['Белый снег', 'Царет'],
  ]);
});
