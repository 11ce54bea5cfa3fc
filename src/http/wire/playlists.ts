/** The live queue on the wire, where it is called a playlist (contract section 5). */
import type { QueueSnapshot } from '../../player/types.js';
import { count, int32, text, type IntegerParameter } from '../schema.js';
import { type Mp3Entry, Mp3EntrySchema } from './mp3-entry.js';
import { PLAY_QUERY } from './player.js';

export const NewPlaylistSchema = {
  type: 'object',
  required: ['tracks'],
  properties: {
    tracks: {
      type: 'array',
      items: { type: 'string' },
      description: 'Absolute paths inside a library root, or http(s) URLs; white space around each is dropped.',
    },
    name: { type: ['string', 'null'], description: 'Accepted and ignored: the live queue has no name.' },
  },
} as const;

export const AmountSchema = {
  type: 'object',
  required: ['amount'],
  properties: { amount: count('Entries in the live queue.') },
} as const;

const PLAYLIST_PROPERTIES = {
  amount: count('Entries.'),
  index: count('The current entry; 0 when the queue is empty.'),
  first_index: count('The entry that is logically first; play order goes on from there and wraps round.'),
  last_insert_pos: int32('The entry that was inserted last, -1 for none.'),
  max_playlist_size: count('How many entries the queue can hold.'),
  seed: int32('Seed of the last shuffle; 0 when not shuffled.'),
  last_shuffled_start: count('Always 0.'),
  entries: { type: 'array', items: Mp3EntrySchema, description: 'In queue order.' },
} as const;

export const PlaylistInfoSchema = {
  type: 'object',
  description: 'The live queue. Positions are indices into `entries`.',
  required: Object.keys(PLAYLIST_PROPERTIES),
  properties: PLAYLIST_PROPERTIES,
} as const;

export const StartIndexSchema = text('The index of the entry that `play` would start, in decimal digits.');

/** Unlike those of `play`, these positions are unsigned (contract section 5). */
export const START_AT_QUERY = {
  start_index: { type: 'integer', format: 'int32', default: 0, description: 'Index of the entry to start.' },
  elapsed: { ...PLAY_QUERY.elapsed, minimum: 0, description: 'Position to start at, in milliseconds.' },
  offset: { ...PLAY_QUERY.offset, minimum: 0, description: 'Byte position to start at; counts when `elapsed` is 0.' },
} as const satisfies Record<string, IntegerParameter>;

export function toPlaylistInfo(queue: QueueSnapshot, entries: readonly Mp3Entry[]) {
  return {
    amount: queue.entries.length,
    index: queue.index,
    first_index: queue.firstIndex,
    last_insert_pos: queue.lastInsertPosition,
    max_playlist_size: queue.capacity,
    seed: queue.seed,
    last_shuffled_start: 0,
    entries,
  };
}
