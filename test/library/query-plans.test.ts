/**
 * Every statement that the library asks, as SQLite plans it: none sorts what it finds, and none looks at a whole table,
 * unless a line below says why that is fine. The statements are those that were prepared while everything was asked for.
 */
import BetterSqlite from 'better-sqlite3';
import t from 'tap';
import type { Sqlite } from '../../src/database/sqlite.js';
import type { Library } from '../../src/library/library.js';
import type { RuleCriteria } from '../../src/library/rules/criteria.js';
import { ALBUM } from '../../src/http/wire/album.js';
import { ARTIST } from '../../src/http/wire/artist.js';
import { GENRE } from '../../src/http/wire/genre.js';
import { ENTRY } from '../../src/http/wire/mp3-entry.js';
import { FOUND_ALBUM, FOUND_ARTIST } from '../../src/http/wire/search.js';
import { TRACK } from '../../src/http/wire/track.js';
import { recordId } from '../../src/library/ids.js';
import { MovedFiles } from '../../src/playlists/moved/moved-files.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig, type LibraryRig } from './rig.js';
import { listTracks, putOnShelf, setAvailable } from './shelf.js';

const FOUND = { track: TRACK, album: FOUND_ALBUM, artist: FOUND_ARTIST };

/** Parts of a plan, with the reason why they are fine. */
const FINE: readonly (readonly [step: RegExp, statement: RegExp, reason: string])[] = [
  [/^SCAN \w+ VIRTUAL TABLE/, /json_each\(\?\)|_words MATCH/, 'a page of keys that is given, or the word index'],
  [/^SCAN root$/, /./, 'a handful of rows'],
  [
    /^SCAN \w+ USING COVERING INDEX \w+_in_order$/,
    /ORDER BY sort_key, key LIMIT (@limit|1 OFFSET @skipped)$/,
    'a list in its order',
  ],
  [
    /^SCAN album USING COVERING INDEX album_by_\w+$/,
    /ORDER BY (album\.)?\w+.* LIMIT (@limit|1 OFFSET @skipped)$/,
    'albums in another order',
  ],
  [
    /^SCAN album USING COVERING INDEX album_in_order$/,
    /CROSS JOIN track .* LIMIT (@limit|1 OFFSET @skipped)$/,
    'tracks by album',
  ],
  [
    /^SCAN track USING COVERING INDEX track_by_added$/,
    /ORDER BY created_at DESC, key LIMIT (@limit|1 OFFSET @skipped)$/,
    'the newest',
  ],
  [
    /^SCAN album$/,
    /ORDER BY key DESC LIMIT (@limit|1 OFFSET @skipped)$/,
    'the newest albums, from the end of the table',
  ],
  [/^SCAN (track|album|artist) USING COVERING INDEX/, /^SELECT count\(\*\) FROM/, 'how long a list is'],
  [/^SCAN (artist|album)( USING COVERING INDEX \w+)?$/, /json_each\(\?\)\) ORDER BY/, 'what a genre has'],
  [/^SCAN whose$/, /./, 'one row'],
  [/^SCAN (library|CONSTANT ROW)$/, /./, 'one row'],
  [/^SCAN saved_playlist USING COVERING INDEX/, /count\(\*\)/, 'two thousand small rows, when one is added'],
  [/^SCAN playlist_folder /, /./, 'five hundred rows at most'],
  [/^SCAN sqlite_schema$/, /./, 'once, when the file is opened'],
  [/^USE TEMP B-TREE FOR ORDER BY$/, /group_concat\(name, ', '\)/, 'the few genres of one artist'],
  [/^SCAN (known|track_?\w*|\(subquery-\d+\)|album|artist)$/, /LIMIT (-?\d+|\?)\s*\)/, 'a bounded subquery'],
  [
    /^SCAN smart_playlist/,
    /^SELECT (count\(\*\)|coalesce\(sum\()/,
    'five hundred at most, when one is added or changed',
  ],
  [/^SCAN stream USING COVERING INDEX stream_by_age$/, /OFFSET 10000/, 'ages alone, when one is added'],
];

function plan(sql: Sqlite, text: string): string[] {
  const names = Array.from(text.matchAll(/@(\w+)/g), ([, name = '']) => [name, null] as const);
  if (names.length > 0) {
    const steps = sql.prepare(`EXPLAIN QUERY PLAN ${text}`).all(Object.fromEntries(names));
    return (steps as { detail: string }[]).map(({ detail }) => detail);
  }
  for (let values = 0; ; values++) {
    try {
      const statement = sql.prepare(`EXPLAIN QUERY PLAN ${text}`);
      return (statement.all(...Array<null>(values).fill(null)) as { detail: string }[]).map(({ detail }) => detail);
    } catch (error) {
      if (!(error instanceof RangeError) || values > 50) throw error;
    }
  }
}

const needed = new Set<(typeof FINE)[number]>();

const isSuspect = (step: string): boolean => step.startsWith('SCAN ') || step.includes('FOR ORDER BY');

/** Steps of a statement that nothing excuses. */
function wrongSteps(sql: Sqlite, text: string): string[] {
  return plan(sql, text)
    .filter(isSuspect)
    .filter((step) => {
      const excuse = FINE.find(([fine, statement]) => fine.test(step) && statement.test(text));
      if (excuse !== undefined) needed.add(excuse);
      return excuse === undefined;
    });
}

const RULES: readonly RuleCriteria[] = [
  { match_type: 'all' },
  { conditions: [{ field: 'genre', operator: 'contains', value: 'x' }], sort_by: 'artist' },
  { conditions: [{ field: 'is_liked', operator: 'is', value: true }], sort_by: 'random' },
  { match_type: 'any', conditions: [{ field: 'year', operator: 'is', value: 1 }], sort_by: 'year' },
  { conditions: [{ field: 'skip_count', operator: 'is', value: 0 }], sort_by: 'last_played' },
];

/** Runs every query of the library. */
async function askAll({ library, savedPlaylists, smartPlaylists }: LibraryRig): Promise<void> {
  const ids: Record<string, string> = {};
  for (const [kind, shape] of [
    ['track', TRACK],
    ['album', ALBUM],
    ['artist', ARTIST],
    ['genre', GENRE],
  ] as const) {
    const rows = await library.records(kind, await library.all(kind).keys(), shape as never);
    ids[kind] = (JSON.parse(rows.toString()) as { id: string }[])[0]!.id;
  }
  await library.neighbours(await library.all('track').keys(), TRACK);
  await library.tracksOf('album', ids['album']!).keys();
  for (const kind of ['artist', 'genre'] as const) await library.tracksOf(kind, ids[kind]!).keys();
  for (const kind of ['artist', 'genre'] as const) await library.albumsOf(kind, ids[kind]!).total();
  for (const order of ['title', 'artist', 'year', 'added'] as const) {
    for (const words of ['', 'a 1']) await (await library.orders.albums(order, words)).keys();
    await library.albumsOf('genre', ids['genre']!, order).keys();
    for (const whose of ['own', 'others'] as const) {
      await library.albumsOfArtist(ids['artist']!, whose, order).keys();
      await library.albumsOfArtist(ids['artist']!, whose, order).total();
    }
  }
  for (const order of ['title', 'artist', 'album', 'added'] as const) {
    for (const words of ['', 'song']) {
      const list = await library.orders.tracks(order, words);
      await Promise.all([list.keys(), list.total()]);
    }
  }
  for (const words of ['', 'song']) {
    await (await library.orders.albums('played', words)).keys();
    await (await library.orders.tracks('played', words)).keys();
  }
  await library.artistsOfGenre(ids['genre']!).keys();
  await library.entries(['/here/0', '/there/1'], ENTRY);
  await library.partsOf(['/here/0']);
  await library.streamsAt(['http://radio/x']);
  for (const kind of ['track', 'album'] as const) {
    await library.like(kind, ids[kind]!);
    await library.liked(kind).keys();
    await library.unlike(kind, ids[kind]!);
  }
  await library.unlike('track', 'x').catch(() => undefined);
  await library.saveStream({ url: 'http://radio/x', title: '', artist: '', album: '', length: 0 });
  await library.findStream('x');
  for (const count of ['played', 'skipped'] as const) await library[count](ids['track']!);
  await library.statsOf(ids['track']!);
  await askShelves(library, ids);
  await library.fileOf(ids['track']!);
  await library.pictureOf(ids['album']!);
  for (const text of ['song', 'song 1', 'the x', '夜']) await library.search(text, FOUND);
  await askPlaylists(savedPlaylists, library, ids['track']!);
  for (const rules of RULES) await library.matching('track', rules);
  await library.like('track', ids['track']!);
  await library.played(ids['track']!);
  await library.countsOf(RULES);
  await library.locations(await library.matching('track', RULES[0]!));
  const texts = { name: 'x', description: null, image: null, folderId: null };
  const { playlist } = await smartPlaylists.create(texts, RULES[0]!);
  await smartPlaylists.replace(playlist.id, texts, RULES[1]!);
  await smartPlaylists.all();
  await smartPlaylists.tracksOf(playlist.id, '');
  await smartPlaylists.remove(playlist.id);
}

/** Home, now and in half a year, when what was played and liked is forgotten. */
async function askShelves(library: Library, ids: Readonly<Record<string, string>>): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  await library.like('album', ids['album']!);
  for (let plays = 0; plays < 3; plays++) await library.played(ids['track']!);
  for (const at of [now, now + 180 * 86_400]) await library.shelves.read(at, 'lot');
  await library.unlike('album', ids['album']!);
}

