/**
 * Sends files to the daemon, two at a time, however often the connection breaks: after a passing failure it asks for the
 * offset and resumes there. Addresses of uploads outlive the page (`Memory`), so that the same files resume when they are
 * chosen again. A failure that concerns all files, such as a full disk, halts all until `resume`. Needs no document.
 */
import { FIRST_PIECE, nextPiece } from './pieces.js';
import { Refused } from '../../../client/client.js';
import { ask, begin, end, type Fetch, send, type UploadProgress } from './tus.js';

/** A chosen file; `Blob.slice` reads only what is sent. */
export interface Chosen {
  readonly name: string;
  /** `webkitRelativePath`; `''` for a file that was chosen by itself. */
  readonly path: string;
  readonly modified: number;
  readonly blob: Blob;
}

type Halt = Readonly<{ code: string; reason: string }>;

type ItemState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'sending' }
  /** No connection, or the daemon is busy: waits for a retry. */
  | { readonly kind: 'retrying' }
  | { readonly kind: 'added' }
  | { readonly kind: 'duplicate' }
  | ({ readonly kind: 'failed' } & Halt);

export interface Item {
  readonly key: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  /** Bytes that the daemon has. */
  readonly sent: number;
  readonly state: ItemState;
}

export interface Progress {
  readonly items: readonly Item[];
  readonly bytes: number;
  readonly sent: number;
  readonly added: number;
  readonly duplicate: number;
  readonly failed: number;
  readonly busy: boolean;
  readonly retrying: boolean;
  /** Why all files wait for `resume`. */
  readonly halt: Halt | undefined;
}

/** Addresses of uploads by file key; outlives the page where the browser allows. */
export interface Memory {
  get(key: string): string | undefined;
  set(key: string, location: string): void;
  delete(key: string): void;
}

export interface SenderDeps {
  readonly fetch: Fetch;
  readonly memory: Memory;
  /** Resolves after milliseconds, or earlier when a retry makes sense. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  readonly changed: () => void;
}

const AT_ONCE = 2;
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 15_000;

/** Codes that stop all uploads: the next file would be refused as well. */
const HALTING: ReadonlySet<string> = new Set([
  ...['NO_SPACE', 'NO_WRITABLE_ROOT', 'ROOT_NOT_WRITABLE', 'ROOT_AWAY', 'UNKNOWN_ROOT', 'DISK_FAILED'],
  ...['PIN_REQUIRED', 'PIN_WRONG', 'TOO_MANY_TRIES', 'TOO_MANY_UPLOADS'],
]);
/** Codes of one file that a retry solves: the daemon and this page disagree about its offset. */
const PASSING: ReadonlySet<string> = new Set(['OFFSET_MISMATCH', 'UPLOAD_TAKEN_OVER', 'UNKNOWN_UPLOAD']);

interface Entry {
  readonly chosen: Chosen;
  readonly key: string;
  sent: number;
  state: ItemState;
  dropped: boolean;
}

/** Key of a file: equal when the same file is chosen again. */
export function keyOf({ name, path, modified, blob }: Chosen): string {
  return `${path === '' ? name : path}|${blob.size}|${modified}`;
}

export class Sender {
  #entries: Entry[] = [];
  #running = 0;
  #halt: Halt | undefined;
  #root = '';

  constructor(private readonly deps: SenderDeps) {}

  /** Id of the library root that new files go to; `''` for the first that can be written to. */
  set root(id: string) {
    this.#root = id;
  }

  /** Adds files, without known and hidden ones. */
  add(files: readonly Chosen[]): void {
    const known = new Map(this.#entries.map((entry) => [entry.key, entry]));
    for (const chosen of files) {
      if (isHidden(chosen)) continue;
      const key = keyOf(chosen);
      const before = known.get(key);
      if (before !== undefined && before.state.kind !== 'failed') continue;
      if (before !== undefined) this.#entries = this.#entries.filter((entry) => entry !== before);
      const entry: Entry = { chosen, key, sent: 0, state: { kind: 'waiting' }, dropped: false };
      known.set(key, entry);
      this.#entries.push(entry);
    }
    this.resume();
  }

  /** Ends a halt. */
  resume(): void {
    this.#halt = undefined;
    this.deps.changed();
    while (this.#running < AT_ONCE && this.#next() !== undefined) void this.#lane();
  }

  /** Clears the list and cancels what is not over. */
  clear(): void {
    const open = this.#entries.filter(({ state }) => !isOver(state));
    for (const entry of this.#entries) entry.dropped = true;
    this.#entries = [];
    this.#halt = undefined;
    this.deps.changed();
    for (const { key } of open) {
      const location = this.deps.memory.get(key);
      this.deps.memory.delete(key);
      // The daemon drops it after a day otherwise.
      if (location !== undefined) void end(this.deps.fetch, location).catch(() => undefined);
    }
  }

  read(): Progress {
    const count = (kind: ItemState['kind']) => this.#entries.filter(({ state }) => state.kind === kind).length;
    const wanted = this.#entries.filter(({ state }) => state.kind !== 'failed');
    return {
      items: this.#entries.map(({ chosen, key, sent, state }) => ({
        ...{ key, sent, state, name: chosen.name, path: chosen.path, size: chosen.blob.size },
      })),
      bytes: wanted.reduce((sum, { chosen }) => sum + chosen.blob.size, 0),
      sent: wanted.reduce((sum, { sent }) => sum + sent, 0),
      added: count('added'),
      duplicate: count('duplicate'),
      failed: count('failed'),
      busy: this.#entries.some(({ state }) => !isOver(state)),
      retrying: count('retrying') > 0,
      halt: this.#halt,
    };
  }

