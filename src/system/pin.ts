/**
 * The PIN that protects the box from visitors. There is none until somebody sets it, which needs presence the first
 * time (presence.ts). The level tells whether settings and deletions need it too. Saved as a salted scrypt hash (RFC
 * 7914), computed in libuv's pool; a right PIN is recognised again by a fast hash under a key that is in memory only,
 * so that many requests in a row, such as uploads, cost little. Guesses are checked one at a time, and wrong ones make
 * their client wait (pin-attempts.ts). A forgotten PIN is removed by a file `forget-pin` in the state directory, which
 * needs access to the card. Thread: main.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database } from '../database/database.js';
import { Conflict, Forbidden, InvalidInput, TooManyAttempts, Unauthorized, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { SerialQueue } from '../serial-queue.js';
import type { PinMark } from './pin-mark.js';
import { PinAttempts } from './pin-attempts.js';
import type { Presence } from './presence.js';

export interface PinDeps {
  readonly state: Database;
  /** Keeps a copy of the PIN, against damage to the database. */
  readonly mark?: Pick<PinMark, 'follow'>;
  readonly presence: Pick<Presence, 'isThere' | 'used' | 'secondsLeft'>;
  readonly log: Log;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/** `changes`: settings and deletions need the PIN too. */
export const PIN_LEVELS = ['box', 'changes'] as const;
export type PinLevel = (typeof PIN_LEVELS)[number];

/** When a request needs the PIN: always, or at the level `changes` only. */
export type PinNeed = 'always' | 'changes';

/** The PIN that a request carries, and the client that it comes from. */
export interface PinGiven {
  readonly pin: string | undefined;
  /** Address of the client. */
  readonly client: string;
}

export interface PinState {
  readonly isSet: boolean;
  readonly level: PinLevel;
  /** Whether a first PIN may be set: there is none yet, and somebody is present. */
  readonly mayBegin: boolean;
  /** Seconds for which having switched the box on still counts as presence. */
  readonly secondsLeft: number;
}

/** A change of the PIN; a member that is left out stays. */
export interface PinChange {
  /** `""` for none. */
  readonly pin?: string | undefined;
  readonly level?: PinLevel | undefined;
}

interface Kept {
  readonly level: PinLevel;
  readonly salt: Buffer;
  readonly hash: Buffer;
  readonly cost: number;
  readonly block_size: number;
  readonly parallelization: number;
}

const FORGET_FILE = 'forget-pin';
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** 16 MiB and a third of a second on a Raspberry Pi 3. */
const COST = 2 ** 14;
const BLOCK_SIZE = 8;
const PARALLELIZATION = 1;
/** Most guesses that wait to be checked: of all clients, and of one. */
const MOST_WAITING = 32;
const MOST_WAITING_EACH = 4;

const KEPT = 'SELECT level, salt, hash, cost, block_size, parallelization FROM pin';
const KEEP = `INSERT OR REPLACE INTO pin (id, level, salt, hash, cost, block_size, parallelization)
  VALUES (1, ?, ?, ?, ?, ?, ?)`;
const SET_LEVEL = 'UPDATE pin SET level = ?';
const FORGET = 'DELETE FROM pin';

export class Pin {
  /** Checks of guesses, and changes; each queue runs one after the other. */
  readonly #guesses = new SerialQueue();
  readonly #changes = new SerialQueue();
  readonly #waiting = new Map<string, number>();
  /** Fast hash of the right PIN, valid while the saved hash is this one. */
  #right: { readonly hash: Buffer; readonly digest: Buffer } | undefined;
  #key: Buffer | undefined;
  readonly #attempts: PinAttempts;

  constructor(private readonly deps: PinDeps) {
    const { state, log, now = () => performance.now() } = deps;
    this.#attempts = new PinAttempts({ state, log, now });
  }

  /**
   * Removes the PIN at the start when the file `forget-pin` is there. Never rejects.
   * @param directory the state directory
   */
  async forgetIfAsked(directory: string): Promise<void> {
    const { log } = this.deps;
    const file = join(directory, FORGET_FILE);
    try {
      if ((await stat(file).catch(() => undefined)) === undefined) return;
      await this.remove();
      log.warn('pin: removed, as a file asked for it (anybody may change the box until a new one is set)', { file });
      await rm(file, { recursive: true });
    } catch (error) {
      log.error('pin: file that asks to remove the PIN not obeyed', { file, error });
    }
  }

  /** @throws Unavailable STATE_UNAVAILABLE */
  async read(): Promise<PinState> {
    const { presence } = this.deps;
    const kept = await this.#kept();
    const isSet = kept !== undefined;
    const mayBegin = !isSet && (await presence.isThere());
    return { isSet, level: kept?.level ?? 'box', mayBegin, secondsLeft: mayBegin ? presence.secondsLeft() : 0 };
  }

  /**
   * Resolves when there is no PIN, the request carries the right one, or the level does not require it.
   * @throws Unauthorized PIN_REQUIRED, Forbidden PIN_WRONG, TooManyAttempts TOO_MANY_TRIES
   * @throws Unavailable STATE_UNAVAILABLE when it cannot be read whether there is a PIN
   */
  async require(given: PinGiven, need: PinNeed = 'always'): Promise<void> {
    const kept = await this.#kept();
    if (kept === undefined || (need === 'changes' && kept.level !== 'changes')) return;
    await this.#requireFor(kept, given);
  }

  /**
   * Sets or removes the PIN, or sets its level; resolves when that is durable.
   * @param given the present PIN, if there is one
   * @throws what `require` throws, and Unavailable NOT_SAVED: then nothing has changed
   * @throws Forbidden PRESENCE_NEEDED for a first PIN, Conflict NO_PIN for the level of none, InvalidInput for no
   * change
   */
  change(change: PinChange, given: PinGiven): Promise<void> {
    return this.#changes.run(() => this.#change(change, given));
  }

