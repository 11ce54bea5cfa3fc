/**
 * Updates of the appliance: a signed bundle comes from a phone or from the address that a person has named, RAUC checks it
 * and writes it into the other slot, and the next start tries that. What is installed is known to RAUC alone, so that this
 * daemon may end meanwhile; a download that it was in begins anew when a person asks for it. Thread: main.
 *
 *     idle ──install──▶ receiving ──┬─signature, box and version are right──▶ installing ──▶ ready for a restart
 *      │                            │                                             │                 │
 *      ├─download─▶ downloading ────┤                                             │                 │
 *      ▲                            │                                             │                 │
 *      └── refused, cancelled ──────┴───────────────── failed ────────────────────┘                 │
 *      └──────────────────────────────────────── rollBack ──────────────────────────────────────────┘
 */
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemBus } from '../../dbus/system-bus.js';
import { Conflict, NoSpace, TonearmError, Unavailable, Unprocessable } from '../../errors.js';
import type { Log } from '../../log.js';
import { spaceOf } from '../space.js';
import type { Channel, Found } from './channel.js';
import { type Bundle, type Installation, Rauc, type Slot, type Slots } from './rauc.js';
import { orderOf, type VersionOrder } from './version-order.js';

/** Bytes that stay free for what people do meanwhile. */
const RESERVE = 64 * 2 ** 20;
/** Bytes between two syncs: on a slow card a second. */
const PORTION = 8 * 2 ** 20;
const RELEASE = '/etc/os-release';

interface Incoming {
  /** From a phone, or from the address that is set. */
  readonly kind: 'receiving' | 'downloading';
  /** Bytes so far. */
  readonly bytes: number;
  /** Bytes of all of it; undefined where the phone does not say it. */
  readonly total: number | undefined;
}

export type UpdatePhase =
  | { readonly kind: 'idle' }
  | Incoming
  | { readonly kind: 'installing'; readonly percent: number; readonly step: string }
  /** The next start runs the other slot. */
  | { readonly kind: 'ready' };

/** What the address that is set offers. */
export interface UpdateOffer {
  readonly version: string;
  readonly order: VersionOrder;
  readonly bytes: number;
  readonly changes: readonly string[];
  /** When it was looked up, in Unix milliseconds. */
  readonly at: number;
}

export interface UpdateState {
  readonly phase: UpdatePhase;
  /** Version of the running system; undefined where nothing says it. */
  readonly version: string | undefined;
  /** Empty while something is installed. */
  readonly slots: readonly Slot[];
  /** Why the last installation failed, in RAUC's words; undefined when it did not. */
  readonly failure: string | undefined;
  /** Why the last download did not lead to an installation; undefined when it did, or was cancelled. */
  readonly problem: TonearmError | undefined;
  /** Undefined before something was looked up. */
  readonly offer: UpdateOffer | undefined;
}

export interface UpdatesDeps {
  readonly bus: Pick<SystemBus, 'call' | 'properties' | 'subscribe'>;
  /** Folder of its own for the bundle that is received. */
  readonly folder: string;
  readonly channel: Pick<Channel, 'found' | 'lookUp' | 'forget' | 'bytesOf'>;
  readonly log: Log;
  /** File that names the running system, where it is not the usual one. */
  readonly release?: string;
}

export class Updates {
  readonly #rauc: Rauc;
  /** What comes now; undefined while nothing does. */
  #incoming: Incoming | undefined;
  #download: { readonly cancel: AbortController; readonly ended: Promise<void> } | undefined;
  #problem: TonearmError | undefined;
  #looking: Promise<UpdateOffer> | undefined;
  /** The kind of this box, once RAUC was asked. */
  #compatible: string | undefined;

  constructor(private readonly deps: UpdatesDeps) {
    this.#rauc = new Rauc(deps.bus);
  }

  /** Removes what an earlier run has left. RAUC has the bundle open, if it still reads it. Never rejects. */
  async start(): Promise<void> {
    await this.#clear();
  }

  /** Breaks off a download. Never rejects. */
  async stop(): Promise<void> {
    await this.cancelDownload();
  }

  /** @throws Unavailable NO_UPDATER, or as `SystemBus.call` */
  async read(): Promise<UpdateState> {
    // Before RAUC is asked: what has ended since must not look as if it were never there.
    const incoming = this.#incoming;
    const problem = this.#problem;
    const offer = await this.offer();
    const version = await this.#version();
    const known = { version, offer, problem };
    const { installation, slots: found } = await this.#ask();
    if (found === undefined) {
      const { percent, step } = installation;
      return { ...known, phase: { kind: 'installing', percent, step }, slots: [], failure: undefined };
    }
    const { all: slots, next } = found;
    const running = slots.find((slot) => slot.isRunning);
    const isReady = running !== undefined && next !== undefined && next !== running.name;
    const phase: UpdatePhase = incoming ?? (isReady ? { kind: 'ready' } : { kind: 'idle' });
    return { ...known, phase, slots, failure: installation.lastError || undefined };
  }

