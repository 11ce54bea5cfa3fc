/** The daemon with a configuration file, right and wrong. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import t, { type Test } from 'tap';

import { createHouse, Daemon, DAEMON } from './daemon.js';

/** Exit code EX_CONFIG of sysexits(3), after which `systemd/tonearm.service` does not restart the daemon. */
const WRONG_CONFIGURATION = 78;

interface Box {
  readonly state: string;
  readonly file: string;
  /** Starts the daemon with only the state directory in its environment. */
  readonly spawn: (environment?: NodeJS.ProcessEnv) => ReturnType<typeof spawn>;
}

async function createBox(t: Test, content: string): Promise<Box> {
  const state = await mkdtemp(join(tmpdir(), 'tonearm-configured-'));
  t.teardown(() => rm(state, { recursive: true, force: true }));
  const file = join(state, 'config.toml');
  await writeFile(file, content);
  return {
    state,
    file,
    spawn(environment = {}) {
      const child = spawn(process.execPath, [DAEMON], {
        env: { PATH: process.env['PATH'], HOME: state, TONEARM_STATE_DIR: state, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      t.teardown(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      });
      return child;
    },
  };
}

/** Exit code and output of a daemon that refuses to start. */
async function endOf(child: ReturnType<typeof spawn>) {
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('both are pipes');
  const [said, complaint, [code]] = await Promise.all([
    text(stdout),
    text(stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { said, complaint, code };
}

t.test('a wrong file ends the start with one line and a status that means the configuration', async (t) => {
  const port = 'must be a port number from 0 to 65535, without quotes (0 picks a free one)';
  const box = await createBox(t, 'alsa_device = "null"\nhttp_port = "80"\n');
  const line = `${box.file}:2: http_port = "80": ${port}\n`;
  t.strictSame(await endOf(box.spawn()), { said: '', complaint: `tonearm: ${line}`, code: WRONG_CONFIGURATION });
  t.equal(await readFile(join(box.state, 'config.mistake.txt'), 'utf8'), line);

  await writeFile(box.file, 'library = ["/data/mu');
  const { complaint, code } = await endOf(box.spawn());
  t.match(complaint, /^tonearm: \S*config\.toml:1: is not TOML at column \d+ \(.*\): correct it, or remove .*\n$/);
  t.equal(complaint.split('\n').length, 2, 'one line');
  t.equal(code, WRONG_CONFIGURATION);
});

t.test('a wrong variable ends the start in the same way', async (t) => {
  const box = await createBox(t, '');
  t.strictSame(await endOf(box.spawn({ TONEARM_HTTP_PORT: '-1' })), {
    said: '',
    complaint: 'tonearm: TONEARM_HTTP_PORT="-1": must be a port number from 0 to 65535 (0 picks a free one)\n',
    code: WRONG_CONFIGURATION,
  });
});

t.test('a daemon is as its file says, but for what its environment says', async (t) => {
  const content = [
    'http_host = "127.0.0.1"',
    'http_port = 1',
    'alsa_device = "null"',
    'library = ["/nowhere/a:b", "/nowhere/c"]',
  ];
  const box = await createBox(t, content.join('\n'));
  const child = box.spawn({ TONEARM_HTTP_PORT: '0' });
  const daemon = new Daemon(child);
  await daemon.until('the daemon is ready', () => {
    if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}\n${daemon.text}`);
    return Promise.resolve(/Library .*\n/.test(daemon.text));
  });
  t.match(daemon.text, /Address {2}http:\/\/localhost:\d{2,}\n/);
  t.match(daemon.text, /Output {3}ALSA device null/);
  t.match(daemon.text, 'Library  /nowhere/a:b  /nowhere/c\n');
});

t.test('a file beside the state of a daemon counts from its next start on', async (t) => {
  const { library, start } = await createHouse(t);
  const state = join(library, '..', 'state');
  const before = await start();
  await writeFile(join(state, 'config.toml'), 'log_level = "error"');
  await before.stop();
  t.match(before.text, ' INFO ');
  const after = await start();
  await after.stop();
  t.notMatch(after.text, ' INFO ');
});
