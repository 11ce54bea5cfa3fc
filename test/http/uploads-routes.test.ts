import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { rootId } from '../../src/library/store/known-roots.js';
import { LARGEST_UPLOAD } from '../../src/uploads/uploads.js';
import { mp3 } from '../library/scan/rig.js';
import { stuck, uploadsIn, wanted } from '../uploads/rig.js';
import { raw } from './raw.js';
import { problem, startRig, temporaryDirectory, type Rig } from './rig.js';

const SONG = mp3({ TIT2: 'Song', TPE1: 'Artist' });
const BYTES = { 'content-type': 'application/offset+octet-stream', 'tus-resumable': '1.0.0' };

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const named = (filename: string, relativePath?: string): string =>
  `filename ${encoded(filename)}${relativePath === undefined ? '' : `,relativePath ${encoded(relativePath)}`}`;

async function create(
  { send }: Pick<Rig, 'send'>,
  name: string,
  size: number,
  { path, query = '' }: { path?: string; query?: string } = {},
) {
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(size), 'upload-metadata': named(name, path) };
  return send('POST', `/uploads${query}`, { headers });
}

const patch = ({ send }: Pick<Rig, 'send'>, location: string, offset: number, body: Buffer) =>
  send('PATCH', location, { body, headers: { ...BYTES, 'upload-offset': String(offset) } });

t.test('a file comes in pieces, as the tus protocol has it', async (t) => {
  const rig = await startRig(t);
  const made = await create(rig, 'Ä song.mp3', SONG.length, { path: 'Artist/Album' });
  t.equal(made.status, 201);
  t.equal(made.text, '');
  const location = made.headers.location ?? '';
  t.match(location, /^\/uploads\/[0-9a-f]{32}$/);
  t.match(made.headers, { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'tonearm-upload': 'open' });
  const expires = Date.parse(String(made.headers['upload-expires']));
  t.ok(Math.abs(expires - Date.now() - 24 * 3_600_000) < 60_000, 'for a day');

  const half = await patch(rig, location, 0, SONG.subarray(0, 6000));
  t.equal(half.status, 204);
  t.match(half.headers, { 'tus-resumable': '1.0.0', 'upload-offset': '6000', 'tonearm-upload': 'open' });
  const head = await rig.send('HEAD', location, { headers: { 'tus-resumable': '1.0.0' } });
  t.equal(head.status, 200);
  t.match(head.headers, {
    'tus-resumable': '1.0.0',
    'upload-offset': '6000',
    'upload-length': String(SONG.length),
    'upload-metadata': named('Ä song.mp3', 'Artist/Album'),
    'cache-control': 'no-store',
  });
  const open = {
    id: location.slice('/uploads/'.length),
    name: 'Ä song.mp3',
    folder: 'Artist/Album',
    root: rig.library,
    size: SONG.length,
    offset: 6000,
    state: 'open',
    path: '',
  };
  t.match((await rig.send('GET', location)).json, open);
  t.match((await rig.send('GET', '/uploads')).json, [open]);

  const whole = await patch(rig, location, 6000, SONG.subarray(6000));
  t.equal(whole.status, 204);
  t.match(whole.headers, { 'upload-offset': String(SONG.length), 'tonearm-upload': 'added' });
  const path = join(rig.library, 'Artist/Album/Ä song.mp3');
  t.ok((await readFile(path)).equals(SONG));
  t.match((await rig.send('GET', location)).json, { ...open, offset: SONG.length, state: 'added', path });

  t.equal((await rig.send('DELETE', location)).status, 204);
  t.strictSame(
    (await rig.send('GET', location)).json,
    problem(404, 'Not Found', 'UNKNOWN_UPLOAD', 'There is no upload with this id, or not any more.'),
  );
  t.ok((await readFile(path)).equals(SONG), 'it stays in the library');
});

