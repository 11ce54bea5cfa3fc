/**
 * Conditions on songs: the tests that filters are made of. Texts are compared as they are, or folded (NFKC, without case),
 * as MPD's `StringFilter`, `TagSongFilter` and others do. Pure.
 */
import type { SongCondition } from '../library/store/songs.js';
import { type Song, valuesOf } from './song.js';
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

const PLAIN = /^[ -~]*$/;

/** A text without case and compatibility forms: `Ｓtraße` and `STRASSE` are the same. */
export function folded(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFKC').toUpperCase().toLowerCase();
}

/** Whether a text passes, negation left aside. */
function passes({ value, folds, position }: TextTest): (text: string) => boolean {
  const wanted = folds ? folded(value) : value;
  const given = folds ? folded : (text: string): string => text;
  switch (position) {
    case 'full':
      return (text) => given(text) === wanted;
    case 'anywhere':
      return (text) => given(text).includes(wanted);
    case 'start':
      return (text) => given(text).startsWith(wanted);
  }
}

export function matcherOf(filter: Filter): Matches {
  switch (filter.kind) {
    case 'and': {
      const all = filter.filters.map(matcherOf);
      return (song) => all.every((matches) => matches(song));
    }
    case 'not': {
      const matches = matcherOf(filter.filter);
      return (song) => !matches(song);
    }
    case 'tag':
      return tagMatcher(filter.tag, filter.test);
    case 'file': {
      const passing = passes(filter.test);
      return ({ uri }) => passing(uri) !== filter.test.isNegated;
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

/** A song without the tag has that of the one that stands in for it; without any, its value is empty. */
function tagMatcher(tag: TagName | 'any', test: TextTest): Matches {
  const passing = passes(test);
  const { isNegated } = test;
  if (tag === 'any') return ({ tags }) => tags.some(([, value]) => passing(value)) !== isNegated;
  const names = [tag, ...(FALLBACKS[tag] ?? [])];
  return (song) => {
    for (const name of names) {
      const values = valuesOf(song, name);
      if (values.length > 0) return values.some(passing) !== isNegated;
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
