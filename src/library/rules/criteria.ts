/**
 * Rules of smart playlists and filters, as the wire has them (contract section 8, RuleCriteria), and what they mean to
 * the rest of the room.
 */
import { InvalidInput, type Violation } from '../../errors.js';

export const MATCH_TYPES = ['all', 'any'] as const;
export const SORT_ORDERS = ['ASC', 'DESC'] as const;
export const UNITS = ['days', 'weeks', 'months', 'years'] as const;
export const OPERATORS = [
  ...(['is', 'is_not', 'contains', 'not_contains', 'greater_than', 'less_than', 'greater_than_or_equal'] as const),
  ...(['less_than_or_equal', 'equals', 'between', 'in_last', 'not_in_last', 'is_empty', 'is_not_empty'] as const),
] as const;

/** What kind of thing a field is decides which operators mean something. */
export const FIELD_KINDS = {
  play_count: 'number',
  skip_count: 'number',
  last_played: 'time',
  last_skipped: 'time',
  date_added: 'time',
  year: 'number',
  genre: 'text',
  artist: 'text',
  album: 'text',
  duration_ms: 'number',
  bitrate: 'number',
  is_liked: 'boolean',
} as const;

export const SORTS = [
  ...(['random', 'play_count', 'skip_count', 'last_played', 'date_added'] as const),
  ...(['year', 'title', 'artist', 'album', 'duration_ms'] as const),
] as const;

export type FieldName = keyof typeof FIELD_KINDS;
export type FieldKind = (typeof FIELD_KINDS)[FieldName];
export type Operator = (typeof OPERATORS)[number];
export type SortName = (typeof SORTS)[number];
export type Unit = (typeof UNITS)[number];

export const FIELDS = Object.keys(FIELD_KINDS) as readonly FieldName[];

/** Conditions of one rule set: each is looked at for every track. */
export const MOST_CONDITIONS = 100;

/** As it came: its texts are known to be of the sets above. */
export interface RuleCondition {
  readonly field: FieldName;
  readonly operator: Operator;
  readonly value?: unknown;
  readonly value2?: unknown;
  readonly unit?: Unit | null;
}

export interface RuleCriteria {
  readonly match_type?: (typeof MATCH_TYPES)[number];
  readonly conditions?: readonly RuleCondition[];
  readonly limit?: number | null;
  readonly sort_by?: SortName | null;
  readonly sort_order?: (typeof SORT_ORDERS)[number] | null;
}

export type Condition =
  | { readonly kind: 'number' | 'time'; readonly field: FieldName; readonly test: NumberTest }
  | { readonly kind: 'text'; readonly field: FieldName; readonly test: TextTest }
  | { readonly kind: 'boolean'; readonly field: FieldName; readonly wanted: boolean }
  /** An operator that means nothing for the field. */
  | { readonly kind: 'never' };

/** `low` and `high` are included. A time within or before the last so many seconds counts from now. */
export type NumberTest =
  | { readonly name: 'between'; readonly low: number; readonly high: number }
  | { readonly name: 'isNot'; readonly value: number }
  | { readonly name: 'inLast' | 'notInLast'; readonly seconds: number }
  | { readonly name: 'isEmpty' | 'isNotEmpty' };

export type TextTest =
  | { readonly name: 'is' | 'isNot' | 'contains' | 'notContains'; readonly value: string }
  | { readonly name: 'isEmpty' | 'isNotEmpty' };

export interface Rules {
  readonly match: 'all' | 'any';
  readonly conditions: readonly Condition[];
  /** Undefined: no limit. */
  readonly limit: number | undefined;
  readonly sort: SortName;
  readonly descending: boolean;
}

const DAY = 86_400;
const SECONDS: Readonly<Record<Unit, number>> = { days: DAY, weeks: 7 * DAY, months: 30 * DAY, years: 365 * DAY };

/** Beyond every number that a track has, and still exact. */
const FAR = Number.MAX_SAFE_INTEGER;

/** One mistake of a condition: below which of its members it lies. */
class Mistake extends Error {
  readonly member: string;

  constructor(member: string, message: string) {
    super(message);
    this.member = member;
  }
}

/** A number that is none is a mistake; one that is not whole counts as 0. */
function numberIn(condition: RuleCondition, member: 'value' | 'value2'): number {
  const value = condition[member];
  if (typeof value !== 'number') throw new Mistake(member, 'must be a number');
  return Number.isSafeInteger(value) ? value : 0;
}

