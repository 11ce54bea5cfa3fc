/** Tracks and streams by the ids that a playlist holds, each at its index. Long lists are looked up in time slices. */

import type { GuardedDatabase } from '../../database/guarded.js';
import type { RecordKey } from './records.js';
import { rowsOf } from '../../database/statements.js';
import type { StoredStream, Streams } from './streams.js';
import { nextTurn } from '../turn.js';

export interface NamedTrack {
  readonly key: RecordKey;
  readonly location: string;
  /** Whether the root of the track is there now. */
  readonly available: boolean;
  /** ms */
  readonly length: number;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly stream?: undefined;
}

export interface NamedStream {
  readonly stream: StoredStream;
}

/** Ids in one turn: about two milliseconds. */
const TURN = 250;

const TRACKS = `SELECT wanted.key, track.key, track.location, root.available, track.length, track.title,
    track.artist_name, track.album_title
  FROM json_each(?) AS wanted CROSS JOIN track ON track.id = wanted.value CROSS JOIN root ON root.key = track.root`;

type Row = readonly [
  index: number,
  key: RecordKey,
  location: string,
  available: 0 | 1,
  length: number,
  title: string,
  artist: string,
  album: string,
];

export type Named = NamedTrack | NamedStream;

/** In the order of the ids; undefined for those that mean nothing now. */
export async function namedTracks(
  records: GuardedDatabase,
  streams: Streams,
  ids: readonly string[],
): Promise<(Named | undefined)[]> {
  const found: (Named | undefined)[] = Array.from(ids, () => undefined);
  for (let at = 0; at < ids.length; at += TURN) {
    if (at > 0) await nextTurn();
    const some = ids.slice(at, at + TURN);
    const rows = await records.read((sql) => rowsOf(sql, TRACKS).all(JSON.stringify(some)) as Row[]);
    for (const [index, key, location, available, length, title, artist, album] of rows) {
      found[at + index] = { key, location, available: available === 1, length, title, artist, album };
    }
    if (rows.length < some.length) await addStreams(streams, some, found, at);
  }
  return found;
}

/** To those of a turn that are no tracks. */
async function addStreams(
  streams: Streams,
  ids: readonly string[],
  found: (Named | undefined)[],
  from: number,
): Promise<void> {
  const others = ids.filter((_, at) => found[from + at] === undefined);
  const known = new Map((await streams.withIds(others)).map((stream) => [stream.id, stream]));
  for (const [at, id] of ids.entries()) {
    const stream = known.get(id);
    if (stream !== undefined) found[from + at] ??= { stream };
  }
}

const LOCATIONS = `SELECT key, location FROM track WHERE key > ? ORDER BY key LIMIT ${TURN}`;

/** Locations of all tracks, by key, some in each turn. */
export async function* allLocations(records: GuardedDatabase): AsyncGenerator<string[]> {
  for (let last: RecordKey | undefined = 0; last !== undefined;) {
    const after: RecordKey = last;
    const rows = await records.read((sql) => rowsOf(sql, LOCATIONS).all(after) as [RecordKey, string][]);
    yield rows.map(([, location]) => location);
    last = rows.length < TURN ? undefined : rows.at(-1)?.[0];
    await nextTurn();
  }
}
