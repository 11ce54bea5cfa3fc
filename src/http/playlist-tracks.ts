/**
 * The tracks of a playlist as a list of the library, streams among them: a stream has no key there, and gets one that no
 * track has.
 */
import type { Library } from '../library/library.js';
import { type Keys, listOf } from '../library/store/lists.js';
import type { Named } from '../library/store/named-tracks.js';
import type { StoredStream } from '../library/store/streams.js';
import type { RecordList } from './record-list.js';
import type { Part } from './wire/list.js';
import { toRemoteTrack, TRACK } from './wire/track.js';

/** Keys from here on are those of streams. */
const STREAMS = 2 ** 31;

const COMMA = Buffer.from(',');

/** @param ids of the playlist in order; those that mean nothing now are left out @param state of the playlists */
export function playlistTracks(
  library: Library,
  ids: () => Promise<readonly string[]>,
  state: unknown,
  part: Part,
): RecordList<'track'> {
  let streams: readonly StoredStream[] = [];
  return {
    kind: 'track',
    shape: TRACK,
    part,
    state: [state, library.streamsRevision],
    list: listOf(async () => {
      const named = (await library.named(await ids())).filter((each) => each !== undefined);
      streams = named.flatMap(({ stream }) => stream ?? []);
      return keysOf(named);
    }),
    async rows(keys) {
      const runs: Buffer[] = [];
      for (let at = 0; at < keys.length;) {
        const isStream = (key = 0): boolean => key >= STREAMS;
        const change = keys.findIndex((key, other) => other > at && isStream(key) !== isStream(keys[at]));
        const run = keys.subarray(at, change < 0 ? keys.length : change);
        const rows = isStream(run[0]) ? streamRows(run, streams) : await library.records('track', run, TRACK);
        if (rows.length > '[]'.length) runs.push(...(runs.length > 0 ? [COMMA] : []), rows.subarray(1, -1));
        at += run.length;
      }
      return Buffer.concat([Buffer.from('['), ...runs, Buffer.from(']')]);
    },
  };
}

function keysOf(named: readonly Named[]): Keys {
  let streams = 0;
  return Uint32Array.from(named, (each) => (each.stream === undefined ? each.key : STREAMS + streams++));
}

function streamRows(keys: Keys, streams: readonly StoredStream[]): Buffer {
  const rows = Array.from(keys, (key) => streams[key - STREAMS]).filter((stream) => stream !== undefined);
  return Buffer.from(JSON.stringify(rows.map(toRemoteTrack)));
}