/** Runs every query about playlists. */
async function askPlaylists(playlists: LibraryRig['savedPlaylists'], library: Library, track: string): Promise<void> {
  const texts = { name: 'A', description: null, image: null, folderId: 'f' };
  const { id } = await playlists.create(texts, [track, 'x']);
  await library.named(await playlists.tracks(id));
  for await (const locations of library.allLocations()) if (locations.length === 0) break;
  await playlists.list('');
  await playlists.list('f');
  await playlists.find(id);
  await playlists.append(id, [track]);
  await playlists.move(id, 0, 1, 1);
  await playlists.removeTrack(id, track);
  await playlists.replace(id, texts);
  await playlists.remove((await playlists.duplicate(id, '')).id);
  const folder = await playlists.createFolder('F');
  await playlists.folders();
  await playlists.renameFolder(folder.id, 'G');
  await playlists.removeFolder(folder.id);
}

t.test('no statement of the library sorts or scans a whole table', async (t) => {
  const rig = await libraryRig(t);
  await rig.write((sql) => {
    for (const root of ['/here', '/there']) {
      // More of everything than a time slice reads.
      const names = Array.from({ length: 2100 }, (_, at) => String(at));
      putOnShelf(
        sql,
        root,
        names.map((name) => ({ name, title: `Song ${name}`, artist: 'A', album: name, genres: ['G', 'H'] })),
      );
    }
    listTracks(sql);
  });
  const asked = t.capture(BetterSqlite.prototype, 'prepare', prepareAsBefore);
  await askAll(rig);
  await rig.write((sql) => setAvailable(sql, '/there', false));
  await askAll(rig);
  const texts = new Set(asked().map(({ args }) => args[0]));
  asked.restore();
  const databases = [rig.records, rig.state];
  const wrong: string[] = [];
  for (const text of texts) {
    if (
      !/^\s*(SELECT|DELETE|INSERT|UPDATE)/.test(text) ||
      text.includes('UPDATE root') ||
      text.includes('UPDATE library')
    )
      continue;
    const tables = await Promise.all(databases.map((database) => database.read((sql) => isOf(sql, text))));
    const database = databases[tables.indexOf(true)];
    t.ok(database, text);
    const steps = await database!.read((sql) => wrongSteps(sql, text));
    for (const step of steps) wrong.push(`${step}: ${text.replace(/\s+/g, ' ')}`);
  }
  t.ok(texts.size > 50, `${texts.size} statements were looked at`);
  t.strictSame(wrong, []);
  const idle = FINE.filter((excuse) => !needed.has(excuse));
  t.strictSame(idle, [], 'no excuse is left over');
});

