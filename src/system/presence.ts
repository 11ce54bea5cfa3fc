/**
 * Whether a person stands at the box: needed to set the first PIN, so that no guest sets one before the owner does. A sign
 * of it is that the box was switched on within ten minutes, or a file on the card. The daemon's own restart is none, for a
 * guest could cause it: neither after it has failed, nor after a restart that was asked for over the network. Thread: main.
 *
 *     file `presence`: id of the boot while the daemon runs ─▶ removed by a stop in order
 *                                                         └─▶ `asked` by a restart that was asked for
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
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** Another one with each start of the machine. */
  readonly bootId?: () => string;
}

const MARK = 'presence';
const ASKED = 'asked';
/** Whoever can put it there has the card in hand, or a login. */
const ALLOW_FILE = 'allow-pin';
const WINDOW_MILLISECONDS = 10 * 60_000;

export class Presence {
  readonly #deps: PresenceDeps;
  readonly #now: () => number;
  readonly #boot: string;
  #until = -Infinity;

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => performance.now());
    this.#boot = (deps.bootId ?? bootId)();
  }

  /** Once, at the start. Never rejects. */
  async start(): Promise<void> {
    const mark = await readFile(this.#path(MARK), 'utf8').catch(() => '');
    if (mark !== ASKED && mark !== this.#boot) this.#until = this.#now() + WINDOW_MILLISECONDS;
    await this.#mark(this.#boot);
  }

  /** Seconds that are left of those after power-on; 0 when they are over. */
  secondsLeft(): number {
    return Math.max(Math.ceil((this.#until - this.#now()) / 1000), 0);
  }

  /** Never rejects. */
  async isThere(): Promise<boolean> {
    return this.secondsLeft() > 0 || (await stat(this.#path(ALLOW_FILE)).catch(() => undefined)) !== undefined;
  }

  /** What it was wanted for is done: the file is good for one time. Never rejects. */
  async used(): Promise<void> {
    await rm(this.#path(ALLOW_FILE), { recursive: true, force: true }).catch((error: unknown) => {
      this.#deps.log.warn('presence: file not removed', { file: ALLOW_FILE, error });
    });
  }

  /** Restarts the machine by `restart`, which was asked for over the network. @throws what `restart` throws */
  async aroundRestart(restart: () => Promise<void>): Promise<void> {
    await this.#mark(ASKED);
    try {
      await restart();
    } catch (error) {
      await this.#mark(this.#boot);
      throw error;
    }
  }

  /** A stop in order: who starts the daemon again is there. Never rejects. */
  async stop(): Promise<void> {
    const mark = await readFile(this.#path(MARK), 'utf8').catch(() => '');
    if (mark === this.#boot) await rm(this.#path(MARK), { force: true }).catch(() => undefined);
  }

  async #mark(text: string): Promise<void> {
    await writeFile(this.#path(MARK), text, { flush: true }).catch((error: unknown) => {
      this.#deps.log.warn('presence: mark not written', { file: MARK, error });
    });
  }

  #path(name: string): string {
    return join(this.#deps.directory, name);
  }
}

/** Source: random(4), `/proc/sys/kernel/random/boot_id`. */
function bootId(): string {
  return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
}
