/** Rules of filters and smart playlists on the wire (contract section 8, RuleCriteria). */
import {
  FIELDS,
  LONGEST_TEXT,
  MATCH_TYPES,
  MOST_CONDITIONS,
  OPERATORS,
  SORT_ORDERS,
  SORTS,
  UNITS,
} from '../../library/rules/criteria.js';

const VALUE = { type: ['number', 'string', 'boolean', 'null'], maxLength: LONGEST_TEXT } as const;

const FIELD = { type: 'string', enum: FIELDS, description: 'What of a track is looked at.' } as const;
const OPERATOR = {
  type: 'string',
  enum: OPERATORS,
  description: 'How it is compared; one that means nothing for the field is never true.',
} as const;
const UNIT = {
  anyOf: [{ type: 'string', enum: UNITS }, { type: 'null' }],
  description: 'Of `in_last`; days by default, a month has 30 of them and a year 365.',
} as const;

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

const ConditionSchema = {
  type: 'object',
  required: ['field', 'operator'],
  properties: CONDITION_PROPERTIES,
} as const;

const FullConditionSchema = {
  type: 'object',
  required: Object.keys(CONDITION_PROPERTIES),
  properties: CONDITION_PROPERTIES,
} as const;

const MATCH_TYPE = {
  type: 'string',
  enum: MATCH_TYPES,
  description: 'Whether all conditions must hold, or any; `all` by default.',
} as const;

const ORDER_AND_LIMIT = {
  limit: { type: ['integer', 'null'], minimum: 0, description: 'How many tracks count, in their order; null: all.' },
  sort_by: {
    anyOf: [{ type: 'string', enum: SORTS }, { type: 'null' }],
    description: 'The order of the tracks, `date_added` by default; equal ones stand by title.',
  },
  sort_order: { anyOf: [{ type: 'string', enum: SORT_ORDERS }, { type: 'null' }], description: '`DESC` by default.' },
} as const;

export const RuleCriteriaSchema = {
  type: 'object',
  description: 'Which tracks, how many, and in which order: at least one member. Without conditions all tracks match.',
  properties: {
    match_type: MATCH_TYPE,
    conditions: { type: 'array', maxItems: MOST_CONDITIONS, items: ConditionSchema },
    ...ORDER_AND_LIMIT,
  },
} as const;

const FULL_PROPERTIES = {
  match_type: MATCH_TYPE,
  conditions: { type: 'array', items: FullConditionSchema },
  ...ORDER_AND_LIMIT,
} as const;

/** As they are shown: with every member. */
export const FullRuleCriteriaSchema = {
  type: 'object',
  description: 'Rules with every member, null where nothing was said.',
  required: Object.keys(FULL_PROPERTIES),
  properties: FULL_PROPERTIES,
} as const;
