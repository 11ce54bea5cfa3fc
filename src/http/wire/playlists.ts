/** The live queue on the wire, where it is called a playlist. */
import { QUEUE_CAPACITY } from '../../playback/queue.js';
import { INSERTIONS_IN_WORDS } from '../../playback/insertion.js';
import type { QueueEntry, QueueSnapshot, ResumePoint } from '../../playback/types.js';
import * as schema from '../schema.js';
import { Mp3EntrySchema } from './mp3-entry.js';
import { PLAY_QUERY } from './player.js';

const TRACKS = schema.listOf(
  { type: 'string' },
  'Absolute paths inside a library root, or http(s) URLs; white space around each is dropped. A path that ends in ' +
    '.m3u, .m3u8, .pls, .xspf or .cue stands for the tracks that this playlist or CUE sheet names (at most 2 MiB and ' +
    '10,000 tracks); what cannot be found is left out, and so are tracks that the request names itself.',
);

export const NewPlaylistSchema = schema.named('NewPlaylist').object('', ['tracks'], {
  tracks: TRACKS,
  name: { type: ['string', 'null'], description: 'Accepted and ignored: the live queue has no name.' },
});

export const InsertTracksSchema = schema.named('InsertTracks').object('', ['position', 'tracks'], {
  position: schema.int32(`An index from 0 to the number of entries, or: ${INSERTIONS_IN_WORDS}.`),
  tracks: TRACKS,
  directory: {
    type: ['string', 'null'],
    description: 'Instead of `tracks`: every playable file below this folder, in natural order.',
  },
  shuffle: schema.booleanOrNull('Accepted and ignored: -5 and -7 shuffle.'),
});

export const DeleteTracksSchema = schema.named('DeleteTracks').record('', {
  positions: schema.listOf(
    schema.int32('An index of the queue as it stands.'),
    'Removed together. None: everything but the current track, which stays unless stopped.',
  ),
});

export const MoveTracksSchema = schema.named('MoveTracks').object('', ['from', 'to'], {
  from: schema.int32('Index of the first entry to move.'),
  to: schema.int32('The index that it gets.'),
  count: { type: ['integer', 'null'], minimum: 1, description: 'How many entries in a row; 1 when it is missing.' },
});

export const ResumeSchema = schema.record('', {
  code: { type: 'integer', enum: [0, -1], description: '0, or -1: nothing to resume, or it plays.' },
});

export const AmountSchema = schema.named('Amount').record('', { amount: schema.count('Entries in the live queue.') });

export const QueueRowSchema = schema.named('QueueRow').schema({
  ...Mp3EntrySchema,
  required: [...Mp3EntrySchema.required, 'key', 'position'],
  properties: {
    ...Mp3EntrySchema.properties,
    key: schema.count('Names this entry as long as it is in the queue, wherever it goes; never used for another.'),
    position: schema.count('Its index in the queue.'),
  },
});

/** A row as JSON. @param entry the JSON object of an Mp3Entry */
export function queueRow({ key }: QueueEntry, position: number, entry: string): string {
  return `${entry.slice(0, -1)},"key":${key},"position":${position}}`;
}

export const PlaylistInfoSchema = schema
  .named('PlaylistInfo')
  .record('The live queue. Positions are indices into `entries`.', {
    amount: schema.count('Entries.'),
    index: schema.count('The current entry; 0 when the queue is empty.'),
    first_index: schema.count('The entry that is logically first; play order goes on from there and wraps round.'),
    last_insert_pos: schema.int32('The entry that was inserted last, -1 for none.'),
    max_playlist_size: schema.count('How many entries the queue can hold.'),
    seed: schema.int32('Seed of the last shuffle; 0 when not shuffled.'),
    last_shuffled_start: schema.count('Always 0.'),
    entries: schema.listOf(QueueRowSchema, 'In queue order.'),
  });

export const IndexTextSchema = schema.text('An index of the queue in decimal digits.');

export const StartIndexSchema = schema.text('The index of the entry that `play` would start, in decimal digits.');

/** Unlike those of `play`, these positions are unsigned. */
export const START_AT_QUERY = {
  start_index: { type: 'integer', format: 'int32', default: 0, description: 'Index of the entry to start.' },
  elapsed: { ...PLAY_QUERY.elapsed, minimum: 0, description: 'Position to start at, in milliseconds.' },
  offset: { ...PLAY_QUERY.offset, minimum: 0, description: 'Byte position to start at; counts when `elapsed` is 0.' },
} as const satisfies Record<string, schema.IntegerParameter>;

export const SHUFFLE_QUERY = {
  start_index: {
    type: 'integer',
    format: 'int32',
    default: 0,
    description:
      'Index of the entry that becomes current and logically first; while one plays or pauses, that one does.',
  },
} as const satisfies Record<string, schema.IntegerParameter>;

/** A part of the queue; without a query it is everything. */
export const PAGE_QUERY = {
  limit: schema.countParameter('How many entries at most; by default all that a queue can hold.', QUEUE_CAPACITY),
  offset: schema.countParameter(
    'Index of the first entry of the answer; behind the end of the queue there is none.',
    0,
  ),
} as const satisfies Record<string, schema.IntegerParameter>;

export const toResumeCode = (point: ResumePoint | undefined, playing: boolean) => ({
  code: point === undefined || playing ? -1 : 0,
});

/** All of the queue but its entries. */
export const toPlaylistFacts = (queue: QueueSnapshot) => ({
  amount: queue.entries.length,
  index: queue.index,
  first_index: queue.firstIndex,
  last_insert_pos: queue.lastInsertPosition,
  max_playlist_size: queue.capacity,
  seed: queue.seed,
  last_shuffled_start: 0,
});

/** As JSON, in pieces. @param rows the JSON array of its entries */
export async function* playlistInfo(
  facts: ReturnType<typeof toPlaylistFacts>,
  rows: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(facts).slice(0, -1)},"entries":`);
  yield* rows;
  yield Buffer.from('}');
}
