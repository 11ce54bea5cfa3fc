import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import t, { type Test } from 'tap';

import { freePort } from '../fixtures/free-port.js';
import { Daemon, DAEMON } from './daemon.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm start` with these arguments on a machine without a sound card, until it reports that it is ready. */
async function npmStart(t: Test, args: readonly string[], home: string): Promise<Daemon> {
  const child = spawn('npm', ['start', '--silent', ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: home, TONEARM_HTTP_PORT: '0', TONEARM_HTTP_HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const daemon = new Daemon(child);
  t.teardown(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    await daemon.stop();
  });
  await daemon.until(
    'npm start is ready',
    () => {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}\n${daemon.text}`);
      daemon.base = /http:\/\/localhost:\d+/.exec(daemon.text)?.[0] ?? '';
      return Promise.resolve(daemon.base !== '');
    },
    300_000,
  );
  return daemon;
}

async function temporaryHome(t: Test): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'tonearm-home-'));
  t.teardown(() => rm(home, { recursive: true, force: true }));
  return home;
}

t.test('npm start -- --demo has the demo library in the queue and plays it in real time', async (t) => {
  const daemon = await npmStart(t, ['--', '--demo'], await temporaryHome(t));
  t.same((await daemon.get('/playlists/amount')).body, { amount: 8 });
  t.equal((await daemon.put('/player/play')).status, 200);
  t.same((await daemon.get('/player/status')).body, { status: 1 });
  await daemon.until('a second was played', async () => (await daemon.elapsed()) > 1000);
  const before = [process.hrtime.bigint(), await daemon.elapsed()] as const;
  await delay(2000);
  const after = [process.hrtime.bigint(), await daemon.elapsed()] as const;
  const wall = Number(after[0] - before[0]) / 1e6;
  const played = after[1] - before[1];
  t.comment(`${played} ms heard in ${wall.toFixed(0)} ms`);
  t.ok(played > 0, 'elapsed moves');
  const track = (await daemon.get('/player/current-track')).body as Record<string, unknown>;
  t.match(track, { title: 'First Ferry', artist: 'Marlow Tide', tracknum: 1, frequency: 44_100 });
});

t.test('npm start with an empty library says what to do next', async (t) => {
  const daemon = await npmStart(t, [], await temporaryHome(t));
  t.match(daemon.text, 'npm start -- --demo');
  t.match(daemon.text, /Library {2}\S*Music/);
  t.same((await daemon.get('/player/status')).body, { status: 0 });
  t.same((await daemon.get('/player/current-track')).body, null);
});

t.test('a fresh demo library is listed in the first answer', async (t) => {
  const home = await temporaryHome(t);
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, [DAEMON, `--demo=${join(ROOT, 'build', 'demo')}`], {
    env: { PATH: process.env['PATH'], HOME: home, TONEARM_HTTP_PORT: String(port), TONEARM_HTTP_HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const daemon = new Daemon(child);
  t.teardown(() => daemon.stop());
  daemon.base = `http://127.0.0.1:${port}`;
  let first: unknown;
  await daemon.until('it answers', async () => {
    first = await daemon.get('/tracks').then(
      ({ body }) => body,
      () => undefined,
    );
    return first !== undefined;
  });
  t.comment(`first answer after ${(performance.now() - begun).toFixed(0)} ms`);
  t.equal((first as unknown[]).length, 8);
});
