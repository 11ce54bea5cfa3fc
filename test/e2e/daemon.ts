/**
 * The production bundle of the daemon in a process of its own, with a rig as its sound card, and HTTP over the
 * loopback. Each test has its own library, state and port.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Test } from 'tap';

import { bodyOf, createTonearmClient, type Schemas, type TonearmClient } from '../../src/client/client.js';
import { createRigs, type Rig, type RigOptions } from '../rig/rig.js';

export const DAEMON = fileURLToPath(new URL('../../dist/start.cjs', import.meta.url));
const PATIENCE_MILLISECONDS = 60_000;

/** Rig that plays twenty times as fast as real time, for tests that check what is played and not how long it takes. */
export const FAST: RigOptions = { speed: 20, patient: true };

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Body as JSON; undefined when it is not JSON. */
  readonly body: unknown;
}

export class Daemon {
  readonly process: ChildProcess;
  readonly output: string[] = [];
  base = '';

  constructor(process: ChildProcess) {
    this.process = process;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.output.push(text));
    }
  }

  get text(): string {
    return this.output.join('');
  }

  /** Typed client, generated from the OpenAPI document. A problem answer is thrown. */
  get api(): TonearmClient {
    return createTonearmClient(this.base);
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(this.base + path, { method, ...init });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text, body: type.includes('json') ? JSON.parse(text) : undefined };
  }

  get(path: string): Promise<Answer> {
    return this.ask('GET', path);
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.ask('PUT', path, body);
  }

  play(tracks: readonly string[]): Promise<Answer> {
    return this.ask('POST', '/playlists', { tracks });
  }

  async playbackStatus(): Promise<Schemas['AudioStatus']['status']> {
    return (await bodyOf(this.api.GET('/player/status'))).status;
  }

  /** Current track, playing or paused; null when stopped. */
  currentTrack(): Promise<Schemas['Mp3Entry'] | null> {
    return bodyOf(this.api.GET('/player/current-track'));
  }

  volume(): Promise<Schemas['VolumeInfo']> {
    return bodyOf(this.api.GET('/player/volume'));
  }

  /** Position in the current track in milliseconds, or -1 when there is none. */
  async elapsed(): Promise<number> {
    return (await this.currentTrack())?.elapsed ?? -1;
  }

  /** Polls until the condition holds. @throws after a time limit */
  async until(what: string, condition: () => Promise<boolean>, patience = PATIENCE_MILLISECONDS): Promise<void> {
    const end = Date.now() + patience;
    while (!(await condition())) {
      if (Date.now() > end) throw new Error(`never happened: ${what}\n${this.text}`);
      await delay(25);
    }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill(signal);
    await gone;
  }
}

export interface House {
  readonly rig: Rig;
  /** All rigs, `rig` first. */
  readonly rigs: readonly Rig[];
  readonly library: string;
  /** Starts the daemon and waits until it is ready. May be called several times in one test. */
  readonly start: (options?: {
    readonly nodeOptions?: readonly string[];
    readonly environment?: NodeJS.ProcessEnv;
    /** Program that starts the daemon, such as prlimit: the daemon's command line is appended to it. */
    readonly launcher?: readonly string[];
  }) => Promise<Daemon>;
}

/**
 * Makes a rig, an empty library and a state directory, all removed when the test ends. The daemon uses the clock of the
 * rig.
 */
export async function createHouse(t: Test, options: RigOptions = {}, ...more: readonly RigOptions[]): Promise<House> {
  const rigs = await createRigs(options, ...more);
  const [rig] = rigs;
  if (rig === undefined) throw new Error('there is always one card');
  const folder = await mkdtemp(join(tmpdir(), 'tonearm-e2e-'));
  const library = join(folder, 'music');
  await mkdir(library);
  const running: Daemon[] = [];
  t.teardown(async () => {
    for (const daemon of running) await daemon.stop('SIGKILL');
    for (const each of rigs.toReversed()) await each.cleanUp();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    rig,
    rigs,
    library,
    async start({ nodeOptions = [], environment = {}, launcher = [] } = {}) {
      const line: readonly string[] = [...launcher, process.execPath, ...nodeOptions, DAEMON];
      const [program = '', ...args] = line;
      const child = spawn(program, args, {
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          ...rig.environment,
          TONEARM_HTTP_HOST: '127.0.0.1',
          TONEARM_HTTP_PORT: '0',
          TONEARM_WEBDAV_PORT: '0',
          TONEARM_MPD_PORT: '0',
          TONEARM_GRAPHQL_PORT: '0',
          TONEARM_UPNP_PORT: '0',
          TONEARM_LIBRARY: library,
          TONEARM_STATE_DIR: join(folder, 'state'),
          TONEARM_TIME_FACTOR: String(options.speed ?? 1),
          // Never the system bus of the machine: a test must not be able to switch it off.
          DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${join(folder, 'no-bus')}`,
          TONEARM_ALSA_DEVICE: rig.device,
          ...(rig.mixer === undefined ? {} : { TONEARM_ALSA_MIXER: rig.mixer }),
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const daemon = new Daemon(child);
      running.push(daemon);
      await daemon.until('the daemon is ready', () => {
        if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}\n${daemon.text}`);
        daemon.base = /Address {2}(http:\/\/\S+)\s/.exec(daemon.text)?.[1] ?? '';
        return Promise.resolve(daemon.base !== '');
      });
      return daemon;
    },
  };
}

/** Number of underruns of the card. */
export async function xruns(rig: Rig): Promise<number> {
  return (await rig.events()).filter(({ name }) => name === 'XRUN').length;
}
