/**
 * Wrong passwords for the network folder, by client: after some of them the next has to wait, longer each time. Kept in
 * memory and bounded. File managers repeat a wrong password by themselves, so the first ones are free.
 */

const FREE = 10;
const FIRST_MS = 15_000;
const LONGEST_MS = 15 * 60_000;
const FORGOTTEN_MS = 60 * 60_000;
const MOST_CLIENTS = 500;

interface Client {
  readonly wrong: number;
  readonly until: number;
  readonly last: number;
}

export class Guesses {
  /** The one that guessed last is the last. */
  readonly #clients = new Map<string, Client>();

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Seconds that a client has to wait; 0 for none. */
  pauseOf(address: string): number {
    const until = this.#clients.get(address)?.until ?? 0;
    return Math.max(Math.ceil((until - this.now()) / 1000), 0);
  }

  wasWrong(address: string): void {
    const now = this.now();
    const before = this.#clients.get(address);
    const wrong = before === undefined || now - before.last > FORGOTTEN_MS ? 1 : before.wrong + 1;
    const pause = wrong < FREE ? 0 : Math.min(FIRST_MS * 2 ** Math.min(wrong - FREE, 10), LONGEST_MS);
    this.#clients.delete(address);
    this.#clients.set(address, { wrong, until: now + pause, last: now });
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > MOST_CLIENTS && oldest !== undefined) this.#clients.delete(oldest);
  }

  wasRight(address: string): void {
    this.#clients.delete(address);
  }
}
