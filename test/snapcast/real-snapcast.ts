/** snapserver and snapclient of Debian 13, unpacked beside the system and run by the loader that came with them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Test } from 'tap';
import { temporaryDirectory } from '../http/rig.js';
import { runIn } from '../mpd/real-mpd.js';
import { type PackageSet, unpacked } from '../network/packages.js';

const SNAPCAST: PackageSet = { name: 'snapcast-0.31', packages: ['snapserver', 'snapclient'], suite: 'trixie' };

/** Why there is none here; false when there is. */
export async function snapcastTrouble(): Promise<string | false> {
  try {
    await unpacked(SNAPCAST);
    return false;
  } catch (error) {
    return `Debian's packages could not be fetched: ${String(error).split('\n', 1)[0]}`;
  }
}

export interface Ports {
  readonly stream: number;
  readonly control: number;
  readonly source: number;
}

export const USUAL_PORTS: Ports = { stream: 1704, control: 1705, source: 4953 };

interface Where {
  /** What goes before a command line for it to run on a machine of the test. */
  readonly launcher?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

export interface ServerOptions extends Where {
  readonly ports?: Ports;
  /** Such as `44100:16:2`. */
  readonly sampleFormat?: string;
  /** Such as `pcm`. */
  readonly codec?: string;
  /** Milliseconds from the server to the ear. */
  readonly buffer?: number;
  /** More lines below `[stream]`. */
  readonly more?: readonly string[];
}

export class Program {
  readonly said: string[] = [];

  constructor(readonly process: ChildProcess) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.said.push(text));
    }
  }

  /** May be called twice. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const { process } = this;
    if (process.exitCode !== null || process.signalCode !== null) return;
    const gone = once(process, 'exit');
    process.kill(signal);
    await gone;
  }
}

/** One of the two with a command line of the test. */
export async function startProgram(
  t: Test,
  name: string,
  args: readonly string[],
  { launcher = [], environment }: Where,
) {
  const root = await unpacked(SNAPCAST);
  const line = await runIn(root, name, args);
  // Both drop sound when they are late by a chunk of 20 ms: tests that run beside this one must not make them so.
  const realTime = process.getuid?.() === 0 ? ['chrt', '--fifo', '5'] : [];
  const [program = '', ...rest] = [...realTime, ...launcher, line.program, ...line.args];
  const env = { ...process.env, LC_ALL: 'C.UTF-8', ...environment };
  const running = new Program(spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'], env }));
  t.teardown(() => running.end());
  return running;
}

/** A server with a TCP source, which keeps its state in a folder of its own. Resolves when it listens. */
export async function startServer(t: Test, options: ServerOptions = {}): Promise<Program> {
  const { ports = USUAL_PORTS, sampleFormat = '44100:16:2', codec = 'flac', buffer = 1000, more = [] } = options;
  const folder = await temporaryDirectory(t);
  await mkdir(join(folder, 'data'));
  const lines = [
    ...['[server]', `datadir = ${join(folder, 'data')}`],
    ...['[http]', 'enabled = false'],
    ...['[tcp]', 'enabled = true', `port = ${ports.control}`],
    ...['[stream]', `port = ${ports.stream}`, `buffer = ${buffer}`, ...more],
    `source = tcp://0.0.0.0:${ports.source}?name=Tonearm&mode=server&sampleformat=${sampleFormat}&codec=${codec}`,
    ...['[logging]', 'sink = stdout', 'filter = *:info'],
  ];
  const file = join(folder, 'snapserver.conf');
  await writeFile(file, `${lines.join('\n')}\n`);
  return startProgram(t, 'snapserver', ['--config', file], options);
}

/** A client that writes what it plays, raw, to a file or a pipe. @param id of the client, as the server knows it */
export async function startClient(
  t: Test,
  id: string,
  file: string,
  {
    port = USUAL_PORTS.stream,
    host = '127.0.0.1',
    ...where
  }: Where & { readonly port?: number; readonly host?: string } = {},
): Promise<Program> {
  const player = ['--player', `file:filename=${file},mode=w`, '--logsink', 'stdout'];
  return startProgram(t, 'snapclient', ['--host', host, '--port', String(port), '--hostID', id, ...player], where);
}
