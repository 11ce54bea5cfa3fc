/** Rules with every member. */
import t from 'tap';
import { inFull } from '../../../src/playlists/smart/full-criteria.js';

t.test('what rules do not say is null, and all conditions must hold', async (t) => {
  const nothing = { match_type: 'all', conditions: [], limit: null, sort_by: null, sort_order: null };
  t.strictSame(inFull({}), nothing);
  const condition = { field: 'play_count', operator: 'is_empty' } as const;
  t.strictSame(inFull({ conditions: [condition] }), {
    ...nothing,
    conditions: [{ ...condition, value: null, value2: null, unit: null }],
  });
});

t.test('what rules say stays, also where it is nothing or false', async (t) => {
  const said = {
    ...{ match_type: 'any', limit: 0, sort_by: 'title', sort_order: 'desc' },
    conditions: [
      { field: 'play_count', operator: 'between', value: 0, value2: 5, unit: null },
      { field: 'liked', operator: 'is', value: false, value2: null, unit: null },
      { field: 'last_played', operator: 'in_last', value: 2, value2: null, unit: 'days' },
    ],
  };
  t.strictSame(inFull(said as Parameters<typeof inFull>[0]), said);
});
