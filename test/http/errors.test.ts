import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import t from 'tap';
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  NoSpace,
  ServiceFailed,
  TimedOut,
  TooLarge,
  TooManyAttempts,
  Unauthorized,
  Unavailable,
  Unprocessable,
  Unreadable,
} from '../../src/errors.js';
import { answerProblem, problemOf } from '../../src/http/error-mapping.js';
import { BodyTooLarge, Locked, NotHealthy, RangeNotSatisfiable, UnknownVersion } from '../../src/http/refusals.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { problem, startRig } from './rig.js';

t.test('each error of the family has its status', async (t) => {
  const { player, sendUndescribed } = await startRig(t);
  for (const [error, status, title] of [
    [new InvalidInput('A_CODE', 'Words.'), 400, 'Bad Request'],
    [new Forbidden('A_CODE', 'Words.'), 403, 'Forbidden'],
    [new NotFound('A_CODE', 'Words.'), 404, 'Not Found'],
    [new Conflict('A_CODE', 'Words.'), 409, 'Conflict'],
    [new Unprocessable('A_CODE', 'Words.'), 422, 'Unprocessable Entity'],
    [new Unavailable('A_CODE', 'Words.'), 503, 'Service Unavailable'],
  ] as const) {
    player.failure = error;
    const answer = await sendUndescribed('PUT', '/player/next');
    t.equal(answer.status, status);
    t.equal(answer.headers['content-type'], 'application/problem+json');
    t.strictSame(answer.json, problem(status, title, 'A_CODE', 'Words.'));
  }
});

t.test('what a refusal says besides its words is told in the header', async (t) => {
  const { player, sendUndescribed } = await startRig(t);
  for (const [error, status, name, value] of [
    [new Unauthorized('A_CODE', 'Words.'), 401, 'www-authenticate', 'Tonearm-Pin'],
    [new UnknownVersion('1.0.0, 2.0.0'), 412, 'tus-version', '1.0.0, 2.0.0'],
    [new BodyTooLarge(2 ** 20), 413, 'etag', undefined],
    [new RangeNotSatisfiable(7), 416, 'content-range', 'bytes */7'],
    [new TooManyAttempts('A_CODE', 'Words.', 12), 429, 'retry-after', '12'],
    [new Conflict('A_CODE', 'Words.'), 409, 'allow', undefined],
  ] as const) {
    player.failure = error;
    const { headers, json, ...answer } = await sendUndescribed('PUT', '/player/next');
    t.equal(answer.status, status);
    t.equal(headers[name], value, name);
    t.match(json, { status, code: error.code, detail: error.message });
    const others = ['www-authenticate', 'tus-version', 'content-range', 'retry-after', 'allow'];
    for (const other of others) if (other !== name) t.equal(headers[other], undefined, `${status} ${other}`);
  }
});

t.test('the rest of the family has a status each', async (t) => {
  for (const [error, status] of [
    [new TooLarge('A_CODE', 'Words.'), 413],
    [new Locked('A_CODE', 'Words.'), 423],
    [new Unreadable('A_CODE', 'Words.'), 500],
    [new ServiceFailed('A_CODE', 'Words.'), 500],
    [new TimedOut('A_CODE', 'Words.'), 504],
    [new NoSpace('A_CODE', 'Words.'), 507],
  ] as const) {
    t.match(problemOf(error), { status, code: 'A_CODE', detail: 'Words.' }, error.name);
  }
});

t.test('an error of the family that is 500 is not logged as a fault of ours', async (t) => {
  const { player, logged, sendUndescribed } = await startRig(t);
  player.failure = new ServiceFailed('A_CODE', 'Words.');
  t.equal((await sendUndescribed('PUT', '/player/next')).status, 500);
  t.notMatch(logged.join('\n'), /request failed/);
});

t.test('a daemon that is not well names the parts that failed, and no other', async (t) => {
  const error = new NotHealthy([
    { name: 'audio', problem: 'no decoder is running' },
    { name: 'state', problem: undefined },
    { name: 'library', problem: 'locked' },
  ]);
  t.strictSame(
    problemOf(error),
    problem(
      ...([503, 'Service Unavailable', 'NOT_HEALTHY'] as const),
      'The daemon is not well: audio: no decoder is running; library: locked.',
      [
        { path: 'audio', message: 'no decoder is running' },
        { path: 'library', message: 'locked' },
      ],
    ),
  );
});

t.test('what the parser of a body refuses is said in our words', async (t) => {
  const thrown = (status: number, error = new Error('its own words')) => problemOf(Object.assign(error, { status }));
  t.match(thrown(400), { status: 400, code: 'BAD_REQUEST', detail: 'The request could not be read.' });
  t.match(thrown(400, new SyntaxError('x')), { status: 400, code: 'MALFORMED_JSON' });
  t.match(thrown(413, new SyntaxError('x')), { status: 413, code: 'BODY_TOO_LARGE' });
  t.match(thrown(415), { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', title: 'Unsupported Media Type' });
  t.match(thrown(418), { status: 500, code: 'INTERNAL_ERROR' });
  t.match(problemOf({ status: 413 }), { status: 500, code: 'INTERNAL_ERROR' });
});

t.test('a problem does not take over what was said of the answer that did not come about', (t) => {
  const request = new IncomingMessage(new Socket());
  const ctx = new Koa().createContext(request, new ServerResponse(request));
  ctx.set({ ETag: '"x"', 'Last-Modified': 'x', 'Cache-Control': 'max-age=60', 'Content-Length': '7', Vary: 'Origin' });
  answerProblem(ctx, new NotFound('A_CODE', 'Words.'), SILENT_LOG);
  const { etag, vary, ...headers } = ctx.response.headers;
  t.strictSame([etag, headers['last-modified'], headers['cache-control']], [undefined, undefined, undefined]);
  t.equal(Number(headers['content-length']), Buffer.byteLength(ctx.body as string));
  t.equal(vary, 'Origin');
  t.end();
});

t.test('an unknown error is 500, is logged, and tells nothing', async (t) => {
  const { player, logged, send } = await startRig(t);
  player.failure = new TypeError('secret at /home/someone');
  const answer = await send('PUT', '/player/next');
  t.equal(answer.status, 500);
  t.match(answer.json, { code: 'INTERNAL_ERROR', title: 'Internal Server Error' });
  t.notMatch(answer.text, /secret|TypeError|someone|fake-player/);
  t.match(logged.join('\n'), /request failed.*secret at \/home\/someone/);
});

t.test('whatever is thrown, the answer is a problem and the server lives on', async (t) => {
  const { player, send } = await startRig(t);
  for (const thrown of ['text', 7, null, { status: 200 }, Object.assign(new Error('x'), { status: 999 })]) {
    player.failure = thrown;
    t.equal((await send('GET', '/player/status')).status, 500);
  }
  t.equal((await send('GET', '/player/status')).status, 200);
});

t.test('an error cannot choose a status of success', async (t) => {
  t.equal(problemOf(Object.assign(new Error('x'), { status: 204 })).status, 500);
});

t.test('violations are listed only when there are some', async (t) => {
  t.strictSame(problemOf(new InvalidInput('A', 'B', [{ path: '/x', message: 'y' }])).errors, [
    { path: '/x', message: 'y' },
  ]);
  t.notOk('errors' in problemOf(new InvalidInput('A', 'B')));
});
