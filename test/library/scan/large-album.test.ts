/** What an album of very many tracks costs in a scan of many transactions: rows that are looked at, not time. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { migrate } from '../../../src/database/migrations.js';
import { connect, type Sqlite } from '../../../src/database/sqlite.js';
import { TRACK } from '../../../src/http/wire/track.js';
import { TrackList } from '../../../src/library/scan/track-list.js';
import { Tracks } from '../../../src/library/scan/tracks.js';
import { fallbackTag, type TrackTag } from '../../../src/tags/track-tag.js';
import { BINDING } from '../../database/rig.js';
import { mp3, openShelf, put } from './rig.js';

const MIGRATIONS = fileURLToPath(new URL('../../../src/library/migrations', import.meta.url));
const BATCH = 250;

/** Counts the rows that statements hand over all at once, from now on. */
function countRows(sql: Sqlite): () => number {
  let rows = 0;
  const prepare = sql.prepare.bind(sql);
  sql.prepare = ((text: string) => {
    const statement = prepare(text);
    const all = statement.all.bind(statement);
    statement.all = (...values: unknown[]) => {
      const found = all(...values);
      rows += found.length;
      return found;
    };
    return statement;
  }) as typeof sql.prepare;
  return () => rows;
}

/** A flat folder is scanned, some files at a time; then all of its files are read again. */
async function scanFlat(t: Test, count: number, tagOf: (index: number) => Partial<TrackTag>) {
  const sql = await connect(':memory:', BINDING);
  t.teardown(() => sql.close());
  migrate(sql, MIGRATIONS);
  sql.exec(`INSERT INTO root (path, mounted, available) VALUES ('/m', 0, 1);
    INSERT INTO folder (root, path) VALUES (1, '/m/flat')`);
  const add = sql.prepare('INSERT INTO file (folder, name, size, modified) VALUES (1, ?, 1, 1)');
  for (let index = 0; index < count; index++) add.run(`${index}.mp3`);
  const rows = countRows(sql);
  for (const isNew of [true, false]) {
    const tracks = new Tracks(sql, new TrackList(sql, TRACK));
    for (let first = 0; first < count; first += BATCH) {
      for (let index = first; index < Math.min(first + BATCH, count); index++) {
        const location = `/m/flat/${index}.mp3`;
        const tag = { ...fallbackTag(location, 1), ...tagOf(index) };
        tracks.put({ root: 1, file: index + 1, family: '/m/flat' }, [{ location, tag, part: undefined }], isNew);
      }
      tracks.settle();
    }
    tracks.resume();
    tracks.settle();
  }
  return { rows: rows(), albums: sql.prepare('SELECT title, artist_name, year FROM album').raw().all() };
}

t.test('an album of very many tracks is looked at a few times, however many transactions a scan has', async (t) => {
  const count = 5000;
  const loose = await scanFlat(t, count, (index) => ({
    artist: `Artist ${index % 900}`,
    artists: [`Artist ${index % 900}`],
  }));
  t.strictSame(loose.albums, [['Unknown album', 'Various Artists', 0]]);
  t.ok(loose.rows < 12 * count, `${loose.rows} rows without an album`);
  const named = await scanFlat(t, count, (index) => ({
    albumArtist: 'Nova',
    album: 'Tales',
    year: index < 2000 ? 1990 : 2000,
  }));
  t.strictSame(named.albums, [['Tales', 'Nova', 2000]], 'what its tracks say in the end counts');
  t.ok(named.rows < 12 * count, `${named.rows} rows of one album`);
});

t.test('what a scan that was broken off has left is settled by the next one', async (t) => {
  const { music, scanner, database, rows } = await openShelf(t);
  await put(join(music, 'a/1.mp3'), mp3({ TIT2: 'One', TPE1: 'Nova', TALB: 'Set' }));
  await scanner.scan();
  await database.write((sql) => sql.exec('UPDATE album SET year = 1900, is_unsettled = 1'));
  await scanner.scan();
  t.strictSame(await rows('SELECT title, artist_name, year, is_unsettled FROM album'), [['Set', 'Nova', 0, 0]]);
});
