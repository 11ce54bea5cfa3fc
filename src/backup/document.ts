/**
 * What a backup is: one JSON object, whose lists are tables of what people did. Each list is a row here: the schema of its
 * elements, and the statements that read and write them. Settings are in the words of the wire, without secrets; what is
 * still to be told to ListenBrainz is not in it, nor the queue.
 */
import * as alarms from '../alarms/alarm.js';
import { FIELDS, LONGEST_TEXT, MATCH_TYPES, MOST_CONDITIONS, OPERATORS } from '../library/rules/criteria.js';
import { SORT_ORDERS, SORTS, UNITS } from '../library/rules/criteria.js';
import { recordId } from '../library/ids.js';
import { LONGEST_PATH, LONGEST_SERVER, LONGEST_TEXT as LONGEST_NAME, MOST_SHARES } from '../network/shares/share.js';
import { bytesOf } from '../playlists/saved/key-list.js';
import { MOST_FOLDERS, MOST_PLAYLISTS, PLAYLIST_CAPACITY } from '../playlists/saved/saved-playlists.js';
import { MOST_SMART_PLAYLISTS } from '../playlists/smart/smart-store.js';
import * as texts from '../playlists/texts.js';
import * as stations from '../radio/station.js';

export const FORMAT = 'tonearm-backup';
export const FORMAT_VERSION = 1;

/** PATH_MAX of Linux, `limits.h`, and what names a part of a file. */
const PATH_LIMIT = 4200;
/** Most characters of a tag, or of an output's name. */
const TEXT_LIMIT = 65_536;
const URL_LIMIT = 65_536;
const MOST_STREAMS = 10_000;
/** As `mpd` keeps them. */
const MOST_STICKERS = 200_000;
const LONGEST_STICKER = 4096;
const LARGEST = Number.MAX_SAFE_INTEGER;
/** Addresses by http and https only: no scheme that a page would run. */
const WEB_ADDRESS = '^[Hh][Tt][Tt][Pp][Ss]?://';
/** One that is not hidden. */
const FILE_NAME = '^[^./\\u0000-\\u001f\\u007f-\\u009f][^/\\u0000-\\u001f\\u007f-\\u009f]*$';

const words = <const Text extends string>(maxLength: number, description: Text) =>
  ({ type: 'string', maxLength, description }) as const;
const wordsOrNull = <const Text extends string>(maxLength: number, description: Text) =>
  ({ type: ['string', 'null'], maxLength, description }) as const;
const number = <const Text extends string>(description: Text) =>
  ({ type: 'integer', minimum: 0, maximum: LARGEST, description }) as const;
const within = <const Text extends string>(minimum: number, maximum: number, description: Text) =>
  ({ type: 'integer', minimum, maximum, description }) as const;
const numberOrNull = <const Text extends string>(description: Text) =>
  ({ type: ['integer', 'null'], minimum: 0, maximum: LARGEST, description }) as const;

const ID = { ...words(texts.ID_LIMIT, 'Its id.'), minLength: 1, pattern: texts.PRINTABLE } as const;
const TEXTS = {
  name: { ...words(texts.NAME_LIMIT, 'Name.'), pattern: texts.PRINTABLE },
  description: { ...wordsOrNull(texts.DESCRIPTION_LIMIT, 'What it is, for people.'), pattern: texts.PRINTABLE_LINES },
  image: { ...wordsOrNull(texts.IMAGE_LIMIT, 'Name or address of a picture.'), pattern: texts.PRINTABLE },
  folder_id: { ...wordsOrNull(texts.ID_LIMIT, 'Id of the folder that it is in.'), pattern: texts.PRINTABLE },
} as const;
const TIMES = {
  created_at: number('When it was made, in Unix seconds.'),
  updated_at: number('When it was last changed, in Unix seconds.'),
} as const;

