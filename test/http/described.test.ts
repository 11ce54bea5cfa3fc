/** What every other test of this room relies on: an answer that is not as described does not pass unnoticed. */
import t from 'tap';
import { Described, description } from './described.js';
import { problem, startRig } from './rig.js';

const described = new Described();
const JSON_TYPE = 'application/json; charset=utf-8';
const GENRE = { id: 'c1', name: 'Jazz', track_count: 3 };

/** What lists and pictures carry. */
const VALIDATORS = { etag: '"1"', 'cache-control': 'no-cache' };

function headersOf(target: string, status: number): object {
  if (status >= 400 || !/^.(genres(\?|$)|covers)/.test(target)) return {};
  return status === 200 && target.startsWith('/genres') ? { ...VALIDATORS, 'x-total-count': '1' } : VALIDATORS;
}

function mistakeOf(
  method: string,
  target: string,
  status: number,
  body: unknown,
  type = JSON_TYPE,
  headers: object = headersOf(target, status),
): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return described.mistake(method, target, { status, headers: { 'content-type': type, ...headers }, text }) ?? 'none';
}

t.test('the description is that of the daemon', async (t) => {
  const { send } = await startRig(t);
  t.strictSame((await send('GET', '/openapi.json')).json, description());
});

t.test('an answer as described passes', async (t) => {
  const unknown = problem(404, 'Not Found', 'UNKNOWN_ID', 'There is no genre with this id.');
  t.equal(mistakeOf('GET', '/genres', 200, [GENRE]), 'none');
  t.equal(mistakeOf('GET', '/genres?limit=1', 200, []), 'none');
  t.equal(mistakeOf('GET', '/genres/c1', 200, GENRE), 'none');
  t.equal(mistakeOf('GET', '/genres', 304, ''), 'none');
  t.equal(mistakeOf('GET', '/genres/c1', 404, unknown, 'application/problem+json'), 'none');
  t.equal(mistakeOf('GET', '/nothing', 404, unknown, 'application/problem+json'), 'none');
  t.equal(mistakeOf('PUT', '/scan-library', 200, '0', 'text/plain; charset=utf-8'), 'none');
  t.equal(mistakeOf('GET', '/covers/x.jpg', 200, 'bytes', 'image/png'), 'none');
  t.equal(mistakeOf('HEAD', '/genres', 200, ''), 'none');
});

t.test('an answer that is not as described is told, with the place', async (t) => {
  const refusal = problem(404, 'Not Found', 'UNKNOWN_ID', 'Words.');
  for (const [words, ...answer] of [
    ['not among the answers', 'GET', '/genres', 201, []],
    ['not among the answers', 'GET', '/genres', 404, refusal, 'application/problem+json'],
    ['not of its schema', 'GET', '/genres', 200, {}],
    ['not of its schema', 'GET', '/genres', 200, [{ ...GENRE, colour: 'blue' }]],
    ['not of its schema', 'GET', '/genres/c1', 200, { id: 'c1', name: 'Jazz' }],
    ['not of its schema', 'GET', '/genres/c1', 200, { ...GENRE, track_count: -1 }],
    ['of the type "text/html"', 'GET', '/genres', 200, [], 'text/html'],
    ['of the type "application/json"', 'GET', '/genres/c1', 404, refusal],
    ['not of its schema', 'GET', '/genres/c1', 404, { status: 404 }, 'application/problem+json'],
    ['names another status', 'GET', '/genres/c1', 500, refusal, 'application/problem+json'],
    ['has a body', 'GET', '/genres', 304, []],
    ['has a body', 'HEAD', '/genres', 200, []],
    ['not of its schema', 'PUT', '/scan-library', 200, '1', 'text/plain'],
    ['lacks the header etag', 'GET', '/genres', 200, [], JSON_TYPE, { 'cache-control': 'no-cache' }],
    ['header allow, which is not', 'GET', '/genres/c1', 200, GENRE, JSON_TYPE, { allow: 'GET' }],
    ['of the type "text/plain"', 'GET', '/covers/x.jpg', 200, 'bytes', 'text/plain'],
    ['is no answer to what is not described', 'GET', '/nothing', 200, []],
    ['of the type "application/json"', 'GET', '/nothing', 404, refusal],
    ['does not say what is allowed', 'GET', '/albums/filter', 405, refusal, 'application/problem+json'],
  ] as const) {
    const [method, target, status, body, type, headers] = answer;
    t.match(mistakeOf(method, target, status, body, type, headers), words, `${method} ${target} ${status}`);
  }
});

t.test('an event of the stream that is not as described is told', async (t) => {
  const position = { elapsed: 0, at: 7 };
  t.equal(described.eventMistake('position', position), undefined);
  t.equal(described.eventMistake('volume', null), undefined);
  for (const [words, event, data] of [
    ['not of its schema', 'position', { elapsed: 0 }],
    ['not of its schema', 'position', { ...position, rate: 1 }],
    ['not of its schema', 'sleep_timer', null],
    ['not of its schema', 'snapshot', { position }],
    ['not among the events', 'tempo', position],
  ] as const) {
    t.match(described.eventMistake(event, data), words, event);
  }
});
