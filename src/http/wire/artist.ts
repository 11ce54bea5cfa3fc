/** An artist as the wire names it (contract section 3, Artist). */
import type { Shape } from '../../library/store/records.js';
import { text } from '../schema.js';

const PROPERTIES = {
  id: text('Names the artist for good.'),
  name: text('Its name.'),
  genres: text('Names of the genres of its tracks, separated by a comma and a space.'),
  image: text("Path of the picture that lies in the artist's folder; missing when there is none."),
} as const;

export const ArtistSchema = {
  type: 'object',
  description: 'An artist of at least one track.',
  required: ['id', 'name', 'genres'],
  properties: PROPERTIES,
} as const;

export const ArtistsSchema = { type: 'array', items: ArtistSchema } as const;

/** What is unknown of it is left out of the record. */
export const ARTIST = { id: 'id', name: 'name', genres: 'genres', image: 'image' } as const satisfies Shape<'artist'> &
  Record<keyof typeof PROPERTIES, string>;