t.test('the bytes may come with the first request', async (t) => {
  const rig = await startRig(t);
  const send = () =>
    rig.send('POST', '/uploads', {
      body: SONG,
      headers: { ...BYTES, 'upload-length': String(SONG.length), 'upload-metadata': named('a.mp3') },
    });
  const first = await send();
  t.equal(first.status, 201);
  t.match(first.headers, { 'upload-offset': String(SONG.length), 'tonearm-upload': 'added' });
  const second = await send();
  t.equal(second.status, 201);
  t.match(second.headers, { 'tonearm-upload': 'duplicate' });
  t.strictSame((await readdir(rig.library)).sort(), ['.tonearm-uploads', 'a.mp3']);
});

t.test('OPTIONS tells what is spoken', async (t) => {
  const { send } = await startRig(t);
  const { status, headers } = await send('OPTIONS', '/uploads');
  t.equal(status, 204);
  t.match(headers, {
    allow: 'GET, HEAD, OPTIONS, POST',
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,expiration,termination',
    'tus-max-size': String(LARGEST_UPLOAD),
  });
  t.equal((await send('PUT', '/uploads')).headers.allow, 'GET, HEAD, OPTIONS, POST');
  t.equal((await send('OPTIONS', '/uploads/x')).headers.allow, 'DELETE, GET, HEAD, OPTIONS, PATCH');
});

t.test('another version of the protocol is 412, and says which is spoken', async (t) => {
  const { send } = await startRig(t);
  const id = '0'.repeat(32);
  for (const [method, path] of [
    ['POST', '/uploads'],
    ['HEAD', `/uploads/${id}`],
    ['PATCH', `/uploads/${id}`],
    ['DELETE', `/uploads/${id}`],
  ] as const) {
    const { status, headers } = await send(method, path, { headers: { 'tus-resumable': '0.2.2' } });
    t.equal(status, 412, method);
    t.match(headers, { 'tus-version': '1.0.0', 'tus-resumable': '1.0.0' });
  }
});

t.test('bytes at another offset, of another type or too many are refused', async (t) => {
  const rig = await startRig(t);
  const location = (await create(rig, 'a.mp3', SONG.length)).headers.location ?? '';
  const wrong = await patch(rig, location, 5, SONG);
  t.equal(wrong.status, 409);
  t.strictSame(wrong.json, problem(409, 'Conflict', 'OFFSET_MISMATCH', 'The box has 0 bytes, and not 5.'));
  t.equal(wrong.headers['tus-resumable'], '1.0.0');
  const json = await rig.send('PATCH', location, { body: {}, headers: { 'upload-offset': '0' } });
  t.equal(json.status, 415);
  const packed = await rig.send('PATCH', location, {
    body: SONG,
    headers: { ...BYTES, 'upload-offset': '0', 'content-encoding': 'gzip' },
  });
  t.equal(packed.status, 415);
  const many = await patch(rig, location, 0, Buffer.concat([SONG, SONG]));
  t.equal(many.status, 400);
  t.match(many.json, { code: 'TOO_MANY_BYTES' });
  for (const offset of ['', '-1', '1.5', 'x', '1e3']) {
    const { status, json: body } = await rig.send('PATCH', location, {
      body: SONG,
      headers: { ...BYTES, 'upload-offset': offset },
    });
    t.equal(status, 400, offset);
    t.match(body, { code: 'INVALID_HEADER', errors: [{ path: 'Upload-Offset' }] });
  }
  t.equal((await patch(rig, '/uploads/no-id', 0, SONG)).status, 404);
  t.equal((await patch(rig, '/uploads/..%2f..%2fetc', 0, SONG)).status, 404);
});

