/**
 * The PIN that guards what a guest in the house must not do: off until somebody sets one. What is kept of it is a salted
 * scrypt hash (RFC 7914), made and compared in libuv's pool; the right one is known again by a quick hash under a key that
 * never leaves the memory, so that what needs it often, such as an upload of many files, costs little. Tries are looked at one at a time, and wrong ones in a row
 * make everybody wait: the count is in memory, so a start of the daemon forgets it. Who has forgotten the PIN puts a file
 * `forget-pin` into the state directory, for which the card must be in hand. Thread: main.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Database } from '../database/database.js';
import { Forbidden, TooManyTries, Unauthorized, Unavailable } from '../errors.js';
import type { Log } from '../log.js';

export interface PinParts {
  readonly state: Database;
  readonly log: Log;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

interface Kept {
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
/** Wrong tries in a row that cost nothing. */
const FREE_TRIES = 5;
const FIRST_PAUSE_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 15 * 60_000;
/** A wrong try behind which so long no other came is nobody's guessing. */
const FORGOTTEN_AFTER_MILLISECONDS = 24 * 60 * 60_000;
/** Tries that wait for the one that is being looked at. */
const MOST_WAITING = 8;

const KEPT = 'SELECT salt, hash, cost, block_size, parallelization FROM pin';
const KEEP = `INSERT OR REPLACE INTO pin (id, salt, hash, cost, block_size, parallelization)
  VALUES (1, ?, ?, ?, ?, ?)`;
const FORGET = 'DELETE FROM pin';

export class Pin {
  readonly #parts: PinParts;
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** What was right for the hash that was kept then. */
  #right: { readonly hash: Buffer; readonly digest: Buffer } | undefined;
  readonly #key = randomBytes(HASH_BYTES);
  #wrong = 0;
  #lastWrong = 0;
  #pausedUntil = 0;

  constructor(parts: PinParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /** At the start: forgets the PIN when the file that asks for it is there. Never rejects. @param directory of the state */
  async forgetIfAsked(directory: string): Promise<void> {
    const { log } = this.#parts;
    const file = join(directory, FORGET_FILE);
    try {
      if ((await stat(file).catch(() => undefined)) === undefined) return;
      await this.remove();
      log.warn('the PIN is forgotten, as a file asked for it', { file });
      await rm(file, { recursive: true });
    } catch (error) {
      log.error('a file asks to forget the PIN, which did not go well', { file, error });
    }
  }

  /** @throws Unavailable STATE_UNAVAILABLE */
  async isSet(): Promise<boolean> {
    return (await this.#kept()) !== undefined;
  }

  /**
   * Resolves when there is no PIN, or this is it.
   * @throws Unauthorized PIN_REQUIRED, Forbidden PIN_WRONG, TooManyTries TOO_MANY_TRIES
   * @throws Unavailable STATE_UNAVAILABLE: what cannot be read may be a PIN
   */
  require(given: string | undefined): Promise<void> {
    return this.#alone(() => this.#require(given));
  }

  /**
   * Sets another PIN, or none; resolves when that is durable.
   * @param pin `""` for none @param current of now, if there is one
   * @throws what `require` throws, and Unavailable NOT_SAVED: then it is what it was
   */
  change(pin: string, current: string | undefined): Promise<void> {
    return this.#alone(async () => {
      await this.#require(current);
      if (pin === '') return this.remove();
      const salt = randomBytes(SALT_BYTES);
      const made = { salt, cost: COST, block_size: BLOCK_SIZE, parallelization: PARALLELIZATION };
      const hash = await hashOf(pin, made);
      await this.#write((sql) => void sql.prepare(KEEP).run(salt, hash, COST, BLOCK_SIZE, PARALLELIZATION));
    });
  }

  /** Asks nobody. Resolves when it is durable. @throws Unavailable NOT_SAVED */
  async remove(): Promise<void> {
    await this.#write((sql) => void sql.prepare(FORGET).run());
    this.forgetTries();
  }

  /** Whatever was tried was of another PIN. */
  forgetTries(): void {
    this.#wrong = 0;
    this.#pausedUntil = 0;
  }

  async #require(given: string | undefined): Promise<void> {
    const kept = await this.#kept();
    if (kept === undefined) return;
    if (given === undefined || given === '') {
      throw new Unauthorized('PIN_REQUIRED', 'A PIN is set, and this needs it in the header Tonearm-Pin.');
    }
    const left = this.#pausedUntil - this.#now();
    if (left > 0) throw tooMany(left);
    const digest = createHmac('sha256', this.#key).update(given).digest();
    const isKnown = this.#right?.hash.equals(kept.hash) === true && timingSafeEqual(digest, this.#right.digest);
    // Whoever knows it asks again and again, beside somebody who guesses: that forgives nothing.
    if (isKnown) return;
    if (timingSafeEqual(await hashOf(given, kept), kept.hash)) {
      this.#right = { hash: kept.hash, digest };
      this.forgetTries();
      return;
    }
    const now = this.#now();
    if (now - this.#lastWrong >= FORGOTTEN_AFTER_MILLISECONDS) this.forgetTries();
    this.#lastWrong = now;
    this.#wrong += 1;
    const pauses = this.#wrong - FREE_TRIES;
    if (pauses >= 0) {
      const pause = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** Math.min(pauses, 20), LONGEST_PAUSE_MILLISECONDS);
      this.#pausedUntil = this.#now() + pause;
      this.#parts.log.warn('wrong PINs in a row, the next try has to wait', {
        tries: this.#wrong,
        seconds: pause / 1000,
      });
    }
    throw new Forbidden('PIN_WRONG', 'This is not the PIN.');
  }

  /** One after the other: what is tried at the same time counts too. */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MOST_WAITING) throw tooMany(1000);
    this.#waiting += 1;
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #kept(): Promise<Kept | undefined> {
    try {
      return await this.#parts.state.read((sql) => sql.prepare(KEPT).get() as Kept | undefined);
    } catch (cause) {
      throw new Unavailable('STATE_UNAVAILABLE', 'Whether a PIN is set cannot be read.', { cause });
    }
  }

  async #write(change: Parameters<Database['write']>[0]): Promise<void> {
    try {
      await this.#parts.state.write(change);
    } catch (cause) {
      this.#parts.log.error('PIN not saved', { error: cause });
      throw new Unavailable('NOT_SAVED', 'It could not be saved, and nothing is changed.', { cause });
    }
  }
}

function hashOf(pin: string, { salt, cost, block_size, parallelization }: Omit<Kept, 'hash'>): Promise<Buffer> {
  const options = { cost, blockSize: block_size, parallelization, maxmem: 256 * cost * block_size };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, options, (error, hash) => {
      if (error === null) resolve(hash);
      else reject(error);
    });
  });
}

function tooMany(milliseconds: number): TooManyTries {
  const seconds = Math.ceil(milliseconds / 1000);
  return new TooManyTries('TOO_MANY_TRIES', `Too many PINs were tried; wait for ${seconds} s.`, seconds);
}
