/** The contract's rows of section 8 over HTTP, by name: smart playlists, their rules and those of the system. */
import t from 'tap';
import { SmartPlaylists } from '../../src/playlists/smart/smart-playlists.js';
import { MOST_BYTES } from '../../src/playlists/smart/smart-store.js';
import { recordId } from '../../src/library/ids.js';
import { SILENT_LOG } from '../fixtures/log.js';
import type { ShelfTrack } from '../library/shelf.js';
import { problem, startRig } from './rig.js';
import { ROOT, startShelf } from './shelf-rig.js';

const TRACKS: readonly ShelfTrack[] = ['a', 'b', 'c', 'd'].map((name, at) => ({
  ...{ name, title: name, artist: 'X', album: name, year: 1989 + at },
}));
const track = (name: string): string => recordId('track', `${ROOT}/${name}`);

const YEARS = {
  match_type: 'all',
  conditions: [{ field: 'year', operator: 'greater_than_or_equal', value: 1990, value2: null, unit: null }],
  limit: 2,
  sort_by: 'year',
  sort_order: 'ASC',
};
const NINETIES = { name: 'Nineties', rules: YEARS };
const UNKNOWN = 'There is no smart playlist with this id, or none that can be changed.';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly track_count: number;
}

t.test('POST /smart-playlists: 201, with every field', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  const before = Math.floor(Date.now() / 1000);
  const { status, json } = await send('POST', '/smart-playlists', { body: NINETIES });
  const { id, created_at: made } = json as { id: string; created_at: number };
  t.equal(status, 201);
  t.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.ok(made >= before && made <= Math.floor(Date.now() / 1000));
  t.strictSame(json, {
    ...{ id, name: 'Nineties', description: null, image: null, folder_id: null, is_system: false },
    ...{ rules: YEARS, track_count: 2, created_at: made, updated_at: made },
  });
  t.strictSame((await send('GET', `/smart-playlists/${id}`)).json, json);
});

t.test('rules on output have all five keys, and so have their conditions', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  const rules = { conditions: [{ field: 'genre', operator: 'is_empty', colour: 'x' }], colour: 'blue' };
  const { json } = await send('POST', '/smart-playlists', { body: { name: 'x', rules } });
  t.strictSame((json as { rules: unknown }).rules, {
    match_type: 'all',
    conditions: [{ field: 'genre', operator: 'is_empty', value: null, value2: null, unit: null }],
    ...{ limit: null, sort_by: null, sort_order: null },
  });
  const empty = await send('POST', '/smart-playlists', { body: { name: 'y', rules: { match_type: 'all' } } });
  t.match(empty.json, {
    rules: { match_type: 'all', conditions: [], limit: null, sort_by: null, sort_order: null },
    track_count: 4,
  });
});

t.test('required: name and rules; a mistake is named by its pointer', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  const own = (await send('POST', '/smart-playlists', { body: NINETIES })).json as Row;
  const one = { field: 'year', operator: 'is', value: 1 };
  const withOne = (condition: object): object => ({
    name: 'x',
    rules: { conditions: [one, { ...one, ...condition }] },
  });
  for (const [body, pointer] of [
    [{ rules: { match_type: 'all' } }, '/name'],
    [{ name: 'x' }, '/rules'],
    [{ name: '', rules: { match_type: 'all' } }, '/name'],
    [{ name: 'a\u0007b', rules: { match_type: 'all' } }, '/name'],
    [{ name: 'x'.repeat(251), rules: { match_type: 'all' } }, '/name'],
    [{ name: 1, rules: { match_type: 'all' } }, '/name'],
    [{ name: 'x', rules: { match_type: 'all' }, image: 1 }, '/image'],
    [{ name: 'x', rules: '{}' }, '/rules'],
    [{ name: 'x', rules: {} }, '/rules'],
    [{ name: 'x', rules: { operator: 'AND', rules: [], sort: {} } }, '/rules'],
    [{ name: 'x', rules: { match_type: 'ALL' } }, '/rules/match_type'],
    [{ name: 'x', rules: { limit: 1.5 } }, '/rules/limit'],
    [{ name: 'x', rules: { sort_by: 'colour' } }, '/rules/sort_by'],
    [{ name: 'x', rules: { conditions: Array.from({ length: 10_000 }, () => one) } }, '/rules/conditions'],
    [withOne({ field: 'colour' }), '/rules/conditions/1/field'],
    [withOne({ operator: '>' }), '/rules/conditions/1/operator'],
    [withOne({ operator: 'between' }), '/rules/conditions/1/value2'],
    [withOne({ value: 'many' }), '/rules/conditions/1/value'],
    [withOne({ value: null }), '/rules/conditions/1/value'],
    [withOne({ value: [1] }), '/rules/conditions/1/value'],
    [withOne({ unit: 'hours' }), '/rules/conditions/1/unit'],
    [withOne({ field: 'artist', value: 1 }), '/rules/conditions/1/value'],
    [withOne({ field: 'is_liked', value: 1 }), '/rules/conditions/1/value'],
    [withOne({ field: 'last_played', operator: 'in_last', value: '14' }), '/rules/conditions/1/value'],
  ] as const) {
    for (const [method, path] of [
      ['POST', '/smart-playlists'],
      ['PUT', `/smart-playlists/${own.id}`],
    ] as const) {
      const { status, json } = await send(method, path, { body });
      const { errors } = json as { errors: { path: string }[] };
      t.equal(status, 400, pointer);
      t.ok(
        errors.some(({ path }) => path === pointer),
        `${method} ${pointer}: ${JSON.stringify(errors)}`,
      );
    }
  }
  t.strictSame((await send('GET', `/smart-playlists/${own.id}`)).json, own, 'nothing is changed');
});

