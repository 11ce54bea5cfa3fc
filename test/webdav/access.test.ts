import t from 'tap';
import { Forbidden } from '../../src/errors.js';
import { Digest } from '../../src/webdav/digest.js';
import { Guesses } from '../../src/webdav/guesses.js';
import { secretOf } from '../../src/webdav/account.js';
import { answerTo, PASSWORD, startDav } from './rig.js';

const challengeIn = (header: string | string[] | undefined): string => [header].flat().join('\n');

t.test('nothing is told without the password, but that there is WebDAV', async (t) => {
  const { send } = await startDav(t);
  const options = await send('OPTIONS', '/', { authorization: '' });
  t.match(options, { status: 200, headers: { dav: '1, 2', 'ms-author-via': 'DAV', allow: /PROPFIND.*LOCK/ } });
  for (const method of ['GET', 'PROPFIND', 'PUT', 'DELETE', 'MKCOL', 'LOCK', 'PATCH']) {
    const { status, headers } = await send(method, '/x', { authorization: '' });
    t.equal(status, 401, method);
    t.match(challengeIn(headers['www-authenticate']), /^Digest .*qop="auth".*algorithm=MD5[^]*Basic realm/);
  }
});

t.test('Digest and Basic are taken with the right password, and nothing else is', async (t) => {
  const { send } = await startDav(t);
  const { headers } = await send('PROPFIND', '/', { authorization: '' });
  const challenge = challengeIn(headers['www-authenticate']);
  const depth = { depth: '0' };
  const right = answerTo(challenge, 'PROPFIND', '/');
  t.equal((await send('PROPFIND', '/', { authorization: right, headers: depth })).status, 207);
  const again = await send('PROPFIND', '/', { authorization: right, headers: depth });
  t.equal(again.status, 401, 'the same once more is a recording');
  t.match(challengeIn(again.headers['www-authenticate']), /stale=true/);
  t.equal(
    (await send('PROPFIND', '/', { authorization: answerTo(challenge, 'PROPFIND', '/', 2), headers: depth })).status,
    207,
  );
  for (const wrong of [
    answerTo(challenge, 'PROPFIND', '/', 3, 'wrong password'),
    answerTo(challenge, 'DELETE', '/', 4),
    answerTo(challenge, 'PROPFIND', '/other', 5),
    answerTo('nonce="made-up.123"', 'PROPFIND', '/', 6),
    `Basic ${Buffer.from('tonearm:wrong').toString('base64')}`,
    `Basic ${Buffer.from(`root:${PASSWORD}`).toString('base64')}`,
    ...['Basic', 'Basic !!!', 'Digest', 'Digest x', 'Digest username="', 'Bearer abc', 'x'.repeat(500)],
  ]) {
    t.equal((await send('PROPFIND', '/', { authorization: wrong, headers: depth })).status, 401, wrong.slice(0, 60));
  }
});

t.test('a nonce is good for ten minutes, and counters may come out of order', (t) => {
  let now = 1_000_000;
  const digest = new Digest(
    () => secretOf(PASSWORD),
    () => now,
  );
  const [challenge = ''] = digest.challenge(false);
  const judge = (count: number) =>
    digest.judge({ method: 'GET', target: '/a%20b', given: answerTo(challenge, 'GET', '/a b', count) });
  t.strictSame(
    [judge(2), judge(1), judge(1), judge(100), judge(3), judge(99)],
    ['right', 'right', 'stale', 'right', 'stale', 'right'],
  );
  now += 10 * 60_000;
  t.equal(judge(101), 'stale');
  t.equal(new Digest(() => '').judge({ method: 'GET', target: '/', given: answerTo(challenge, 'GET', '/') }), 'none');
  t.end();
});

t.test('who guesses wrong has to wait, and others have not', (t) => {
  let now = 0;
  const guesses = new Guesses(() => now);
  for (let guess = 0; guess < 9; guess++) guesses.wasWrong('a');
  t.equal(guesses.pauseOf('a'), 0, 'file managers repeat themselves');
  guesses.wasWrong('a');
  t.equal(guesses.pauseOf('a'), 15);
  guesses.wasWrong('a');
  t.equal(guesses.pauseOf('a'), 30);
  t.equal(guesses.pauseOf('b'), 0);
  now += 30_000;
  t.equal(guesses.pauseOf('a'), 0);
  guesses.wasRight('a');
  guesses.wasWrong('a');
  t.equal(guesses.pauseOf('a'), 0);
  t.end();
});

t.test('too many wrong passwords are 429, also with the right one then', async (t) => {
  const { send } = await startDav(t);
  const wrong = `Basic ${Buffer.from('tonearm:wrong').toString('base64')}`;
  for (let guess = 0; guess < 10; guess++) await send('GET', '/', { authorization: wrong });
  t.match(await send('GET', '/'), { status: 429, headers: { 'retry-after': /^\d+$/ } });
});

t.test('a client that the guards refuse is not answered', async (t) => {
  const { send } = await startDav(t, {
    admit() {
      throw new Forbidden('HOST_NOT_ALLOWED', 'not here');
    },
  });
  for (const method of ['OPTIONS', 'GET', 'PUT']) {
    t.match(await send(method, '/x.mp3', method === 'PUT' ? { body: 'x' } : {}), { status: 403 });
  }
});
