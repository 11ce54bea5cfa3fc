/** The bench's corpus, scanned as the daemon scans: what the library then holds is what the corpus was made of. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { partAt } from '../../src/library/store/parts.js';
import { makeCorpus } from '../bench/make-corpus.mjs';
import { temporaryDirectory } from '../http/rig.js';
import { openShelf } from './scan/rig.js';

const MP3 = 120;
const MIX = 16;

t.test('every title, artist, album, track number and duration is that of the manifest', async (t) => {
  const music = await temporaryDirectory(t);
  const manifest = makeCorpus(music, { count: MP3, mix: MIX });
  const shelf = await openShelf(t, { music });
  const { read, failed } = await shelf.scanner.scan();
  t.strictSame({ read, failed }, { read: MP3 + MIX, failed: 0 });
  const found = await shelf.rows('SELECT location, title, artist_name, album_title, track_number, length FROM track');
  const expected = Object.entries(manifest).map(([path, { title, artist, album, track, milliseconds }]) => [
    join(music, path),
    ...[title, artist, album, track, milliseconds],
  ]);
  const byPath = (one: unknown[], other: unknown[]) => (String(one[0]) < String(other[0]) ? -1 : 1);
  t.strictSame(found.toSorted(byPath), expected.toSorted(byPath));
  const albums = new Set(Object.values(manifest).map(({ album }) => album));
  t.strictSame(
    await shelf.rows('SELECT DISTINCT title FROM album ORDER BY title'),
    [...albums].toSorted().map((title) => [title]),
  );
});

t.test('a cue sheet makes tracks of the parts of its file, each with its position', async (t) => {
  const music = await temporaryDirectory(t);
  makeCorpus(music, { count: 0, mix: 1 });
  const file = join(music, 'mix', '00000.flac');
  await writeFile(
    join(music, 'mix', 'disc.cue'),
    `PERFORMER "Nova"\nTITLE "Disc"\nFILE "00000.wav" WAVE
  TRACK 01 AUDIO\n    TITLE "First"\n    INDEX 01 00:00:00
  TRACK 02 AUDIO\n    TITLE "Second"\n    INDEX 00 00:00:25\n    INDEX 01 00:00:30\n`,
  );
  const shelf = await openShelf(t, { music });
  await shelf.scanner.scan();
  t.strictSame(
    await shelf.rows(
      `SELECT location, part_start, part_end, title, artist_name, album_title, track_number, length
      FROM track ORDER BY track_number`,
    ),
    [
      [`${file}#track=1`, 0, 400, 'First', 'Nova', 'Disc', 1, 400],
      [`${file}#track=2`, 400, null, 'Second', 'Nova', 'Disc', 2, 600],
    ],
  );
  t.strictSame(await partAt(shelf.database, `${file}#track=1`), { path: file, start: 0, end: 400 });
  t.strictSame(await partAt(shelf.database, `${file}#track=2`), { path: file, start: 400, end: undefined });
  t.equal(await partAt(shelf.database, `${file}#track=3`), undefined);
  t.equal(await partAt(shelf.database, file), undefined);
});
