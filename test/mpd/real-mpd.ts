/** MPD of Debian 13, unpacked beside the system and run by the loader that came with it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { freePort } from '../fixtures/free-port.js';
import { packageTrouble, type PackageSet, unpacked } from '../network/packages.js';
import { MpdClient } from './rig.js';

const MPD_0_24: PackageSet = { name: 'mpd-0.24', packages: ['mpd'], suite: 'trixie' };

/** Why there is none here; false when there is. */
export const mpdTrouble = (): Promise<string | false> => packageTrouble(MPD_0_24);

/** Folders of a tree that hold shared libraries. */
async function libraryFolders(root: string): Promise<string[]> {
  const top = join(root, 'usr', 'lib', 'x86_64-linux-gnu');
  const below = (await readdir(top, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return [top, ...below.map(({ name }) => join(top, name))];
}

/** How a program of an unpacked release is run: by the loader of that release, with its libraries. */
export async function runIn(root: string, name: string, args: readonly string[]) {
  const libraries = (await libraryFolders(root)).join(':');
  const program = join(root, 'usr', 'lib64', 'ld-linux-x86-64.so.2');
  return { program, args: ['--library-path', libraries, join(root, 'usr', 'bin', name), ...args] };
}

/** Connects as soon as somebody listens. */
export async function connectTo(t: Test, port: number): Promise<MpdClient> {
  for (let attempt = 0; ; attempt++) {
    const socket = createConnection({ host: '127.0.0.1', port });
    try {
      await once(socket, 'connect');
      t.teardown(() => socket.destroy());
      const client = new MpdClient(socket);
      await client.line();
      return client;
    } catch (error) {
      if (attempt > 200) throw error;
      await delay(50);
    }
  }
}

/** A daemon over a music folder, which it has scanned, with an output that makes no sound. */
export async function startRealMpd(
  t: Test,
  music: string,
  folder: string,
  tags: readonly string[],
): Promise<MpdClient> {
  const root = await unpacked(MPD_0_24);
  const port = await freePort();
  await mkdir(join(folder, 'playlists'), { recursive: true });
  const settings = {
    music_directory: music,
    playlist_directory: join(folder, 'playlists'),
    db_file: join(folder, 'db'),
    sticker_file: join(folder, 'stickers'),
    log_file: join(folder, 'log'),
    bind_to_address: '127.0.0.1',
    port: String(port),
    metadata_to_use: tags.join(','),
    auto_update: 'no',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}"`);
  const output = 'audio_output {\n  type "null"\n  name "Silence"\n  mixer_type "software"\n}';
  await writeFile(join(folder, 'mpd.conf'), `${lines.join('\n')}\n${output}\n`);
  const { program, args } = await runIn(root, 'mpd', ['--no-daemon', join(folder, 'mpd.conf')]);
  const child = spawn(program, args, { stdio: 'ignore' });
  t.teardown(() => child.kill('SIGKILL'));
  const client = await connectTo(t, port);
  await client.ask('update');
  while ((await client.ask('status')).some((line) => line.startsWith('updating_db'))) await client.ask('idle update');
  return client;
}
