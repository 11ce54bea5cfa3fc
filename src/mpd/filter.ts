/**
 * Conditions on songs: the tests that filters are made of. Texts are compared as they are, or folded (NFKC, without case),
 * as MPD's `StringFilter`, `TagSongFilter` and others do.
 */
import type { SongCondition } from '../library/store/songs.js';
import type { Reply } from './reply.js';
import type { Song } from './song.js';
import { FALLBACKS, type TagName } from './tag-names.js';

export type TextPosition = 'full' | 'anywhere' | 'start';

export interface TextTest {
  readonly value: string;
  readonly folds: boolean;
  readonly position: TextPosition;
  readonly isNegated: boolean;
}

export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  /** `any` looks at all tags. */
  | { readonly kind: 'tag'; readonly tag: TagName | 'any'; readonly test: TextTest }
  | { readonly kind: 'file'; readonly test: TextTest }
  | { readonly kind: 'base'; readonly uri: string }
  /** Unix seconds. */
  | { readonly kind: 'modifiedSince' | 'addedSince'; readonly at: number }
  /** Priorities and formats are not known of any song. */
  | { readonly kind: 'constant'; readonly matches: boolean };

export type Matches = (song: Song) => boolean;

/** Songs that match, in time slices: one filter may hold a hundred conditions. @throws Goodbye when the client has gone */
export async function matchingOf<Item>(
  items: readonly Item[],
  matches: (item: Item) => boolean,
  reply: Pick<Reply, 'isDue' | 'room'>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (const item of items) {
    if (reply.isDue) await reply.room();
    if (matches(item)) found.push(item);
  }
  return found;
}

const PLAIN = /^[ -~]*$/;

/** A text without case and compatibility forms: `Ｓtraße` and `STRASSE` are the same. */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  // toLowerCase gives a sigma at the end of a word another form; case folding does not.
  return text.normalize('NFKC').toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3');
}

/** Folded values of the tags of the song that is looked at: each is folded once, however many conditions look at it. */
class FoldedTags {
  #song: Song | undefined;
  #values: (string | undefined)[] = [];

  /** @param at index of the tag */
  at(song: Song, at: number): string {
    if (song !== this.#song) [this.#song, this.#values] = [song, []];
    return (this.#values[at] ??= folded(song.tags[at]?.[1] ?? ''));
  }
}

/** Whether a text passes that is folded where the test folds; negation left aside. */
function passes({ value, folds, position }: TextTest): (text: string) => boolean {
  const wanted = folds ? folded(value) : value;
  switch (position) {
    case 'full':
      return (text) => text === wanted;
    case 'anywhere':
      return (text) => text.includes(wanted);
    case 'start':
      return (text) => text.startsWith(wanted);
  }
}

export function matcherOf(filter: Filter): Matches {
  return matcherWith(filter, new FoldedTags());
}

function matcherWith(filter: Filter, tags: FoldedTags): Matches {
  switch (filter.kind) {
    case 'and': {
      const all = filter.filters.map((each) => matcherWith(each, tags));
      return (song) => all.every((matches) => matches(song));
    }
    case 'not': {
      const matches = matcherWith(filter.filter, tags);
      return (song) => !matches(song);
    }
    case 'tag':
      return tagMatcher(filter.tag, filter.test, tags);
    case 'file': {
      const { test } = filter;
      const passing = passes(test);
      return ({ uri }) => passing(test.folds ? folded(uri) : uri) !== test.isNegated;
    }
    case 'base':
      return ({ uri }) => filter.uri === '' || uri === filter.uri || uri.startsWith(`${filter.uri}/`);
    case 'modifiedSince':
      return ({ modified }) => modified !== undefined && modified >= filter.at;
    case 'addedSince':
      return ({ added }) => added !== undefined && added >= filter.at;
    case 'constant':
      return () => filter.matches;
  }
}

/** A song without the tag has the value of the first tag that stands in for it; without any, the value is empty. */
function tagMatcher(tag: TagName | 'any', test: TextTest, folded: FoldedTags): Matches {
  const passing = passes(test);
  const { isNegated } = test;
  const passesAt = (song: Song, at: number): boolean =>
    passing(test.folds ? folded.at(song, at) : (song.tags[at]?.[1] ?? ''));
  if (tag === 'any') return (song) => song.tags.some((_, at) => passesAt(song, at)) !== isNegated;
  const names = [tag, ...(FALLBACKS[tag] ?? [])];
  return (song) => {
    for (const name of names) {
      let hasTag = false;
      for (let at = 0; at < song.tags.length; at++) {
        if (song.tags[at]?.[0] !== name) continue;
        hasTag = true;
        if (passesAt(song, at)) return !isNegated;
      }
      if (hasTag) return isNegated;
    }
    return (test.value === '') !== isNegated;
  };
}

const FIELDS: Readonly<Partial<Record<TagName, SongCondition['field']>>> = {
  Album: 'album',
  Title: 'title',
  Date: 'date',
  Genre: 'genre',
  Artist: 'artist',
};

/** The condition on the library that every song meets which the filter lets through, where there is one. */
export function conditionOf(filter: Filter): SongCondition | undefined {
  if (filter.kind === 'and') {
    const all = filter.filters.flatMap((each) => conditionOf(each) ?? []);
    return all.find(({ field }) => field === 'album') ?? all[0];
  }
  if (filter.kind !== 'tag' || filter.tag === 'any') return undefined;
  const { value, folds, position, isNegated } = filter.test;
  const field = FIELDS[filter.tag];
  if (field === undefined || folds || position !== 'full' || isNegated || value === '') return undefined;
  return { field, value };
}

/** The folder that all songs lie in which the filter lets through; undefined for any. */
export function baseOf(filter: Filter): string | undefined {
  if (filter.kind === 'base') return filter.uri;
  return filter.kind === 'and' ? filter.filters.map(baseOf).find((base) => base !== undefined) : undefined;
}
