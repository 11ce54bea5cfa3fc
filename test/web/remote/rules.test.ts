import fc from 'fast-check';
import t from 'tap';
import { toRules } from '../../../src/library/rules/criteria.js';
import {
  type FieldName,
  FIELDS,
  newCondition,
  type Operator,
  OPERATORS,
  operatorsOf,
  usable,
  wants,
  withOperator,
} from '../../../src/web/remote/state/rules.js';

const fields = Object.keys(FIELDS) as FieldName[];

t.test('every condition that the editor makes means something to the box', (t) => {
  for (const field of fields) {
    for (const operator of OPERATORS[FIELDS[field]]) {
      const { conditions } = toRules({ conditions: [withOperator(newCondition(field), operator)] });
      t.not(conditions[0]?.kind, 'never', `${field} ${operator}`);
    }
  }
  t.end();
});

t.test('so it does after any number of other operators', (t) => {
  const changes = fc
    .constantFrom(...fields)
    .chain((field) =>
      fc.tuple(fc.constant(field), fc.array(fc.constantFrom(...OPERATORS[FIELDS[field]]), { minLength: 1 })),
    );
  fc.assert(
    fc.property(changes, ([field, operators]) => {
      const condition = operators.reduce((before, operator) => withOperator(before, operator), newCondition(field));
      return (
        condition.operator === operators.at(-1) && toRules({ conditions: [condition] }).conditions[0]?.kind !== 'never'
      );
    }),
  );
  t.end();
});

t.test('what was typed stays where the next operator can use it', (t) => {
  const typed = { ...newCondition('artist'), value: 'Miles' };
  t.match(withOperator(typed, 'contains'), { operator: 'contains', value: 'Miles' });
  t.strictSame(withOperator(typed, 'is_empty'), { field: 'artist', operator: 'is_empty' });
  const year = { ...newCondition('year'), value: 1959 };
  t.strictSame(withOperator(year, 'between'), { field: 'year', operator: 'between', value: 1959, value2: 1959 });
  t.end();
});

t.test('a text that nobody has typed yet is no condition', (t) => {
  t.strictSame(usable({ conditions: [newCondition('artist'), newCondition('is_liked')] }).conditions, [
    { field: 'is_liked', operator: 'is', value: true },
  ]);
  t.end();
});

t.test('an operator that the editor does not offer is kept until another is chosen', (t) => {
  const operator: Operator = 'greater_than_or_equal';
  t.ok(operatorsOf({ field: 'play_count', operator, value: 3 }).includes(operator));
  t.equal(wants('play_count', operator), 'number');
  t.equal(operatorsOf(newCondition('artist')), OPERATORS.text);
  t.end();
});
