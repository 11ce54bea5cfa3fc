/**
 * Tracks by the folders that they lie in, with all that a file-oriented client shows of them. Whoever goes over the whole
 * library does that folder by folder, in turns of the event loop. Only what is there now is given. Thread: main.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import { UNKNOWN_ALBUM, UNKNOWN_ARTIST } from '../scan/track-record.js';
import { nextTurn } from '../turn.js';

export interface SongFolder {
  readonly key: number;
  /** Absolute. */
  readonly path: string;
  /** Files in the folder itself, music or not. */
  readonly files: number;
}

export interface SongRow {
  readonly id: string;
  readonly location: string;
  /** Key of the folder. */
  readonly folder: number;
  /** Name of the file. */
  readonly name: string;
  readonly title: string;
  /** Each by itself, in the order of the tag. */
  readonly artists: readonly string[];
  /** `""` where the tag has none. */
  readonly album: string;
  /** `""` where it says no more than the artist. */
  readonly albumArtist: string;
  readonly composer: string;
  readonly genres: readonly string[];
  readonly trackNumber: number;
  readonly discNumber: number;
  readonly yearString: string;
  readonly label: string;
  /** Milliseconds. */
  readonly length: number;
  /** Unix seconds. */
  readonly modified: number;
  readonly added: number;
  /** Milliseconds of the file; undefined for what is a file of its own. */
  readonly partStart: number | undefined;
  readonly partEnd: number | undefined;
}

/** What tracks have in common, as their tags write it; a search through the library reads only those. */
export interface SongCondition {
  readonly field: keyof typeof CONDITIONS;
  readonly value: string;
}

/** Rows in one turn: one or two milliseconds. */
const TURN = 200;
/** Folders, or tracks that are only counted, in one turn. */
const FOLDERS = 5000;

const CONDITIONS = {
  album: 'track.album_title = ?',
  title: 'track.title = ?',
  date: 'track.year_string = ?',
  genre: `EXISTS (SELECT 1 FROM track_genre CROSS JOIN genre ON genre.key = track_genre.genre
    WHERE track_genre.track = track.key AND genre.name = ?)`,
  artist: `EXISTS (SELECT 1 FROM track_artist CROSS JOIN artist ON artist.key = track_artist.artist
    WHERE track_artist.track = track.key AND artist.name = ?)`,
} as const;

/** Folders in which there are tracks of an artist or a genre, tracks in the order of their keys. */
const foldersOf = (kind: 'artist' | 'genre'): string => `SELECT track, file.folder FROM
  (SELECT track FROM track_${kind} WHERE ${kind} = (SELECT key FROM ${kind} WHERE name = ?) AND track > ?
    ORDER BY track LIMIT ${FOLDERS}) AS some
  CROSS JOIN track ON track.key = some.track CROSS JOIN file ON file.key = track.file`;

const BETWEEN = '\n';
const NAMES = (kind: 'artist' | 'genre'): string => `(SELECT group_concat(${kind}.name, char(10)) FROM track_${kind}
  CROSS JOIN ${kind} ON ${kind}.key = track_${kind}.${kind} WHERE track_${kind}.track = track.key)`;

const COLUMNS = `track.id, track.location, file.folder, file.name, track.title, track.artist_name, ${NAMES('artist')},
  track.album_title, track.album_artist, track.names_album_artist, track.composer, track.genre_name, ${NAMES('genre')},
  track.track_number, track.disc_number, track.year_string, album.label, track.length, file.modified, track.created_at,
  track.part_start, track.part_end`;
const JOINED = `CROSS JOIN file ON file.key = track.file CROSS JOIN album ON album.key = track.album
  CROSS JOIN root ON root.key = track.root`;

const ALL_FOLDERS = `SELECT folder.key, folder.path, (SELECT count(*) FROM file WHERE file.folder = folder.key)
  FROM folder CROSS JOIN root ON root.key = folder.root WHERE available AND folder.key > ? ORDER BY folder.key
  LIMIT ${FOLDERS}`;
const IN_FOLDERS = `SELECT file.key, ${COLUMNS} FROM json_each(?) AS wanted
  CROSS JOIN file ON file.folder = wanted.value CROSS JOIN track ON track.file = file.key
  CROSS JOIN album ON album.key = track.album`;
const IN_FOLDER = `SELECT file.key, ${COLUMNS} FROM
  (SELECT * FROM file WHERE folder = ? AND key > ? ORDER BY key LIMIT ${TURN}) AS file
  CROSS JOIN track ON track.file = file.key CROSS JOIN album ON album.key = track.album`;
const LAST_FILE = `SELECT max(key) FROM (SELECT key FROM file WHERE folder = ? AND key > ? ORDER BY key LIMIT ${TURN})`;
const AT = `SELECT 0, ${COLUMNS} FROM json_each(?) AS wanted CROSS JOIN track ON track.location = wanted.value ${JOINED}`;
const TOTALS = `SELECT count(*) FILTER (WHERE available), coalesce(sum(length) FILTER (WHERE available), 0), max(some.key)
  FROM (SELECT key, root, length FROM track WHERE key > ? ORDER BY key LIMIT ${FOLDERS}) AS some
  CROSS JOIN root ON root.key = some.root`;

