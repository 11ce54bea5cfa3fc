import t from 'tap';
import { Locks, timeoutOf } from '../../src/webdav/locks.js';
import { startDav } from './rig.js';

const lockBody = (scope: string): string =>
  `<?xml version="1.0"?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner><D:href>me &amp; mine</D:href></D:owner></D:lockinfo>`;
const EXCLUSIVE = { body: lockBody('exclusive'), headers: { depth: '0', timeout: 'Second-60' } };

const tokenIn = (header: unknown): string => String(header).replace(/^<|>$/g, '');

t.test('a lock keeps others out until it is released', async (t) => {
  const { send } = await startDav(t);
  await send('PUT', '/a.mp3', { body: '1' });
  const lock = await send('LOCK', '/a.mp3', EXCLUSIVE);
  t.match(lock, { status: 200, text: /<owner xmlns="DAV:"><href xmlns="DAV:">me &amp; mine<\/href>.*Second-60/ });
  const token = tokenIn(lock.headers['lock-token']);
  t.match(token, /^urn:uuid:/);
  for (const method of ['PUT', 'DELETE', 'MOVE', 'PROPPATCH']) {
    const body = method === 'PUT' ? { body: '2' } : method === 'PROPPATCH' ? { body: UPDATE } : {};
    const { status, text } = await send(method, '/a.mp3', { ...body, headers: { destination: '/b.mp3' } });
    t.strictSame([status, /lock-token-submitted/.test(text)], [423, true], method);
  }
  t.match(await send('LOCK', '/a.mp3', EXCLUSIVE), { status: 423, text: /no-conflicting-lock/ });
  t.equal((await send('LOCK', '/a.mp3', { body: lockBody('shared') })).status, 423);
  t.match((await send('PROPFIND', '/a.mp3', { headers: { depth: '0' } })).text, new RegExp(token));
  t.equal((await send('PUT', '/a.mp3', { body: '2', headers: { if: `(<${token}>)` } })).status, 204);
  t.equal((await send('LOCK', '/a.mp3', { headers: { if: `(<${token}>)`, timeout: 'Infinite' } })).status, 200);
  t.equal((await send('UNLOCK', '/a.mp3', { headers: { 'lock-token': '<urn:uuid:other>' } })).status, 409);
  t.equal((await send('UNLOCK', '/a.mp3')).status, 400);
  t.equal((await send('UNLOCK', '/a.mp3', { headers: { 'lock-token': `<${token}>` } })).status, 204);
  t.equal((await send('PUT', '/a.mp3', { body: '3' })).status, 204);
});

const UPDATE = '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:x/></D:prop></D:set></D:propertyupdate>';

t.test('a name can be locked before there is a file, and a folder with all below it', async (t) => {
  const { send } = await startDav(t);
  const lock = await send('LOCK', '/new.mp3', EXCLUSIVE);
  t.equal(lock.status, 201);
  t.equal((await send('GET', '/new.mp3')).text, '');
  await send('MKCOL', '/d');
  const deep = await send('LOCK', '/d', { body: lockBody('exclusive'), headers: { depth: 'infinity' } });
  const token = tokenIn(deep.headers['lock-token']);
  t.equal((await send('PUT', '/d/x.mp3', { body: 'x' })).status, 423);
  t.equal((await send('MKCOL', '/d/e')).status, 423);
  t.equal((await send('PUT', '/d/x.mp3', { body: 'x', headers: { if: `</d> (<${token}>)` } })).status, 201);
  t.equal((await send('LOCK', '/d', { body: lockBody('exclusive'), headers: { depth: '1' } })).status, 400);
  t.equal((await send('LOCK', '/no/where.mp3', EXCLUSIVE)).status, 409);
});

t.test('conditions on tokens and tags are judged', async (t) => {
  const { send } = await startDav(t);
  await send('PUT', '/a.mp3', { body: '1' });
  const etag = String((await send('GET', '/a.mp3')).headers.etag);
  for (const [condition, status] of [
    [`([${etag}])`, 204],
    ['(["other"])', 412],
    ['(Not ["other"])', 204],
    ['(<urn:uuid:none>)', 412],
    ['(<urn:uuid:none>) (Not <DAV:no-lock>)', 204],
    ['</a.mp3> (Not <DAV:no-lock>)', 204],
    ['nonsense', 400],
    ['()', 400],
    ['(<a>', 400],
    ['x'.repeat(9000), 400],
  ] as const) {
    const now = condition.includes(etag)
      ? condition.replace(etag, String((await send('GET', '/a.mp3')).headers.etag))
      : condition;
    t.equal((await send('PUT', '/a.mp3', { body: '1', headers: { if: now } })).status, status, condition.slice(0, 40));
  }
  t.equal((await send('PUT', '/a.mp3', { body: '1', headers: { 'if-none-match': '*' } })).status, 412);
  t.equal((await send('PUT', '/a.mp3', { body: '1', headers: { 'if-match': '"other"' } })).status, 412);
});

t.test('locks expire, are shared, and are bounded', (t) => {
  let now = 0;
  const locks = new Locks(() => now);
  const wanted = { path: 'a', isDeep: false, isExclusive: false, owner: '', timeout: 10 };
  const one = locks.add(wanted);
  locks.add(wanted);
  t.throws(() => locks.add({ ...wanted, isExclusive: true }), { message: 'It is locked by another program.' });
  t.throws(() => locks.require('a', new Set()), { message: 'It is locked by another program.' });
  locks.require('a', new Set([one.token]));
  now = 10_000;
  locks.require('a', new Set());
  for (let at = 0; at < 512; at++) locks.add({ ...wanted, path: `f${at}` });
  t.throws(() => locks.add({ ...wanted, path: 'one more' }), { message: 'There are too many locks.' });
  t.strictSame(
    ['Second-5', 'Second-99999999', 'Infinite, Second-5', 'Infinite', undefined, 'x', 'Second-0'].map(timeoutOf),
    [5, 1800, 5, 1800, 300, 300, 1],
  );
  t.end();
});