function record<const Properties extends Readonly<Record<string, object>>>(properties: Properties) {
  return { type: 'object', required: Object.keys(properties) as (keyof Properties & string)[], properties } as const;
}

const SCALAR = { type: ['number', 'string', 'boolean', 'null'], maxLength: LONGEST_TEXT } as const;
const oneOfOrNull = <const Names extends readonly string[]>(names: Names) =>
  ({ anyOf: [{ type: 'string', enum: names }, { type: 'null' }] }) as const;
const RULES = {
  ...record({
    match_type: { type: 'string', enum: MATCH_TYPES },
    conditions: {
      type: 'array',
      maxItems: MOST_CONDITIONS,
      items: record({
        field: { type: 'string', enum: FIELDS },
        operator: { type: 'string', enum: OPERATORS },
        value: SCALAR,
        value2: SCALAR,
        unit: oneOfOrNull(UNITS),
      }),
    },
    limit: { type: ['integer', 'null'], minimum: 0 },
    sort_by: oneOfOrNull(SORTS),
    sort_order: oneOfOrNull(SORT_ORDERS),
  }),
  description: 'Its rules, with every member.',
} as const;

export type Value = string | number | Buffer | null;
type Members = Readonly<Record<string, unknown>>;

/** One list of the backup. */
export interface Table {
  /** JSON Schema of one element. */
  readonly schema: object;
  /** How many there can be at most. */
  readonly most?: number;
  /** No two elements may have the same of this. */
  readonly unique?: string;
  /** Backups of earlier versions lack it, and have none. */
  readonly mayLack?: true;
  readonly read: string;
  /** From a row, whose columns are named as the members are. */
  readonly toElement?: (row: Members) => Members;
  readonly write: string;
  /** What is bound. @param index of the element */
  readonly toRow: (element: Members, index: number) => readonly unknown[];
}

const of =
  (...names: readonly string[]) =>
  (element: Members): readonly unknown[] =>
    names.map((name) => element[name]);

