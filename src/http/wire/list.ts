/** What all lists share: a part of it, by `limit` and `offset`. */
import { countParameter, INT32_MAX, type IntegerParameter } from '../schema.js';

export const LIST_QUERY = {
  limit: countParameter('How many rows at most; by default all.', INT32_MAX),
  offset: countParameter('Index of the first row of the answer in the whole list; behind its end there is none.', 0),
} as const satisfies Record<string, IntegerParameter>;

export type Part = { readonly [Key in keyof typeof LIST_QUERY]: number };

export const EVERYTHING: Part = { offset: 0, limit: Infinity };
