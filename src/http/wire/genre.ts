/** A genre as the wire names it (contract section 3, Genre). */
import type { Shape } from '../../library/store/records.js';
import { count, text } from '../schema.js';

const PROPERTIES = {
  id: text('Names the genre for good.'),
  name: text('Its name.'),
  track_count: count('How many tracks name it.'),
} as const;

export const GenreSchema = {
  type: 'object',
  description: 'A genre that at least one track names.',
  required: Object.keys(PROPERTIES),
  properties: PROPERTIES,
} as const;

export const GenresSchema = { type: 'array', items: GenreSchema } as const;

export const GENRE = { id: 'id', name: 'name', track_count: 'tracks' } as const satisfies Shape<'genre'> &
  Record<keyof typeof PROPERTIES, string>;
