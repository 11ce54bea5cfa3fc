/**
 * Rules of smart playlists and filters, as the wire has them, and what they mean to the rest of the room.
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
type FieldOf<Kind extends FieldKind> = {
  [Name in FieldName]: (typeof FIELD_KINDS)[Name] extends Kind ? Name : never;
}[FieldName];
/** Fields whose values are numbers; a like is 1. */
export type NumberField = FieldOf<'number' | 'time' | 'boolean'>;
export type TextField = FieldOf<'text'>;
export type Operator = (typeof OPERATORS)[number];
export type SortName = (typeof SORTS)[number];
export type Unit = (typeof UNITS)[number];

export const FIELDS = Object.keys(FIELD_KINDS) as readonly FieldName[];

/** Conditions of one rule set: each is looked at for every track. */
export const MOST_CONDITIONS = 100;
/** Characters of a text that is looked for. */
export const LONGEST_TEXT = 250;

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
  | { readonly kind: 'number'; readonly field: NumberField; readonly test: NumberTest }
  | { readonly kind: 'text'; readonly field: TextField; readonly test: TextTest }
  /** An operator that means nothing for the field. */
  | { readonly kind: 'never' };

/**
 * `low` and `high` are included. Of what is `known` a 0 means that nothing is known, and no comparison of numbers holds
 * then. A time within or before the last so many seconds counts from now; one that never was, a 0, is before all.
 */
export type NumberTest =
  | { readonly name: 'between' | 'notBetween'; readonly low: number; readonly high: number; readonly known: boolean }
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

/** A number that is none is a mistake; one that is not whole, or too large to be exact, counts as 0. */
function numberIn(condition: RuleCondition, member: 'value' | 'value2'): number {
  const value = condition[member];
  if (typeof value !== 'number') throw new Mistake(member, 'must be a number');
  return Number.isSafeInteger(value) ? value : 0;
}

function numberTest(condition: RuleCondition): NumberTest | undefined {
  const value = () => numberIn(condition, 'value');
  const known = condition.field === 'year';
  switch (condition.operator) {
    case 'is':
    case 'equals':
      return { name: 'between', low: value(), high: value(), known };
    case 'is_not':
      return { name: 'notBetween', low: value(), high: value(), known };
    case 'greater_than':
      return { name: 'between', low: value() + 1, high: FAR, known };
    case 'greater_than_or_equal':
      return { name: 'between', low: value(), high: FAR, known };
    case 'less_than':
      return { name: 'between', low: -FAR, high: value() - 1, known };
    case 'less_than_or_equal':
      return { name: 'between', low: -FAR, high: value(), known };
    case 'between':
      return { name: 'between', low: value(), high: numberIn(condition, 'value2'), known };
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

const NEVER: Condition = { kind: 'never' };

/** @throws Mistake */
function toCondition(condition: RuleCondition): Condition {
  const { field } = condition;
  switch (field) {
    case 'genre':
    case 'artist':
    case 'album': {
      const test = textTest(condition);
      return test === undefined ? NEVER : { kind: 'text', field, test };
    }
    case 'is_liked': {
      const value = condition.value ?? true;
      if (typeof value !== 'boolean') throw new Mistake('value', 'must be true or false');
      return { kind: 'number', field, test: { name: value ? 'isNotEmpty' : 'isEmpty' } };
    }
    default: {
      const isTime = FIELD_KINDS[field] === 'time';
      const known = isTime ? timeTest(condition) : numberTest(condition);
      const test = known ?? (field === 'year' ? emptiness(condition) : undefined);
      return test === undefined ? NEVER : { kind: 'number', field, test };
    }
  }
}

const MEMBERS = ['match_type', 'conditions', 'limit', 'sort_by', 'sort_order'] as const;

/**
 * What criteria of the right shape mean.
 * @param path of the criteria in what was sent
 * @throws InvalidInput INVALID_RULES, one violation a mistake
 */
export function toRules(criteria: RuleCriteria, path = ''): Rules {
  const violations: Violation[] = [];
  // An object that was meant otherwise must not match every track.
  if (!MEMBERS.some((member) => criteria[member] !== undefined))
    violations.push({ path, message: `must have at least one of ${MEMBERS.join(', ')}` });
  const conditions = (criteria.conditions ?? []).flatMap((condition, at) => {
    try {
      return [toCondition(condition)];
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      violations.push({ path: `${path}/conditions/${at}/${error.member}`, message: error.message });
      return [];
    }
  });
  if (violations.length > 0) {
    const words = violations.map((violation) => `${violation.path} ${violation.message}`.trim()).join('; ');
    throw new InvalidInput('INVALID_RULES', `The rules cannot be followed: ${words}`, violations);
  }
  return {
    match: criteria.match_type ?? 'all',
    conditions,
    limit: criteria.limit ?? undefined,
    sort: criteria.sort_by ?? 'date_added',
    descending: (criteria.sort_order ?? 'DESC') === 'DESC',
  };
}
