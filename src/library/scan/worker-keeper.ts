/**
 * Keeps the scan worker: started for a job, ended after some idle seconds, replaced when it dies or hangs. The file
 * at which that happened is given up, with a reason, and the job goes on with a new worker. Thread: main.
 */
import { Worker } from 'node:worker_threads';
import { hungShares, isWithin, shareOf } from '../../files/files.js';
import type { Log } from '../../log.js';
import { endWorker } from '../../stuck-workers.js';
import { ScanFailed, scanFailure } from './failures.js';
import { Gauge, gaugeMemory } from './gauge.js';
import type { ScanJob, ScanMessage, ScanReport, ScanWorkerData } from './messages.js';

/** Tags of any honest file fit; a crafted one ends its worker, not the daemon. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 };
/** A file or a folder that takes longer holds up all others. */
const STEP_LIMIT_MS = 20_000;
/** What is no file's fault, such as a card that is slow to write. */
const OTHER_LIMIT_MS = 300_000;
const LOOK_MS = 250;
const IDLE_MS = 10_000;
/** Files and folders given up in one job. */
const MOST_GIVEN_UP = 1000;

export interface WorkerKeeperOptions extends Omit<ScanWorkerData, 'gauge'> {
  /** The bundled `scan-worker.ts`. */
  readonly workerFile: string;
  readonly log: Log;
  /** Called with the folders that were visited. */
  readonly visited: (paths: readonly string[]) => void;
  /** Called some times a second while a job runs. */
  readonly progressed: () => void;
  readonly stepLimitMs?: number;
  readonly idleMs?: number;
}

type Outcome = Exclude<ScanMessage, { kind: 'folders' }> | { readonly kind: 'died' | 'stalled' | 'ended' };

interface Running {
  readonly worker: Worker;
  readonly end: (outcome: Outcome) => void;
}

const DIED = 'It made its reader fail, and is not read again until it changes.';
const STALLED = 'It took too long to read.';

export class WorkerKeeper {
  readonly #memory = gaugeMemory();
  readonly gauge = new Gauge(this.#memory);
  #worker: Worker | undefined;
  #running: Running | undefined;
  #idling: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(private readonly options: WorkerKeeperOptions) {}

  /** One at a time. @throws ScanFailed */
  async run(job: Omit<ScanJob, 'avoided'>): Promise<ScanReport> {
    const avoided = new Map<string, string>();
    for (const point of await hungShares(job.roots)) avoidShare(point, job.roots, avoided);
    for (;;) {
      const outcome = await this.#attempt({ ...job, avoided: [...avoided] });
      if (outcome.kind === 'done') return outcome.report;
      if (outcome.kind === 'failed') throw scanFailure(outcome.code, outcome.message);
      if (outcome.kind === 'ended') throw new ScanFailed('SCAN_ENDED', 'The scan was ended before its time.');
      const { phase, path } = this.gauge;
      const isBlamed = phase === 'reading' || phase === 'walking';
      if (!isBlamed || avoided.has(path) || avoided.size >= MOST_GIVEN_UP) {
        throw new ScanFailed('SCAN_FAILED', `The scan ${outcome.kind} while ${phase}; the log may say why.`);
      }
      this.options.log.warn('scan: gave up a file or folder (not read until it changes)', {
        reason: outcome.kind,
        path,
      });
      avoided.set(path, outcome.kind === 'died' ? DIED : STALLED);
      // Every look at a server that hangs would keep another worker.
      const share = outcome.kind === 'stalled' ? shareOf(path) : undefined;
      if (share !== undefined) avoidShare(share.point, job.roots, avoided);
    }
  }

  /** Ends the worker, so that nobody has the database open. What runs fails. */
  async rest(): Promise<void> {
    clearTimeout(this.#idling);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#running?.end({ kind: 'ended' });
    if (worker !== undefined) await endWorker(worker);
  }

  /** May be called twice. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.rest();
  }

  async #attempt(job: ScanJob): Promise<Outcome> {
    if (this.#stopped) return { kind: 'ended' };
    clearTimeout(this.#idling);
    const worker = (this.#worker ??= this.#start());
    const outcome = await new Promise<Outcome>((end) => {
      this.#running = { worker, end };
      worker.ref();
      worker.postMessage(job);
      this.#watch(end);
    });
    this.#running = undefined;
    if (outcome.kind === 'done') this.#idle(worker);
    else await this.rest();
    return outcome;
  }

  #idle(worker: Worker): void {
    worker.unref();
    this.#idling = setTimeout(() => void this.rest(), this.options.idleMs ?? IDLE_MS).unref();
  }

  /** Checks from time to time whether the step number still rises; counted in looks, since the whole system may have been suspended. */
  #watch(end: (outcome: Outcome) => void): void {
    const running = this.#running;
    let step = this.gauge.step;
    let looks = 0;
    const timer = setInterval(() => {
      if (running !== this.#running) {
        clearInterval(timer);
        return;
      }
      this.options.progressed();
      if (this.gauge.step !== step) {
        step = this.gauge.step;
        looks = 0;
      } else if (++looks * LOOK_MS > this.#limit()) end({ kind: 'stalled' });
    }, LOOK_MS).unref();
  }

  #limit(): number {
    const { phase } = this.gauge;
    return phase === 'reading' || phase === 'walking' ? (this.options.stepLimitMs ?? STEP_LIMIT_MS) : OTHER_LIMIT_MS;
  }

  #start(): Worker {
    const { file, binding, nativeFile, trackShape, workerFile, log, visited } = this.options;
    const workerData: ScanWorkerData = { file, binding, nativeFile, trackShape, gauge: this.#memory };
    this.gauge.reset();
    const worker = new Worker(workerFile, { workerData, resourceLimits: RESOURCE_LIMITS, execArgv: [] });
    worker.on('message', (message: ScanMessage) => {
      if (worker !== this.#worker) return;
      if (message.kind === 'folders') visited(message.paths);
      else if (this.#running?.worker === worker) this.#running.end(message);
    });
    // 'exit' follows 'error'; without a listener an error would be thrown at us.
    worker.on('error', (error) => log.warn('scan: worker failed (a new one goes on)', { error }));
    worker.on('exit', () => {
      if (worker === this.#worker) this.#worker = undefined;
      if (this.#running?.worker === worker) this.#running.end({ kind: 'died' });
    });
    return worker;
  }
}

/** The share counts as a volume that is away. @param avoided gets the paths at which a scan would enter it */
function avoidShare(point: string, roots: readonly string[], avoided: Map<string, string>): void {
  const inside = roots.filter((root) => isWithin(point, root));
  for (const path of [point, ...inside]) avoided.set(path, STALLED);
}
