/** The letters of a list on the wire. */
import type { RecordKind } from '../../library/ids.js';
import { count, listOf, record, text, type TextParameter } from '../schema.js';

/** The lists by their names. */
export const LISTS = { albums: 'album', artists: 'artist', tracks: 'track', genres: 'genre' } as const satisfies Record<
  string,
  RecordKind
>;

export const LETTERS_QUERY = {
  of: {
    type: 'string',
    enum: ['albums', 'artists', 'tracks', 'genres'],
    maxLength: 10,
    description: 'Which list: `GET /albums` and its like, in their order.',
  },
} as const satisfies Record<string, TextParameter & { readonly enum: readonly (keyof typeof LISTS)[] }>;

export const LettersSchema = listOf(
  record('', {
    letter: text(
      'The letter, upper-case and without accent. `#`: digits and signs. Kana stand under the rows of their table, Hangul ' +
        'under its first consonants, and a script of which there are more than 30 letters under `…`.',
    ),
    offset: count('Index of the first of them in the list, as its `offset` counts.'),
    count: count('How many there are.'),
  }),
  'In the order of the list; one may come again, such as `#` for signs that stand behind the letters.',
);
