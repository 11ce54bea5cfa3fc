/** What all lists share: a part of it, by `limit` and `offset`; and the order of some. */
import { countParameter, INT32_MAX, type IntegerParameter, type TextParameter, textParameter } from '../schema.js';

export const LIST_QUERY = {
  limit: countParameter('How many rows at most; by default all.', INT32_MAX),
  offset: countParameter('Index of the first row of the answer in the whole list; behind its end there is none.', 0),
} as const satisfies Record<string, IntegerParameter>;

export type Part = { readonly [Key in keyof typeof LIST_QUERY]: number };

export const EVERYTHING: Part = { offset: 0, limit: Infinity };

const order = <const Names extends readonly string[]>(names: Names, description: string) =>
  ({ type: 'string', enum: names, maxLength: 10, default: 'title', description }) as const satisfies TextParameter;

const OF_ALBUMS =
  '`title`; `artist`: by album artist, the newest year first; `year`: the newest first; `added`: the last found first';
const BY_PLAYS = '`played`: the most played first, and what was never played by title';
const ADDED = 'An addition of Tonearm.';

const words = (where: string) =>
  textParameter(200, `Only those with these words, or their beginnings, in ${where}; all by default. ${ADDED}`);

/** The albums of a genre. */
export const ALBUMS_QUERY = {
  sort: order(['title', 'artist', 'year', 'added'], `Order of the list. ${OF_ALBUMS}. ${ADDED}`),
  ...LIST_QUERY,
} as const;

/** The albums of an artist. */
export const ARTIST_ALBUMS_QUERY = {
  whose: {
    type: 'string',
    enum: ['all', 'own', 'others'],
    maxLength: 10,
    default: 'all',
    description:
      '`own`: albums whose album artist is the artist. `others`: albums of other album artists with a track of the ' +
      `artist. ${ADDED}`,
  },
  ...ALBUMS_QUERY,
} as const;

/** All albums. */
export const ALL_ALBUMS_QUERY = {
  sort: order(['title', 'artist', 'year', 'added', 'played'], `Order of the list. ${OF_ALBUMS}; ${BY_PLAYS}. ${ADDED}`),
  q: words('title and artist'),
  ...LIST_QUERY,
} as const;

/** All tracks. */
export const ALL_TRACKS_QUERY = {
  sort: order(
    ['title', 'artist', 'album', 'added', 'played'],
    'Order of the list. `title`; `artist`: album by album, by album artist and year; `album`: album by album, by title; ' +
      `\`added\`: the last found first; ${BY_PLAYS}. ${ADDED}`,
  ),
  q: words('title, artist and album'),
  ...LIST_QUERY,
} as const;
