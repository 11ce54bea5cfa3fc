/** Runs in the PC of `share-machine.ts`: mounts shares of real servers, and prints what came of each step as JSON. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { NetworkShares } from '../../../src/network/shares/network-shares.js';
import type { ShareAddress, ShareLogin } from '../../../src/network/shares/share.js';
import { databaseIn } from '../../database/rig.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { ProgramUnits, REQUESTS } from './program-units.js';

const run = promisify(execFile);
/** Milliseconds after which a read counts as stuck. */
const PATIENCE = 40_000;
const PROGRAM = '/tmp/project/native/build/Release/mount_share';
const units = new ProgramUnits(PROGRAM);
const noBus = { call: () => Promise.reject(new Error('no bus')), subscribe: () => () => undefined };
const looked: string[] = [];
const shares = new NetworkShares({
  ...{ bus: noBus, units, state: databaseIn('/tmp/w'), log: SILENT_LOG },
  mounted: (path) => void looked.push(path),
});

const NOBODY: ShareLogin = { user: undefined, password: undefined, domain: undefined };
const ANNA: ShareLogin = { user: 'anna', password: 'a,b=c "d" ü', domain: undefined };
const smb = (path: string, port?: number): ShareAddress => ({ kind: 'smb', server: '127.0.0.1', port, path });
const nfs = (path: string, port?: number): ShareAddress => ({ kind: 'nfs', server: '127.0.0.1', port, path });

async function step(name: string, ask: () => Promise<unknown>): Promise<void> {
  const begin = performance.now();
  const answer = await ask().then(
    (value) => ({ value }),
    (error: unknown) => ({ code: (error as { code?: string }).code, text: String(error) }),
  );
  const seconds = (performance.now() - begin) / 1000;
  process.stdout.write(`@@${JSON.stringify({ name, seconds, ...answer })}\n`);
}

const optionsOf = async (path: string): Promise<string | undefined> =>
  (await readFile('/proc/self/mounts', 'utf8'))
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, at]) => at?.replaceAll('\\040', ' ') === path)?.[3];

