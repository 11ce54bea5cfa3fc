/**
 * Joins what the player holds (locations) with what is known of them, as the wire shows both. The library knows its own
 * tracks without a look at their files; only of others the tags are read.
 */
import { fallbackTag, isStream, type TrackTag } from '../tags/track-tag.js';
import { nextTurn } from '../library/turn.js';
import type { Player } from '../playback/player.js';
import type { QueueEntry } from '../playback/types.js';
import { rowPieces } from './answer.js';
import type { HttpDeps } from './deps.js';
import type { Material } from './unread.js';
import { EVERYTHING, type Part } from './wire/list.js';
import {
  ENTRY,
  type Mp3Entry,
  toCurrentMp3Entry,
  toMp3Entry,
  toSentEntry,
  toStreamEntry,
  toTrackFacts,
} from './wire/mp3-entry.js';
import * as wire from './wire/playlists.js';

export type EntrySources = Pick<HttpDeps, 'tags' | 'library'> & {
  readonly sentTracks: Pick<HttpDeps['sentTracks'], 'find'>;
};

/** The tags of files that the library does not know. */
type Tags = ReadonlyMap<string, TrackTag>;

/** A location by the JSON of its entry. */
type EntryAt = (location: string) => string;

/** Reads the tags of those that neither the library nor a client has told of. */
async function readTags(locations: readonly string[], { tags, library, sentTracks }: EntrySources): Promise<Tags> {
  const known = await library.entries(locations, ENTRY);
  const others = locations.filter((location) => known.get(location) === undefined);
  if (others.length === 0) return new Map();
  const streams = new Set((await library.streamsAt(others.filter(isStream))).map(({ url }) => url));
  const isKnown = (location: string): boolean => streams.has(location) || sentTracks.find(location) !== undefined;
  return tags.read(others.filter((location) => !isKnown(location) && !isDevice(location)));
}

/** What is known of each of these locations. @param read the tags of what is not in the library */
async function lookUp(
  locations: readonly string[],
  { library, sentTracks }: EntrySources,
  read: Tags,
): Promise<EntryAt> {
  const known = await library.entries(locations, ENTRY);
  const stations = await library.streamsAt(
    locations.filter((location) => isStream(location) && known.get(location) === undefined),
  );
  const streams = new Map(stations.map((stream) => [stream.url, toStreamEntry(stream)]));
  return (location) => {
    const sent = sentTracks.find(location);
    const entry = () =>
      (sent && toSentEntry(sent)) ??
      streams.get(location) ??
      toMp3Entry(location, read.get(location) ?? fallbackTag(location));
    return known.get(location) ?? JSON.stringify(entry());
  };
}

/** What another device plays into the box has neither file nor address. */
const isDevice = (location: string): boolean => !location.startsWith('/') && !isStream(location);

/** What is known of one location, which need not be in the queue. */
export async function lookUpOne(location: string, sources: EntrySources): Promise<Mp3Entry> {
  const read = await readTags([location], sources);
  return JSON.parse((await lookUp([location], sources, read))(location)) as Mp3Entry;
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

/** The sounding or paused track for those who do not speak the wire's names; null when stopped. */
export async function describeCurrent(player: Player, sources: EntrySources) {
  const entry = await currentEntry(player, sources);
  return entry === null ? null : toTrackFacts(entry);
}

/** The entry after the current one; null when stopped or at the end. */
export async function nextEntry(player: Player, sources: EntrySources): Promise<Mp3Entry | null> {
  const next = player.nextTrack();
  return next === undefined ? null : lookUpOne(next.location, sources);
}

export interface QueueRows {
  /** The JSON array, in pieces. */
  readonly pieces: AsyncGenerator<Buffer>;
  /** What the pieces are made of. */
  readonly material: Material;
  /** What the ETag is made of: these stay the same while the rows do. */
  readonly facts: readonly unknown[];
}

/** What a tag takes in memory, and an entry of the queue besides its location, in bytes. */
const TAG_BYTES = 400;
const ENTRY_BYTES = 64;

/** At most `limit` entries from index `offset` on, in queue order, each with its key and its index in the queue. */
export async function queueRows(
  queue: readonly QueueEntry[],
  sources: EntrySources,
  { offset, limit }: Part = EVERYTHING,
): Promise<QueueRows> {
  const entries = queue.slice(offset, offset + limit);
  const { library } = sources;
  await nextTurn();
  // Asked before the rows: what changes meanwhile must have another ETag.
  const revision = await library.revision().catch(() => undefined);
  const read = await readTags(
    entries.map(({ location }) => location),
    sources,
  );
  // Looked up once more in each piece, and not kept for a client that is slow.
  const toText = async (some: readonly QueueEntry[], from: number): Promise<string> => {
    const locations = some.map(({ location }) => location);
    const entryAt = await lookUp(locations, sources, read);
    return some.map((entry, at) => wire.queueRow(entry, offset + from + at, entryAt(entry.location))).join(',');
  };
  const bytes = entries.reduce((sum, { location }) => sum + location.length + ENTRY_BYTES, read.size * TAG_BYTES);
  return {
    pieces: rowPieces(entries, toText),
    material: { what: read.size > 0 ? read : queue, bytes },
    facts: [offset, entries.map(({ key }) => key), revision, library.streamsRevision, [...read.values()]],
  };
}
