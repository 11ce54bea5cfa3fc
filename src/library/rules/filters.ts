/** Conditions as what a column must hold: the one place that says what each test means. */
import type { Turn } from '../turn.js';
import { BETWEEN_NAMES, type TextColumn, type TrackColumns } from './columns.js';
import type { Condition, NumberTest, Rules, TextTest } from './criteria.js';

/** True for a track of which it holds. */
export type Filter =
  | {
      readonly kind: 'range';
      readonly column: Uint32Array;
      /** Below this it never holds. */
      readonly least: number;
      /** Both included. */
      readonly low: number;
      readonly high: number;
      /** Holds outside of them. */
      readonly outside: boolean;
    }
  /** `holds` by code. */
  | { readonly kind: 'text'; readonly codes: Uint32Array; readonly holds: Uint8Array }
  | { readonly kind: 'never' };

/** Beyond every number of a column. */
const BEYOND = 2 ** 32;
/** Texts looked at before the clock is. */
const TEXTS = 1000;

const NEVER: Filter = { kind: 'never' };

/** What a number must be. @param now Unix seconds */
function rangeOf(test: NumberTest, now: number): Omit<Filter & { readonly kind: 'range' }, 'kind' | 'column'> {
  switch (test.name) {
    case 'between':
    case 'notBetween': {
      const { low, high, known } = test;
      return { least: known ? 1 : 0, low, high, outside: test.name === 'notBetween' };
    }
    case 'inLast':
    case 'notInLast':
      return { least: 0, low: Math.max(now - test.seconds, 1), high: BEYOND, outside: test.name === 'notInLast' };
    case 'isEmpty':
    case 'isNotEmpty':
      return { least: 0, low: 0, high: 0, outside: test.name === 'isNotEmpty' };
  }
}

/** ASCII alone. */
const folded = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** What a text must be. */
function textHolds(test: TextTest): (text: string) => boolean {
  switch (test.name) {
    case 'is':
    case 'isNot': {
      const { length } = test.value;
      const wanted = folded(test.value);
      const same = (text: string): boolean => text.length === length && folded(text) === wanted;
      return test.name === 'is' ? same : (text) => !same(text);
    }
    case 'contains':
    case 'notContains': {
      const wanted = test.value.toLowerCase();
      const contains = (text: string): boolean => text.toLowerCase().includes(wanted);
      return test.name === 'contains' ? contains : (text) => !contains(text);
    }
    case 'isEmpty':
      return (text) => text === '';
    case 'isNotEmpty':
      return (text) => text !== '';
  }
}

/** One name that is looked for is enough, and one that must not be there is too much. */
function anyName({ name }: TextTest, isFound: (text: string) => boolean): (text: string) => boolean {
  const isNegative = name === 'isNot' || name === 'notContains';
  return (text) => {
    if (!text.includes(BETWEEN_NAMES)) return isFound(text);
    const names = text.split(BETWEEN_NAMES);
    return isNegative ? names.every(isFound) : names.some(isFound);
  };
}

/** Each different text is looked at once. */
async function textFilter({ codes, texts }: TextColumn, test: TextTest, turn: Turn): Promise<Filter> {
  const isFound = anyName(test, textHolds(test));
  const holds = new Uint8Array(texts.length);
  for (let at = 0; at < texts.length; at++) {
    if (at % TEXTS === 0 && turn.isOver) await turn.end();
    if (isFound(texts[at] ?? '')) holds[at] = 1;
  }
  return { kind: 'text', codes, holds };
}

function filterOf(condition: Condition, columns: TrackColumns, now: number, turn: Turn): Filter | Promise<Filter> {
  switch (condition.kind) {
    case 'never':
      return NEVER;
    case 'text':
      return textFilter(columns.texts[condition.field], condition.test, turn);
    case 'number':
      return { kind: 'range', column: columns.numbers[condition.field], ...rangeOf(condition.test, now) };
  }
}

/** One a condition. @param now Unix seconds */
export async function filtersOf(rules: Rules, columns: TrackColumns, now: number, turn: Turn): Promise<Filter[]> {
  const filters: Filter[] = [];
  for (const condition of rules.conditions) filters.push(await filterOf(condition, columns, now, turn));
  return filters;
}

/** `marks[0]` is that of row `from`: 1 where it held and this holds too, or where either does. */
function narrow(marks: Uint8Array, filter: Filter, from: number): void {
  if (filter.kind === 'never') marks.fill(0);
  else if (filter.kind === 'text') {
    const { codes, holds } = filter;
    for (let at = 0; at < marks.length; at++) {
      marks[at] = (marks[at] as number) & (holds[codes[from + at] as number] as number);
    }
  } else {
    const { column, least, low, high, outside } = filter;
    for (let at = 0; at < marks.length; at++) {
      const value = column[from + at] as number;
      if (value < least || (value >= low && value <= high) === outside) marks[at] = 0;
    }
  }
}

function widen(marks: Uint8Array, filter: Filter, from: number): void {
  if (filter.kind === 'text') {
    const { codes, holds } = filter;
    for (let at = 0; at < marks.length; at++) {
      marks[at] = (marks[at] as number) | (holds[codes[from + at] as number] as number);
    }
  } else if (filter.kind === 'range') {
    const { column, least, low, high, outside } = filter;
    for (let at = 0; at < marks.length; at++) {
      const value = column[from + at] as number;
      if (value >= least && (value >= low && value <= high) !== outside) marks[at] = 1;
    }
  }
}

/** Marks those of the rows from `from` on that the rules name with 1, the others with 0; without conditions all. */
export function mark(marks: Uint8Array, match: Rules['match'], filters: readonly Filter[], from: number): void {
  const any = match === 'any' && filters.length > 0;
  marks.fill(any ? 0 : 1);
  for (const filter of filters) (any ? widen : narrow)(marks, filter, from);
}