t.test('rules are bounded as a whole', async (t) => {
  const { send } = await startShelf(t);
  const long = { field: 'genre', operator: 'is', value: '夜'.repeat(250), value2: 'x'.repeat(250) };
  const rules = { conditions: Array.from({ length: 100 }, () => long) };
  const { json } = await send('POST', '/smart-playlists', { body: { name: 'x', rules } });
  t.match(json, { status: 400, code: 'INVALID_RULES', errors: [{ path: '/rules' }] });
});

t.test('GET /smart-playlists: system first, then by name', async (t) => {
  const { send, get } = await startShelf(t, TRACKS);
  for (const name of ['zebra', 'The Ark', 'mix 10', 'mix 9']) {
    await send('POST', '/smart-playlists', { body: { name, rules: { match_type: 'all' } } });
  }
  const names = ((await get('/smart-playlists')) as Row[]).map(({ name }) => name);
  t.strictSame(names.slice(13), ['The Ark', 'mix 9', 'mix 10', 'zebra']);
  t.strictSame(names.slice(0, 13), names.slice(0, 13).toSorted());
});

t.test('track_count is evaluated at request time, after the limit', async (t) => {
  const shelf = await startShelf(t, TRACKS);
  const liked = { conditions: [{ field: 'is_liked', operator: 'is' }], limit: 2 };
  const { id } = (await shelf.send('POST', '/smart-playlists', { body: { name: 'x', rules: liked } })).json as Row;
  const count = async (): Promise<number> => {
    const listed = ((await shelf.get('/smart-playlists')) as Row[]).find((row) => row.id === id);
    const one = (await shelf.get(`/smart-playlists/${id}`)) as Row;
    t.equal(listed?.track_count, one.track_count);
    return one.track_count;
  };
  t.equal(await count(), 0);
  for (const [name, expected] of [
    ['a', 1],
    ['b', 2],
    ['c', 2],
  ] as const) {
    await shelf.send('PUT', `/tracks/${track(name)}/like`);
    t.equal(await count(), expected, name);
  }
  await shelf.pull(true);
  t.equal(await count(), 0, 'what is away does not count');
});

t.test('PUT is a full replace: 204; what is left out becomes null', async (t) => {
  const { send, get } = await startShelf(t, TRACKS);
  const texts = { description: 'Two\nlines', image: 'x.jpg', folder_id: 'f' };
  const { id } = (await send('POST', '/smart-playlists', { body: { ...NINETIES, ...texts } })).json as Row;
  t.match(await get(`/smart-playlists/${id}`), texts);
  t.equal(
    (await send('PUT', `/smart-playlists/${id}`, { body: { name: 'All', rules: { match_type: 'all' } } })).status,
    204,
  );
  t.match(await get(`/smart-playlists/${id}`), {
    ...{ id, name: 'All', description: null, image: null, folder_id: null, track_count: 4 },
    rules: { conditions: [], limit: null },
  });
});

t.test('PUT and DELETE on a system playlist or an unknown id: 404', async (t) => {
  const { send, get } = await startShelf(t, TRACKS);
  const before = await get('/smart-playlists');
  for (const id of ['sys_most_played', 'none', '%00']) {
    for (const [method, sending] of [
      ['PUT', { body: NINETIES }],
      ['DELETE', {}],
    ] as const) {
      const { json } = await send(method, `/smart-playlists/${id}`, sending);
      t.strictSame(json, problem(404, 'Not Found', 'UNKNOWN_ID', UNKNOWN), `${method} ${id}`);
    }
  }
  t.strictSame(await get('/smart-playlists'), before);
});

