/** Mosquitto of Debian 13, unpacked beside the system: the broker that Home Assistant recommends, and its clients. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Test } from 'tap';
import { freePort } from '../fixtures/free-port.js';
import { runIn } from '../mpd/real-mpd.js';
import { type PackageSet, unpacked } from '../network/packages.js';

const run = promisify(execFile);
const MOSQUITTO: PackageSet = { name: 'mosquitto', packages: ['mosquitto', 'mosquitto-clients'], suite: 'trixie' };
const PATIENCE = 20_000;

/** Why there is none here; false when there is. */
export async function mosquittoTrouble(): Promise<string | false> {
  try {
    await unpacked(MOSQUITTO);
    return false;
  } catch (error) {
    return `Debian's packages could not be fetched: ${String(error).split('\n', 1)[0]}`;
  }
}

export interface Login {
  readonly user: string;
  readonly password: string;
}

export interface MosquittoOptions {
  /** Who may connect; everybody when left out. */
  readonly login?: Login;
  /** Lines for mosquitto.conf(5), such as those for TLS. */
  readonly more?: readonly string[];
  /** The port; a free one when left out. */
  readonly port?: number;
}

export class Mosquitto {
  /** What is retained now, by its topics. */
  readonly retained = new Map<string, string>();
  /** Everything that was published since it was listened to, in its order. */
  readonly messages: [topic: string, text: string][] = [];

  private constructor(
    private readonly root: string,
    private readonly process: ChildProcess,
    readonly port: number,
    private readonly login: Login | undefined,
  ) {}

  static async start(t: Test, { login, more = [], port: wanted }: MosquittoOptions = {}): Promise<Mosquitto> {
    const root = await unpacked(MOSQUITTO);
    const port = wanted ?? (await freePort());
    const folder = await mkdtemp(join(tmpdir(), 'mosquitto-'));
    t.teardown(() => rm(folder, { recursive: true, force: true }));
    const passwords = join(folder, 'passwords');
    if (login !== undefined) {
      const { program, args } = await runIn(root, 'mosquitto_passwd', [
        '-b',
        '-c',
        passwords,
        login.user,
        login.password,
      ]);
      await run(program, args);
    }
    const lines = [
      `listener ${port} 127.0.0.1`,
      login === undefined ? 'allow_anonymous true' : `allow_anonymous false\npassword_file ${passwords}`,
      'persistence false',
      // As root Mosquitto would become a user that there is not.
      'user root',
      ...more,
    ];
    await writeFile(join(folder, 'mosquitto.conf'), `${lines.join('\n')}\n`);
    const { program, args } = await runIn(root, join('..', 'sbin', 'mosquitto'), [
      '-c',
      join(folder, 'mosquitto.conf'),
    ]);
    const broker = new Mosquitto(root, spawn(program, args, { stdio: 'ignore' }), port, login);
    t.teardown(() => broker.stop());
    await broker.#answers();
    return broker;
  }

  get address(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await gone;
  }

  /** Publishes by `mosquitto_pub`. */
  async publish(topic: string, text: string, isRetained = false): Promise<void> {
    const { program, args } = await runIn(this.root, 'mosquitto_pub', [
      ...this.#connection(),
      ...['-t', topic, ...(text === '' ? ['-n'] : ['-m', text]), ...(isRetained ? ['-r'] : [])],
    ]);
    await run(program, args);
  }

  /** Follows all topics by `mosquitto_sub` from now on. */
  async follow(t: Test): Promise<void> {
    // JSON, for texts with lines: topic, retained or not, payload.
    const { program, args } = await runIn(this.root, 'mosquitto_sub', [
      ...this.#connection(),
      ...['-t', '#', '-F', '{"topic":"%t","text":"%x"}'],
    ]);
    const client = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    t.teardown(() => client.kill('SIGKILL'));
    let rest = '';
    client.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { topic, text: hex } = JSON.parse(line) as { topic: string; text: string };
        const text = Buffer.from(hex, 'hex').toString();
        this.messages.push([topic, text]);
        if (text === '') this.retained.delete(topic);
        else this.retained.set(topic, text);
      }
    });
    // Sent again until it comes: what is published before the subscription reaches the broker is lost.
    await this.until('followed', async () => {
      await this.publish('test/followed', 'yes');
      return this.retained.has('test/followed');
    });
    this.retained.delete('test/followed');
  }

  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE;
    while (!(await holds())) {
      if (Date.now() > end) throw new Error(`never: ${what}\n${JSON.stringify([...this.retained], null, 1)}`);
      await delay(20);
    }
  }

  /** JSON of a topic; undefined where it is none. */
  json(topic: string): unknown {
    const text = this.retained.get(topic);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  }

  #connection(): string[] {
    const login = this.login === undefined ? [] : ['-u', this.login.user, '-P', this.login.password];
    return ['-h', '127.0.0.1', '-p', String(this.port), ...login];
  }

  async #answers(): Promise<void> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const socket = connect(this.port, '127.0.0.1');
      const isThere = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (isThere) return;
      if (Date.now() > end) throw new Error('Mosquitto does not answer');
      await delay(50);
    }
  }
}
