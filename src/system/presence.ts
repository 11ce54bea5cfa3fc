/**
 * Whether somebody is physically present at the box, which is needed to set the first PIN, so that no visitor sets one
 * before the owner. Presence is: the box was switched on within ten minutes, or the file `allow-pin` is on the card. A
 * restart that a visitor could cause does not count: after a crash of the daemon, or by a request over the network.
 * Thread: main.
 *
 *     file `presence`: id of the boot while the daemon runs ─▶ removed by an orderly stop
 *                                                         └─▶ `asked` by a restart on request
 *     at the start: missing, or of another boot ─▶ ten minutes; of this boot, or `asked` ─▶ none
 */
import { readFileSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Log } from '../log.js';

export interface PresenceDeps {
  /** The state directory. */
  readonly directory: string;
  readonly log: Log;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** An id that differs after each boot. */
  readonly bootId?: () => string;
}

const MARK = 'presence';
const ASKED = 'asked';
/** A file that only somebody with the card or a login can create. */
const ALLOW_FILE = 'allow-pin';
const WINDOW_MILLISECONDS = 10 * 60_000;

export class Presence {
  readonly #now: () => number;
  readonly #boot: string;
  #until = -Infinity;

  constructor(private readonly deps: PresenceDeps) {
    this.#now = deps.now ?? (() => performance.now());
    this.#boot = (deps.bootId ?? bootId)();
  }

  /** To be called once. Never rejects. */
  async start(): Promise<void> {
    const mark = await readFile(this.#path(MARK), 'utf8').catch(() => '');
    if (mark !== ASKED && mark !== this.#boot) this.#until = this.#now() + WINDOW_MILLISECONDS;
    await this.#mark(this.#boot);
  }

  /** Seconds that are left of the ten minutes after power-on; 0 when they are over. */
  secondsLeft(): number {
    return Math.max(Math.ceil((this.#until - this.#now()) / 1000), 0);
  }

  /** Whether somebody is present. Never rejects. */
  async isThere(): Promise<boolean> {
    return this.secondsLeft() > 0 || (await stat(this.#path(ALLOW_FILE)).catch(() => undefined)) !== undefined;
  }

  /** Removes the file `allow-pin`, which is valid once. Never rejects. */
  async used(): Promise<void> {
    await rm(this.#path(ALLOW_FILE), { recursive: true, force: true }).catch((error: unknown) => {
      this.deps.log.warn('presence: file not removed', { file: ALLOW_FILE, error });
    });
  }

  /** Runs a restart of the machine that was requested over the network. @throws what `restart` throws */
  async aroundRestart(restart: () => Promise<void>): Promise<void> {
    await this.#mark(ASKED);
    try {
      await restart();
    } catch (error) {
      await this.#mark(this.#boot);
      throw error;
    }
  }

  /** Notes an orderly stop: whoever starts the daemon again is present. Never rejects. */
  async stop(): Promise<void> {
    const mark = await readFile(this.#path(MARK), 'utf8').catch(() => '');
    if (mark === this.#boot) await rm(this.#path(MARK), { force: true }).catch(() => undefined);
  }

  async #mark(text: string): Promise<void> {
    await writeFile(this.#path(MARK), text, { flush: true }).catch((error: unknown) => {
      this.deps.log.warn('presence: mark not written', { file: MARK, error });
    });
  }

  #path(name: string): string {
    return join(this.deps.directory, name);
  }
}

/** Source: random(4), `/proc/sys/kernel/random/boot_id`. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