t.test('DELETE: 204, and it is gone', async (t) => {
  const { send } = await startShelf(t);
  const { id } = (await send('POST', '/smart-playlists', { body: NINETIES })).json as Row;
  t.equal((await send('DELETE', `/smart-playlists/${id}`)).status, 204);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/tracks'],
    ['POST', '/play'],
  ] as const) {
    t.equal((await send(method, `/smart-playlists/${id}${path}`)).status, 404, `${method} ${path}`);
  }
});

t.test('GET …/tracks: 200 Track[] in the order of the rules, with limit, offset and ETag', async (t) => {
  const { send, titlesOf } = await startShelf(t, TRACKS);
  const { id } = (await send('POST', '/smart-playlists', { body: NINETIES })).json as Row;
  const path = `/smart-playlists/${id}/tracks`;
  t.strictSame(await titlesOf(path), ['b', 'c']);
  t.strictSame(await titlesOf(`${path}?limit=1&offset=1`), ['c']);
  t.strictSame((await send('GET', path)).json, [
    (await send('GET', `/tracks/${track('b')}`)).json,
    (await send('GET', `/tracks/${track('c')}`)).json,
  ]);
  const { etag = '' } = (await send('GET', path)).headers;
  t.equal((await send('GET', path, { headers: { 'if-none-match': etag } })).status, 304);
  await send('PUT', `/smart-playlists/${id}`, { body: { ...NINETIES, rules: { ...YEARS, sort_order: 'DESC' } } });
  t.equal((await send('GET', path, { headers: { 'if-none-match': etag } })).status, 200);
});

t.test('the ETag is another one when somebody listened, and only where that matters', async (t) => {
  const { send } = await startShelf(t, TRACKS);
  const tagOf = async (id: string): Promise<unknown> =>
    (await send('GET', `/smart-playlists/${id}/tracks`)).headers.etag;
  const [most, nineties] = [await tagOf('sys_most_played'), await tagOf('sys_90s_mix')];
  await send('POST', `/track-stats/${track('a')}/played`);
  t.not(await tagOf('sys_most_played'), most);
  t.equal(await tagOf('sys_90s_mix'), nineties);
});

t.test('a random order is the same all day, for pages and for play, and another one for another seed', async (t) => {
  const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
  const shelf = await startShelf(
    t,
    names.map((name) => ({ name, title: name, year: 1995 })),
  );
  const path = '/smart-playlists/sys_90s_mix/tracks';
  const all = await shelf.titlesOf(path);
  t.equal(all.length, 50);
  t.strictSame([...(await shelf.titlesOf(`${path}?limit=20`)), ...(await shelf.titlesOf(`${path}?offset=20`))], all);
  t.notSame(await shelf.titlesOf(`${path}?seed=x`), all);
  t.strictSame(await shelf.titlesOf(`${path}?seed=x`), await shelf.titlesOf(`${path}?seed=x`));
  await shelf.send('POST', '/smart-playlists/sys_90s_mix/play');
  t.strictSame(
    shelf.player.entries.map(({ location }) => location.slice(ROOT.length + 1)),
    all,
  );
  let today = new Date(2026, 10, 22, 23, 59);
  const { state, library, playlistEvents } = shelf;
  const dated = new SmartPlaylists({ state, library, revision: playlistEvents, log: SILENT_LOG, now: () => today });
  const before = await dated.tracksOf('sys_90s_mix', '');
  t.strictSame(await dated.tracksOf('sys_90s_mix', ''), before);
  today = new Date(2026, 10, 23, 0, 1);
  t.notSame(await dated.tracksOf('sys_90s_mix', ''), before, 'drawn anew at midnight');
});

t.test('POST …/play: 204, replaces the queue and starts it at 0', async (t) => {
  const { send, player } = await startShelf(t, TRACKS);
  const { id } = (await send('POST', '/smart-playlists', { body: NINETIES })).json as Row;
  t.equal((await send('POST', `/smart-playlists/${id}/play`)).status, 204);
  t.strictSame(player.commands, [
    ['replaceQueue', [`${ROOT}/b`, `${ROOT}/c`]],
    ['startAt', 0, 0, 0],
  ]);
});

