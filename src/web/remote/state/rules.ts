/** Rules of smart playlists as they are edited: which fields there are, what can be asked of them, and what is sent. Pure. */
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

/** What is asked of each kind; the first is the one that a new condition has. */
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

/** What must be given besides the operator. */
export type Wants = 'nothing' | 'text' | 'number' | 'minutes' | 'span' | 'boolean';

export function wants(field: FieldName, operator: Operator): Wants {
  if (operator === 'is_empty' || operator === 'is_not_empty') return 'nothing';
  if (operator === 'in_last' || operator === 'not_in_last') return 'span';
  const kind = FIELDS[field];
  if (kind === 'length') return 'minutes';
  return kind === 'time' ? 'number' : kind;
}

/** A condition that means something from the start. */
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

/** Another operator for a condition; what was given stays as far as it fits. */
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

/** A system's operators that the editor does not offer are kept as long as nobody changes them. */
export function operatorsOf({ field, operator }: Condition): readonly Operator[] {
  const usual = OPERATORS[FIELDS[field]];
  return usual.includes(operator) ? usual : [operator, ...usual];
}

/** Without the conditions that still lack their text: they would match nothing, or everything. */
export function usable(rules: Rules): Rules {
  const conditions = (rules.conditions ?? []).filter(
    ({ field, operator, value }) => wants(field, operator) !== 'text' || (typeof value === 'string' && value !== ''),
  );
  return { ...rules, conditions };
}

/** As they are edited, from as they are told. */
export function toEdited(rules: FullRules): Rules {
  return { ...rules, conditions: rules.conditions.map((each) => ({ ...each })) };
}