t.test('what is said of a file must be whole and good', async (t) => {
  const { send, library } = await startRig(t);
  const post = (headers: Record<string, string>) => send('POST', '/uploads', { headers });
  const metadata = named('a.mp3');
  for (const length of ['', '-1', 'many', '12345678901234567']) {
    t.match((await post({ 'upload-length': length, 'upload-metadata': metadata })).json, { code: 'INVALID_HEADER' });
  }
  for (const bad of [
    '',
    'filename',
    'filename !!!',
    `filename ${encoded('a.mp3')} x`,
    `filename ${encoded('a.mp3')},filename ${encoded('b.mp3')}`,
    `other ${encoded('a.mp3')}`,
    `filename ${Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x70, 0x33]).toString('base64')}`,
    `filename ${encoded('a.mp3')},x ${'A'.repeat(8192)}`,
  ]) {
    const { status, json } = await post({ 'upload-length': '5', 'upload-metadata': bad });
    t.equal(status, 400, bad.slice(0, 40));
    t.match(json, { code: /^(INVALID_METADATA|INVALID_NAME)$/ });
  }
  for (const [name, path, code, status] of [
    ['a.exe', '', 'UNKNOWN_KIND', 400],
    ['../a.mp3', '', 'INVALID_NAME', 400],
    ['a.mp3', '../..', 'INVALID_NAME', 400],
    ['a.mp3', '/etc', 'INVALID_NAME', 400],
  ] as const) {
    const answer = await post({ 'upload-length': '5', 'upload-metadata': named(name, path) });
    t.equal(answer.status, status);
    t.match(answer.json, { code });
  }
  const large = await post({ 'upload-length': String(2 ** 33), 'upload-metadata': metadata });
  t.equal(large.status, 413);
  t.match(large.json, { code: 'FILE_TOO_LARGE' });
  const root = await send('POST', '/uploads?root=none', {
    headers: { 'upload-length': '5', 'upload-metadata': metadata },
  });
  t.equal(root.status, 400);
  t.match(root.json, { code: 'UNKNOWN_ROOT', errors: [{ path: 'root' }] });
  t.strictSame(await readdir(library), []);
});

t.test('names as pages send them are understood', async (t) => {
  const rig = await startRig(t);
  const post = async (metadata: string) => {
    const headers = { 'upload-length': '5', 'upload-metadata': metadata };
    const { headers: answered } = await rig.send('POST', '/uploads', { headers });
    const { json } = await rig.send('GET', answered.location ?? '');
    const { name, folder } = json as { name: string; folder: string };
    return [folder, name];
  };
  t.strictSame(await post(`relativePath ${encoded('null')},name ${encoded('a.mp3')},type ${encoded('audio/mpeg')}`), [
    '',
    'a.mp3',
  ]);
  t.strictSame(await post(`filename ${encoded('a.mp3')}, relativePath ${encoded('x/a.mp3')},empty`), ['x', 'a.mp3']);
});

t.test('first bytes that are more than the length that was stated are 413', async (t) => {
  const rig = await startRig(t);
  const headers = { ...BYTES, 'upload-length': String(SONG.length - 1), 'upload-metadata': named('song.mp3') };
  t.equal((await rig.send('POST', '/uploads', { body: SONG, headers })).status, 413);
});

t.test('a file that is no music is 422, and nothing is left', async (t) => {
  const rig = await startRig(t);
  const text = Buffer.from('no music at all '.repeat(50));
  const location = (await create(rig, 'a.mp3', text.length)).headers.location ?? '';
  const answer = await patch(rig, location, 0, text);
  t.equal(answer.status, 422);
  t.strictSame(
    answer.json,
    problem(
      422,
      'Unprocessable Entity',
      'NOT_MUSIC',
      'The file is damaged, or is no music that can be read: it was not added.',
    ),
  );
  t.equal((await rig.send('HEAD', location)).status, 404);
  t.strictSame((await rig.send('GET', '/uploads')).json, []);
  t.strictSame(await readdir(join(rig.library, '.tonearm-uploads')), []);
});

t.test('a full disk is 507, and the upload goes on when there is room', async (t) => {
  const library = await temporaryDirectory(t);
  const { uploads, space } = uploadsIn([library]);
  const rig = await startRig(t, { uploads });
  const location = (await create(rig, 'a.mp3', SONG.length)).headers.location ?? '';
  space.free = 0;
  const full = await patch(rig, location, 0, SONG);
  t.equal(full.status, 507);
  t.strictSame(
    full.json,
    problem(507, 'Insufficient Storage', 'NO_SPACE', 'There is no room left; what was sent so far is kept.'),
  );
  t.equal((await create(rig, 'b.mp3', 5)).status, 507);
  space.free = undefined;
  t.equal((await patch(rig, location, 0, SONG)).status, 204);
});

