/** Rules with every member, as they are stored and shown: null where nothing was said. */
import type { RuleCondition, RuleCriteria } from '../../library/rules/criteria.js';

type Scalar = number | string | boolean | null;

export interface FullCondition extends RuleCondition {
  readonly value: Scalar;
  readonly value2: Scalar;
  readonly unit: NonNullable<RuleCondition['unit']> | null;
}

export interface FullCriteria extends RuleCriteria {
  readonly match_type: NonNullable<RuleCriteria['match_type']>;
  readonly conditions: readonly FullCondition[];
  readonly limit: number | null;
  readonly sort_by: NonNullable<RuleCriteria['sort_by']> | null;
  readonly sort_order: NonNullable<RuleCriteria['sort_order']> | null;
}

/** Members that rules do not have are left out. */
export function inFull({ match_type, conditions, limit, sort_by, sort_order }: RuleCriteria): FullCriteria {
  return {
    match_type: match_type ?? 'all',
    conditions: (conditions ?? []).map(({ field, operator, value, value2, unit }) => ({
      field,
      operator,
      value: (value ?? null) as Scalar,
      value2: (value2 ?? null) as Scalar,
      unit: unit ?? null,
    })),
    limit: limit ?? null,
    sort_by: sort_by ?? null,
    sort_order: sort_order ?? null,
  };
}
