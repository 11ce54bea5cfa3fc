/**
 * One upload: its bytes on the disk, and who sends them. Bytes are told of when they are durable, never before, and made
 * so in portions. Whoever comes last sends: a phone that lost its connection is back before the box knows. Thread: main;
 * the disk works in libuv's pool, in few slots, so that it stays free for what else is to be kept.
 */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

import { Conflict, InvalidInput, type TonearmError } from '../errors.js';
import type { Slots } from '../slots.js';
import { failureOf } from './failures.js';
import { partOf, type UploadRecord } from './records.js';

/** Bytes that a sync takes: on a slow card a second. */
const PORTION = 8 * 2 ** 20;

export interface UploadDeps {
  /** An existing root. */
  readonly root: string;
  /** The hidden folder in it. */
  readonly folder: string;
  readonly disk: Slots;
  /** Told before each portion. @throws NoSpace */
  readonly requireSpace: (bytes: number) => Promise<void>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export class Upload {
  readonly #deps: UploadDeps;
  #record: UploadRecord;
  #offset: number;
  #over: TonearmError | undefined;
  /** Who sends now. */
  #sending: { readonly giveUp: AbortController; readonly ended: Promise<void> } | undefined;

  /** @param offset bytes that are durable */
  constructor(deps: UploadDeps, record: UploadRecord, offset: number) {
    this.#deps = deps;
    this.#record = record;
    this.#offset = record.result === undefined ? offset : record.size;
  }

  /** One whose record was found. @throws the file system's errors: ENOENT when its bytes are not there */
  static async resume(deps: UploadDeps, record: UploadRecord): Promise<Upload> {
    if (record.result !== undefined) return new Upload(deps, record, record.size);
    const part = await open(partOf(deps.folder, record), constants.O_RDWR | constants.O_NOFOLLOW);
    try {
      // What came before a crash is told of only when no power cut can take it back.
      await part.sync();
      const { size, mtimeMs } = await part.stat();
      const touched = Math.max(record.touched, Math.trunc(mtimeMs));
      return new Upload(deps, { ...record, touched }, Math.min(size, record.size));
    } finally {
      await part.close();
    }
  }

  get record(): UploadRecord {
    return this.#record;
  }

  get root(): string {
    return this.#deps.root;
  }

  get folder(): string {
    return this.#deps.folder;
  }

  /** Absolute path of its bytes. */
  get part(): string {
    return partOf(this.#deps.folder, this.#record);
  }

  /** Bytes that are durable. */
  get offset(): number {
    return this.#offset;
  }

  get isWhole(): boolean {
    return this.#offset === this.#record.size;
  }

  /** Somebody sends just now. */
  get isBusy(): boolean {
    return this.#sending !== undefined;
  }

  /** Lets nobody send any more. @param reason thrown to who tries */
  async end(reason: TonearmError): Promise<void> {
    this.#over = reason;
    await this.interrupt();
  }

  become(changes: Partial<UploadRecord>): UploadRecord {
    this.#record = { ...this.#record, ...changes };
    return this.#record;
  }

  /** Ends what somebody sends; what came of it until then counts. Resolves when the part is at rest. */
  async interrupt(): Promise<void> {
    while (this.#sending !== undefined) {
      this.#sending.giveUp.abort();
      await this.#sending.ended;
    }
  }

  /**
   * Appends what comes, in place of whoever sends now. What came before a failure counts.
   * @throws Conflict OFFSET_MISMATCH, UPLOAD_TAKEN_OVER; InvalidInput TOO_MANY_BYTES; NoSpace, Unavailable; and what
   * `body` throws
   */
  async append(offset: number, body: AsyncIterable<Buffer>): Promise<void> {
    // Another may have begun as soon as the one before had ended: from here to the assignment nothing waits.
    while (this.#sending !== undefined) await this.interrupt();
    if (this.#over !== undefined) throw this.#over;
    if (offset !== this.#offset) {
      throw new Conflict('OFFSET_MISMATCH', `The box has ${this.#offset} bytes, and not ${offset}.`);
    }
    if (this.isWhole) return;
    const giveUp = new AbortController();
    const receiving = this.#receive(body, giveUp.signal);
    const ended = receiving.then(nothing, nothing).then(() => {
      if (this.#sending === sending) this.#sending = undefined;
    });
    const sending = { giveUp, ended };
    this.#sending = sending;
    await ended;
    await receiving;
  }

  async #receive(body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
    let part: FileHandle | undefined;
    try {
      part = await open(this.part, constants.O_RDWR | constants.O_NOFOLLOW);
      await this.#fill(part, body, signal);
    } catch (error) {
      throw failureOf(error);
    } finally {
      await part?.close();
    }
  }

  async #fill(part: FileHandle, body: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
    const { disk, requireSpace, now } = this.#deps;
    const { size } = this.#record;
    const next = untilAborted(body[Symbol.asyncIterator](), signal);
    let at = this.#offset;
    const keep = async (): Promise<void> => {
      if (at === this.#offset) return;
      await disk.run(() => part.datasync());
      this.#offset = at;
      this.#record = { ...this.#record, touched: now() };
    };
    try {
      await requireSpace(size - at);
      for (;;) {
        const chunk = await next();
        if (chunk.done === true) break;
        const bytes = chunk.value;
        if (at + bytes.length > size) {
          throw new InvalidInput('TOO_MANY_BYTES', `The upload has ${size} bytes, and no more.`);
        }
        for (let from = 0; from < bytes.length;) {
          const { bytesWritten } = await disk.run(() => part.write(bytes, from, bytes.length - from, at));
          from += bytesWritten;
          at += bytesWritten;
        }
        if (at - this.#offset < PORTION) continue;
        await keep();
        await requireSpace(size - at);
      }
    } finally {
      await keep();
    }
  }
}

/**
 * Takes pieces until the signal ends that. Each has a promise of its own: of one that all of them were raced against
 * each would hang, with its bytes, until the last had come.
 * @returns throws Conflict UPLOAD_TAKEN_OVER, and what `chunks` throws
 */
function untilAborted(chunks: AsyncIterator<Buffer>, signal: AbortSignal): () => Promise<IteratorResult<Buffer>> {
  let giveUp: (reason: Conflict) => void = nothing;
  signal.addEventListener('abort', () => giveUp(takenOver()), { once: true });
  return () =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(takenOver());
        return;
      }
      giveUp = reject;
      chunks.next().then(resolve, reject);
    });
}

function takenOver(): Conflict {
  return new Conflict('UPLOAD_TAKEN_OVER', 'Another request goes on with this upload.');
}

/** Whether the bytes of an upload are still there. */
export async function hasPart(upload: Upload): Promise<boolean> {
  return (await lstat(upload.part).catch(() => undefined))?.isFile() === true;
}

const nothing = (): void => undefined;
