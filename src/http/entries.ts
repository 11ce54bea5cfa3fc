/**
 * Joins what the player holds (locations) with what is known of them, as the wire shows both. The library knows its own
 * tracks without a look at their files; only of others the tags are read.
 */
import { fallbackTag } from '../library/track-tag.js';
import type { Player, QueueEntry } from '../player/types.js';
import type { HttpParts } from './parts.js';
import { type KnownEntry, type Mp3Entry, toCurrentMp3Entry, toMp3Entry } from './wire/mp3-entry.js';
import * as wire from './wire/playlists.js';

export type EntrySources = Pick<HttpParts, 'tags' | 'library'>;

const EVERYTHING: wire.Page = { offset: 0, limit: Infinity };

/** @returns what is known of any of these locations */
async function lookUp(
  locations: readonly string[],
  { tags, library }: EntrySources,
): Promise<(location: string) => KnownEntry> {
  const known = await library.entries(locations);
  const others = locations.filter((location) => !known.has(location));
  const read = others.length === 0 ? undefined : await tags.read(others);
  return (location) => known.get(location) ?? { facts: read?.get(location) ?? fallbackTag(location), ids: undefined };
}

/** The sounding or paused track; null when stopped. */
export async function currentEntry(player: Player, sources: EntrySources): Promise<Mp3Entry | null> {
  const asked = player.currentTrack();
  if (asked === undefined) return null;
  const { location } = asked.entry;
  const known = (await lookUp([location], sources))(location);
  // Looking it up takes time: the position must be that of the answer, unless another track came meanwhile.
  const now = player.currentTrack();
  return toCurrentMp3Entry(now?.entry.key === asked.entry.key ? now : asked, known);
}

/** The entry after the current one; null when stopped or at the end. */
export async function nextEntry(player: Player, sources: EntrySources): Promise<Mp3Entry | null> {
  const next = player.nextTrack();
  if (next === undefined) return null;
  return toMp3Entry(next.location, (await lookUp([next.location], sources))(next.location));
}

/** At most `limit` entries from index `offset` on, in queue order, each with its key and its index in the queue. */
export async function queueRows(
  queue: readonly QueueEntry[],
  sources: EntrySources,
  { offset, limit }: wire.Page = EVERYTHING,
): Promise<wire.QueueRow[]> {
  const entries = queue.slice(offset, offset + limit);
  const known = await lookUp(
    entries.map(({ location }) => location),
    sources,
  );
  return entries.map((entry, at) =>
    wire.toQueueRow(entry, offset + at, toMp3Entry(entry.location, known(entry.location))),
  );
}
