/** The real Samba on the loopback, of Debian's packages beside the system, in a namespace of its own for mounts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { temporaryDirectory } from '../../http/rig.js';
import { networkTrouble, SAMBA, unpacked } from '../packages.js';

/** Milliseconds until it takes connections. */
const PATIENCE = 60_000;

/** Why Samba cannot run here; false when it can. */
export const sambaTrouble = (): Promise<string | false> => networkTrouble(SAMBA);

/** The user whom every server knows, and the password. */
export const ANNA = { user: 'anna', password: 'a,b=c "d" ü', domain: undefined } as const;

const settings = (folder: string, more: string) => `[global]
workgroup = HOME
passdb backend = tdbsam:${folder}/passdb.tdb
private dir = ${folder}/private
lock directory = ${folder}/lock
state directory = ${folder}/state
cache directory = ${folder}/cache
pid directory = ${folder}/pid
ncalrpc dir = ${folder}/ncalrpc
log file = ${folder}/log
bind interfaces only = yes
interfaces = lo
disable spoolss = yes
load printers = no
${more}
[Music]
path = ${folder}/music
guest ok = yes
comment = Tönende Sammlung
[Private]
path = ${folder}/music
valid users = anna
[Hidden$]
path = ${folder}/music
`;

/** @param more settings of the server, such as `map to guest = Bad User` @returns its port */
export async function startSamba(t: Test, more: string): Promise<number> {
  const programs = await unpacked(SAMBA);
  const folder = await temporaryDirectory(t);
  await chmod(folder, 0o755);
  for (const each of ['private', 'lock', 'state', 'cache', 'pid', 'ncalrpc', 'music']) await mkdir(join(folder, each));
  const config = join(folder, 'smb.conf');
  await writeFile(config, settings(folder, more));
  await writeFile(
    join(folder, 'passwd'),
    'root:x:0:0::/:/bin/sh\nnobody:x:65534:65534::/:/bin/false\nanna:x:4000:4000::/:/bin/false\n',
  );
  await writeFile(join(folder, 'password'), `${ANNA.password}\n${ANNA.password}\n`);
  const port = await freePort();
  const script = `set -e
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=${programs}/usr:/usr" /usr
mount -o bind "${folder}/passwd" /etc/passwd
mkdir -p /run/samba
smbpasswd -c "${config}" -a -s anna < "${folder}/password"
exec smbd --foreground --no-process-group -s "${config}" -p ${port}`;
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, LC_ALL: 'C.UTF-8' };
  // With a process space of its own the servers of the connections end with it.
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  t.teardown(async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await ended;
  });
  const end = performance.now() + PATIENCE;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || performance.now() > end) throw new Error(`Samba does not run: ${said}`);
    await delay(100);
  }
  return port;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function isOpen(port: number): Promise<boolean> {
  const connection = createConnection(port, '127.0.0.1');
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
