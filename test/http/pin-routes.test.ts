import Koa from 'koa';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { createDispatch } from '../../src/http/dispatch.js';
import { answerProblem } from '../../src/http/error-mapping.js';
import { route } from '../../src/http/route.js';
import { Pin } from '../../src/system/pin.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { problem, startRig } from './rig.js';

t.test('a PIN is set, changed and removed', async (t) => {
  const { send, logged } = await startRig(t);
  const put = async (body: object, headers = {}) => (await send('PUT', '/system/pin', { body, headers })).status;
  const isSet = async () => (await send('GET', '/system/pin')).json;
  t.strictSame(await isSet(), { set: false });
  t.equal(await put({ pin: 'first pin' }), 204);
  t.strictSame(await isSet(), { set: true });
  const without = await send('PUT', '/system/pin', { body: { pin: '' } });
  t.equal(without.status, 401);
  t.equal(without.headers['www-authenticate'], 'Tonearm-Pin');
  t.strictSame(
    without.json,
    problem(401, 'Unauthorized', 'PIN_REQUIRED', 'A PIN is set, and this needs it in the header Tonearm-Pin.'),
  );
  const wrong = await send('PUT', '/system/pin', { body: { pin: '', current: 'second' } });
  t.equal(wrong.status, 403);
  t.strictSame(wrong.json, problem(403, 'Forbidden', 'PIN_WRONG', 'This is not the PIN.'));
  t.equal(await put({ pin: 'second', current: 'first pin' }), 204);
  t.equal(await put({ pin: 'third one' }, { 'tonearm-pin': 'second' }), 204, 'the header does as well');
  t.equal(await put({ pin: '', current: 'third one' }), 204);
  t.strictSame(await isSet(), { set: false });
  t.notMatch(logged.join(), /first pin|second|third one/);
});

t.test('a PIN that no header could carry, or that is too short or too long, is 400', async (t) => {
  const { send } = await startRig(t);
  for (const pin of ['1', '123', 'x'.repeat(65), ' 123', '1234 ', 'päss', '12\n34', 1234, null]) {
    const { status, json } = await send('PUT', '/system/pin', { body: { pin } });
    t.equal(status, 400, JSON.stringify(pin));
    t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/pin' }] });
  }
  for (const pin of ['1234', 'x'.repeat(64), '~!" #']) {
    t.equal((await send('PUT', '/system/pin', { body: { pin } })).status, 204, pin);
    t.equal((await send('PUT', '/system/pin', { body: { pin: '', current: pin } })).status, 204, pin);
  }
});

t.test('the description says what needs it, and what happens without', async (t) => {
  const { send } = await startRig(t);
  const { paths, components } = (await send('GET', '/openapi.json')).json as {
    paths: Record<string, Record<string, { operationId: string; security?: object[]; responses: object }>>;
    components: { securitySchemes: unknown };
  };
  const guarded = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security }) => security !== undefined);
  t.strictSame(guarded.map(({ operationId }) => operationId).sort(), [
    ...[
      'continueUpload',
      'createUpload',
      'endUpload',
      'getBackup',
      'getDiagnostics',
      'reset',
      'restoreBackup',
      'setPower',
    ],
  ]);
  for (const { operationId, security, responses } of guarded) {
    t.strictSame(security, [{ pin: [] }, {}], operationId);
    t.match(responses, { 401: {}, 403: { description: /^The PIN is wrong/ }, 429: {}, 503: { description: /PIN/ } });
  }
  t.match(components.securitySchemes, { pin: { type: 'apiKey', in: 'header', name: 'Tonearm-Pin' } });
});

t.test('too many wrong ones are 429, and say how long to wait', async (t) => {
  const { send } = await startRig(t);
  await send('PUT', '/system/pin', { body: { pin: '1234' } });
  for (let time = 0; time < 5; time++) {
    t.equal((await send('PUT', '/system/pin', { body: { pin: '', current: 'wrong' } })).status, 403);
  }
  const { status, headers, json } = await send('PUT', '/system/pin', { body: { pin: '', current: '1234' } });
  t.equal(status, 429);
  t.match(headers['retry-after'], /^(2\d|30)$/);
  t.match(json, { title: 'Too Many Requests', code: 'TOO_MANY_TRIES' });
});

t.test('a protected route asks for it before it looks at anything else', async (t) => {
  const { state } = await libraryRig(t);
  const pin = new Pin({ state, log: SILENT_LOG });
  let asked = 0;
  const guarded = route({
    method: 'PUT',
    path: '/guarded/{id}',
    tag: 'Test',
    operationId: 'guarded',
    summary: 'Guarded',
    protected: true,
    body: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    answers: { 204: { description: 'Done.' } },
    handler(ctx) {
      asked += 1;
      ctx.status = 204;
    },
  });
  const app = new Koa();
  const dispatch = createDispatch([guarded], (given) => pin.require(given));
  app.use(async (ctx) => {
    try {
      await dispatch(ctx);
    } catch (error) {
      answerProblem(ctx, error, SILENT_LOG);
    }
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/guarded/1`;
  const put = async (body: string, headers: Record<string, string>) =>
    (await fetch(address, { method: 'PUT', body, headers: { 'content-type': 'application/json', ...headers } })).status;
  t.equal(await put('{"a":"b"}', {}), 204, 'nobody has set one');
  await pin.change('1234', undefined);
  t.equal(await put('no JSON at all', {}), 401);
  t.equal(await put('{"a":"b"}', { 'tonearm-pin': '4321' }), 403);
  t.equal(await put('{}', { 'tonearm-pin': '1234' }), 400);
  t.equal(asked, 1);
  t.equal(await put('{"a":"b"}', { 'tonearm-pin': '1234' }), 204);
  t.equal(asked, 2);
});
