/**
 * Updates of the appliance: a signed bundle comes from a phone, RAUC checks it and writes it into the other slot, and the
 * next start tries that. What is installed is known to RAUC alone, so that this daemon may end meanwhile. Thread: main.
 *
 *     idle ──receive──▶ receiving ──signature and box are right──▶ installing ──▶ ready for a restart
 *      ▲                    │                                          │                 │
 *      └────── refused ─────┴──────────── failed ──────────────────────┘                 │
 *      └──────────────────────────────── rollBack ───────────────────────────────────────┘
 */
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemBus } from '../../dbus/system-bus.js';
import { Conflict, NoSpace, TonearmError, Unavailable, Unprocessable } from '../../errors.js';
import type { Log } from '../../log.js';
import { spaceOf } from '../space.js';
import { type Bundle, Rauc, type Slot } from './rauc.js';

/** Bytes of the largest bundle: both partitions of a slot, uncompressed. */
export const LARGEST_UPDATE = 896 * 2 ** 20;
/** Bytes that stay free for what people do meanwhile. */
const RESERVE = 64 * 2 ** 20;
/** Bytes between two syncs: on a slow card a second. */
const PORTION = 8 * 2 ** 20;
const RELEASE = '/etc/os-release';

export type UpdatePhase =
  | { readonly kind: 'idle' }
  | { readonly kind: 'receiving'; readonly bytes: number }
  | { readonly kind: 'installing'; readonly percent: number; readonly step: string }
  /** The next start runs the other slot. */
  | { readonly kind: 'ready' };

export interface UpdateState {
  readonly phase: UpdatePhase;
  /** Version of the running system; undefined where nothing says it. */
  readonly version: string | undefined;
  /** Empty while something is installed. */
  readonly slots: readonly Slot[];
  /** Why the last installation failed, in RAUC's words; undefined when it did not. */
  readonly failure: string | undefined;
}

export interface UpdatesDeps {
  readonly bus: Pick<SystemBus, 'call' | 'properties' | 'subscribe'>;
  /** Folder of its own for the bundle that is received. */
  readonly folder: string;
  readonly log: Log;
  /** File that names the running system, where it is not the usual one. */
  readonly release?: string;
}

export class Updates {
  readonly #rauc: Rauc;
  /** Bytes received so far; undefined while nothing is received. */
  #received: number | undefined;

  constructor(private readonly deps: UpdatesDeps) {
    this.#rauc = new Rauc(deps.bus);
  }

  /** Removes what an earlier run has left. RAUC has the bundle open, if it still reads it. Never rejects. */
  async start(): Promise<void> {
    await this.#clear();
  }

  /** @throws Unavailable NO_UPDATER, or as `SystemBus.call` */
  async read(): Promise<UpdateState> {
    const version = await this.#version();
    const { isRunning, percent, step, lastError } = await this.#rauc.installation();
    const failure = lastError || undefined;
    if (isRunning) return { phase: { kind: 'installing', percent, step }, version, slots: [], failure: undefined };
    const { all: slots, next } = await this.#rauc.slots();
    const running = slots.find((slot) => slot.isRunning);
    const isReady = running !== undefined && next !== undefined && next !== running.name;
    const bytes = this.#received;
    const phase: UpdatePhase =
      bytes !== undefined ? { kind: 'receiving', bytes } : isReady ? { kind: 'ready' } : { kind: 'idle' };
    return { phase, version, slots, failure };
  }

