import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { recordId } from '../../src/library/ids.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { asNobody } from '../fixtures/nobody.js';
import { libraryRig } from '../library/rig.js';
import { putOnShelf, setAvailable } from '../library/shelf.js';
import { closed, openOn } from './descriptors.js';
import { type Sending, startRig, temporaryDirectory } from './rig.js';

const CONTENT = Array.from({ length: 10 }, (_, digit) => String(digit).repeat(10)).join('');

/** A library with one track, whose file holds a hundred digits. */
async function track(t: Test, name = 'a.mp3', content: string | Buffer = CONTENT) {
  const { library: records, write } = await libraryRig(t);
  const rig = await startRig(t, { library: records });
  const path = join(rig.library, name);
  await writeFile(path, content);
  await write((sql) => putOnShelf(sql, rig.library, [{ name }]));
  const url = `/tracks/${recordId('track', path)}/file`;
  return {
    ...rig,
    write,
    path,
    url,
    get: (headers: Sending['headers'] = {}, method = 'GET') => rig.send(method, url, { headers }),
  };
}

t.test('the file of a track is its bytes, with what a player and a browser need to know', async (t) => {
  const { get, path } = await track(t, 'Für “Elise” 100%.flac');
  const { status, text, headers } = await get();
  t.equal(status, 200);
  t.equal(text, CONTENT);
  t.match(headers, {
    'content-length': '100',
    'content-type': 'audio/flac',
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="F_r _Elise_ 100_.flac"; filename*=UTF-8''F%C3%BCr%20%E2%80%9CElise%E2%80%9D%20100%25.flac`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    etag: /^"[0-9a-z]+-[0-9a-z]+"$/,
    'last-modified': / GMT$/,
  });
  t.ok(await closed(path));
});

t.test('HEAD tells the same without the bytes', async (t) => {
  const { get, path } = await track(t);
  const whole = await get();
  const { status, text, headers } = await get({ range: 'bytes=0-9' }, 'HEAD');
  t.equal(status, 200);
  t.equal(text, '');
  for (const name of ['content-length', 'content-type', 'etag', 'accept-ranges', 'last-modified']) {
    t.equal(headers[name], whole.headers[name], name);
  }
  t.ok(await closed(path));
});

t.test('a range of bytes is answered by just these', async (t) => {
  const { get } = await track(t);
  for (const [range, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=90-', 90, 99],
    ['bytes=-1', 99, 99],
    ['bytes=-1000', 0, 99],
    ['bytes=95-1000', 95, 99],
    ['bytes=0-999999999999999', 0, 99],
    ['BYTES=5-6', 5, 6],
  ] as const) {
    const { status, text, headers } = await get({ range });
    t.equal(status, 206, range);
    t.equal(text, CONTENT.slice(first, last + 1), range);
    t.equal(headers['content-range'], `bytes ${first}-${last}/100`);
    t.equal(headers['content-length'], String(last - first + 1));
  }
});

t.test('a range that does not exist is 416 with the length', async (t) => {
  const { get, path } = await track(t);
  for (const range of ['bytes=100-', 'bytes=100-200', 'bytes=-0']) {
    const { status, json, headers } = await get({ range });
    t.equal(status, 416, range);
    t.match(json, { code: 'RANGE_NOT_SATISFIABLE' });
    t.equal(headers['content-range'], 'bytes */100');
    for (const name of ['etag', 'last-modified', 'cache-control']) {
      t.equal(headers[name], undefined, `the problem has no ${name} of the file`);
    }
  }
  t.ok(await closed(path));
});

t.test('what is no single range of bytes is answered by the whole', async (t) => {
  const { get } = await track(t);
  for (const range of [
    'bytes=0-1,3-4',
    'bytes=5-4',
    'lines=1-2',
    'bytes=',
    'bytes=a-b',
    'bytes=-',
    '0-1',
    'bytes=1e3-',
  ]) {
    const { status, text } = await get({ range });
    t.equal(status, 200, range);
    t.equal(text.length, 100);
  }
});

t.test('a range counts only for the content that the client knows', async (t) => {
  const { get, path } = await track(t);
  const { etag = '', 'last-modified': modified = '' } = (await get()).headers;
  const range = 'bytes=0-9';
  for (const same of [etag, modified]) t.equal((await get({ range, 'if-range': same })).status, 206, same);
  for (const other of ['"other"', `W/${etag}`, 'Thu, 01 Jan 1970 00:00:00 GMT', 'nonsense']) {
    t.equal((await get({ range, 'if-range': other })).status, 200, other);
  }
  await writeFile(path, `${CONTENT}!`);
  t.equal((await get({ range, 'if-range': etag })).status, 200, 'it has changed');
});

t.test('what the client has already is not sent again', async (t) => {
  const { get, path } = await track(t);
  const { etag = '' } = (await get()).headers;
  const { status, text } = await get({ 'if-none-match': etag });
  t.equal(status, 304);
  t.equal(text, '');
  t.ok(await closed(path));
});

t.test('an empty file is empty, and has no range', async (t) => {
  const { get } = await track(t, 'empty.wav', '');
  const { status, text, headers } = await get();
  t.strictSame([status, text, headers['content-length']], [200, '', '0']);
  t.equal((await get({ range: 'bytes=0-' })).status, 416);
});

t.test('a file that is not there, or is none, is a problem', async (t) => {
  const { get, path, send, library } = await track(t);
  const gone = { status: 404, json: { code: 'FILE_NOT_AVAILABLE' } };
  await rename(path, `${path}.away`);
  t.match(await get(), gone);
  await mkdir(path);
  t.match(await get(), gone, 'a directory');
  await rm(path, { recursive: true });
  const elsewhere = await temporaryDirectory(t);
  await writeFile(join(elsewhere, 'secret.mp3'), 'secret');
  await symlink(join(elsewhere, 'secret.mp3'), path);
  t.match(await get(), gone, 'a link that leads out of the library');
  await rm(path);
  await symlink(join(library, 'a.mp3.away'), path);
  t.equal((await get()).text, CONTENT, 'a link inside the library');
  for (const id of ['nothing', 'c'.repeat(25), '%00', '..']) {
    t.match(await send('GET', `/tracks/${id}/file`), { status: 404 }, id);
  }
  t.equal((await send('POST', `/tracks/${'c'.repeat(25)}/file`)).status, 405);
});

t.test('a track whose root is marked as absent is served as soon as its file is there', async (t) => {
  const { get, write, library } = await track(t);
  await write((sql) => setAvailable(sql, library, false));
  t.equal((await get()).status, 200);
});

t.test(
  'a client that does not read gets no more than its buffers hold, and one that goes away closes the file',
  async (t) => {
    const { port, url, path } = await track(t, 'big.wav', Buffer.alloc(64 * 1024 * 1024));
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    await new Promise((resolve) => socket.once('readable', resolve));
    t.equal(await openOn(path), 1, 'it is being sent');
    const before = process.memoryUsage().arrayBuffers;
    await delay(300);
    t.ok(process.memoryUsage().arrayBuffers - before < 8 * 1024 * 1024, 'the file does not pile up in memory');
    socket.destroy();
    t.ok(await closed(path));
  },
);

t.test('a file that is cut while it is sent ends the connection', async (t) => {
  const { port, url, path } = await track(t, 'big.wav', Buffer.alloc(64 * 1024 * 1024));
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${url} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  await truncate(path, 0);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined).resume();
  await ended;
  t.ok(socket.bytesRead < 64 * 1024 * 1024);
  t.ok(await closed(path));
});

t.test('a file that may not be read is not there', async (t) => {
  const { get, path, library } = await track(t);
  t.equal((await get()).status, 200);
  await chmod(library, 0o755);
  await chmod(path, 0);
  t.match(await asNobody(() => get()), { status: 404, json: { code: 'FILE_NOT_AVAILABLE' } });
});

/** Opens as a file of 4096 bytes, and gives none of them (sysfs, `duplex` of what is no Ethernet card). */
const FAILING = '/sys/devices/virtual/net/lo/duplex';

t.test('a disk that fails while a file is sent ends the connection', { skip: !existsSync(FAILING) }, async (t) => {
  const { library, write } = await libraryRig(t);
  const root = dirname(FAILING);
  const { send } = await startRig(t, { library, paths: new LibraryPaths([root]) });
  await write((sql) => putOnShelf(sql, root, [{ name: basename(FAILING) }]));
  await t.rejects(send('GET', `/tracks/${recordId('track', FAILING)}/file`), { code: 'ECONNRESET' });
  t.equal(await openOn(FAILING), 0);
});
