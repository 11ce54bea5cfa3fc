/**
 * A radio station on the loopback: Debian's Icecast with its own configuration and port, and ffmpeg as the source,
 * which sends an MP3 in a loop in real time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Test } from 'tap';
import { freePort } from '../fixtures/free-port.js';

const PASSWORD = 'hackme';
const MOUNT = '/live';
const PATIENCE_MILLISECONDS = 60_000;
/** Attempts to connect the source; a busy machine does not cause as many refusals. */
const MOST_SOURCES = 20;
const MOST_STARTS = 3;
const COMPLAINT_CHARACTERS = 2000;

let servers = 0;

/**
 * Returns an address of the loopback that no other Icecast has: servers that start at the same moment can be given the
 * same free port, and the second one ends while the first one answers in its place.
 */
function nextAddress(): string {
  servers = (servers % 100) + 1;
  return `127.${100 + servers}.${(process.pid >> 8) & 0xff}.${process.pid & 0xff || 1}`;
}

/** Icecast does not run as root, so the configuration names the user. */
function configuration({ hostname, port }: URL, folder: string): string {
  const owner =
    process.getuid?.() === 0 ? '<changeowner><user>icecast2</user><group>icecast</group></changeowner>' : '';
  return `<icecast>
    <hostname>localhost</hostname>
    <limits><clients>20</clients><sources>2</sources><burst-size>65535</burst-size></limits>
    <authentication>
      <source-password>${PASSWORD}</source-password>
      <admin-user>admin</admin-user><admin-password>${PASSWORD}</admin-password>
    </authentication>
    <listen-socket><port>${port}</port><bind-address>${hostname}</bind-address></listen-socket>
    <paths>
      <logdir>${folder}</logdir><webroot>/usr/share/icecast2/web</webroot>
      <adminroot>/usr/share/icecast2/admin</adminroot>
    </paths>
    <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>2</loglevel></logging>
    <security><chroot>0</chroot>${owner}</security>
  </icecast>`;
}

export class Icecast {
  readonly base: string;
  readonly #server: ChildProcess;
  #source: ChildProcess | undefined;

  constructor(server: ChildProcess, base: string) {
    this.#server = server;
    this.base = base;
  }

  get url(): string {
    return this.base + MOUNT;
  }

  /** Starts to send the file. Resolves when listeners can connect. @param format options of ffmpeg's output */
  async send(file: string, format: readonly string[]): Promise<void> {
    const target = `icecast://source:${PASSWORD}@${new URL(this.base).host}${MOUNT}`;
    const input = ['-hide_banner', '-v', 'error', '-re', '-stream_loop', '-1', '-i', file];
    const station = ['-ice_name', 'Testfunk', '-ice_genre', 'Noise'];
    let complaint = '';
    const begin = (): ChildProcess => {
      const source = spawn('ffmpeg', [...input, ...format, ...station, target], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      source.once('error', (error) => (complaint += `${error.message}\n`));
      source.stderr.setEncoding('utf8').on('data', (text: string) => {
        complaint = (complaint + text).slice(-COMPLAINT_CHARACTERS);
      });
      return source;
    };
    this.#source = begin();
    let sources = 1;
    await this.#until(
      'the source is there',
      async () => {
        // On a busy machine Icecast may refuse the source, because its first header fields come too late.
        if ((this.#source === undefined || isOver(this.#source)) && sources < MOST_SOURCES) {
          this.#source = begin();
          sources++;
        }
        return (await this.#admin('stats')).includes(MOUNT);
      },
      () => `${sources} sources; the last of them: ${complaint.trim()}`,
    );
  }

  /** Ends the source: the station falls silent. */
  async endSource(): Promise<void> {
    await end(this.#source);
    this.#source = undefined;
  }

  /** Sets the title of the current programme. */
  async title(song: string): Promise<void> {
    await this.#admin(`metadata?mount=${MOUNT}&mode=updinfo&charset=UTF-8&song=${encodeURIComponent(song)}`);
  }

  async listeners(): Promise<readonly string[]> {
    const list = await this.#admin(`listclients?mount=${MOUNT}`);
    return [...list.matchAll(/<ID>(\d+)<\/ID>/gi)].map(([, id = '']) => id);
  }

  /** Closes the connection of every listener. */
  async disconnectListeners(): Promise<void> {
    for (const id of await this.listeners()) await this.#admin(`killclient?mount=${MOUNT}&id=${id}`);
  }

  async stop(): Promise<void> {
    await this.endSource();
    await end(this.#server);
  }

  async #admin(path: string): Promise<string> {
    const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
    const response = await fetch(`${this.base}/admin/${path}`, {
      headers: { authorization },
      signal: AbortSignal.timeout(10_000),
    });
    return response.text();
  }

  async #until(what: string, condition: () => Promise<boolean>, why = (): string => ''): Promise<void> {
    for (const giveUp = Date.now() + PATIENCE_MILLISECONDS; !(await condition().catch(() => false));) {
      if (Date.now() > giveUp) throw new Error(`never happened: ${what} ${why()}`);
      await delay(50);
    }
  }

  /** Resolves when Icecast answers. @throws Error when the process has ended */
  async started(): Promise<void> {
    const answers = async (): Promise<boolean> => {
      // The process has ended, so an answer would come from another server.
      if (isOver(this.#server)) return true;
      return (await this.#admin('stats')).includes('icestats');
    };
    await this.#until('Icecast answers', answers);
    if (isOver(this.#server)) throw new Error(`Icecast has ended: ${this.#server.exitCode ?? this.#server.signalCode}`);
  }
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || isOver(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Starts a station without a source; it stops when the test ends. */
export async function createIcecast(t: Test): Promise<Icecast> {
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-icecast-'));
  const logs = join(folder, 'log');
  await mkdir(logs);
  for (const each of [folder, logs]) await chmod(each, 0o777);
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  for (let attempts = 1; ; attempts++) {
    const address = nextAddress();
    const base = `http://${address}:${await freePort(address)}`;
    await writeFile(join(folder, 'icecast.xml'), configuration(new URL(base), logs));
    const server = spawn('icecast2', ['-c', join(folder, 'icecast.xml')], { stdio: 'ignore' });
    const icecast = new Icecast(server, base);
    t.teardown(() => icecast.stop());
    try {
      await icecast.started();
      return icecast;
    } catch (error) {
      // Starts again when another program took the port first, or the start failed on a busy machine.
      if (attempts >= MOST_STARTS) throw error;
    }
  }
}
