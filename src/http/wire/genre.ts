/** A genre as the wire names it. */
import type { Shape } from '../../library/store/records.js';
import { count, listOf, named, text } from '../schema.js';
import { fieldsOf } from './names.js';

export const GenreSchema = named('Genre').record('A genre that at least one track names.', {
  id: text('Names the genre for good.'),
  name: text('Its name.'),
  track_count: count('How many tracks name it.'),
});

export const GenresSchema = listOf(GenreSchema);

export const GENRE = fieldsOf(GenreSchema, { track_count: 'tracks' }) satisfies Shape<'genre'>;
