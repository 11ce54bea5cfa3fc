/**
 * Write locks of class 2 (RFC 4918 sections 6 and 7), which Finder and Office want before they write. In memory and
 * bounded: a restart ends them, as RFC 4918 section 6.6 lets a server do. No timer: what has expired is met when it is
 * asked for. Paths are the steps below the folder with slashes between; `""` is the folder.
 */
import { randomUUID } from 'node:crypto';
import { locked, Refusal } from './refusal.js';

export interface Lock {
  /** A URI. */
  readonly token: string;
  readonly path: string;
  readonly isDeep: boolean;
  readonly isExclusive: boolean;
  /** Element `owner` as it came, for answers; `""` for none. */
  readonly owner: string;
  /** Seconds. */
  readonly timeout: number;
  /** Milliseconds of a monotonic clock. */
  readonly expires: number;
}

export type NewLock = Omit<Lock, 'token' | 'expires'>;

const MOST_LOCKS = 512;
const LONGEST_SECONDS = 30 * 60;
const USUAL_SECONDS = 5 * 60;

const isBelow = (above: string, path: string): boolean => above === '' || path.startsWith(`${above}/`);

export class Locks {
  readonly #locks = new Map<string, Lock>();

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws Refusal 423 where a lock is in the way, 503 when there are too many */
  add(wanted: NewLock): Lock {
    const others = [...this.on(wanted.path), ...(wanted.isDeep ? this.below(wanted.path) : [])];
    if (others.some(({ isExclusive }) => isExclusive || wanted.isExclusive)) {
      throw new Refusal(423, 'It is locked by another program.', 'no-conflicting-lock');
    }
    this.#clearAway();
    if (this.#locks.size >= MOST_LOCKS)
      throw new Refusal(503, 'There are too many locks.', undefined, { 'Retry-After': '60' });
    const lock = { ...wanted, token: `urn:uuid:${randomUUID()}`, expires: this.now() + wanted.timeout * 1000 };
    this.#locks.set(lock.token, lock);
    return lock;
  }

  /** @throws Refusal 412 when no lock of these tokens is on the path */
  refresh(path: string, tokens: ReadonlySet<string>, timeout: number): Lock {
    const known = this.on(path).find(({ token }) => tokens.has(token));
    if (known === undefined) throw new Refusal(412, 'There is no such lock.', 'lock-token-matches-request-uri');
    const lock = { ...known, timeout, expires: this.now() + timeout * 1000 };
    this.#locks.set(lock.token, lock);
    return lock;
  }

  /** @throws Refusal 409 when no lock of this token is on the path */
  remove(path: string, token: string): void {
    if (!this.on(path).some((lock) => lock.token === token)) {
      throw new Refusal(409, 'There is no such lock.', 'lock-token-matches-request-uri');
    }
    this.#locks.delete(token);
  }

  /** Locks that hold for a path: its own, and deep ones above. */
  on(path: string): readonly Lock[] {
    return this.#live().filter((lock) => lock.path === path || (lock.isDeep && isBelow(lock.path, path)));
  }

  below(path: string): readonly Lock[] {
    return this.#live().filter((lock) => lock.path !== path && isBelow(path, lock.path));
  }

  /** Whether a token is of a lock that holds for a path. */
  holds(token: string, path: string): boolean {
    return this.on(path).some((lock) => lock.token === token);
  }

  /**
   * For a path that is written to. @param tokens that the request submitted @param isDeep also what is below is changed
   * @throws Refusal 423
   */
  require(path: string, tokens: ReadonlySet<string>, isDeep = false): void {
    const all = [...this.on(path), ...(isDeep ? this.below(path) : [])];
    const exclusive = all.filter((lock) => lock.isExclusive);
    if (exclusive.some(({ token }) => !tokens.has(token))) throw locked();
    const shared = all.filter((lock) => !lock.isExclusive);
    if (shared.length > 0 && !shared.some(({ token }) => tokens.has(token))) throw locked();
  }

  /** What was removed or moved away has no locks any more (section 7.5, 7.6). */
  forget(path: string): void {
    for (const lock of this.#live()) if (lock.path === path || isBelow(path, lock.path)) this.#locks.delete(lock.token);
  }

  #live(): Lock[] {
    const now = this.now();
    return [...this.#locks.values()].filter(({ expires }) => expires > now);
  }

  #clearAway(): void {
    const now = this.now();
    for (const { token, expires } of this.#locks.values()) if (expires <= now) this.#locks.delete(token);
  }
}

/** Seconds of a header `Timeout` (section 10.7), within what is granted. */
export function timeoutOf(header: string | undefined): number {
  const [, seconds] = /Second-(\d{1,10})/i.exec(header ?? '') ?? [];
  if (seconds === undefined) return /infinite/i.test(header ?? '') ? LONGEST_SECONDS : USUAL_SECONDS;
  return Math.min(Math.max(Number(seconds), 1), LONGEST_SECONDS);
}
