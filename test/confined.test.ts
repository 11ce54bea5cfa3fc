/** What a program that reads a stranger's file may do; `perl` and `sh` stand for one that was taken over. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { confined, NOT_INSTALLED } from '../src/confined.js';
import { CONFINE } from './fixtures/confine.js';
import { temporaryDirectory } from './http/rig.js';

const directory = await temporaryDirectory(t);
const [track, secret] = [join(directory, 'track'), join(directory, 'state.db')];
await writeFile(track, 'sound');
await writeFile(secret, 'pin');

/** @returns exit status and output of a confined shell that may read `track` */
function sh(script: string): { status: number | null; output: string } {
  const { status, stdout } = spawnSync(CONFINE, confined('sh', ['-c', script], { file: track }), { encoding: 'utf8' });
  return { status, output: stdout };
}

function perl(script: string): string {
  return spawnSync(CONFINE, confined('/usr/bin/perl', ['-e', script]), { encoding: 'utf8' }).stdout;
}

t.test('it reads its file, and nothing beside it or elsewhere', async (t) => {
  t.strictSame(sh(`cat ${track}`), { status: 0, output: 'sound' });
  for (const path of [secret, '/etc/passwd', '/proc/1/cmdline', '/proc/self/environ']) {
    t.strictSame(sh(`cat ${path}`), { status: 1, output: '' }, path);
  }
  t.not(sh(`ls ${directory}`).status, 0);
});

t.test('it reads what the processor can do', async (t) => {
  t.equal(sh('cat /proc/cpuinfo > /dev/null').status, 0);
});

t.test('without a file it reads from its pipe only', async (t) => {
  const options = { encoding: 'utf8', input: 'picture' } as const;
  t.equal(spawnSync(CONFINE, confined('cat', ['-']), options).stdout, 'picture');
  t.equal(spawnSync(CONFINE, confined('cat', [track]), options).stdout, '');
});

t.test('it writes no file, neither a new one nor its own', async (t) => {
  for (const path of [join(directory, 'new'), track, secret, '/tmp/tonearm-confined']) {
    t.not(sh(`echo x > ${path}`).status, 0, path);
  }
  t.equal(await readFile(track, 'utf8'), 'sound');
});

t.test('it makes no socket of any kind', async (t) => {
  // AF_UNIX, AF_INET, AF_INET6, AF_NETLINK; 13 is EACCES.
  const script = 'for (1, 2, 10, 16) { print socket(my $s, $_, 2, 0) ? "made" : $! + 0, " " }';
  t.equal(perl(script), '13 13 13 13 ');
});

t.test('its memory is bounded, and it goes first when there is none left', async (t) => {
  t.equal(perl('my $x = "a" x (64 * 2 ** 20); print "had"'), 'had');
  t.equal(perl('my $x = "a" x (300 * 2 ** 20); print "had"'), '');
  const child = spawn(CONFINE, confined('sleep', ['600']), { stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  const of = (name: string) => readFile(`/proc/${child.pid}/${name}`, 'utf8');
  while (!(await of('cmdline')).startsWith('sleep')) await new Promise(setImmediate);
  t.equal((await of('oom_score_adj')).trim(), '1000');
  const limits = await of('limits');
  for (const [name, most] of Object.entries({ 'data size': 2 ** 28, 'file size': 0, 'core file size': 0 })) {
    t.match(limits, new RegExp(`^Max ${name} +${most} +${most} `, 'm'));
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
});

t.test('a program that is not there is told by its status', async (t) => {
  t.equal(spawnSync(CONFINE, confined('no-such-program', [])).status, NOT_INSTALLED);
  t.equal(spawnSync(CONFINE, []).status, 126);
});
