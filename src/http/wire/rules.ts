/** Rules of filters and smart playlists on the wire. */
import * as criteria from '../../library/rules/criteria.js';
import { choice, countOrNull, listOf, named, object, orNull, record } from '../schema.js';

const VALUE = { type: ['number', 'string', 'boolean', 'null'], maxLength: criteria.LONGEST_TEXT } as const;

const FIELD = choice(criteria.FIELDS, 'What of a track is looked at.');
const OPERATOR = choice(criteria.OPERATORS, 'How it is compared; one that means nothing for the field is never true.');
const UNIT = orNull(
  { type: 'string', enum: criteria.UNITS },
  'Of `in_last`; days by default, a month has 30 of them and a year 365.',
);

const CONDITION_PROPERTIES = {
  field: FIELD,
  operator: OPERATOR,
  value: {
    ...VALUE,
    description: 'An integer for a number or a time (Unix seconds, or how many units), a text, or a boolean.',
  },
  value2: { ...VALUE, description: 'The other end of `between`, included.' },
  unit: UNIT,
} as const;

const ConditionSchema = object('', ['field', 'operator'], CONDITION_PROPERTIES);

const FullConditionSchema = record('', CONDITION_PROPERTIES);

const MATCH_TYPE = choice(criteria.MATCH_TYPES, 'Whether all conditions must hold, or any; `all` by default.');

const ORDER_AND_LIMIT = {
  limit: countOrNull('How many tracks count, in their order; null: all.'),
  sort_by: orNull(
    { type: 'string', enum: criteria.SORTS },
    'The order of the tracks, `date_added` by default; equal ones stand by title.',
  ),
  sort_order: orNull({ type: 'string', enum: criteria.SORT_ORDERS }, '`DESC` by default.'),
} as const;

export const RuleCriteriaSchema = named('RuleCriteria').schema({
  type: 'object',
  description: 'Which tracks, how many, and in which order: at least one member. Without conditions all tracks match.',
  properties: {
    match_type: MATCH_TYPE,
    conditions: { type: 'array', maxItems: criteria.MOST_CONDITIONS, items: ConditionSchema },
    ...ORDER_AND_LIMIT,
  },
});

/** As they are shown: with every member. */
export const FullRuleCriteriaSchema = named('FullRuleCriteria').record(
  'Rules with every member, null where nothing was said.',
  {
    match_type: MATCH_TYPE,
    conditions: listOf(FullConditionSchema),
    ...ORDER_AND_LIMIT,
  },
);
