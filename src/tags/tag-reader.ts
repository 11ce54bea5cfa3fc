/**
 * Keeps the tag worker: started when a file is to be read, ended after some idle seconds, replaced when it dies. A file
 * that kills its worker (or keeps it for 20 s) is given up; the files that waited beside it are read by the next worker.
 * What somebody cannot do without goes before what a list asked for. Of a network share that keeps a worker, nothing is
 * read until that worker is back.
 */
import { Worker } from 'node:worker_threads';
import { shareOf } from '../files/files.js';
import type { Log } from '../log.js';
import { endWorker } from '../stuck-workers.js';
import type { TagReply, TagRequest, TagWorkerData } from './tag-worker.js';
import type { TagEncoding } from './tag-rules.js';
import type { TagLyrics } from './lyrics.js';
import type { TrackTag } from './track-tag.js';

/** Files handed to the worker at a time, so that it never waits for us. */
const WINDOW = 4;
/** A file that takes longer holds up all others. */
const FILE_LIMIT_MS = 20_000;
/** A file on a share whose server hangs holds up those that lie elsewhere. */
const SHARE_LIMIT_MS = 6000;
/** Tags of any honest file fit; a crafted one ends its worker, not the daemon. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** The file may be good: the reader was stopped, took too long or died at it, or the disk failed. */
export const UNREAD = 'unread';

interface Job {
  readonly request: TagRequest;
  isUrgent: boolean;
  /** Undefined: it was given up. */
  readonly done: (reply: TagReply | undefined) => void;
}

export interface TagReaderOptions {
  /** The bundled `tag-worker.ts`. */
  readonly workerFile: string;
  readonly log: Log;
  /** Encoding of texts in tags that do not say theirs, as it is set now; `auto` when left out. */
  readonly encoding?: () => TagEncoding;
  /** Absolute path of the addon. */
  readonly nativeFile: string;
  /** How long an idle worker is kept, in ms. */
  readonly idleMs?: number;
}

export class TagReader {
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #waiting: Job[] = [];
  #reading: Job[] = [];
  /** 1 after a crash, until the worker ends in peace: the file to blame is then known. */
  #window = WINDOW;
  #stopped = false;
  /** Mount points of the shares that keep workers. */
  readonly #hung = new Set<string>();

  constructor(private readonly options: TagReaderOptions) {}

  /** The tag of a file, or undefined when it has none that can be read. Never rejects. */
  async read(path: string, isUrgent = false): Promise<TrackTag | undefined> {
    return (await this.#ask('tag', path, isUrgent))?.tag;
  }

  /** As `read`, for who must know why there is none: UNREAD when it could not be told. Never rejects. */
  async tryRead(path: string): Promise<TrackTag | undefined | typeof UNREAD> {
    const reply = await this.#ask('tag', path, false);
    return reply === undefined || reply.isUnread === true ? UNREAD : reply.tag;
  }

  /** A tag that was asked for, and not urgently, is urgent now. */
  hurry(path: string): void {
    for (const job of this.#waiting) if (job.request.path === path) job.isUrgent = true;
  }

  /** The front cover inside a file, else its first picture; undefined when there is none. Never rejects. */
  async readPicture(path: string): Promise<Uint8Array | undefined> {
    return (await this.#ask('picture', path, false))?.picture;
  }

  /** Lyrics inside a file; undefined when there are none. Never rejects. */
  async readLyrics(path: string): Promise<TagLyrics | undefined> {
    return (await this.#ask('lyrics', path, true))?.lyrics;
  }

  /** Ends the worker and gives up what waits. May be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const worker = this.#forget();
    for (const job of [...this.#reading.splice(0), ...this.#waiting.splice(0)]) job.done(undefined);
    if (worker !== undefined) await endWorker(worker);
  }

  #ask(wanted: TagRequest['wanted'], path: string, isUrgent: boolean): Promise<TagReply | undefined> {
    const request = { wanted, path, encoding: this.options.encoding?.() ?? 'auto' };
    return new Promise((done) => {
      if (this.#stopped) {
        done(undefined);
        return;
      }
      this.#waiting.push({ request, isUrgent, done });
      this.#feed();
    });
  }

  #feed(): void {
    while (this.#reading.length < this.#window) {
      const job = this.#next();
      if (job === undefined) break;
      if (this.#isAway(job)) {
        job.done(undefined);
        continue;
      }
      this.#reading.push(job);
      (this.#worker ??= this.#start()).postMessage(job.request);
    }
    this.#arm();
  }

  #isAway({ request: { path } }: Job): boolean {
    const share = shareOf(path);
    return share !== undefined && (share.isAway || this.#hung.has(share.point));
  }

  /** The first urgent one, else the first. */
  #next(): Job | undefined {
    const urgent = this.#waiting.findIndex(({ isUrgent }) => isUrgent);
    return this.#waiting.splice(Math.max(urgent, 0), 1)[0];
  }

  /** One timer for both ends: too long at a file, or nothing to do. Only a worker that reads keeps the process alive. */
  #arm(): void {
    clearTimeout(this.#timer);
    const [first] = this.#reading;
    const busy = first !== undefined;
    if (busy) this.#worker?.ref();
    else this.#worker?.unref();
    const share = first && shareOf(first.request.path)?.point;
    const limit = share === undefined ? FILE_LIMIT_MS : SHARE_LIMIT_MS;
    const delay = busy ? limit : (this.options.idleMs ?? 10_000);
    const late = (): void => (share === undefined ? this.#replace('took too long') : this.#leave(share));
    this.#timer = setTimeout(() => (busy ? late() : this.#rest()), delay).unref();
  }

  #start(): Worker {
    const { workerFile, nativeFile } = this.options;
    const workerData: TagWorkerData = { nativeFile };
    const worker = new Worker(workerFile, { workerData, resourceLimits: RESOURCE_LIMITS, execArgv: [] });
    worker.on('message', (reply: TagReply) => {
      if (worker === this.#worker) this.#accept(reply);
    });
    // 'exit' follows 'error'; without a listener an error would be thrown at us.
    worker.on('error', (error) => this.options.log.warn('tag worker failed', { error }));
    worker.on('exit', () => {
      if (worker === this.#worker) this.#replace('ended');
    });
    return worker;
  }

  #accept(reply: TagReply): void {
    this.#reading.shift()?.done(reply);
    this.#feed();
  }

  #forget(): Worker | undefined {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    return worker;
  }

  #rest(): void {
    this.#window = WINDOW;
    void this.#forget()?.terminate();
  }

  /** The server of a share hangs: its worker is left behind, and the others that wait for it are given up with its file. */
  #leave(share: string): void {
    const worker = this.#forget();
    this.options.log.warn('tag reading gave up a network share (until it answers)', { path: share });
    this.#hung.add(share);
    worker?.once('exit', () => this.#hung.delete(share));
    if (worker !== undefined) void endWorker(worker);
    this.#waiting.unshift(...this.#reading.splice(0));
    this.#feed();
  }

  /** Alone with its worker, a file is to blame; one of several is not yet. */
  #replace(reason: string): void {
    void this.#forget()?.terminate();
    const jobs = this.#reading.splice(0);
    const [only] = jobs;
    if (jobs.length === 1 && only !== undefined) {
      this.options.log.warn('tag reading gave up a file', { reason, path: only.request.path });
      only.done(undefined);
    } else {
      this.#waiting.unshift(...jobs);
      this.#window = 1;
    }
    this.#feed();
  }
}