  #next(): Entry | undefined {
    return this.#halt === undefined ? this.#entries.find(({ state }) => state.kind === 'waiting') : undefined;
  }

  async #lane(): Promise<void> {
    this.#running++;
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) {
      this.#set(entry, { kind: 'sending' });
      await this.#carry(entry);
    }
    this.#running--;
  }

  /** Sends one file until it is over, or all are halted. Never rejects. */
  async #carry(entry: Entry): Promise<void> {
    for (let pause = FIRST_PAUSE; !entry.dropped; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const before = entry.sent;
      try {
        const { state } = await this.#attempt(entry);
        if (state === 'open') return;
        // Stays in memory: the daemon knows its result for a day.
        entry.sent = entry.chosen.blob.size;
        this.#set(entry, { kind: state });
        return;
      } catch (error) {
        if (this.#isEnded(entry, await causeOf(entry, error))) return;
      }
      if (entry.sent > before) pause = FIRST_PAUSE;
      this.#set(entry, { kind: 'retrying' });
      await this.deps.pause(pause);
      if (this.#halt !== undefined) {
        this.#set(entry, { kind: 'waiting' });
        return;
      }
    }
  }

  /** @returns `open` only for a dropped file */
  async #attempt(entry: Entry): Promise<UploadProgress> {
    const { fetch, memory, now } = this.deps;
    const { chosen, key } = entry;
    const kept = memory.get(key);
    let progress = kept === undefined ? undefined : await ask(fetch, kept);
    let location = kept ?? '';
    if (progress === undefined) {
      const names = { filename: chosen.name, relativePath: chosen.path };
      location = await begin(fetch, { ...names, size: chosen.blob.size, root: this.#root });
      memory.set(key, location);
      progress = { offset: 0, state: 'open' };
    }
    let piece = FIRST_PIECE;
    while (progress.state === 'open' && !entry.dropped) {
      const { offset }: UploadProgress = progress;
      entry.sent = offset;
      this.#set(entry, { kind: 'sending' });
      const began = now();
      const bytes = chosen.blob.slice(offset, offset + piece);
      progress = await send(fetch, location, offset, bytes);
      // The daemon has all bytes, and does not report a result.
      if (progress.state === 'open' && bytes.size === 0) throw new TypeError('nothing came of it');
      piece = nextPiece(bytes.size, now() - began);
    }
    return progress;
  }

  /** Whether there is no retry. */
  #isEnded(entry: Entry, error: unknown): boolean {
    if (!(error instanceof Refused)) {
      // No network.
      if (error instanceof TypeError) return false;
      this.#set(entry, { kind: 'failed', code: 'UNREADABLE', reason: error instanceof Error ? error.message : '' });
      return true;
    }
    const { code, status, message: reason } = error;
    if (HALTING.has(code)) {
      this.#halt = { code, reason };
      this.#set(entry, { kind: 'waiting' });
      return true;
    }
    if (PASSING.has(code) || status >= 500) return false;
    this.deps.memory.delete(entry.key);
    this.#set(entry, { kind: 'failed', code, reason });
    return true;
  }

  #set(entry: Entry, state: ItemState): void {
    entry.state = state;
    this.deps.changed();
  }
}

/** `fetch` throws TypeError without a network and for an unreadable file: reading a byte tells which. */
async function causeOf({ chosen, sent }: Entry, error: unknown): Promise<unknown> {
  if (!(error instanceof TypeError)) return error;
  const byte = chosen.blob.slice(sent, sent + 1).arrayBuffer();
  return byte.then(
    () => error,
    (unreadable: unknown) => unreadable,
  );
}

function isOver({ kind }: ItemState): boolean {
  return kind === 'added' || kind === 'duplicate' || kind === 'failed';
}

/** Hidden files such as `.DS_Store`. */
function isHidden({ name, path }: Chosen): boolean {
  return [name, ...path.split('/')].some((step) => step.startsWith('.'));
}