t.test('POST …/play: 404 for an unknown id, 422 when nothing matches, and the queue stays', async (t) => {
  const { send, player } = await startShelf(t, TRACKS);
  t.equal((await send('POST', '/smart-playlists/none/play')).status, 404);
  t.match((await send('POST', '/smart-playlists/sys_most_played/play')).json, { status: 422, code: 'NOTHING_TO_PLAY' });
  t.strictSame(player.commands, []);
});

t.test('POST …/play takes as many tracks as the queue holds', async (t) => {
  const { send, write, player } = await startShelf(t, TRACKS);
  await write((sql) => {
    const columns = (sql.pragma('table_info(track)') as { name: string }[]).map(({ name }) => name).join(', ');
    const others = columns.replace(/\b(key|id|location|sort_key)\b, /g, '');
    sql.exec(`WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more LIMIT 10200)
      INSERT INTO track (id, location, sort_key, ${others})
      SELECT 'x' || n, '/music/x' || n, printf('%06d', n), ${others} FROM more JOIN track ON title = 'a'`);
  });
  const { id, track_count: count } = (
    await send('POST', '/smart-playlists', { body: { name: 'x', rules: { match_type: 'all' } } })
  ).json as Row;
  t.equal(count, 10_204);
  t.equal((await send('POST', `/smart-playlists/${id}/play`)).status, 204);
  t.equal(player.entries.length, 10_000);
});

t.test('POST /smart-playlists/preview: the tracks, and nothing is saved', async (t) => {
  const { send, get } = await startShelf(t, TRACKS);
  const before = await get('/smart-playlists');
  const titles = async (query: string): Promise<unknown[]> =>
    ((await send('POST', `/smart-playlists/preview${query}`, { body: YEARS })).json as { title: string }[]).map(
      ({ title }) => title,
    );
  t.strictSame(await titles(''), ['b', 'c']);
  t.strictSame(await titles('?limit=1&offset=1'), ['c']);
  t.match((await send('POST', '/smart-playlists/preview', { body: { sort_by: 'x' } })).json, {
    status: 400,
    errors: [{ path: '/sort_by' }],
  });
  t.strictSame(await get('/smart-playlists'), before);
});

t.test('a fixed segment is reserved for every method', async (t) => {
  const { send } = await startShelf(t);
  for (const method of ['GET', 'PUT', 'DELETE']) t.equal((await send(method, '/smart-playlists/preview')).status, 405);
});

t.test('smart playlists are kept over a restart, and bounded in number', async (t) => {
  const { send, state, library, playlistEvents } = await startShelf(t, TRACKS);
  await send('POST', '/smart-playlists', { body: NINETIES });
  const before = (await send('GET', '/smart-playlists')).json;
  const smartPlaylists = new SmartPlaylists({ state, library, revision: playlistEvents, log: SILENT_LOG });
  const restarted = await startRig(t, { library, smartPlaylists });
  t.strictSame((await restarted.send('GET', '/smart-playlists')).json, before);
  await state.write((sql) => {
    for (let at = 0; at < 499; at++) {
      sql.prepare("INSERT INTO smart_playlist VALUES (?, 'x', NULL, NULL, NULL, '{}', 1, 1)").run(String(at));
    }
  });
  t.match((await send('POST', '/smart-playlists', { body: NINETIES })).json, {
    status: 409,
    code: 'TOO_MANY_SMART_PLAYLISTS',
  });
});

t.test('what stands in all of them together is bounded: the list shows it all at once', async (t) => {
  const { send } = await startShelf(t);
  const condition = { field: 'artist', operator: 'contains', value: 'é'.repeat(250) };
  const long = { name: 'long', rules: { conditions: Array<typeof condition>(90).fill(condition) } };
  const small = (await send('POST', '/smart-playlists', { body: NINETIES })).json as Row;
  const made: string[] = [];
  let refused = await send('POST', '/smart-playlists', { body: long });
  for (; refused.status === 201; refused = await send('POST', '/smart-playlists', { body: long })) {
    made.push((refused.json as Row).id);
  }
  t.match(refused.json, { status: 409, code: 'SMART_PLAYLISTS_TOO_LONG' });
  t.match((await send('PUT', `/smart-playlists/${small.id}`, { body: long })).json, {
    status: 409,
    code: 'SMART_PLAYLISTS_TOO_LONG',
  });
  t.strictSame((await send('GET', `/smart-playlists/${small.id}`)).json, small, 'it is what it was');
  const all = JSON.stringify((await send('GET', '/smart-playlists')).json);
  t.ok(Buffer.byteLength(all) < 1.1 * MOST_BYTES, `${Buffer.byteLength(all)} bytes`);
  await send('DELETE', `/smart-playlists/${made[0] ?? ''}`);
  t.equal((await send('POST', '/smart-playlists', { body: long })).status, 201, 'there is room again');
});

