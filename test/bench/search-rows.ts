/**
 * Makes a library of made-up rows, and measures a search in it. Bundled by `search.mjs`. The rows are written by the
 * scanner's own writer; the frequency of words follows that of a language (Zipf and Mandelbrot), so that common words
 * are in very many titles.
 */
import { dirname } from 'node:path';
import { GroupSearch } from '../../src/http/search-groups.js';
import { FOUND_ALBUM, FOUND_ARTIST, GROUPS } from '../../src/http/wire/search.js';
import { TRACK } from '../../src/http/wire/track.js';
import { migrate } from '../../src/database/migrations.js';
import { connect, type Sqlite } from '../../src/database/sqlite.js';
import { Finder } from '../../src/library/finding/finder.js';
import { TrackList } from '../../src/library/scan/track-list.js';
import { Tracks } from '../../src/library/scan/tracks.js';
import { questionOf, search } from '../../src/library/store/search.js';
import { fallbackTag } from '../../src/tags/track-tag.js';

const COMMON =
  `the of a in love you me i and to my night on it day all time heart is one song blue way no good girl live
  world home dream life fire rain light black little soul dance man baby down up out be your for with from`.split(
    /\s+/,
  );
const SYLLABLES =
  `ba be bi bo bu da de di do du fa fe fi fo ga go ha he hi ho ka ki ko la le li lo lu ma me mi mo mu na ne
  ni no pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi ya yo za ze ll st nd ng`.split(
    /\s+/,
  );
const VOCABULARY = 20_000;
const FLATNESS = 5;
const TRACKS_A_FOLDER = 12;
const FOLDERS_AN_ARTIST = 8;
const BATCH = 20_000;
const ROOTS = ['', 'music', 'stick'];
const SHAPES = { track: TRACK, album: FOUND_ALBUM, artist: FOUND_ARTIST };
/** Page cache of SQLite, as large as that of the daemon (`src/compose/library.ts`). */
const CACHE_KIBIBYTES = 8 * 1024;
/** Uncounted searches for each text, before the measured ones. */
const WARM = 50;
/** Genre of each track by index modulo 8: half of the tracks are Rock. */
const GENRES = ['Rock', 'Pop', 'Rock', 'Jazz', 'Rock', 'Folk', 'Rock', 'Blues'];