  /** Asks RAUC, which says nothing of its slots while it installs; an installation may begin between the two questions. */
  async #ask(): Promise<{ installation: Installation; slots: Slots | undefined }> {
    const installation = await this.#rauc.installation();
    if (installation.isRunning) return { installation, slots: undefined };
    try {
      return { installation, slots: await this.#rauc.slots() };
    } catch (error) {
      const since = await this.#rauc.installation();
      if (!since.isRunning) throw error;
      return { installation: since, slots: undefined };
    }
  }

  /** What was found last at the address that is set; asks nobody. */
  async offer(): Promise<UpdateOffer | undefined> {
    const { found } = this.deps.channel;
    return found && offerOf(found, await this.#version());
  }

  /**
   * Looks up what the address that is set offers. Questions at the same time are one.
   * @throws Unprocessable UPDATE_OF_ANOTHER_BOX, as `Channel.lookUp`, or as `read`
   */
  lookUp(): Promise<UpdateOffer> {
    this.#looking ??= this.#lookUp().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #lookUp(): Promise<UpdateOffer> {
    const { channel } = this.deps;
    this.#compatible ??= (await this.#rauc.installation()).compatible;
    const found = await channel.lookUp();
    try {
      requireSameBox(found.file.compatible, this.#compatible);
    } catch (error) {
      channel.forget();
      throw error;
    }
    return offerOf(found, await this.#version());
  }

  /**
   * Takes a bundle and begins to install it. Nothing is left of one that is refused.
   * @param size bytes that are announced
   * @throws Conflict UPDATE_RUNS, Unprocessable UPDATE_REFUSED or UPDATE_OF_ANOTHER_BOX, NoSpace UPDATE_NO_SPACE,
   *   Unavailable NO_UPDATER or UPDATE_NOT_KEPT, what `body` throws, or as `SystemBus.call`
   */
  async install(body: AsyncIterable<Buffer>, size: number | undefined): Promise<Bundle> {
    this.#begin({ kind: 'receiving', bytes: 0, total: size });
    return this.#toItsEnd(async () => this.#take(body, size ?? 0, await this.#requireIdle()));
  }

  /**
   * Begins to download and install the update that was looked up; `read` says how far it is.
   * @param version as a person has seen it: another one may be offered since
   * @param mayBeOlder whether it may be one that is not known to be newer than the running one
   * @throws Conflict UPDATE_RUNS, UPDATE_NOT_OFFERED or UPDATE_OLDER, NoSpace UPDATE_NO_SPACE, or as `read`
   */
  async download(version: string, mayBeOlder: boolean): Promise<void> {
    const { found } = this.deps.channel;
    if (found?.file.version !== version) {
      throw new Conflict('UPDATE_NOT_OFFERED', 'This version is not what was looked up last: look it up again.');
    }
    const { order } = offerOf(found, await this.#version());
    if (order !== 'newer' && !mayBeOlder) {
      throw new Conflict('UPDATE_OLDER', 'This version is not known to be newer than the running one.');
    }
    const size = found.file.bytes;
    this.#begin({ kind: 'downloading', bytes: 0, total: size });
    try {
      const installation = await this.#requireIdle();
      requireSameBox(found.file.compatible, installation.compatible);
      await mkdir(this.deps.folder, { recursive: true });
      await this.#requireSpace(size);
      const cancel = new AbortController();
      this.#download = { cancel, ended: this.#fetch(found, installation, cancel.signal) };
    } catch (error) {
      this.#incoming = undefined;
      throw error;
    }
  }

  /** Breaks off a download and removes what is there of it. Does nothing when none runs. Never rejects. */
  async cancelDownload(): Promise<void> {
    this.#download?.cancel.abort();
    await this.#download?.ended;
  }

  /** Never rejects. */
  async #fetch(found: Found, installation: Installation, signal: AbortSignal): Promise<void> {
    const { version, bytes } = found.file;
    this.deps.log.info('update: downloading', { version, bytes });
    const failed = (error: unknown): void => {
      if (signal.aborted) {
        this.deps.log.info('update: download cancelled', { version });
        return;
      }
      this.#problem = error instanceof TonearmError ? error : notKept(error);
      this.deps.log.warn('update: not installed (the box stays as it is)', { version, error });
    };
    const body = this.deps.channel.bytesOf(found, signal);
    await this.#toItsEnd(() => this.#take(body, bytes, installation, { version, signal }), failed).catch(
      () => undefined,
    );
    this.#download = undefined;
  }

  /**
   * Before the restart into an update, calls that off; afterwards, lets the next start run the system before it.
   * @throws Conflict UPDATE_RUNS or NO_OTHER_SYSTEM, or as `read`
   */
  async rollBack(): Promise<void> {
    const { phase, slots } = await this.read();
    if (phase.kind !== 'idle' && phase.kind !== 'ready') throw updateRuns();
    if (phase.kind === 'idle' && !slots.some(({ isRunning, isGood }) => !isRunning && isGood)) {
      throw new Conflict('NO_OTHER_SYSTEM', 'The other slot holds no system that starts.');
    }
    await this.#rauc.activate(phase.kind === 'ready' ? 'booted' : 'other');
  }

  get #file(): string {
    return join(this.deps.folder, 'update.raucb');
  }

  /** @throws Conflict UPDATE_RUNS */
  #begin(incoming: Incoming): void {
    if (this.#incoming !== undefined) throw updateRuns();
    this.#incoming = incoming;
    this.#problem = undefined;
  }

  /**
   * Runs what was begun; afterwards nothing comes any more, and nothing is left of what failed.
   * @param failed called while it still counts as coming
   */
  async #toItsEnd<Result>(work: () => Promise<Result>, failed?: (error: unknown) => void): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // RAUC reads the file of the update that runs.
      if (!(error instanceof Conflict)) await this.#clear();
      failed?.(error);
      throw error;
    } finally {
      this.#incoming = undefined;
    }
  }

  /** @throws Conflict UPDATE_RUNS, or as `read` */
  async #requireIdle(): Promise<Installation> {
    const installation = await this.#rauc.installation();
    if (installation.isRunning) throw updateRuns();
    return installation;
  }

  /**
   * Receives a bundle, checks it, and begins to install it.
   * @param announced the version that it must be of, and what breaks it off until it is being installed
   */
  async #take(
    body: AsyncIterable<Buffer>,
    size: number,
    { compatible }: Installation,
    announced?: { readonly version: string; readonly signal: AbortSignal },
  ): Promise<Bundle> {
    const file = await this.#receive(body, size);
    const bundle = await this.#check(file, compatible);
    if (announced !== undefined && announced.version !== bundle.version) {
      const sentence = `The update is version ${bundle.version}, and ${announced.version} was announced.`;
      throw new Unprocessable('UPDATE_NOT_AS_ANNOUNCED', sentence);
    }
    announced?.signal.throwIfAborted();
    this.deps.log.info('update: installing', { version: bundle.version });
    await this.#rauc.install(file, () => void this.#ended(bundle));
    return bundle;
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
          if (this.#incoming !== undefined) this.#incoming = { ...this.#incoming, bytes: received };
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
      throw notKept(error);
    }
  }

  async #requireSpace(bytes: number): Promise<void> {
    const space = await spaceOf(this.deps.folder);
    if (space !== undefined && space.free - bytes < RESERVE) throw noSpace();
  }

  async #check(file: string, compatible: string): Promise<Bundle> {
    const bundle = await this.#rauc.inspect(file).catch((cause: unknown) => {
      if (!(cause instanceof TonearmError) || cause.code !== 'SYSTEM_SERVICE_FAILED') throw cause;
      const sentence = `The file is no update that this box accepts. ${cause.message}`;
      throw new Unprocessable('UPDATE_REFUSED', sentence, { cause });
    });
    requireSameBox(bundle.compatible, compatible);
    return bundle;
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

function offerOf({ file, at }: Found, running: string | undefined): UpdateOffer {
  const { version, bytes, changes } = file;
  return { version, order: orderOf(version, running), bytes, changes, at };
}

/** @throws Unprocessable UPDATE_OF_ANOTHER_BOX */
function requireSameBox(update: string, box: string): void {
  if (update === box) return;
  const sentence = `The update is for another kind of box: for ${update}, and this one is ${box}.`;
  throw new Unprocessable('UPDATE_OF_ANOTHER_BOX', sentence);
}

function notKept(cause: unknown): Unavailable {
  const sentence = 'The update could not be saved: the disk does not take it.';
  return new Unavailable('UPDATE_NOT_KEPT', sentence, { cause });
}

function updateRuns(): Conflict {
  return new Conflict('UPDATE_RUNS', 'An update is being received, downloaded or installed already.');
}

function noSpace(): NoSpace {
  return new NoSpace('UPDATE_NO_SPACE', 'There is not enough room for the update.');
}
