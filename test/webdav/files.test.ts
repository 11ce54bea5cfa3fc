import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { putFolder, startDav } from './rig.js';

const hrefs = (text: string): string[] => [...text.matchAll(/<D:href>([^<]*)/g)].map(([, href = '']) => href);

t.test('a file is written as a whole, read back, and reported to the scan', async (t) => {
  const { send, folder, looked, music } = await startDav(t);
  t.equal((await send('MKCOL', '/Album')).status, 201);
  t.equal((await send('PUT', '/Album/01%20S%C3%B6ng.mp3', { body: 'first' })).status, 201);
  t.equal(await readFile(join(folder, 'Album', '01 Söng.mp3'), 'utf8'), 'first');
  t.equal((await send('PUT', '/Album/01%20S%C3%B6ng.mp3', { body: 'second' })).status, 204);
  t.ok(looked.includes(join(music, 'Uploads/Album/01 Söng.mp3')));
  const got = await send('GET', '/Album/01%20S%C3%B6ng.mp3');
  t.match(got, {
    status: 200,
    text: 'second',
    headers: {
      'content-type': 'audio/mpeg',
      'content-disposition': 'attachment',
      'content-security-policy': 'sandbox',
    },
  });
  const etag = String(got.headers.etag);
  t.match(await send('GET', '/Album/01%20S%C3%B6ng.mp3', { headers: { 'if-none-match': etag } }), {
    status: 304,
    text: '',
  });
  t.match(await send('GET', '/Album/01%20S%C3%B6ng.mp3', { headers: { range: 'bytes=1-3' } }), {
    status: 206,
    text: 'eco',
    headers: { 'content-range': 'bytes 1-3/6' },
  });
  t.match(await send('GET', '/Album/01%20S%C3%B6ng.mp3', { headers: { range: 'bytes=-2' } }), {
    status: 206,
    text: 'nd',
  });
  t.equal((await send('GET', '/Album/01%20S%C3%B6ng.mp3', { headers: { range: 'bytes=9-' } })).status, 416);
  t.match(await send('HEAD', '/Album/01%20S%C3%B6ng.mp3'), {
    status: 200,
    text: '',
    headers: { 'content-length': '6' },
  });
  t.strictSame(await readdir(join(folder, '.tonearm-parts')), [], 'nothing is left of how it was written');
});

t.test('folders are listed one by one, with sizes, times and room, and without what is hidden', async (t) => {
  const { send, folder } = await startDav(t);
  await putFolder(join(folder, 'Ä & B'));
  await writeFile(join(folder, 'a.flac'), 'xyz');
  await writeFile(join(folder, '.hidden'), '');
  await symlink('/etc', join(folder, 'etc'));
  const { status, text } = await send('PROPFIND', '/', { headers: { depth: '1' } });
  t.equal(status, 207);
  t.strictSame(hrefs(text).sort(), ['/', '/%C3%84%20%26%20B/', '/a.flac']);
  t.match(text, /<D:displayname>Ä &amp; B<\/D:displayname>/);
  t.match(text, /<D:getcontentlength>3<\/D:getcontentlength>/);
  t.match(text, /<D:resourcetype><D:collection\/><\/D:resourcetype>/);
  t.strictSame(hrefs((await send('PROPFIND', '/', { headers: { depth: '0' } })).text), ['/']);
  for (const depth of [undefined, 'infinity'] as const) {
    const refused = await send('PROPFIND', '/', { headers: depth === undefined ? {} : { depth } });
    t.match(refused, { status: 403, text: /propfind-finite-depth/ });
  }
  const body =
    '<?xml version="1.0"?><a:propfind xmlns:a="DAV:" xmlns:z="urn:z"><a:prop><a:quota-available-bytes/><z:author/></a:prop></a:propfind>';
  const some = await send('PROPFIND', '/', { body, headers: { depth: '0' } });
  t.match(some.text, /<D:quota-available-bytes>\d+<[^]*200 OK[^]*<author xmlns="urn:z"><\/author>[^]*404 Not Found/);
  t.equal((await send('PROPFIND', '/nothing', { headers: { depth: '0' } })).status, 404);
});

