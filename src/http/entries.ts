/**
 * Joins what the player holds (locations) with what is known of them, as the wire shows both. The library knows its own
 * tracks without a look at their files; only of others the tags are read.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { fallbackTag, isStream } from '../library/track-tag.js';
import type { Player, QueueEntry } from '../player/types.js';
import type { HttpParts } from './parts.js';
import { ENTRY, type Mp3Entry, toCurrentMp3Entry, toMp3Entry, toStreamEntry } from './wire/mp3-entry.js';
import * as wire from './wire/playlists.js';

export type EntrySources = Pick<HttpParts, 'tags' | 'library'>;

const EVERYTHING: wire.Page = { offset: 0, limit: Infinity };
/** Rows put together in one turn of the event loop. */
const TURN = 1000;

/** What is known of each of these locations, as the JSON of its entry. */
async function lookUp(
  locations: readonly string[],
  { tags, library }: EntrySources,
): Promise<(location: string) => string> {
  const known = await library.entries(locations, ENTRY);
  const others = locations.filter((location) => known.get(location) === undefined);
  if (others.length === 0) return (location) => known.get(location) ?? '';
  const told = await library.streamsAt(others.filter(isStream));
  const streams = new Map(told.map((stream) => [stream.url, toStreamEntry(stream)]));
  const read = await tags.read(others.filter((location) => !streams.has(location) && !isDevice(location)));
  return (location) => {
    const entry = () => streams.get(location) ?? toMp3Entry(location, read.get(location) ?? fallbackTag(location));
    return known.get(location) ?? JSON.stringify(entry());
  };
}

/** What another device plays into the box has neither file nor address. */
const isDevice = (location: string): boolean => !location.startsWith('/') && !isStream(location);

async function lookUpOne(location: string, sources: EntrySources): Promise<Mp3Entry> {
  return JSON.parse((await lookUp([location], sources))(location)) as Mp3Entry;
}

/** The sounding or paused track; null when stopped. */
export async function currentEntry(player: Player, sources: EntrySources): Promise<Mp3Entry | null> {
  const asked = player.currentTrack();
  if (asked === undefined) return null;
  const known = await lookUpOne(asked.entry.location, sources);
  // Looking it up takes time: the position must be that of the answer, unless another track came meanwhile.
  const now = player.currentTrack();
  return toCurrentMp3Entry(now?.entry.key === asked.entry.key ? now : asked, known);
}

/** The entry after the current one; null when stopped or at the end. */
export async function nextEntry(player: Player, sources: EntrySources): Promise<Mp3Entry | null> {
  const next = player.nextTrack();
  return next === undefined ? null : lookUpOne(next.location, sources);
}

/**
 * The JSON array of at most `limit` entries from index `offset` on, in queue order, each with its key and its index in
 * the queue.
 */
export async function queueRows(
  queue: readonly QueueEntry[],
  sources: EntrySources,
  { offset, limit }: wire.Page = EVERYTHING,
): Promise<string> {
  const entries = queue.slice(offset, offset + limit);
  const known = await lookUp(
    entries.map(({ location }) => location),
    sources,
  );
  const rows: string[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at > 0 && at % TURN === 0) await nextTurn();
    rows.push(wire.queueRow(entry, offset + at, known(entry.location)));
  }
  return `[${rows.join(',')}]`;
}
