import t from 'tap';
import { setImmediate } from 'node:timers/promises';
import { raw } from './raw.js';
import { problem, startRig, type Rig } from './rig.js';

/** Asks for a target as it stands, which Node's own client would not send. */
async function ask(rig: Rig, target: string, method = 'GET') {
  const answer = await raw(rig, `${method} ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body };
}

t.test('a target that cannot be parsed is 400 with a problem document, and nobody is warned', async (t) => {
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  t.teardown(() => process.off('warning', warned));
  const rig = await startRig(t);
  for (const target of [
    'http://[::bad/x',
    'http://h:bad/version',
    'http://h:99999/version',
    'HTTPS://[/',
    'ftp://h/version',
  ]) {
    for (const method of ['GET', 'PUT', 'OPTIONS']) {
      const { status, head, body } = await ask(rig, target, method);
      t.equal(status, 400, `${method} ${target}`);
      t.match(head, /\r\nContent-Type: application\/problem\+json\r\n/);
      const detail = 'The request target is neither a path nor an http URL.';
      t.strictSame(JSON.parse(body), problem(400, 'Bad Request', 'INVALID_TARGET', detail));
    }
  }
  await setImmediate();
  t.strictSame(warnings, []);
  t.strictSame(rig.logged, []);
});

t.test('a path that looks like an authority is only a path', async (t) => {
  const warnings: Error[] = [];
  const warned = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warned);
  t.teardown(() => process.off('warning', warned));
  const rig = await startRig(t);
  for (const target of ['//u@[::bad/x#', '//u@h:bad/#', 'http://localhost//u@[::bad/#', '//localhost/version', '*']) {
    const { status, body } = await ask(rig, target);
    t.equal(status, 404, target);
    t.match(JSON.parse(body), { code: 'UNKNOWN_PATH' });
  }
  await setImmediate();
  t.strictSame(warnings, []);
  t.strictSame(rig.logged, []);
});

t.test('a whole URL as the target is served like its path', async (t) => {
  const rig = await startRig(t);
  for (const target of [
    'http://localhost/version',
    'HTTP://localhost:6063/version?x=1',
    'http://localhost/version#x',
  ]) {
    const { status, body } = await ask(rig, target);
    t.equal(status, 200, target);
    t.strictSame(JSON.parse(body), { version: '1.2.3' });
  }
  t.equal((await ask(rig, 'http://localhost/player/play?elapsed=7', 'PUT')).status, 200);
  t.equal((await ask(rig, 'http://localhost/playlists/current/tracks')).status, 200);
  t.match(await ask(rig, 'http://localhost?x=1'), { status: 200, head: /\r\nContent-Type: text\/html/ });
  t.equal((await ask(rig, 'http://localhost')).status, 200);
  t.strictSame(rig.player.commands, [['play', 7, 0]]);
});
