import t from 'tap';
import { startShelf } from './shelf-rig.js';

const TRACKS = [
  { name: '1', title: 'Old', artist: 'A', album: 'Past', year: 1970 },
  { name: '2', title: 'New', artist: 'B', album: 'Now', year: 2020 },
  { name: '3', title: 'Newer', artist: 'B', album: 'Then', year: 2021 },
];
const SINCE_2000 = {
  match_type: 'all',
  conditions: [{ field: 'year', operator: 'greater_than_or_equal', value: 2000, value2: null, unit: null }],
  limit: null,
  sort_by: 'year',
  sort_order: 'ASC',
};

t.test('a filter answers the albums or the artists of what matches', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  for (const [path, expected] of [
    ['/albums/filter', [{ title: 'Now' }, { title: 'Then' }]],
    ['/artists/filter', [{ name: 'B' }]],
  ] as const) {
    const { status, json } = await send('POST', path, { body: SINCE_2000 });
    t.equal(status, 200);
    t.match(json, expected);
    t.equal((json as unknown[]).length, expected.length);
  }
});

t.test('rules without conditions match everything; an object that is no rules is refused', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  for (const body of [{ conditions: [] }, { match_type: 'any' }, { limit: null }])
    t.equal(((await send('POST', '/albums/filter', { body })).json as unknown[]).length, 3, JSON.stringify(body));
  for (const body of [{}, { rules: [] }, { operator: 'AND', sort: { field: 'year' } }]) {
    const { status, json } = await send('POST', '/albums/filter', { body });
    t.equal(status, 400);
    const message = 'must have at least one of match_type, conditions, limit, sort_by, sort_order';
    t.match(json, {
      code: 'INVALID_RULES',
      detail: `The rules cannot be followed: ${message}`,
      errors: [{ path: '', message }],
    });
  }
});

t.test('a mistake in the rules is named by its pointer', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  const one = { field: 'year', operator: 'is', value: 1 };
  for (const [body, pointer] of [
    [{ match_type: 'some' }, '/match_type'],
    [{ conditions: {} }, '/conditions'],
    [{ conditions: [one, { ...one, field: 'colour' }] }, '/conditions/1/field'],
    [{ conditions: [{ ...one, operator: '=' }] }, '/conditions/0/operator'],
    [{ conditions: [{ field: 'year' }] }, '/conditions/0/operator'],
    [{ conditions: [{ ...one, value: '1' }] }, '/conditions/0/value'],
    [{ conditions: [{ ...one, operator: 'between' }] }, '/conditions/0/value2'],
    [{ conditions: [{ field: 'genre', operator: 'is', value: 1 }] }, '/conditions/0/value'],
    [{ conditions: [{ field: 'is_liked', operator: 'is', value: 'yes' }] }, '/conditions/0/value'],
    [{ conditions: [{ field: 'play_count', operator: 'is', value: {} }] }, '/conditions/0/value'],
    [{ conditions: [{ field: 'last_played', operator: 'in_last' }] }, '/conditions/0/value'],
    [{ conditions: [{ field: 'last_played', operator: 'in_last', value: 1, unit: 'hours' }] }, '/conditions/0/unit'],
    [{ conditions: [{ field: 'genre', operator: 'is', value: 'x'.repeat(251) }] }, '/conditions/0/value'],
    [{ conditions: Array.from({ length: 101 }, () => one) }, '/conditions'],
    [{ limit: -1 }, '/limit'],
    [{ sort_by: 'skipped' }, '/sort_by'],
    [{ sort_order: 'asc' }, '/sort_order'],
  ] as const) {
    const { status, json } = await send('POST', '/albums/filter', { body });
    t.equal(status, 400, JSON.stringify(body).slice(0, 80));
    t.ok(
      (json as { errors: { path: string }[] }).errors.some(({ path }) => path === pointer),
      pointer,
    );
  }
});

t.test('a filter is no album', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  t.equal((await send('GET', '/albums/filter')).status, 405);
  t.equal(
    (await send('POST', '/artists/filter', { body: 'x=1', headers: { 'content-type': 'text/plain' } })).status,
    415,
  );
});
