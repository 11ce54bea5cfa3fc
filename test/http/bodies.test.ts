import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { BODY_LIMIT } from '../../src/http/body.js';
import { until } from '../dbus/private-bus.js';
import { startRig } from './rig.js';

const volume = (body: unknown, headers: Record<string, string> = {}) => ({ body, headers });

t.test('JSON must say so', async (t) => {
  const { send } = await startRig(t);
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
    'application/jsonp',
    `application/json${' '.repeat(10_000)}x`,
    'application/json; charset=utf-8; charset=utf-8; charset=utf-8',
  ];
  for (const type of [...types, 'application/vnd.api+json', 'application/json; charset=utf-16']) {
    const { status, json } = await send('PUT', '/player/volume', volume('{"steps":1}', { 'content-type': type }));
    t.equal(status, 415, type);
    t.match(json, { code: 'UNSUPPORTED_MEDIA_TYPE', title: 'Unsupported Media Type' });
  }
  t.equal((await send('PUT', '/player/volume')).status, 415, 'no body at all');
});

t.test('JSON may say its charset', async (t) => {
  const { send } = await startRig(t);
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json ; charset=utf-8 ;',
  ]) {
    t.equal((await send('PUT', '/player/volume', volume('{"steps":1}', { 'content-type': type }))).status, 200, type);
  }
});

t.test('malformed JSON is 400', async (t) => {
  const { send } = await startRig(t);
  for (const body of ['{', '{"steps":1', '{steps:1}', 'NaN', '{"steps":NaN}', ' ', '\u0000', '{"steps":1}x']) {
    const { status, json } = await send('PUT', '/player/volume', volume(body));
    t.equal(status, 400, body);
    t.match(json, { code: 'MALFORMED_JSON', detail: 'The body is not valid JSON.' }, body);
  }
});

t.test('JSON of another shape is 400 and points at the mistake', async (t) => {
  const { send } = await startRig(t);
  for (const body of ['1', '"x"', 'null', 'true', '[]', '']) {
    const { status, json } = await send('PUT', '/player/volume', volume(body));
    t.equal(status, 400, body);
    t.match(json, { code: 'INVALID_BODY', errors: [{ path: '' }] }, body);
  }
});

t.test('unknown keys are ignored, __proto__ among them', async (t) => {
  const { send } = await startRig(t);
  const body = '{"steps":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  t.equal((await send('PUT', '/player/volume', volume(body))).status, 200);
  t.equal((await send('PUT', '/player/volume', volume('{"__proto__":{"steps":1}}'))).status, 400);
  t.equal(({} as Record<string, unknown>)['polluted'], undefined);
});

t.test('a body above 2 MiB is 413, one below is read', async (t) => {
  const { send } = await startRig(t);
  const body = (size: number) => `{"steps":1,"x":"${'x'.repeat(size - 18)}"}`;
  const limit = 2 * 1024 * 1024;
  t.equal(body(limit).length, limit);
  t.equal((await send('PUT', '/player/volume', volume(body(limit)))).status, 200);
  const { status, json } = await send('PUT', '/player/volume', volume(body(limit + 1)));
  t.equal(status, 413);
  t.match(json, { code: 'BODY_TOO_LARGE', detail: 'The body is larger than 2 MiB.' });
  t.equal((await send('GET', '/version')).status, 200);
});