t.test('who follows the events is told of every change', async (t) => {
  const { send, playlistEvents } = await startShelf(t);
  let reported = 0;
  playlistEvents.subscribe(() => (reported += 1));
  const { id } = (await send('POST', '/smart-playlists', { body: NINETIES })).json as Row;
  t.equal(reported, 1);
  await send('PUT', `/smart-playlists/${id}`, { body: NINETIES });
  t.equal(reported, 2);
  await send('DELETE', `/smart-playlists/${id}`);
  t.equal(reported, 3);
});

const DAYS = (value: number, operator = 'in_last') => ({ operator, value, value2: null, unit: 'days' });
const NUMBER = (field: string, operator: string, value: number) => ({
  field,
  operator,
  value,
  value2: null,
  unit: null,
});
const PLAYED = (operator: string, value: number) => NUMBER('play_count', operator, value);

for (const [id, name, conditions, limit, sort_by, sort_order, match_type = 'all'] of [
  ['sys_recently_added', 'Recently Added', [], 50, 'date_added', 'DESC'],
  ['sys_recently_played', 'Recently Played', [{ field: 'last_played', ...DAYS(14) }], 50, 'last_played', 'DESC'],
  [
    ...['sys_rarely_played', 'Rarely Played'],
    ...[[PLAYED('greater_than', 0), PLAYED('less_than', 3)], 50, 'play_count', 'ASC'],
  ],
  ['sys_most_played', 'Most Played', [PLAYED('greater_than', 0)], 50, 'play_count', 'DESC'],
  [
    ...['sys_forgotten_favorites', 'Forgotten Favorites'],
    [PLAYED('greater_than', 10), { field: 'last_played', ...DAYS(180, 'not_in_last') }],
    ...[50, 'last_played', 'ASC'],
  ],
  [
    ...['sys_new_favorites', 'New Favorites'],
    [PLAYED('greater_than', 5), { field: 'date_added', ...DAYS(90) }],
    ...[30, 'play_count', 'DESC'],
  ],
  [
    ...['sys_old_but_gold', 'Old But Gold'],
    [NUMBER('year', 'less_than', 2000), PLAYED('greater_than', 5)],
    ...[50, 'play_count', 'DESC'],
  ],
  [
    ...['sys_90s_mix', '90s Mix'],
    [NUMBER('year', 'greater_than_or_equal', 1990), NUMBER('year', 'less_than_or_equal', 1999)],
    ...[50, 'random', 'DESC'],
  ],
  ['sys_discovery_queue', 'Discovery Queue', [PLAYED('equals', 0)], 50, 'date_added', 'DESC'],
  [
    ...['sys_rediscover', 'Rediscover'],
    [PLAYED('greater_than', 0), { field: 'last_played', ...DAYS(90, 'not_in_last') }],
    ...[50, 'random', 'DESC'],
  ],
  [
    ...['sys_skipped_too_often', 'Skipped Too Often'],
    ...[[NUMBER('skip_count', 'greater_than', 3)], 50, 'skip_count', 'DESC'],
  ],
  [
    ...['sys_loved_rarely_played', 'Loved But Rarely Played'],
    [{ field: 'is_liked', operator: 'is', value: true, value2: null, unit: null }, PLAYED('less_than', 5)],
    ...[50, 'date_added', 'DESC'],
  ],
  [
    ...['sys_smart_daily_mix', 'Smart Daily Mix'],
    [{ field: 'last_played', ...DAYS(30) }, PLAYED('equals', 0), PLAYED('greater_than', 10)],
    ...[25, 'random', 'DESC', 'any'],
  ],
] as [string, string, unknown[], number, string, string, string?][]) {
  t.test(`the system smart playlists: ${id}`, async (t) => {
    const { json } = await (await startShelf(t)).send('GET', `/smart-playlists/${id}`);
    const { description, created_at: made } = json as { description: string; created_at: number };
    t.ok(description.length > 0 && !description.includes('\n'));
    t.ok(made > 1_700_000_000, 'made with the database');
    t.strictSame(json, {
      ...{ id, name, description, image: null, folder_id: null, is_system: true },
      rules: { match_type, conditions, limit, sort_by, sort_order },
      ...{ track_count: 0, created_at: made, updated_at: made },
    });
  });
}