t.test('the guard reports a scan and a sort', async (t) => {
  const { records } = await libraryRig(t);
  await records.read((sql) => {
    t.strictSame(wrongSteps(sql, 'SELECT key FROM track ORDER BY year'), [
      'SCAN track',
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
    t.strictSame(wrongSteps(sql, 'SELECT key FROM track WHERE root = ? AND title = ?'), []);
  });
});

const original = (BetterSqlite.prototype as { prepare: Sqlite['prepare'] }).prepare;

function prepareAsBefore(this: Sqlite, text: string): ReturnType<Sqlite['prepare']> {
  return original.call(this, text);
}

/** Whether the database has the tables of the statement. */
function isOf(sql: Sqlite, text: string): boolean {
  try {
    sql.prepare(text);
    return true;
  } catch {
    return false;
  }
}

t.test('no statement of the search for moved files sorts or scans a whole table', async (t) => {
  const { library, savedPlaylists, records, state, write } = await libraryRig(t);
  const song = { title: 'Moved', artist: 'A' };
  const texts = { name: 'x', description: null, image: null, folderId: null };
  await savedPlaylists.create(texts, [recordId('track', '/gone/old'), 'unknown']);
  await write((sql) => putOnShelf(sql, '/gone', [{ ...song, name: 'old' }]));
  await library.played(recordId('track', '/gone/old'));
  await write((sql) => {
    putOnShelf(sql, '/here', [{ ...song, name: 'new' }]);
    sql.exec("DELETE FROM track_artist; DELETE FROM track WHERE location = '/gone/old'");
  });
  await state.write((sql) =>
    sql.exec("INSERT INTO liked VALUES ('track', 'unkept', 1); INSERT INTO kept_track (id) VALUES ('x')"),
  );
  const asked = t.capture(BetterSqlite.prototype, 'prepare', prepareAsBefore);
  const deps = { state, records, kept: library.kept, roots: [], moved: () => undefined, log: SILENT_LOG };
  t.equal(await new MovedFiles(deps).look(), 1);
  const all = new Set(asked().map(({ args }) => args[0]));
  asked.restore();
  t.ok(all.size > 15, `${all.size} statements were looked at`);
  const wrong: string[] = [];
  for (const text of all) {
    const isState = await state.read((sql) => isOf(sql, text));
    for (const step of await (isState ? state : records).read((sql) => wrongSteps(sql, text)))
      wrong.push(`${step}: ${text}`);
  }
  t.strictSame(wrong, []);
});