/** Pseudo-random numbers in [0, 1), equal in every run. */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function titles(next: () => number): () => string {
  const words = new Set(COMMON);
  while (words.size < VOCABULARY) {
    const length = 2 + Math.floor(next() * 3);
    words.add(Array.from({ length }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join(''));
  }
  const all = [...words];
  const word = (): string => {
    const rank = FLATNESS * (Math.exp(next() * Math.log((VOCABULARY + FLATNESS) / FLATNESS)) - 1);
    const found = all[Math.min(Math.floor(rank), VOCABULARY - 1)] ?? '';
    return found.charAt(0).toUpperCase() + found.slice(1);
  };
  return () => {
    const length = 1 + Math.floor(next() * 4);
    return [...(next() < 0.12 ? ['The'] : []), ...Array.from({ length }, word)].join(' ');
  };
}

/** Writes a new library of so many tracks to `file`. */
export async function makeLibrary(file: string, binding: string, migrations: string, tracks: number): Promise<void> {
  const sql = await connect(file, binding);
  sql.pragma('journal_mode = WAL');
  sql.pragma('synchronous = OFF');
  migrate(sql, migrations);
  sql.exec("INSERT INTO root (key, path, mounted, available) VALUES (1, '/music', 0, 1), (2, '/stick', 1, 1)");
  const addFolder = sql.prepare('INSERT INTO folder (root, path) VALUES (?, ?)');
  const addFile = sql.prepare('INSERT INTO file (folder, name, size, modified) VALUES (?, ?, 1, 1)');
  const title = titles(numbers());
  let artist = '';
  let album = '';
  let folder = 0;
  let root = 1;
  for (let from = 0; from < tracks; from += BATCH) {
    sql
      .transaction(() => {
        const writer = new Tracks(sql);
        for (let at = from; at < Math.min(from + BATCH, tracks); at++) {
          if (at % (TRACKS_A_FOLDER * FOLDERS_AN_ARTIST) === 0) artist = title();
          if (at % TRACKS_A_FOLDER === 0) {
            album = title();
            // Every second album is on the stick; each artist has albums in both roots.
            root = 1 + (Math.floor(at / TRACKS_A_FOLDER) % 2);
            folder = Number(addFolder.run(root, `/${ROOTS[root]}/${at}`).lastInsertRowid);
          }
          const location = `/${ROOTS[root]}/${at - (at % TRACKS_A_FOLDER)}/${at}.mp3`;
          const genres = [GENRES[at % GENRES.length] ?? ''];
          const tag = { ...fallbackTag(location, 1), title: title(), artist, album, artists: [artist], genres };
          const key = Number(addFile.run(folder, `${at}.mp3`).lastInsertRowid);
          writer.put({ root, file: key, family: dirname(location) }, [{ location, tag, part: undefined }], true);
        }
        writer.settle();
      })
      .immediate();
  }
  new TrackList(sql, TRACK).complete(() => undefined);
  sql.pragma('wal_checkpoint(TRUNCATE)');
  sql.close();
}

/** Makes the whole answer to a search, as the daemon does. @returns length in bytes */
function answer(sql: Sqlite, text: string): number {
  const question = questionOf(text);
  if (question === undefined) return 0;
  const { track, album, artist } = search(sql, question, SHAPES);
  return Buffer.concat([track, album, artist]).length;
}

/** @returns milliseconds of CPU for one answer to each question */
export async function searchCosts(
  file: string,
  binding: string,
  questions: readonly string[],
  times: number,
): Promise<number[]> {
  const sql = await connect(file, binding);
  sql.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  // The first searches run without compiled code; a daemon that has been up for a while has it.
  for (let warm = 0; warm < WARM; warm++) for (const text of questions) answer(sql, text);
  const costs = questions.map((text) => {
    const before = process.cpuUsage();
    for (let time = 0; time < times; time++) answer(sql, text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / times;
  });
  sql.close();
  return costs;
}

/** Hits of each group that the page asks for. */
const PAGE = 5;

export interface EverythingCosts {
  /** Milliseconds of CPU for one search of all groups that forgives an error, for each question. */
  readonly costs: readonly number[];
  /** Milliseconds of CPU for the first search that forgives one: it reads the words of the library. */
  readonly first: number;
  /** Bytes of memory that the names and words take from then on. */
  readonly bytes: number;
}

/** Without playlists and stations, of which a box has few. */
export async function everythingCosts(
  file: string,
  binding: string,
  questions: readonly string[],
  times: number,
): Promise<EverythingCosts> {
  const sql = await connect(file, binding);
  sql.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  const records = { read: <Result>(query: (sql: Sqlite) => Result) => Promise.resolve(query(sql)) };
  const nothing = { list: () => Promise.resolve([]), revision: 1 };
  const search = new GroupSearch({
    library: { finder: new Finder(records, () => Promise.resolve('1')) },
    ...{ savedPlaylists: nothing, smartPlaylists: nothing, playlistEvents: nothing, stations: nothing },
  });
  const used = (): number => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const cpu = async (act: () => Promise<unknown>): Promise<number> => {
    const before = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const before = used();
  const first = await cpu(() => search.forgive('qqqqq', GROUPS, PAGE));
  const bytes = used() - before;
  for (let warm = 0; warm < WARM; warm++) for (const text of questions) await search.forgive(text, GROUPS, PAGE);
  const costs: number[] = [];
  for (const text of questions) {
    const all = await cpu(async () => {
      for (let time = 0; time < times; time++) await search.forgive(text, GROUPS, PAGE);
    });
    costs.push(all / times);
  }
  sql.close();
  return { costs, first, bytes };
}