type Head = readonly [
  key: number,
  id: string,
  location: string,
  folder: number,
  name: string,
  title: string,
  artistName: string,
  artists: string | null,
  album: string,
  albumArtist: string,
  namesAlbumArtist: number,
  composer: string,
];
type Tail = readonly [
  genreName: string,
  genres: string | null,
  trackNumber: number,
  discNumber: number,
  yearString: string,
  label: string,
  length: number,
  modified: number,
  added: number,
  partStart: number | null,
  partEnd: number | null,
];
type Row = readonly [...Head, ...Tail];

/** The names of a joined text, in the order in which the text of the tag has them. */
function inOrder(names: string | null, text: string): readonly string[] {
  if (names === null) return [];
  if (!names.includes(BETWEEN)) return [names];
  return names.split(BETWEEN).sort((one, other) => text.indexOf(one) - text.indexOf(other));
}

/** By index: to take a row apart into twenty names costs as much as SQLite needs for it. */
function toSong(row: Row): SongRow {
  const [artistName, albumArtist] = [row[6], row[9]];
  return {
    id: row[1],
    location: row[2],
    folder: row[3],
    name: row[4],
    title: row[5],
    artists: artistName === UNKNOWN_ARTIST ? [] : inOrder(row[7], artistName),
    album: row[8] === UNKNOWN_ALBUM ? '' : row[8],
    albumArtist: row[10] === 1 || albumArtist !== artistName ? albumArtist : '',
    composer: row[11],
    genres: inOrder(row[13], row[12]),
    trackNumber: row[14],
    discNumber: row[15],
    yearString: row[16],
    label: row[17],
    length: row[18],
    modified: Math.floor(row[19] / 1000),
    added: row[20],
    partStart: row[21] ?? undefined,
    partEnd: row[22] ?? undefined,
  };
}

export class Songs {
  constructor(private readonly records: GuardedDatabase) {}

  /** Folders with something in them, in no order. */
  async folders(): Promise<SongFolder[]> {
    const folders: SongFolder[] = [];
    for (let last: number | undefined = 0; last !== undefined;) {
      const after: number = last;
      const rows = await this.records.read(
        (sql) => rowsOf(sql, ALL_FOLDERS).all(after) as [key: number, path: string, files: number][],
      );
      for (const [key, path, files] of rows) folders.push({ key, path, files });
      last = rows.length < FOLDERS ? undefined : rows.at(-1)?.[0];
      if (last !== undefined) await nextTurn();
    }
    return folders;
  }

  /** Keys of the folders that hold tracks which meet a condition; undefined where only a look at all tracks tells. */
  async foldersWith({ field, value }: SongCondition): Promise<ReadonlySet<number> | undefined> {
    if (field !== 'artist' && field !== 'genre') return undefined;
    const text = foldersOf(field);
    const folders = new Set<number>();
    for (let last: number | undefined = 0; last !== undefined;) {
      const after: number = last;
      const rows = await this.records.read(
        (sql) => rowsOf(sql, text).all(value, after) as [track: number, folder: number][],
      );
      for (const [, folder] of rows) folders.add(folder);
      last = rows.length < FOLDERS ? undefined : rows.at(-1)?.[0];
      if (last !== undefined) await nextTurn();
    }
    return folders;
  }

  /** Tracks of small folders, in no order, in one go: the caller keeps their files few. */
  inFolders(keys: readonly number[], condition?: SongCondition): Promise<SongRow[]> {
    return this.#read(IN_FOLDERS, [JSON.stringify(keys)], condition);
  }

  /** Tracks of one folder, however large, in no order; in turns. */
  async inFolder(key: number, condition?: SongCondition): Promise<SongRow[]> {
    const songs: SongRow[] = [];
    for (let last: number | null = 0; last !== null;) {
      const after: number = last;
      for (const song of await this.#read(IN_FOLDER, [key, after], condition)) songs.push(song);
      last = await this.records.read((sql) => valuesOf(sql, LAST_FILE).get(key, after) as number | null);
      await nextTurn();
    }
    return songs;
  }

  /** By location; what the library does not have is missing. */
  async at(locations: readonly string[]): Promise<Map<string, SongRow>> {
    const songs = new Map<string, SongRow>();
    for (let at = 0; at < locations.length; at += TURN) {
      if (at > 0) await nextTurn();
      const some = JSON.stringify(locations.slice(at, at + TURN));
      for (const song of await this.#read(AT, [some])) songs.set(song.location, song);
    }
    return songs;
  }

  /** How many there are, and how long they are together, in milliseconds; counted in turns. */
  async totals(): Promise<{ readonly songs: number; readonly length: number }> {
    let [songs, length] = [0, 0];
    for (let last: number | null = 0; last !== null;) {
      const after: number = last;
      const row = await this.records.read(
        (sql) => rowsOf(sql, TOTALS).get(after) as [songs: number, length: number, last: number | null],
      );
      songs += row[0];
      length += row[1];
      last = row[2];
      if (last !== null) await nextTurn();
    }
    return { songs, length };
  }

  #read(text: string, values: readonly (string | number)[], condition?: SongCondition): Promise<SongRow[]> {
    const whole = condition === undefined ? text : `${text} WHERE ${CONDITIONS[condition.field]}`;
    const bound = condition === undefined ? values : [...values, condition.value];
    return this.records.read((sql) => (rowsOf(sql, whole).all(...bound) as Row[]).map(toSong));
  }
}