t.test('a root is named by its id', async (t) => {
  const roots = [await temporaryDirectory(t), await temporaryDirectory(t)];
  const rig = await startRig(t, { uploads: uploadsIn(roots).uploads });
  const [, second = ''] = roots;
  const { headers } = await create(rig, 'a.mp3', 5, { query: `?root=${rootId(second)}` });
  t.match((await rig.send('GET', headers.location ?? '')).json, { root: second });
});

t.test('a connection that breaks loses nothing of what came', async (t) => {
  const rig = await startRig(t);
  const location = (await create(rig, 'a.mp3', SONG.length)).headers.location ?? '';
  const lines = [
    `PATCH ${location} HTTP/1.1`,
    `Host: 127.0.0.1:${rig.port}`,
    'Content-Type: application/offset+octet-stream',
    'Upload-Offset: 0',
    `Content-Length: ${SONG.length}`,
  ];
  const { connect } = await import('node:net');
  const socket = connect(rig.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(SONG.subarray(0, 5000));
  const part = join(rig.library, '.tonearm-uploads', `${location.slice('/uploads/'.length)}.mp3`);
  const until = async (isIt: () => Promise<boolean>): Promise<void> => {
    for (let attempts = 0; attempts < 1000 && !(await isIt()); attempts++) await delay(5);
  };
  await until(async () => (await stat(part)).size === 5000);
  const offset = async () => ((await rig.send('GET', location)).json as { offset: number }).offset;
  t.equal(await offset(), 0, 'told of when it is durable');
  socket.destroy();
  await until(async () => (await offset()) === 5000);
  t.equal(await offset(), 5000);
  t.equal((await patch(rig, location, 5000, SONG.subarray(5000))).status, 204);
  t.ok((await readFile(join(rig.library, 'a.mp3'))).equals(SONG));
});

t.test('HEAD ends who still sends, so that it can be gone on with from where it says', async (t) => {
  const library = await temporaryDirectory(t);
  const { uploads } = uploadsIn([library]);
  const rig = await startRig(t, { uploads });
  const { record } = await uploads.create(wanted('a.mp3', SONG.length));
  const location = `/uploads/${record.id}`;
  let reported: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (reported = resolve));
  const ended = t.rejects(uploads.append(record.id, 0, stuck(SONG.subarray(0, 5000), reported)), {
    code: 'UPLOAD_TAKEN_OVER',
  });
  await sent;
  t.match((await rig.send('GET', location)).json, { offset: 0 }, 'who only looks ends nobody');
  const { status, headers } = await rig.send('HEAD', location);
  t.equal(status, 200);
  t.equal(headers['upload-offset'], '5000');
  await ended;
  t.equal((await patch(rig, location, 5000, SONG.subarray(5000))).status, 204);
});

t.test('of one that is whole and cannot be added HEAD is 423, and says that all is there', async (t) => {
  const rig = await startRig(t);
  const location = (await create(rig, 'a.mp3', SONG.length, { path: 'x' })).headers.location ?? '';
  await writeFile(join(rig.library, 'x'), '');
  t.equal((await patch(rig, location, 0, SONG)).status, 409);
  const { status, headers } = await rig.send('HEAD', location);
  t.equal(status, 423);
  t.match(headers, { 'upload-offset': String(SONG.length), 'tonearm-upload': 'open' });
  t.equal((await rig.send('GET', location)).status, 409);
  await rm(join(rig.library, 'x'));
  const added = await rig.send('HEAD', location);
  t.equal(added.status, 200);
  t.match(added.headers, { 'upload-offset': String(SONG.length), 'tonearm-upload': 'added' });
});