  async #change({ pin, level }: PinChange, given: PinGiven): Promise<void> {
    if (pin === undefined && level === undefined)
      throw new InvalidInput('INVALID_BODY', 'Name a pin, a level, or both.');
    const kept = await this.#kept();
    if (kept !== undefined) await this.#requireFor(kept, given);
    else if (pin === undefined) throw new Conflict('NO_PIN', 'There is no PIN that could have a level: set one.');
    else if (pin !== '') await this.#requirePresence();
    if (pin === '') return this.remove();
    const wanted = level ?? kept?.level ?? 'box';
    if (pin === undefined) return this.#write((sql) => void sql.prepare(SET_LEVEL).run(wanted));
    const salt = randomBytes(SALT_BYTES);
    const made = { salt, cost: COST, block_size: BLOCK_SIZE, parallelization: PARALLELIZATION };
    const hash = await hashOf(pin, made);
    await this.#write((sql) => void sql.prepare(KEEP).run(wanted, salt, hash, COST, BLOCK_SIZE, PARALLELIZATION));
    await this.forgetAttempts();
    await this.#attempts.wasRight(given.client, true);
    await this.deps.presence.used();
  }

  /** Removes the PIN without asking for it. Resolves when that is durable. @throws Unavailable NOT_SAVED */
  async remove(): Promise<void> {
    await this.#write((sql) => void sql.prepare(FORGET).run());
    await this.forgetAttempts();
  }

  /** Updates the copy of the PIN; to be called at the start and after a restored backup. Never rejects. */
  async keepMark(): Promise<void> {
    const { state, mark, log } = this.deps;
    await mark?.follow(state).catch((error: unknown) => {
      log.warn('pin: not copied beside the database (damage to the database could lose it)', { error });
    });
  }

  /** Forgets all guesses, for a new PIN. Never rejects. */
  forgetAttempts(): Promise<void> {
    return this.#attempts.forget();
  }

  async #requirePresence(): Promise<void> {
    if (await this.deps.presence.isThere()) return;
    throw new Forbidden(
      'PRESENCE_NEEDED',
      'The first PIN is set within ten minutes after the box was switched on. Switch it off and on at its plug, or put an ' +
        'empty file allow-pin into the state directory on its card.',
    );
  }

  async #requireFor(kept: Kept, { pin, client }: PinGiven): Promise<void> {
    if (pin === undefined || pin === '') {
      throw new Unauthorized('PIN_REQUIRED', 'A PIN is set, and this needs it in the header Tonearm-Pin.');
    }
    await this.#requireNoPause(client);
    const digest = createHmac('sha256', (this.#key ??= randomBytes(HASH_BYTES)))
      .update(pin)
      .digest();
    const isKnown = this.#right?.hash.equals(kept.hash) === true && timingSafeEqual(digest, this.#right.digest);
    // A client that knows the PIN may share its address with one that guesses: a repeated PIN forgives no guesses.
    if (isKnown) return this.#attempts.wasRight(client, false);
    await this.#alone(client, async () => {
      await this.#requireNoPause(client);
      if (timingSafeEqual(await hashOf(pin, kept), kept.hash)) {
        this.#right = { hash: kept.hash, digest };
        return this.#attempts.wasRight(client, true);
      }
      await this.#attempts.wasWrong(client);
      throw new Forbidden('PIN_WRONG', 'This is not the PIN.');
    });
  }

  async #requireNoPause(client: string): Promise<void> {
    const left = await this.#attempts.pauseOf(client).catch((cause: unknown) => {
      throw unreadable(cause);
    });
    if (left > 0) throw tooMany(left);
  }

  /** Checks guesses one after the other, so that guesses at the same time all count. */
  async #alone<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    const own = this.#waiting.get(client) ?? 0;
    const all = [...this.#waiting.values()].reduce((sum, count) => sum + count, 0);
    if (own >= MOST_WAITING_EACH || all >= MOST_WAITING) throw tooMany(1000);
    this.#waiting.set(client, own + 1);
    try {
      return await this.#guesses.run(work);
    } finally {
      const left = (this.#waiting.get(client) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(client);
      else this.#waiting.set(client, left);
    }
  }

  async #kept(): Promise<Kept | undefined> {
    try {
      return await this.deps.state.read((sql) => sql.prepare(KEPT).get() as Kept | undefined);
    } catch (cause) {
      throw unreadable(cause);
    }
  }

  async #write(change: Parameters<Database['write']>[0]): Promise<void> {
    try {
      await this.deps.state.write(change);
      await this.keepMark();
    } catch (cause) {
      this.deps.log.error('pin: not saved (the earlier one is still valid)', { error: cause });
      throw new Unavailable('NOT_SAVED', 'It could not be saved, and nothing is changed.', { cause });
    }
  }
}

function hashOf(
  pin: string,
  { salt, cost, block_size, parallelization }: Omit<Kept, 'hash' | 'level'>,
): Promise<Buffer> {
  const options = { cost, blockSize: block_size, parallelization, maxmem: 256 * cost * block_size };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, options, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

function unreadable(cause: unknown): Unavailable {
  return new Unavailable('STATE_UNAVAILABLE', 'Whether a PIN is set cannot be read.', { cause });
}

function tooMany(milliseconds: number): TooManyAttempts {
  const seconds = Math.ceil(milliseconds / 1000);
  return new TooManyAttempts('TOO_MANY_TRIES', `Too many PINs were tried; wait for ${seconds} s.`, seconds);
}