/** @throws Error when nothing listens there within two minutes */
async function listening(port: number): Promise<void> {
  const end = performance.now() + 120_000;
  for (;;) {
    if (performance.now() > end) throw new Error(`nothing listens on ${port}`);
    const connection = createConnection(port, '127.0.0.1');
    const [isOpen] = await Promise.race([
      once(connection, 'connect').then(() => [true]),
      once(connection, 'error').then(() => [false]),
    ]).catch(() => [false]);
    connection.destroy();
    if (isOpen === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function server(port: number, program: string, ...options: string[]) {
  const child = spawn(program, options, { stdio: ['ignore', 'inherit', 'inherit'] });
  await listening(port);
  return child;
}

const smbd = (port: number, config = '/tmp/w/smb.conf') =>
  server(port, 'smbd', '--foreground', '--no-process-group', '-s', config, '-p', String(port));
const ganesha = () =>
  server(
    2049,
    'ganesha.nfsd',
    '-F',
    '-L',
    '/tmp/w/ganesha.log',
    '-f',
    '/tmp/w/ganesha.conf',
    '-p',
    '/tmp/w/ganesha.pid',
  );

const idOf = async (path: string): Promise<string> =>
  (await shares.list()).find((each) => each.path === path)?.id ?? '';

/** SMB with the server up. */
async function smbSteps(): Promise<void> {
  await step('guest', async () => {
    const added = await shares.add(smb('Music/Folder'), NOBODY);
    const at = added.mountPoint ?? '';
    return {
      at,
      names: (await readdir(at)).toSorted(),
      text: await readFile(`${at}/Größe.txt`, 'utf8'),
      options: await optionsOf(at),
      mode: (await stat(`${at}/Größe.txt`)).mode & 0o777,
      looked,
    };
  });
  await step('with a password', async () => {
    const { mountPoint = '', id } = await shares.add(smb('Private'), ANNA);
    return {
      names: await readdir(mountPoint),
      kept: (await stat(`/data/system/shares/${id}`)).mode & 0o777,
      hasPassword: (await readFile(`/data/system/shares/${id}`, 'utf8')).includes(`password=${ANNA.password ?? ''}\n`),
      requests: await readdir(REQUESTS),
    };
  });
  await step('written to', () => writeFile('/media/tonearm/Private on 127.0.0.1/new', 'x'));
  await step('mounted again as kept', async () => (await shares.connect(await idOf('Private'))).state);
  await step('wrong password', async () =>
    shares.change(await idOf('Private'), () => ({ ...ANNA, password: 'wrong' })),
  );
  await step('the old password stays', async () => {
    const id = await idOf('Private');
    for (;;) {
      const found = (await shares.list()).find((each) => each.id === id);
      if (found?.state === 'mounted') return readdir(found.mountPoint ?? '');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
  await step('no password', () => shares.test(smb('Private'), NOBODY));
  await step('no such share', () => shares.test(smb('Nothing'), NOBODY));
  await step('no such folder', () => shares.test(smb('Music/Nothing'), NOBODY));
  await step('no such host', () => shares.test({ ...smb('Music'), server: 'nobody.invalid' }, NOBODY));
  await step('port closed', () => shares.test(smb('Music', 4444), NOBODY));
  await step('can be mounted', () => shares.test(smb('Music'), NOBODY));
  const old = await smbd(4446, '/tmp/w/old.conf');
  await step('protocol too old', () => shares.test(smb('Music', 4446), NOBODY));
  const oldEnded = once(old, 'exit');
  await run('pkill', ['-KILL', '-f', 'old.conf']);
  await oldEnded;
}

/** Where in the kernel a reader waits that does not come back. */
async function stuckAt(): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'for each in $(pgrep -x dd); do cat /proc/$each/stack; done']);
  return `stuck: ${stdout}`;
}

/** A server that hangs, dies, and comes back. */
async function failingSteps(daemon: ReturnType<typeof spawn>): Promise<ReturnType<typeof spawn>> {
  const file = '/media/tonearm/Folder on 127.0.0.1/large';
  const read = (at: number) =>
    Promise.race([
      run('dd', [`if=${file}`, 'of=/dev/null', 'bs=1M', 'count=1', `skip=${at}`, 'iflag=direct'])
        .then(() => 'read')
        .catch((error: unknown) => /dd: [^\n]*: ([^\n:]*)$/m.exec(String((error as { stderr?: string }).stderr))?.[1]),
      delay(PATIENCE, undefined, { ref: false }).then(stuckAt),
    ]);
  const signal = async (name: string) => run('pkill', [`-${name}`, '-x', 'smbd']);
  await signal('STOP');
  await step('server hangs', () => read(1));
  await signal('CONT');
  await step('server goes on', async () => {
    for (;;) {
      const said = await read(2);
      if (said === 'read') return said;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
  const ended = once(daemon, 'exit');
  await signal('KILL');
  await ended;
  await step('server dead', () => read(3));
  const fresh = await smbd(445);
  await step('server anew', async () => {
    for (;;) {
      const said = await read(4);
      if (said === 'read') return said;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
  return fresh;
}

async function nfsSteps(): Promise<void> {
  const daemon = await ganesha();
  await step('nfs', async () => {
    const { mountPoint = '' } = await shares.add(nfs('/music'), NOBODY);
    return { names: (await readdir(mountPoint)).toSorted(), options: await optionsOf(mountPoint) };
  });
  await step('nfs, no such folder', () => shares.test(nfs('/nothing'), NOBODY));
  await step('nfs, port closed', () => shares.test(nfs('/music', 4444), NOBODY));
  daemon.kill('SIGKILL');
}

/** What a daemon that somebody has taken over might ask for. */
async function hostileSteps(): Promise<void> {
  const ask = async (text: string) => JSON.stringify(await units.mount('hostile', text));
  const fine = 'kind=smb\nserver=127.0.0.1\npath=Music\n';
  await step('hostile requests', async () => [
    await ask(`${fine}folder=../../etc/x\n`),
    await ask(`${fine}folder=..\n`),
    await ask(`kind=ext4\nserver=127.0.0.1\npath=/dev/vda\nfolder=x\n`),
    await ask(`${fine}folder=x\noptions=suid\n`),
    await ask('kind=nfs\nserver=127.0.0.1\npath=/music/../../etc\nfolder=x\n'),
    await ask('x'.repeat(9000)),
  ]);
  await step('a link for a request', async () => {
    await writeFile('/tmp/w/elsewhere', `${fine}folder=Linked\n`);
    await symlink('/tmp/w/elsewhere', `${REQUESTS}/linked`);
    return [
      JSON.stringify(await units.mount('linked')),
      existsSync(`${REQUESTS}/linked`),
      existsSync('/tmp/w/elsewhere'),
    ];
  });
  await step('wrong ids', async () =>
    Promise.all(
      ['', '..', 'a/b', 'A', 'x'.repeat(17)].map((id) =>
        run(PROGRAM, ['mount', id]).then(
          () => 0,
          (error: unknown) => (error as { code: number }).code,
        ),
      ),
    ),
  );
}

async function main(): Promise<void> {
  await mkdir('/media/tonearm', { recursive: true });
  await mkdir('/data/system', { recursive: true });
  const daemon = await smbd(445);
  await smbSteps();
  await failingSteps(daemon);
  await nfsSteps();
  await hostileSteps();
  await step('removed', async () => {
    for (const { id } of await shares.list()) await shares.remove(id);
    return [
      await readdir('/media/tonearm'),
      await readdir('/data/system/shares'),
      await readdir('/run/tonearm-shares'),
    ];
  });
}

main()
  .catch((error: unknown) => process.stdout.write(`failed: ${String(error)}\n`))
  .finally(() => process.exit(0));
