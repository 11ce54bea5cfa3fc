/** Rules of smart playlists as they are edited: fields, operators, and what is sent. Pure. */
import type { Schemas } from '../../../client/client.js';

export type Rules = Schemas['RuleCriteria'];
export type FullRules = Schemas['FullRuleCriteria'];
export type Condition = NonNullable<Rules['conditions']>[number];
export type FieldName = Condition['field'];
export type Operator = Condition['operator'];
export type Unit = NonNullable<Condition['unit']>;

type Kind = 'number' | 'time' | 'text' | 'boolean' | 'length';

export const FIELDS: Readonly<Record<FieldName, Kind>> = {
  artist: 'text',
  album: 'text',
  genre: 'text',
  year: 'number',
  date_added: 'time',
  last_played: 'time',
  play_count: 'number',
  last_skipped: 'time',
  skip_count: 'number',
  is_liked: 'boolean',
  duration_ms: 'length',
  bitrate: 'number',
};

/** Operators of each kind; a new condition has the first. */
export const OPERATORS: Readonly<Record<Kind, readonly Operator[]>> = {
  text: ['is', 'is_not', 'contains', 'not_contains', 'is_empty', 'is_not_empty'],
  number: ['is', 'is_not', 'greater_than', 'less_than', 'between'],
  length: ['greater_than', 'less_than', 'between'],
  time: ['in_last', 'not_in_last', 'is_empty', 'is_not_empty'],
  boolean: ['is'],
};

export const UNITS: readonly Unit[] = ['days', 'weeks', 'months', 'years'];
export const SORTS: readonly NonNullable<Rules['sort_by']>[] = [
  ...(['date_added', 'random', 'play_count', 'last_played', 'skip_count'] as const),
  ...(['year', 'title', 'artist', 'album', 'duration_ms'] as const),
];

/** What an operator takes besides. */
export type Wants = 'nothing' | 'text' | 'number' | 'minutes' | 'span' | 'boolean';

export function wants(field: FieldName, operator: Operator): Wants {
  if (operator === 'is_empty' || operator === 'is_not_empty') return 'nothing';
  if (operator === 'in_last' || operator === 'not_in_last') return 'span';
  const kind = FIELDS[field];
  if (kind === 'length') return 'minutes';
  return kind === 'time' ? 'number' : kind;
}

export function newCondition(field: FieldName = 'artist'): Condition {
  const operator = OPERATORS[FIELDS[field]][0] ?? 'is';
  switch (wants(field, operator)) {
    case 'nothing':
      return { field, operator };
    case 'text':
      return { field, operator, value: '' };
    case 'boolean':
      return { field, operator, value: true };
    case 'minutes':
      return { field, operator, value: 5 * 60_000 };
    case 'span':
      return { field, operator, value: 1, unit: 'months' };
    case 'number':
      return { field, operator, value: field === 'year' ? 2000 : 0 };
  }
}

/** Changes the operator of a condition; its values stay as far as they fit. */
export function withOperator(condition: Condition, operator: Operator): Condition {
  const { field, value, value2, unit } = condition;
  const before = wants(field, condition.operator);
  const after = wants(field, operator);
  if (after === 'nothing') return { field, operator };
  if (after !== before)
    return { ...newCondition(field), operator, ...(after === 'span' && { value: 1, unit: 'months' }) };
  return {
    ...{ field, operator, value: value ?? null },
    ...(operator === 'between' && { value2: value2 ?? value ?? null }),
    ...(after === 'span' && { unit: unit ?? 'days' }),
  };
}

/** The operators to choose from, with that of the condition where the editor does not offer it. */
export function operatorsOf({ field, operator }: Condition): readonly Operator[] {
  const usual = OPERATORS[FIELDS[field]];
  return usual.includes(operator) ? usual : [operator, ...usual];
}

/** Rules without the conditions that lack their text, which would match nothing or everything. */
export function usable(rules: Rules): Rules {
  const conditions = (rules.conditions ?? []).filter(
    ({ field, operator, value }) => wants(field, operator) !== 'text' || (typeof value === 'string' && value !== ''),
  );
  return { ...rules, conditions };
}

export function toEdited(rules: FullRules): Rules {
  return { ...rules, conditions: rules.conditions.map((each) => ({ ...each })) };
}
