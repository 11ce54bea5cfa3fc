import t from 'tap';
import {
  Conflict,
  Forbidden,
  InvalidInput,
  NotFound,
  NotImplemented,
  Unavailable,
  Unprocessable,
} from '../../src/errors.js';
import { problemOf } from '../../src/http/error-mapping.js';
import { problem, startRig } from './rig.js';

t.test('each error of the family has its status', async (t) => {
  const { player, sendUndescribed } = await startRig(t);
  for (const [error, status, title] of [
    [new InvalidInput('A_CODE', 'Words.'), 400, 'Bad Request'],
    [new Forbidden('A_CODE', 'Words.'), 403, 'Forbidden'],
    [new NotFound('A_CODE', 'Words.'), 404, 'Not Found'],
    [new Conflict('A_CODE', 'Words.'), 409, 'Conflict'],
    [new Unprocessable('A_CODE', 'Words.'), 422, 'Unprocessable Entity'],
    [new NotImplemented('A_CODE', 'Words.'), 501, 'Not Implemented'],
    [new Unavailable('A_CODE', 'Words.'), 503, 'Service Unavailable'],
  ] as const) {
    player.failure = error;
    const answer = await sendUndescribed('PUT', '/player/next');
    t.equal(answer.status, status);
    t.equal(answer.headers['content-type'], 'application/problem+json');
    t.strictSame(answer.json, problem(status, title, 'A_CODE', 'Words.'));
  }
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
