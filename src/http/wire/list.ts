/** What all lists share: a part of it, by `limit` and `offset`. */
import { INT32_MAX, type IntegerParameter } from '../schema.js';

export const LIST_QUERY = {
  limit: {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    default: INT32_MAX,
    description: 'How many rows at most; by default all.',
  },
  offset: {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    default: 0,
    description: 'Index of the first row of the answer in the whole list; behind its end there is none.',
  },
} as const satisfies Record<string, IntegerParameter>;

export type Part = { readonly [Key in keyof typeof LIST_QUERY]: number };

export const EVERYTHING: Part = { offset: 0, limit: Infinity };