/** By name, in the order in which they are written. */
export const TABLES: Readonly<Record<string, Table>> = {
  folders: {
    schema: record({ id: ID, name: TEXTS.name, ...TIMES }),
    most: MOST_FOLDERS,
    unique: 'id',
    read: 'SELECT id, name, created_at, updated_at FROM playlist_folder ORDER BY id',
    write: 'INSERT INTO playlist_folder (id, name, created_at, updated_at) VALUES (?, ?, ?, ?)',
    toRow: of('id', 'name', 'created_at', 'updated_at'),
  },
  tracks: {
    schema: record({
      id: ID,
      path: wordsOrNull(PATH_LIMIT, 'Where its file was, null if that was never known; the rest is null then too.'),
      root: wordsOrNull(PATH_LIMIT, 'The library root, or the volume below it.'),
      size: numberOrNull('Bytes of its file.'),
      length: numberOrNull('Milliseconds.'),
      title: wordsOrNull(TEXT_LIMIT, 'Title. By all of these another box knows it again.'),
      artist: wordsOrNull(TEXT_LIMIT, 'Artist.'),
      album: wordsOrNull(TEXT_LIMIT, 'Album.'),
    }),
    read: `SELECT id, location AS path, root, size, length, title, artist, album FROM kept_track ORDER BY key`,
    write: `INSERT INTO kept_track (id, location, root, size, length, title, artist, album, key)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    toRow: (element, index) => [
      ...of('id', 'path', 'root', 'size', 'length', 'title', 'artist', 'album')(element),
      index + 1,
    ],
  },
  playlists: {
    schema: record({
      id: ID,
      ...TEXTS,
      ...TIMES,
      tracks: {
        type: 'array',
        maxItems: PLAYLIST_CAPACITY,
        items: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 2 },
        description: 'In order, by their places in `tracks`, from 0.',
      },
    }),
    most: MOST_PLAYLISTS,
    unique: 'id',
    read: `SELECT id, name, description, image, folder AS folder_id, created_at, updated_at, tracks
      FROM saved_playlist CROSS JOIN saved_playlist_tracks ON playlist = key ORDER BY key`,
    write: `INSERT INTO saved_playlist (id, name, description, image, folder, created_at, updated_at, key)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    toRow: (element, index) => [
      ...of('id', 'name', 'description', 'image', 'folder_id', 'created_at', 'updated_at')(element),
      index + 1,
    ],
  },
  smart_playlists: {
    schema: record({ id: ID, ...TEXTS, rules: RULES, ...TIMES }),
    most: MOST_SMART_PLAYLISTS,
    unique: 'id',
    read: `SELECT id, name, description, image, folder_id, rules, created_at, updated_at FROM smart_playlist ORDER BY id`,
    toElement: (row) => ({ ...row, rules: JSON.parse(String(row['rules'])) as unknown }),
    write: `INSERT INTO smart_playlist (id, name, description, image, folder_id, created_at, updated_at, rules)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    toRow: (element) => [
      ...of('id', 'name', 'description', 'image', 'folder_id', 'created_at', 'updated_at')(element),
      JSON.stringify(element['rules']),
    ],
  },
  likes: {
    schema: record({
      kind: { type: 'string', enum: ['track', 'album'], description: 'What it is of.' },
      id: ID,
      at: number('When, in Unix milliseconds.'),
    }),
    read: 'SELECT kind, id, at FROM liked ORDER BY kind, id',
    write: 'INSERT OR REPLACE INTO liked (kind, id, at) VALUES (?, ?, ?)',
    toRow: of('kind', 'id', 'at'),
  },
  stats: {
    schema: record({
      track_id: ID,
      play_count: number('How often it was played.'),
      skip_count: number('How often it was skipped.'),
      last_played: numberOrNull('Unix seconds; null: never.'),
      last_skipped: numberOrNull('Unix seconds; null: never.'),
      updated_at: number('Unix seconds.'),
    }),
    read: `SELECT track_id, play_count, skip_count, last_played, last_skipped, updated_at FROM track_stats
      ORDER BY track_id`,
    write: `INSERT OR REPLACE INTO track_stats
      (track_id, play_count, skip_count, last_played, last_skipped, updated_at) VALUES (?, ?, ?, ?, ?, ?)`,
    toRow: of('track_id', 'play_count', 'skip_count', 'last_played', 'last_skipped', 'updated_at'),
  },
  streams: {
    schema: record({
      url: { ...words(URL_LIMIT, 'Its address, as it was told.'), minLength: 1 },
      title: words(TEXT_LIMIT, 'Title.'),
      artist: words(TEXT_LIMIT, 'Artist.'),
      album: words(TEXT_LIMIT, 'Album.'),
      length: number('Milliseconds; 0 when it has no end.'),
      ...TIMES,
    }),
    most: MOST_STREAMS,
    read: 'SELECT url, title, artist, album, length, created_at, updated_at FROM stream ORDER BY id',
    write: `INSERT OR REPLACE INTO stream (id, url, title, artist, album, length, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    toRow: (element) => [
      recordId('track', String(element['url'])),
      ...of('url', 'title', 'artist', 'album', 'length', 'created_at', 'updated_at')(element),
    ],
  },
  stations: {
    schema: record({
      id: ID,
      name: { ...words(stations.NAME_LIMIT, 'Name.'), pattern: texts.PRINTABLE },
      url: { ...words(stations.ADDRESS_LIMIT, 'Address of its stream.'), pattern: WEB_ADDRESS },
      logo: { ...wordsOrNull(stations.ADDRESS_LIMIT, 'Address of its logo.'), pattern: WEB_ADDRESS },
      homepage: { ...wordsOrNull(stations.ADDRESS_LIMIT, 'Address of its page.'), pattern: WEB_ADDRESS },
      tags: {
        type: 'array',
        maxItems: stations.MOST_TAGS,
        items: { ...words(stations.TAG_LIMIT, 'A word.'), pattern: texts.PRINTABLE },
        description: 'What it plays.',
      },
      codec: { ...words(stations.CODEC_LIMIT, 'Such as `MP3`.'), pattern: texts.PRINTABLE },
      bitrate: { ...number('In kbit/s; 0 when unknown.'), maximum: stations.HIGHEST_BITRATE },
      directory_id: {
        ...wordsOrNull(stations.DIRECTORY_ID_LIMIT, 'Its id in the directory of stations.'),
        pattern: texts.PRINTABLE,
      },
      ...TIMES,
    }),
    most: stations.MOST_STATIONS,
    unique: 'id',
    mayLack: true,
    read: `SELECT id, name, url, logo, homepage, tags, codec, bitrate, directory_id, created_at, updated_at
      FROM radio_station ORDER BY place, key`,
    toElement: (row) => ({ ...row, tags: JSON.parse(String(row['tags'])) as unknown }),
    write: `INSERT INTO radio_station
      (id, name, url, logo, homepage, codec, bitrate, directory_id, created_at, updated_at, tags, place)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    toRow: (element, index) => [
      ...of('id', 'name', 'url', 'logo', 'homepage', 'codec', 'bitrate', 'directory_id')(element),
      ...of('created_at', 'updated_at')(element),
      JSON.stringify(element['tags']),
      index,
    ],
  },
  alarms: {
    schema: record({
      id: ID,
      name: { ...words(alarms.NAME_LIMIT, 'Name.'), pattern: texts.PRINTABLE },
      enabled: { type: 'boolean', description: 'Whether it rings.' },
      minute: within(0, alarms.MINUTES_OF_DAY - 1, 'Minutes after midnight.'),
      days: within(0, 127, 'Days of the week as bits, from Monday (1) to Sunday (64); 0: once.'),
      music: { type: 'string', enum: alarms.MUSIC_KINDS, description: 'What plays.' },
      music_id: { ...wordsOrNull(alarms.ID_LIMIT, 'Id of a playlist or a station.'), pattern: texts.PRINTABLE },
      shuffle: { type: 'boolean', description: 'Whether in random order.' },
      level: { ...within(alarms.LOWEST_LEVEL, 100, 'Percent of the volume slider.'), type: ['integer', 'null'] },
      fade_in: within(0, alarms.LONGEST_FADE, 'Seconds.'),
      snooze: within(1, alarms.LONGEST_SNOOZE, 'Minutes.'),
      duration: within(1, alarms.LONGEST_DURATION, 'Minutes.'),
      next_at: numberOrNull('When one that rings once does, in Unix milliseconds.'),
      zone: words(100, 'Time zone by which that was found.'),
      ...TIMES,
    }),
    most: alarms.MOST_ALARMS,
    unique: 'id',
    mayLack: true,
    read: `SELECT id, name, enabled, minute, days, music, music_id, shuffle, level, fade_in, snooze, duration,
      iif(days = 0, next_at, NULL) AS next_at, zone, created_at, updated_at FROM alarm ORDER BY key`,
    toElement: (row) => ({ ...row, enabled: row['enabled'] !== 0, shuffle: row['shuffle'] !== 0 }),
    write: `INSERT INTO alarm
      (id, name, minute, days, music, music_id, level, fade_in, snooze, duration, next_at, zone, created_at, updated_at,
       enabled, shuffle) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    toRow: (element) => [
      ...of('id', 'name', 'minute', 'days', 'music', 'music_id', 'level', 'fade_in', 'snooze', 'duration')(element),
      ...of('next_at', 'zone', 'created_at', 'updated_at')(element),
      element['enabled'] === true ? 1 : 0,
      element['shuffle'] === true ? 1 : 0,
    ],
  },
  shares: {
    schema: record({
      id: { ...words(8, 'Its id.'), pattern: '^[0-9a-f]{8}$' },
      kind: { type: 'string', enum: ['smb', 'nfs'], description: 'Protocol.' },
      server: { ...words(LONGEST_SERVER, 'Host name or address.'), minLength: 1, pattern: texts.PRINTABLE },
      port: { ...within(1, 65_535, 'Null for the usual one.'), type: ['integer', 'null'] },
      path: { ...words(LONGEST_PATH, 'Name of the share, or folder on the server.'), pattern: texts.PRINTABLE },
      user: { ...wordsOrNull(LONGEST_NAME, 'Null for a guest. Passwords are in no backup.'), pattern: texts.PRINTABLE },
      domain: { ...wordsOrNull(LONGEST_NAME, 'Domain of Windows.'), pattern: texts.PRINTABLE },
      folder: { ...words(255, 'Name of its folder in the library.'), pattern: FILE_NAME },
      created_at: TIMES.created_at,
    }),
    most: 2 * MOST_SHARES,
    unique: 'id',
    mayLack: true,
    read: `SELECT id, kind, server, port, path, user, domain, folder, created_at FROM network_share
      ORDER BY created_at, rowid`,
    // Those of the box stay, as their passwords could not come back.
    write: `INSERT OR IGNORE INTO network_share (id, kind, server, port, path, user, domain, folder, created_at)
      SELECT * FROM (SELECT ?, ? AS kind, ? AS server, ? AS port, ? AS path, ?, ?, ?, ?) AS new WHERE NOT EXISTS
        (SELECT 1 FROM network_share AS old WHERE (old.kind, old.server, old.path) = (new.kind, new.server, new.path)
          AND old.port IS new.port)`,
    toRow: of('id', 'kind', 'server', 'port', 'path', 'user', 'domain', 'folder', 'created_at'),
  },
  stickers: {
    schema: record({
      kind: { ...words(50, '`song`, `playlist`, `filter`, or a tag.'), pattern: texts.PRINTABLE },
      uri: words(LONGEST_STICKER, 'What it is of: the id of a track, or what an MPD client calls it.'),
      name: words(LONGEST_STICKER, 'Name.'),
      value: words(LONGEST_STICKER, 'Value.'),
    }),
    most: MOST_STICKERS,
    mayLack: true,
    read: 'SELECT kind, uri, name, value FROM sticker ORDER BY kind, uri, name',
    write: 'INSERT OR REPLACE INTO sticker (kind, uri, name, value) VALUES (?, ?, ?, ?)',
    toRow: of('kind', 'uri', 'name', 'value'),
  },
  volume_limits: {
    schema: record({
      output: words(TEXT_LIMIT, 'Which output.'),
      highest: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000, description: 'In its own steps.' },
    }),
    most: 1000,
    unique: 'output',
    read: 'SELECT output, highest FROM volume WHERE highest IS NOT NULL ORDER BY output',
    write: `INSERT INTO volume (output, highest) VALUES (?, ?)
      ON CONFLICT (output) DO UPDATE SET highest = excluded.highest`,
    toRow: of('output', 'highest'),
  },
};

/** The tracks of a playlist, as keys of kept tracks: one more than their places. */
export const WRITE_TRACKS = 'INSERT INTO saved_playlist_tracks (playlist, tracks) VALUES (?, ?)';
export const keysOf = (indexes: readonly number[]): Buffer => bytesOf(Uint32Array.from(indexes, (index) => index + 1));

/** Members that are no lists. */
export const HEAD = {
  format: { type: 'string', enum: [FORMAT], description: 'What this is.' },
  version: { type: 'integer', enum: [FORMAT_VERSION], description: 'Of this form.' },
  tonearm: words(100, 'The version of the daemon that wrote it.'),
  made_at: number('When, in Unix seconds.'),
  settings: { type: 'object', description: 'As `PUT /settings` takes them; there are no secrets among them.' },
} as const;
