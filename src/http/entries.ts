/** Joins what the player holds (locations) with what the files say about themselves (tags), as the wire shows both. */
import { fallbackTag, type TrackTag } from '../library/track-tag.js';
import type { Player, QueueEntry } from '../player/types.js';
import type { HttpParts } from './parts.js';
import { type Mp3Entry, toCurrentMp3Entry, toMp3Entry } from './wire/mp3-entry.js';
import * as wire from './wire/playlists.js';

type Tags = HttpParts['tags'];

const EVERYTHING: wire.Page = { offset: 0, limit: Infinity };

async function tagOf(location: string, tags: Tags): Promise<TrackTag> {
  return (await tags.read([location])).get(location) ?? fallbackTag(location);
}

/** The sounding or paused track; null when stopped. */
export async function currentEntry(player: Player, tags: Tags): Promise<Mp3Entry | null> {
  const asked = player.currentTrack();
  if (asked === undefined) return null;
  const tag = await tagOf(asked.entry.location, tags);
  // Reading tags takes time: the position must be that of the answer, unless another track came meanwhile.
  const now = player.currentTrack();
  return toCurrentMp3Entry(now?.entry.key === asked.entry.key ? now : asked, tag);
}

/** The entry after the current one; null when stopped or at the end. */
export async function nextEntry(player: Player, tags: Tags): Promise<Mp3Entry | null> {
  const next = player.nextTrack();
  return next === undefined ? null : toMp3Entry(next.location, await tagOf(next.location, tags));
}

/** At most `limit` entries from index `offset` on, in queue order, each with its key and its index in the queue. */
export async function queueRows(
  queue: readonly QueueEntry[],
  tags: Tags,
  { offset, limit }: wire.Page = EVERYTHING,
): Promise<wire.QueueRow[]> {
  const entries = queue.slice(offset, offset + limit);
  const found = await tags.read(entries.map(({ location }) => location));
  return entries.map((entry, at) =>
    wire.toQueueRow(
      entry,
      offset + at,
      toMp3Entry(entry.location, found.get(entry.location) ?? fallbackTag(entry.location)),
    ),
  );
}