function numberTest(condition: RuleCondition): NumberTest | undefined {
  const value = () => numberIn(condition, 'value');
  switch (condition.operator) {
    case 'is':
    case 'equals':
      return { name: 'between', low: value(), high: value() };
    case 'is_not':
      return { name: 'isNot', value: value() };
    case 'greater_than':
      return { name: 'between', low: value() + 1, high: FAR };
    case 'greater_than_or_equal':
      return { name: 'between', low: value(), high: FAR };
    case 'less_than':
      return { name: 'between', low: -FAR, high: value() - 1 };
    case 'less_than_or_equal':
      return { name: 'between', low: -FAR, high: value() };
    case 'between':
      return { name: 'between', low: value(), high: numberIn(condition, 'value2') };
    default:
      return undefined;
  }
}

function emptiness({ operator }: RuleCondition): { readonly name: 'isEmpty' | 'isNotEmpty' } | undefined {
  if (operator === 'is_empty') return { name: 'isEmpty' };
  return operator === 'is_not_empty' ? { name: 'isNotEmpty' } : undefined;
}

function timeTest(condition: RuleCondition): NumberTest | undefined {
  const { operator, unit } = condition;
  if (operator !== 'in_last' && operator !== 'not_in_last') return numberTest(condition) ?? emptiness(condition);
  const seconds = numberIn(condition, 'value') * SECONDS[unit ?? 'days'];
  return { name: operator === 'in_last' ? 'inLast' : 'notInLast', seconds };
}

const TEXT_TESTS = {
  is: 'is',
  equals: 'is',
  is_not: 'isNot',
  contains: 'contains',
  not_contains: 'notContains',
} as const;

function textTest(condition: RuleCondition): TextTest | undefined {
  const name = (TEXT_TESTS as Readonly<Record<string, (typeof TEXT_TESTS)[keyof typeof TEXT_TESTS]>>)[
    condition.operator
  ];
  if (name === undefined) return emptiness(condition);
  if (typeof condition.value !== 'string') throw new Mistake('value', 'must be a text');
  return { name, value: condition.value };
}

/** @throws Mistake */
function toCondition(condition: RuleCondition): Condition {
  const { field } = condition;
  switch (FIELD_KINDS[field]) {
    case 'text': {
      const test = textTest(condition);
      return test === undefined ? { kind: 'never' } : { kind: 'text', field, test };
    }
    case 'number': {
      const test = numberTest(condition) ?? (field === 'year' ? emptiness(condition) : undefined);
      return test === undefined ? { kind: 'never' } : { kind: 'number', field, test };
    }
    case 'time': {
      const test = timeTest(condition);
      return test === undefined ? { kind: 'never' } : { kind: 'time', field, test };
    }
    case 'boolean': {
      const { value } = condition;
      if (typeof (value ?? true) !== 'boolean') throw new Mistake('value', 'must be true or false');
      return { kind: 'boolean', field, wanted: value !== false };
    }
  }
}

/**
 * What criteria of the right shape mean.
 * @param known the fields that the library can answer for now, and the orders
 * @throws InvalidInput INVALID_RULES, one violation a mistake, its path below that of the criteria
 */
export function toRules(
  criteria: RuleCriteria,
  known: { readonly fields: ReadonlySet<string>; readonly sorts: ReadonlySet<string> },
): Rules {
  const violations: Violation[] = [];
  const conditions = (criteria.conditions ?? []).flatMap((condition, at) => {
    try {
      if (!known.fields.has(condition.field)) throw new Mistake('field', `${condition.field} is not known yet`);
      return [toCondition(condition)];
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      violations.push({ path: `/conditions/${at}/${error.member}`, message: error.message });
      return [];
    }
  });
  const sort = criteria.sort_by ?? 'date_added';
  if (!known.sorts.has(sort)) violations.push({ path: '/sort_by', message: `${sort} is not known yet` });
  if (violations.length > 0) {
    const words = violations.map(({ path, message }) => `${path} ${message}`).join('; ');
    throw new InvalidInput('INVALID_RULES', `The rules cannot be followed: ${words}`, violations);
  }
  return {
    match: criteria.match_type ?? 'all',
    conditions,
    limit: criteria.limit ?? undefined,
    sort,
    descending: (criteria.sort_order ?? 'DESC') === 'DESC',
  };
}