t.test('when the first bytes cannot be taken, what was made is told of all the same', async (t) => {
  const library = await temporaryDirectory(t);
  const { uploads, space } = uploadsIn([library]);
  const rig = await startRig(t, { uploads });
  const append = uploads.append.bind(uploads);
  uploads.append = (...input) => {
    space.free = 0;
    return append(...input);
  };
  const made = await rig.send('POST', '/uploads', {
    body: SONG,
    headers: { ...BYTES, 'upload-length': String(SONG.length), 'upload-metadata': named('a.mp3') },
  });
  t.equal(made.status, 201);
  t.match(made.headers, { 'upload-offset': '0', 'tonearm-upload': 'open' });
  space.free = undefined;
  uploads.append = append;
  t.equal((await patch(rig, made.headers.location ?? '', 0, SONG)).status, 204);
});

t.test('a body of unknown length is taken', async (t) => {
  const rig = await startRig(t);
  const location = (await create(rig, 'a.mp3', SONG.length)).headers.location ?? '';
  const body = SONG.toString('latin1');
  const answer = await raw(
    rig,
    [
      `PATCH ${location} HTTP/1.0`,
      `Host: 127.0.0.1:${rig.port}`,
      'Content-Type: application/offset+octet-stream',
      'Upload-Offset: 0',
      `Content-Length: 0`,
      '',
      '',
    ].join('\r\n'),
  );
  t.match(answer, /^HTTP\/1\.1 204 /, 'no byte is no mistake');
  t.equal(body.length, SONG.length);
  const chunked = await fetch(`http://127.0.0.1:${rig.port}${location}`, {
    method: 'PATCH',
    headers: { ...BYTES, 'upload-offset': '0' },
    body: new Blob([new Uint8Array(SONG)]).stream(),
    duplex: 'half',
  });
  t.equal(chunked.status, 204);
});

t.test('where a PIN is set, adding needs it and looking does not', async (t) => {
  const rig = await startRig(t);
  await rig.send('PUT', '/system/pin', { body: { pin: '1234' } });
  t.equal((await create(rig, 'a.mp3', 5)).status, 401);
  const headers = { 'upload-length': '5', 'upload-metadata': named('a.mp3'), 'tonearm-pin': '1234' };
  const { status, headers: answered } = await rig.send('POST', '/uploads', { headers });
  t.equal(status, 201);
  const location = answered.location ?? '';
  t.equal((await patch(rig, location, 0, SONG.subarray(0, 2))).status, 401);
  t.equal((await rig.send('DELETE', location)).status, 401);
  t.equal((await rig.send('HEAD', location)).status, 200);
  const right = { ...BYTES, 'upload-offset': '0', 'tonearm-pin': '1234' };
  t.equal((await rig.send('PATCH', location, { body: SONG.subarray(0, 2), headers: right })).status, 204);
});

t.test(
  'where a PIN is set, another client neither learns the id of an upload nor ends it without the PIN',
  async (t) => {
    const library = await temporaryDirectory(t);
    const { uploads } = uploadsIn([library]);
    const rig = await startRig(t, { uploads });
    await rig.send('PUT', '/system/pin', { body: { pin: '1234' } });
    const { record } = await uploads.create({ ...wanted('a.mp3', SONG.length), client: '192.0.2.7' });
    const location = `/uploads/${record.id}`;
    let reported: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (reported = resolve));
    const ended = t.rejects(uploads.append(record.id, 0, stuck(SONG.subarray(0, 5000), reported)), {
      code: 'UPLOAD_TAKEN_OVER',
    });
    await sent;
    t.notMatch((await rig.send('GET', '/uploads')).text, record.id);
    t.equal((await rig.send('HEAD', location)).headers['upload-offset'], '0');
    t.equal((await rig.send('HEAD', location, { headers: { 'tonearm-pin': 'wrong' } })).status, 403);
    const { headers } = await rig.send('HEAD', location, { headers: { 'tonearm-pin': '1234' } });
    t.equal(headers['upload-offset'], '5000');
    await ended;
  },
);

t.test('another site can add nothing', async (t) => {
  const { send, library } = await startRig(t);
  const headers = { 'upload-length': '5', 'upload-metadata': named('a.mp3'), origin: 'http://evil.example' };
  const { status, json } = await send('POST', '/uploads', { headers });
  t.equal(status, 403);
  t.match(json, { code: 'CROSS_SITE_REQUEST' });
  t.strictSame(await readdir(library), []);
});
