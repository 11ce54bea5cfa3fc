/** An artist as the wire names it. */
import type { Shape } from '../../library/store/records.js';
import { listOf, named, text } from '../schema.js';
import { fieldsOf } from './names.js';

const PROPERTIES = {
  id: text('Names the artist for good.'),
  name: text('Its name.'),
  genres: text('Names of the genres of its tracks, separated by a comma and a space.'),
  image: text("Path of the picture that lies in the artist's folder; missing when there is none."),
} as const;

export const ArtistSchema = named('Artist').object(
  'An artist of at least one track.',
  ['id', 'name', 'genres'],
  PROPERTIES,
);

export const ArtistsSchema = listOf(ArtistSchema);

/** What is unknown of an artist is left out. */
export const ARTIST = fieldsOf(ArtistSchema) satisfies Shape<'artist'>;