t.test(
  'large bodies are read only so many at a time, so that they cannot fill the memory; small ones always are',
  async (t) => {
    const { send, port } = await startRig(t);
    const text = JSON.stringify({ steps: 1, x: 'x'.repeat(70_000) });
    const head = `PUT /player/volume HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
    const slow = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'));
    for (const socket of slow) {
      socket.on('error', () => undefined);
      t.teardown(() => socket.destroy());
      socket.write(head + text.slice(0, 100));
    }
    const large = async () => await send('PUT', '/player/volume', volume(text));
    let answer = await large();
    for (let rounds = 0; answer.status !== 503 && rounds < 500; rounds++) answer = await large();
    t.match(answer, { status: 503, json: { code: 'TOO_MANY_BODIES' } });
    t.equal((await send('PUT', '/player/volume', volume({ steps: 1 }))).status, 200);
    slow[0]?.write(text.slice(100));
    await once(slow[0]!, 'data');
    slow[1]?.destroy();
    for (let rounds = 0; answer.status !== 200 && rounds < 500; rounds++) answer = await large();
    t.equal(answer.status, 200, 'there is room again');
  },
);

t.test('a compressed body is refused', async (t) => {
  const { send } = await startRig(t);
  const headers = { 'content-encoding': 'gzip' };
  const { status, json } = await send('PUT', '/player/volume', volume(gzipSync('{"steps":1}'), headers));
  t.equal(status, 415);
  t.match(json, { code: 'UNSUPPORTED_ENCODING' });
});

t.test('deep nesting is only another wrong shape', async (t) => {
  const { send } = await startRig(t);
  const body = `${'['.repeat(99_000)}${']'.repeat(99_000)}`;
  t.equal((await send('PUT', '/player/volume', volume(body))).status, 400);
  t.equal((await send('PUT', '/player/volume', volume(`{"steps":1,"x":${body}}`))).status, 200);
});

t.test('a body where none is expected is ignored', async (t) => {
  const { send } = await startRig(t);
  t.equal((await send('PUT', '/player/pause', volume('x', { 'content-type': 'text/plain' }))).status, 200);
});

t.test(
  'a body of more values than any needs is refused before it is parsed, whatever stands in its texts',
  async (t) => {
    const { send } = await startRig(t);
    const refused = await send('POST', '/playlists', { body: `{"tracks":[${'[],'.repeat(600_000)}[]]}` });
    t.match(refused, { status: 400, json: { code: 'INVALID_BODY', detail: 'The body has more than 100000 values.' } });
    const commas = JSON.stringify({ steps: 1, x: '\\",'.repeat(300_000) });
    t.equal((await send('PUT', '/player/volume', { body: commas })).status, 200);
    t.equal((await send('PUT', '/player/volume', { body: { steps: 1 } })).status, 200);
  },
);

t.test('entries are counted by their brackets too', async (t) => {
  const { send } = await startRig(t);
  for (const bracket of ['[', '{"":']) {
    const refused = await send('PUT', '/player/volume', volume(bracket.repeat(100_000)));
    t.match(refused, { status: 400, json: { detail: 'The body has more than 100000 values.' } }, bracket);
  }
});

const CHUNKED = 'PUT /player/volume HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

/** A connection that reads nothing until all is sent, and what comes back first. */
async function sent(t: Test, port: number, pieces: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.teardown(() => socket.destroy());
  for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

t.test('a body with too many values and too many bytes in one piece is refused, and ends nothing', async (t) => {
  const { port, send } = await startRig(t);
  const head = `[${','.repeat(99_998)}`.padEnd(BODY_LIMIT - 10);
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  t.teardown(() => socket.destroy());
  let serving: Socket | undefined;
  const note = (message: unknown) => void ({ socket: serving } = message as { socket: Socket });
  subscribe('http.server.request.start', note);
  t.teardown(() => unsubscribe('http.server.request.start', note));
  socket.write(`${CHUNKED}Transfer-Encoding: chunked\r\n\r\n${chunk(head)}`);
  await until('the server has read it', () => (serving?.bytesRead ?? 0) > BODY_LIMIT);
  socket.write(chunk(',,,,,'.padEnd(25)));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  t.match(answer.toString(), /^HTTP\/1.1 413 /);
  t.equal((await send('GET', '/version')).status, 200);
});

t.test('who sends all of a body that is too large before reading gets the answer', async (t) => {
  const { port } = await startRig(t);
  // More than the kernel takes for a server that reads nothing.
  const text = 'x'.repeat(32 * 1024 * 1024);
  t.match(await sent(t, port, [`${CHUNKED}Content-Length: ${text.length}\r\n\r\n`, text]), /^HTTP\/1.1 413 /);
  const size = `${text.length.toString(16)}\r\n`;
  const pieces = [`${CHUNKED}Transfer-Encoding: chunked\r\n\r\n${size}`, text, '\r\n0\r\n\r\n'];
  t.match(await sent(t, port, pieces), /^HTTP\/1.1 413 /);
  const [head = '', ...rest] = pieces;
  const media = head
    .replace('application/json', 'audio/x-mpegurl')
    .replace('PUT /player/volume', 'POST /saved-playlists/import');
  t.match(await sent(t, port, [media, ...rest]), /^HTTP\/1.1 413 /);
});
