/** An open file of a share, whose calls run in the thread of the share; and what it has in common with Node's. */
import { createReadStream, type BigIntStats, type Stats } from 'node:fs';
import type { Readable } from 'node:stream';

import type { PlainEntry, PlainFacts } from './share-calls.js';
import type { ShareThread } from './share-thread.js';

/** What is used of `Stats`. */
export type FileFacts = Pick<Stats, 'isFile' | 'isDirectory' | 'size' | 'mtimeMs' | 'mtime' | 'dev' | 'ino'>;
export type ExactFacts = Pick<BigIntStats, 'isFile' | 'isDirectory' | 'size' | 'mtimeNs' | 'mtime'>;

/** What is used of `Dirent`. */
export interface FolderEntry {
  readonly name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** What is used of `FileHandle`. */
export interface OpenFile {
  readonly fd: number;
  read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<FileFacts>;
  stat(options: { readonly bigint: true }): Promise<ExactFacts>;
  /** A stream of the bytes from `start` to `end`, which closes the file. */
  createReadStream(range: { readonly start: number; readonly end: number }): Readable & { readonly bytesRead: number };
  close(): Promise<void>;
}

const NANOSECONDS = 1_000_000n;

class Kind {
  constructor(private readonly kind: PlainFacts['kind']) {}

  isFile(): boolean {
    return this.kind === 'file';
  }

  isDirectory(): boolean {
    return this.kind === 'directory';
  }
}

export class ShareFacts extends Kind implements FileFacts {
  readonly size: number;
  readonly mtimeMs: number;
  readonly mtime: Date;
  readonly dev: number;
  readonly ino: number;

  constructor({ kind, size, modified, dev, ino }: PlainFacts) {
    super(kind);
    this.size = Number(size);
    this.mtimeMs = Number(modified / 1000n) / 1000;
    // Node rounds here, and cuts off in exact facts.
    this.mtime = new Date(Math.round(this.mtimeMs));
    this.dev = Number(dev);
    this.ino = Number(ino);
  }
}

class ExactShareFacts extends Kind implements ExactFacts {
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly mtime: Date;

  constructor({ kind, size, modified }: PlainFacts) {
    super(kind);
    this.size = size;
    this.mtimeNs = modified;
    this.mtime = dateOf(modified);
  }
}

function dateOf(nanoseconds: bigint): Date {
  return new Date(Number(nanoseconds / NANOSECONDS));
}

export class ShareEntry extends Kind implements FolderEntry {
  readonly name: string;

  constructor({ name, kind }: PlainEntry) {
    super(kind);
    this.name = name;
  }
}

/** Ends with the result of a promise, as `fs.read` and its like do. */
type Callback = (error: Error | null, count?: number, buffer?: Uint8Array) => void;

export class ShareFile implements OpenFile {
  #isClosed = false;

  /** @param path without links @param closed called when the descriptor is this file's no more */
  constructor(
    readonly fd: number,
    readonly path: string,
    readonly thread: ShareThread,
    private readonly closed: () => void,
  ) {}

  async read(into: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    this.#requireOpen();
    const bytes = await this.thread.run(this.path, 'read', this.fd, length, position);
    into.set(bytes, offset);
    return { bytesRead: bytes.length };
  }

  stat(): Promise<FileFacts>;
  stat(options: { readonly bigint: true }): Promise<ExactFacts>;
  async stat(options?: { readonly bigint: true }): Promise<FileFacts | ExactFacts> {
    this.#requireOpen();
    const facts = await this.thread.run(this.path, 'fstat', this.fd);
    return options === undefined ? new ShareFacts(facts) : new ExactShareFacts(facts);
  }

  createReadStream(range: { readonly start: number; readonly end: number }): Readable & { readonly bytesRead: number } {
    return createReadStream('', {
      ...range,
      fd: this.fd,
      fs: {
        read: (_: number, into: Uint8Array, offset: number, length: number, position: number, done: Callback) => {
          this.read(into, offset, length, position).then(({ bytesRead }) => done(null, bytesRead, into), done);
        },
        close: (_: number, done: Callback) => {
          this.close().then(() => done(null), done);
        },
      },
    });
  }

  /** Resolves at once where the share does not answer: the descriptor is closed when it does. May be called twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const closing = this.thread.run(this.path, 'close', this.fd).finally(this.closed);
    if (this.thread.isStuck) closing.catch(() => undefined);
    else await closing;
  }

  #requireOpen(): void {
    if (this.#isClosed) throw Object.assign(new Error(`EBADF: file closed, '${this.path}'`), { code: 'EBADF' });
  }
}