t.test('nothing outside the folder is reached', async (t) => {
  const { send, folder, music } = await startDav(t);
  await putFolder(folder);
  await writeFile(join(music, 'own.mp3'), 'own');
  await symlink(music, join(folder, 'up'));
  await symlink(join(music, 'own.mp3'), join(folder, 'link.mp3'));
  for (const path of [
    '/../own.mp3',
    '/%2e%2e/own.mp3',
    '/..%2fown.mp3',
    '/x/../../own.mp3',
    '/up/own.mp3',
    '/link.mp3',
    '/a%00b',
  ]) {
    for (const method of ['GET', 'PUT', 'DELETE', 'MKCOL', 'LOCK']) {
      const { status } = await send(method, path, method === 'PUT' ? { body: 'evil' } : {});
      t.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`);
    }
    await send('PUT', '/a.mp3', { body: 'a' });
    const moved = await send('MOVE', '/a.mp3', { headers: { destination: path } });
    t.ok(moved.status >= 400 && moved.status < 500, `MOVE to ${path}: ${moved.status}`);
  }
  t.equal(await readFile(join(music, 'own.mp3'), 'utf8'), 'own');
  t.strictSame((await readdir(music)).sort(), ['Uploads', 'own.mp3']);
});

t.test('names that no disk takes become those of an upload, and are found under both', async (t) => {
  const { send, folder } = await startDav(t);
  t.equal((await send('PUT', '/What%3F%3A.mp3', { body: 'x' })).status, 201);
  t.strictSame(
    (await readdir(folder)).filter((name) => !name.startsWith('.')),
    ['What__.mp3'],
  );
  t.equal((await send('GET', '/What%3F%3A.mp3')).text, 'x');
  t.equal((await send('GET', '/What__.mp3')).text, 'x');
  t.equal((await send('PUT', `/${encodeURIComponent('So\u0308ng.mp3')}`, { body: 'nfd' })).status, 201);
  t.ok((await readdir(folder)).includes('S\u00f6ng.mp3'), 'as Finder composes them');
  for (const name of ['.secret.mp3', 'x'.repeat(300), '%ff.mp3', 'a%0ab.mp3']) {
    const { status } = await send('PUT', `/${name}`, { body: 'x' });
    t.ok(status >= 400 && status < 500, `${name.slice(0, 20)}: ${status}`);
  }
  const deep = Array.from({ length: 17 }, (_, at) => `d${at}`).join('/');
  t.equal((await send('PUT', `/${deep}`, { body: 'x' })).status, 403);
});

t.test('what file managers drop everywhere is taken, given back, and not kept', async (t) => {
  const { send, folder } = await startDav(t);
  for (const name of ['._a.mp3', '.DS_Store', 'Thumbs.db', 'desktop.ini']) {
    t.equal((await send('PUT', `/${name}`, { body: 'junk' })).status, 201, name);
    t.match(await send('GET', `/${name}`), { status: 200, text: 'junk' });
    t.match(await send('PROPFIND', `/${name}`, { headers: { depth: '0' } }), {
      status: 207,
      text: /getcontentlength>4</,
    });
    t.equal((await send('LOCK', `/${name}`, { body: LOCK_BODY })).status, 200);
    t.match((await send('PUT', `/${name}`, { body: 'again' })).status, 423);
  }
  t.equal((await send('MOVE', '/._a.mp3', { headers: { destination: '/._b.mp3' } })).status, 201);
  t.strictSame(
    (await readdir(folder)).filter((name) => name !== '.tonearm-parts'),
    [],
  );
  t.notMatch((await send('PROPFIND', '/', { headers: { depth: '1' } })).text, /DS_Store|Thumbs/);
});

const LOCK_BODY =
  '<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner>me</D:owner></D:lockinfo>';

t.test('files and folders are copied, moved and deleted', async (t) => {
  const { send, folder } = await startDav(t);
  await putFolder(join(folder, 'a', 'deep'));
  await writeFile(join(folder, 'a', 'deep', '1.mp3'), '1');
  await writeFile(join(folder, 'b.mp3'), 'b');
  const to = (destination: string, more = {}) => ({ headers: { destination, ...more } });
  t.equal((await send('COPY', '/a/', to('/c/'))).status, 201);
  t.equal(await readFile(join(folder, 'c', 'deep', '1.mp3'), 'utf8'), '1');
  t.equal((await send('MOVE', '/c', to('/d'))).status, 201);
  t.equal((await send('COPY', '/b.mp3', to('/d/deep/1.mp3', { overwrite: 'F' }))).status, 412);
  t.equal((await send('COPY', '/b.mp3', to('/d/deep/1.mp3'))).status, 204);
  t.equal(await readFile(join(folder, 'd', 'deep', '1.mp3'), 'utf8'), 'b');
  t.equal((await send('COPY', '/a', to('/shallow', { depth: '0' }))).status, 201);
  t.strictSame(await readdir(join(folder, 'shallow')), []);
  for (const [path, destination, status] of [
    ['/a', '/a', 403],
    ['/a', '/a/deep/x', 403],
    ['/a/deep', '/a', 403],
    ['/', '/x', 403],
    ['/b.mp3', '/', 403],
    ['/b.mp3', '/nowhere/x.mp3', 409],
    ['/b.mp3', 'http://elsewhere.example/x.mp3', 502],
    ['/nothing', '/x', 404],
  ] as const) {
    t.equal((await send('MOVE', path, to(destination))).status, status, `${path} to ${destination}`);
  }
  t.equal((await send('MOVE', '/b.mp3')).status, 400);
  t.equal((await send('DELETE', '/a')).status, 204);
  t.equal((await send('DELETE', '/a')).status, 404);
  t.equal((await send('DELETE', '/')).status, 403);
  t.equal((await send('MKCOL', '/x/y')).status, 409);
  t.equal((await send('MKCOL', '/d')).status, 405);
  t.equal((await send('MKCOL', '/z', { body: '<x/>' })).status, 415);
  t.equal((await send('PUT', '/d', { body: 'x' })).status, 405);
  t.equal((await send('PUT', '/x/y.mp3', { body: 'x' })).status, 409);
  t.equal((await send('PUT', '/p.mp3', { body: 'x', headers: { 'content-range': 'bytes 0-0/2' } })).status, 400);
});

t.test('what is being played is neither overwritten nor deleted', async (t) => {
  const { send, folder } = await startDav(t, {
    isPlayed: (path) => path.endsWith('/Uploads/a') || path.endsWith('/now.mp3'),
  });
  await putFolder(join(folder, 'a'));
  await writeFile(join(folder, 'a', 'now.mp3'), 'now');
  await writeFile(join(folder, 'b.mp3'), 'b');
  t.equal((await send('PUT', '/a/now.mp3', { body: 'x' })).status, 423);
  t.equal((await send('DELETE', '/a/now.mp3')).status, 423);
  t.equal((await send('DELETE', '/a')).status, 423);
  t.equal((await send('MOVE', '/b.mp3', { headers: { destination: '/a/now.mp3' } })).status, 423);
  t.equal(await readFile(join(folder, 'a', 'now.mp3'), 'utf8'), 'now');
});

t.test('a disk without room, and too much of a file, are refused before they are written', async (t) => {
  const { send, folder } = await startDav(t, {
    spaceOf: async () => ({ total: 2 ** 30, free: 128 * 2 ** 20 + 10, isReadOnly: false }),
  });
  t.equal((await send('PUT', '/a.mp3', { body: 'x'.repeat(11) })).status, 507);
  t.equal((await send('PUT', '/b.mp3', { headers: { 'x-expected-entity-length': '5000000000' } })).status, 413);
  t.equal((await send('PUT', '/c.txt', { headers: { 'x-expected-entity-length': '70000000' } })).status, 413);
  t.equal((await send('PUT', '/a.mp3', { body: 'x'.repeat(10) })).status, 201);
  t.strictSame(
    (await readdir(folder)).filter((name) => !name.startsWith('.')),
    ['a.mp3'],
  );
});

t.test('a file that breaks off leaves nothing, and what a power cut left is cleared away', async (t) => {
  const { send, folder, port } = await startDav(t);
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  const basic = Buffer.from('tonearm:correct horse').toString('base64');
  socket.write(
    `PUT /broken.mp3 HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${basic}\r\nContent-Length: 1000\r\n\r\nabc`,
  );
  while ((await readdir(join(folder, '.tonearm-parts')).catch(() => [])).length === 0) await send('OPTIONS', '/');
  socket.destroy();
  while ((await readdir(join(folder, '.tonearm-parts'))).length > 0) await send('OPTIONS', '/');
  t.strictSame(
    (await readdir(folder)).filter((name) => !name.startsWith('.')),
    [],
  );
});

t.test('without a root that can be written to there is nothing to see', async (t) => {
  const { send } = await startDav(t, { roots: () => [] });
  t.match(await send('PROPFIND', '/', { headers: { depth: '0' } }), { status: 503, headers: { 'retry-after': '30' } });
});

t.test('times that Windows sets are heeded, and other properties are refused', async (t) => {
  const { send, folder } = await startDav(t);
  await send('PUT', '/a.mp3', { body: 'x' });
  const update = (inner: string) =>
    `<D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop>${inner}</D:prop></D:set></D:propertyupdate>`;
  const good = update('<Z:Win32LastModifiedTime>Sat, 01 Nov 2025 10:00:00 GMT</Z:Win32LastModifiedTime>');
  t.match(await send('PROPPATCH', '/a.mp3', { body: good }), { status: 207, text: /200 OK/ });
  t.equal((await stat(join(folder, 'a.mp3'))).mtime.toISOString(), '2025-11-01T10:00:00.000Z');
  const bad = await send('PROPPATCH', '/a.mp3', {
    body: update('<Z:Win32FileAttributes>20</Z:Win32FileAttributes><D:x/>'),
  });
  t.match(bad, { status: 207, text: /424 Failed Dependency[^]*403 Forbidden/ });
  t.equal((await send('PROPPATCH', '/nothing', { body: good })).status, 404);
  await mkdir(join(folder, 'd'));
});
