import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { TRACK } from '../../../src/http/wire/track.js';
import { TrackList } from '../../../src/library/scan/track-list.js';
import { type TrackFound, Tracks } from '../../../src/library/scan/tracks.js';
import { fallbackTag } from '../../../src/tags/track-tag.js';
import { markOf } from '../../../src/library/store/track-list.js';
import { libraryRig } from '../rig.js';
import { listMistakes } from '../shelf.js';
import { mp3, openShelf, put, putAlbum } from './rig.js';

const LISTED = 'SELECT listed, (SELECT count(*) FROM track_list) FROM library';
const MARK = markOf(TRACK);

t.test('the first scan lists all tracks, and the next ones keep the list', async (t) => {
  const { music, scanner, rows, database } = await openShelf(t);
  await scanner.scan();
  t.strictSame(await rows(LISTED), [[null, 0]], 'there is nothing to list');
  await putAlbum(join(music, 'a'), 'Nova', 'Satellites', 5);
  await scanner.scan();
  t.strictSame(await rows(LISTED), [[MARK, 5]]);
  await put(join(music, 'a', '3.mp3'), mp3({ TIT2: 'Quite another', TPE1: 'One', TCON: 'Rock' }, true));
  await put(join(music, 'b.mp3'), mp3({ TIT2: 'New' }));
  await rm(join(music, 'a', '5.mp3'));
  await scanner.scan();
  t.strictSame(await rows(LISTED), [[MARK, 5]]);
  t.strictSame(await database.read(listMistakes), []);
});

t.test('a cover that comes later is listed with every track of its album', async (t) => {
  const { music, scanner, rows, database } = await openShelf(t);
  await putAlbum(join(music, 'a'), 'Nova', 'Satellites', 3);
  await scanner.scan();
  await put(join(music, 'a', 'cover.png'), 'image');
  await scanner.scan();
  t.strictSame(await rows("SELECT count(*) FROM track_list WHERE json ->> 'album_art' LIKE 'c%.png'"), [[3]]);
  t.strictSame(await database.read(listMistakes), []);
});

t.test('a list that another version wrote, or did not finish, is made anew', async (t) => {
  const { music, scanner, rows, database } = await openShelf(t);
  await putAlbum(join(music, 'a'), 'Nova', 'Satellites', 3);
  await scanner.scan();
  for (const listed of ["'other'", 'NULL']) {
    await database.write((sql) =>
      sql.exec(`DELETE FROM track_list WHERE key < 3; UPDATE library SET listed = ${listed}`),
    );
    t.equal((await scanner.scan()).read, 0, 'no file is read for it');
    t.strictSame(await rows(LISTED), [[MARK, 3]]);
    t.strictSame(await database.read(listMistakes), []);
  }
});

const PUT_FILE = `INSERT INTO file (key, folder, name, size, modified, picture) VALUES (?, 1, ?, 1, 1, ?)
  ON CONFLICT DO UPDATE SET picture = excluded.picture`;

/** What becomes of a file: it has these tracks now, or is gone. */
const change = fc.record({
  file: fc.integer({ min: 1, max: 8 }),
  picture: fc.boolean(),
  tracks: fc.array(
    fc.record({
      part: fc.integer({ min: 1, max: 3 }),
      title: fc.constantFrom('', 'The A', 'a', 'B', 'Ä "quoted"', '夜\u0000🎵'),
      artist: fc.constantFrom('', 'One', 'Other'),
      album: fc.constantFrom('', 'First', 'Second'),
      genre: fc.constantFrom('', 'Jazz', 'Rock'),
    }),
    { maxLength: 3 },
  ),
});

t.test('whatever becomes of files, the list shows the tracks that there are', async (t) => {
  const history = fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(history, fc.nat({ max: 5 }), async (transactions, listedAfter) => {
      const { records } = await libraryRig(t);
      await records.write((sql) =>
        sql.exec(
          "INSERT INTO root (key, path, mounted, available) VALUES (1, '/m', 0, 1); INSERT INTO folder (root, path) VALUES (1, '/m')",
        ),
      );
      for (const [at, changes] of transactions.entries()) {
        await records.write((sql) => {
          const list = new TrackList(sql, TRACK);
          const writer = new Tracks(sql, list);
          for (const { file, picture, tracks } of changes) {
            sql.prepare(PUT_FILE).run(file, String(file), picture ? 'jpg' : null);
            const found = new Map<string, TrackFound>();
            for (const { part, title, artist, album, genre } of tracks) {
              const location = `/m/${file}#${part}`;
              const genres = genre === '' ? [] : [genre];
              const tag = { ...fallbackTag(location, 1), title, artist, album, genre, genres, trackNumber: part };
              found.set(location, { location, tag, part: { start: part, end: null } });
            }
            writer.put({ root: 1, file, family: '/music' }, [...found.values()], false);
          }
          writer.settle();
        });
        if (at === listedAfter) {
          await records.write((sql) => new TrackList(sql, TRACK).complete(() => undefined));
        }
        const mistakes = await records.read(listMistakes);
        if (mistakes.length > 0) throw new Error(JSON.stringify(mistakes));
      }
      await records.close();
    }),
    { numRuns: 60 },
  );
});
