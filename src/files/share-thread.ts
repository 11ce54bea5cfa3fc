/**
 * The calls of one share, one after the other in a worker thread of its own. Thread: main, which never waits.
 *
 *     run ─▶ queue ─▶ worker ─▶ result
 *              │         └ no answer in time ─▶ stuck: this call, the queue and every new call are refused …
 *              └ full: refused                  └─ until the worker answers ─▶ as before
 *
 * A descriptor that is to be closed waits as long as it takes; one that comes too late for who opened it is closed.
 */
import { Worker } from 'node:worker_threads';

import type { Log } from '../log.js';
import { noteFree, noteStuck } from '../stuck-workers.js';
import type { Share } from './mounts.js';
import type { CallArguments, CallName, CallResult, ShareReply, ShareRequest } from './share-calls.js';

/** Milliseconds after which a call counts as stuck. */
const CALL_LIMIT = 5000;
/** Milliseconds for which an idle worker is kept. */
const IDLE = 10_000;
const MOST_WAITING = 1000;
/** Heap limits in MiB: names of one folder, or one piece of a file. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };

/** Fires for a share whose server does not answer. A retry helps when it does. */
export class ShareAway extends Error {
  /** As for a host that is down (errno(3)). */
  readonly code = 'EHOSTDOWN';

  /** @param path on the share, without the links that lead to it */
  constructor(
    readonly path: string,
    readonly syscall: string,
    message = 'the network share does not answer',
  ) {
    super(`EHOSTDOWN: ${message}, '${path}'`);
    this.name = 'ShareAway';
  }
}

interface Call {
  readonly request: ShareRequest;
  /** What it is about, for errors. */
  readonly path: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface ShareThreadOptions {
  /** The bundled `share-worker.ts`. */
  readonly workerFile: string;
  readonly share: Share;
  readonly log: Log;
  /** Milliseconds. */
  readonly callLimit?: number | undefined;
  readonly idle?: number | undefined;
}

export class ShareThread {
  #worker: Worker | undefined;
  #running: Call | undefined;
  #waiting: Call[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isStuck = false;

  constructor(private readonly options: ShareThreadOptions) {}

  /** The server does not answer now: calls are refused. */
  get isStuck(): boolean {
    return this.#isStuck;
  }

  /**
   * @param path without links, for errors
   * @throws ShareAway, or an error with the `code` of the system's
   */
  run<Name extends CallName>(path: string, name: Name, ...args: CallArguments<Name>): Promise<CallResult<Name>> {
    return new Promise((resolve, reject) => {
      const call: Call = { request: { name, args }, path, resolve: resolve as Call['resolve'], reject };
      if (name !== 'close') {
        if (this.#isStuck) {
          reject(new ShareAway(path, name));
          return;
        }
        if (this.#waiting.length >= MOST_WAITING) {
          reject(new ShareAway(path, name, 'the network share is too slow'));
          return;
        }
      }
      this.#waiting.push(call);
      this.#next();
    });
  }

  #next(): void {
    if (this.#running !== undefined) return;
    clearTimeout(this.#timer);
    const call = this.#waiting.shift();
    if (call === undefined) {
      this.#worker?.unref();
      this.#timer = setTimeout(() => this.#rest(), this.options.idle ?? IDLE).unref();
      return;
    }
    this.#running = call;
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    worker.postMessage(call.request);
    this.#timer = setTimeout(() => {
      // An answer that is here already counts: this thread may be the late one.
      setImmediate(() => {
        if (this.#running === call) this.#stick(call);
      });
    }, this.options.callLimit ?? CALL_LIMIT).unref();
  }

  /** Refuses what waits. The thread stays in its call, which keeps no process alive. */
  #stick(call: Call): void {
    this.#isStuck = true;
    this.#worker?.unref();
    if (this.#worker !== undefined) noteStuck(this.#worker);
    const { log, share } = this.options;
    log.warn('share: does not answer (its files count as not there)', { path: share.point, call: call.request.name });
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ request }) => request.name === 'close');
    for (const each of [call, ...waiting])
      if (each.request.name !== 'close') each.reject(new ShareAway(each.path, each.request.name));
  }

  #answered(reply: ShareReply): void {
    const call = this.#running;
    this.#running = undefined;
    if (this.#isStuck) {
      this.#isStuck = false;
      if (this.#worker !== undefined) noteFree(this.#worker);
      this.options.log.info('share: answers again', { path: this.options.share.point });
      if (call?.request.name === 'open' && 'result' in reply) this.#close(reply.result as number, call.path);
    }
    if (call !== undefined) {
      if ('result' in reply) call.resolve(reply.result);
      else call.reject(Object.assign(new Error(reply.message), { code: reply.code, syscall: reply.syscall }));
    }
    this.#next();
  }

  #close(fd: number, path: string): void {
    void this.run(path, 'close', fd).catch(() => undefined);
  }

  #start(): Worker {
    const { workerFile, log, share } = this.options;
    const worker = new Worker(workerFile, {
      resourceLimits: RESOURCE_LIMITS,
      execArgv: [],
      // A descriptor that was opened here is used after the thread has ended.
      trackUnmanagedFds: false,
    });
    worker.on('message', (reply: ShareReply) => {
      if (worker === this.#worker) this.#answered(reply);
    });
    // 'exit' follows 'error'; without a listener an error would be thrown at us.
    worker.on('error', (error) => log.warn('share: worker failed (a new one goes on)', { path: share.point, error }));
    worker.on('exit', () => {
      if (worker !== this.#worker) return;
      this.#worker = undefined;
      this.#answered({ code: 'EIO', syscall: '', message: 'EIO: the worker of the share ended' });
    });
    return worker;
  }

  #rest(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}
