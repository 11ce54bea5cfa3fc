/**
 * Counts wrong guesses of the PIN for each client, by address or IPv6 /64 network. After some of them the next guess
 * has to wait, longer each time, also after a restart of the daemon; a right guess resets the count. Guesses of one
 * client do not block others. Since addresses are cheap, clients with wrong guesses and no right one also wait
 * together, after many more. Thread: main.
 *
 * Times are not saved: after a restart each pause begins again, as the clock of the box may be wrong or set by anybody.
 */
import type { Database } from '../database/database.js';
import type { Log } from '../log.js';

export interface PinAttemptsDeps {
  readonly state: Pick<Database, 'read' | 'write'>;
  readonly log: Log;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

interface Client {
  readonly wrong: number;
  /** Whether the client has given the right PIN. */
  readonly known: boolean;
  readonly pausedUntil: number;
  readonly lastWrong: number;
}

const NONE: Client = { wrong: 0, known: false, pausedUntil: 0, lastWrong: 0 };
/** The entry of all clients that have not given the right PIN, together. */
const STRANGERS = '*';
/** Wrong guesses without a pause, of one client and of all unknown ones together. */
const FREE = 5;
const FREE_OF_STRANGERS = 50;
const FIRST_PAUSE_MILLISECONDS = 30_000;
const LONGEST_PAUSE_MILLISECONDS = 15 * 60_000;
/** After so long without a wrong guess the count begins at 0. */
const FORGOTTEN_AFTER_MILLISECONDS = 24 * 60 * 60_000;
const MOST_CLIENTS = 1000;

const ALL = 'SELECT address, wrong, known FROM pin_client';
const SAVE = 'INSERT OR REPLACE INTO pin_client (address, wrong, known) VALUES (?, ?, ?)';
const FORGET_ONE = 'DELETE FROM pin_client WHERE address = ?';
const FORGET = 'DELETE FROM pin_client';

export class PinAttempts {
  /** The least recently changed first. */
  #clients: Map<string, Client> | undefined;

  constructor(private readonly deps: PinAttemptsDeps) {}

  /** Milliseconds that a client has to wait; 0 for none. @throws Error when the counts cannot be read */
  async pauseOf(address: string): Promise<number> {
    const clients = await this.#load();
    const now = this.deps.now();
    const client = clients.get(address);
    // Guesses of other clients do not block one that has not guessed wrong.
    const isStranger = client !== undefined && client.wrong > 0 && !client.known;
    const waiting = [client, isStranger ? clients.get(STRANGERS) : undefined];
    return Math.max(...waiting.map((each) => (each?.pausedUntil ?? 0) - now), 0);
  }

  /** Counts a wrong guess. Never rejects. */
  async wasWrong(address: string): Promise<void> {
    const clients = await this.#load();
    const isKnown = clients.get(address)?.known === true;
    await this.#count(address, FREE);
    if (!isKnown) await this.#count(STRANGERS, FREE_OF_STRANGERS);
  }

  /** Notes a right guess. Never rejects. @param forgives whether earlier wrong guesses are forgotten */
  async wasRight(address: string, forgives: boolean): Promise<void> {
    const before = (await this.#load()).get(address) ?? NONE;
    if (before.known && (before.wrong === 0 || !forgives)) return;
    await this.#keep(address, { ...(forgives ? NONE : before), known: true });
  }

  /** Forgets all guesses, for a new PIN. Never rejects. */
  async forget(): Promise<void> {
    this.#clients = new Map();
    await this.#write((sql) => void sql.prepare(FORGET).run());
  }

  async #count(address: string, free: number): Promise<void> {
    const now = this.deps.now();
    const before = (await this.#load()).get(address) ?? NONE;
    const wrong = 1 + (now - before.lastWrong >= FORGOTTEN_AFTER_MILLISECONDS ? 0 : before.wrong);
    const pause = pauseAfter(wrong, free);
    const facts = { address, wrong, seconds: pause / 1000 };
    if (pause > 0) this.deps.log.warn('pin: wrong guesses, the next has to wait', facts);
    await this.#keep(address, { ...before, wrong, pausedUntil: now + pause, lastWrong: now });
  }

  async #keep(address: string, client: Client): Promise<void> {
    const clients = await this.#load();
    clients.delete(address);
    clients.set(address, client);
    const others = [...clients.keys()].filter((each) => each !== STRANGERS);
    const oldest = others.find((each) => clients.get(each)?.known === false) ?? others[0];
    const given = clients.size > MOST_CLIENTS ? oldest : undefined;
    if (given !== undefined) clients.delete(given);
    await this.#write((sql) => {
      sql.prepare(SAVE).run(address, client.wrong, client.known ? 1 : 0);
      if (given !== undefined) sql.prepare(FORGET_ONE).run(given);
    });
  }

  async #load(): Promise<Map<string, Client>> {
    if (this.#clients !== undefined) return this.#clients;
    const rows = await this.deps.state.read(
      (sql) => sql.prepare(ALL).all() as { address: string; wrong: number; known: number }[],
    );
    const now = this.deps.now();
    this.#clients ??= new Map(
      rows.map(({ address, wrong, known }) => {
        const pause = pauseAfter(wrong, address === STRANGERS ? FREE_OF_STRANGERS : FREE);
        return [address, { wrong, known: known === 1, pausedUntil: now + pause, lastWrong: now }];
      }),
    );
    return this.#clients;
  }

  /** Saves a change; what cannot be saved is counted until the daemon ends. */
  async #write(change: Parameters<Database['write']>[0]): Promise<void> {
    await this.deps.state.write(change).catch((error: unknown) => {
      this.deps.log.warn('pin: guesses not saved', { error });
    });
  }
}

function pauseAfter(wrong: number, free: number): number {
  const pauses = wrong - free;
  return pauses < 0 ? 0 : Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** Math.min(pauses, 20), LONGEST_PAUSE_MILLISECONDS);
}