  /**
   * Takes a bundle and begins to install it. Nothing is left of one that is refused.
   * @param size bytes that are announced
   * @throws Conflict UPDATE_RUNS, Unprocessable UPDATE_REFUSED or UPDATE_OF_ANOTHER_BOX, NoSpace UPDATE_NO_SPACE,
   *   Unavailable NO_UPDATER or UPDATE_NOT_KEPT, what `body` throws, or as `SystemBus.call`
   */
  async install(body: AsyncIterable<Buffer>, size: number | undefined): Promise<Bundle> {
    if (this.#received !== undefined) throw updateRuns();
    this.#received = 0;
    try {
      if ((await this.#rauc.installation()).isRunning) throw updateRuns();
      const file = await this.#receive(body, size ?? 0);
      const bundle = await this.#check(file);
      this.deps.log.info('update: installing', { version: bundle.version });
      await this.#rauc.install(file, () => void this.#ended(bundle));
      return bundle;
    } catch (error) {
      // RAUC reads the file of the update that runs.
      if (!(error instanceof Conflict)) await this.#clear();
      throw error;
    } finally {
      this.#received = undefined;
    }
  }

  /**
   * Before the restart into an update, calls that off; afterwards, lets the next start run the system before it.
   * @throws Conflict UPDATE_RUNS or NO_OTHER_SYSTEM, or as `read`
   */
  async rollBack(): Promise<void> {
    const { phase, slots } = await this.read();
    if (phase.kind === 'receiving' || phase.kind === 'installing') throw updateRuns();
    if (phase.kind === 'idle' && !slots.some(({ isRunning, isGood }) => !isRunning && isGood)) {
      throw new Conflict('NO_OTHER_SYSTEM', 'The other slot holds no system that starts.');
    }
    await this.#rauc.activate(phase.kind === 'ready' ? 'booted' : 'other');
  }

  get #file(): string {
    return join(this.deps.folder, 'update.raucb');
  }

  /** @returns path of the whole bundle */
  async #receive(body: AsyncIterable<Buffer>, size: number): Promise<string> {
    try {
      await mkdir(this.deps.folder, { recursive: true });
      await this.#requireSpace(size);
      const file = await open(this.#file, 'w');
      try {
        let synced = 0;
        let received = 0;
        for await (const bytes of body) {
          await file.writeFile(bytes);
          received += bytes.length;
          this.#received = received;
          if (received - synced < PORTION) continue;
          await file.datasync();
          synced = received;
          await this.#requireSpace(Math.max(0, size - received));
        }
      } finally {
        await file.close();
      }
      return this.#file;
    } catch (error) {
      if (error instanceof TonearmError) throw error;
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw noSpace();
      throw new Unavailable('UPDATE_NOT_KEPT', 'The update could not be saved: the disk does not take it.', {
        cause: error,
      });
    }
  }

  async #requireSpace(bytes: number): Promise<void> {
    const space = await spaceOf(this.deps.folder);
    if (space !== undefined && space.free - bytes < RESERVE) throw noSpace();
  }

  async #check(file: string): Promise<Bundle> {
    const bundle = await this.#rauc.inspect(file).catch((cause: unknown) => {
      if (!(cause instanceof TonearmError) || cause.code !== 'SYSTEM_SERVICE_FAILED') throw cause;
      const sentence = `The file is no update that this box accepts. ${cause.message}`;
      throw new Unprocessable('UPDATE_REFUSED', sentence, { cause });
    });
    const compatible = await this.#rauc.compatible();
    if (bundle.compatible === compatible) return bundle;
    throw new Unprocessable(
      'UPDATE_OF_ANOTHER_BOX',
      `The update is for another kind of box: for ${bundle.compatible}, and this one is ${compatible}.`,
    );
  }

  async #ended({ version }: Bundle): Promise<void> {
    await this.#clear();
    const { lastError } = await this.#rauc.installation().catch(() => ({ lastError: 'RAUC is gone' }));
    if (lastError === '') this.deps.log.info('update: installed (the next start runs it)', { version });
    else this.deps.log.warn('update: not installed (the box stays as it is)', { version, reason: lastError });
  }

  async #clear(): Promise<void> {
    await rm(this.deps.folder, { recursive: true, force: true }).catch((error: unknown) => {
      this.deps.log.warn('update: received file not removed', { error });
    });
  }

  async #version(): Promise<string | undefined> {
    const text = await readFile(this.deps.release ?? RELEASE, 'utf8').catch(() => '');
    return /^IMAGE_VERSION=["']?([^"'\n]+)/m.exec(text)?.[1];
  }
}

function updateRuns(): Conflict {
  return new Conflict('UPDATE_RUNS', 'An update is being received or installed already.');
}

function noSpace(): NoSpace {
  return new NoSpace('UPDATE_NO_SPACE', 'There is not enough room for the update.');
}
