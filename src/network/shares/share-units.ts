/**
 * Mounts shares by `tonearm-share@ID.service`, which root runs (native/mount_share): the daemon writes what it wants into its
 * folder in memory, from where the program takes it. The status texts of the units say what came of it. Thread: main. Source:
 * org.freedesktop.systemd1(5).
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SystemBus } from '../../dbus/system-bus.js';
import { writeDurably } from '../../durable.js';
import { TimedOut, TonearmError, Unavailable } from '../../errors.js';
import { failureOf, type ShareFailure, SILENT } from './share-failure.js';

const SYSTEMD = 'org.freedesktop.systemd1';
const MANAGER = { destination: SYSTEMD, path: '/org/freedesktop/systemd1', interface: `${SYSTEMD}.Manager` } as const;
const unitOf = (id: string): string => `tonearm-share@${id}.service`;
const forgetUnitOf = (id: string): string => `tonearm-share-forget@${id}.service`;
const UNITS = 'tonearm-share@*.service';

/** Milliseconds between two looks at a unit at work, and how often it is looked at: systemd ends it after a minute. */
const PAUSE = 250;
const MOST_LOOKS = 280;

type UnitRow = readonly [string, string, string, string, string, string, string, ...unknown[]];

export type MountState =
  | { readonly kind: 'mounting' }
  | { readonly kind: 'mounted'; readonly path: string }
  /** A trial that succeeded: nothing is mounted for good. */
  | { readonly kind: 'mountable' }
  | { readonly kind: 'failed'; readonly failure: ShareFailure };

export interface ShareUnitsDeps {
  readonly bus: Pick<SystemBus, 'call' | 'property' | 'properties'>;
  /** The daemon's folder in memory; undefined where the system has given none. */
  readonly runtimeDirectory: string | undefined;
  /** Milliseconds between two looks, where they differ from the default. */
  readonly pause?: number;
}

export class ShareUnits {
  constructor(private readonly deps: ShareUnitsDeps) {}

  /**
   * Mounts a share, or mounts it anew. Resolves when it is mounted or has failed.
   * @param request lines for the program; undefined: as it was asked for the last time with success
   * @throws Unavailable NO_SHARES_HERE, TimedOut SHARE_TIMED_OUT, or as `SystemBus.call`
   */
  async mount(id: string, request?: string): Promise<MountState> {
    const path = await this.#load(unitOf(id));
    if (request !== undefined) await this.#write(id, request);
    try {
      await this.#order('RestartUnit', 'restart', unitOf(id));
      for (let look = 0; look < MOST_LOOKS; look++) {
        const state = await this.#stateOf(path);
        if (state !== undefined && state.kind !== 'mounting') return state;
        await delay(this.deps.pause ?? PAUSE, undefined, { ref: false });
      }
    } finally {
      // Already gone, unless the unit never ran.
      if (request !== undefined) await rm(this.#file(id), { force: true });
    }
    throw new TimedOut('SHARE_TIMED_OUT', 'The server does not answer in time.');
  }

  /** States by id; those that nobody has asked to mount since the start are left out. Empty where there is no systemd. */
  async states(): Promise<ReadonlyMap<string, MountState>> {
    try {
      const call = { ...MANAGER, member: 'ListUnitsByPatterns', signature: 'asas', body: [[], [UNITS]] };
      const [rows] = await this.deps.bus.call(call);
      const found = await Promise.all(
        (rows as UnitRow[]).map(async ([name, , , , , , path]) => {
          const id = /@([a-z0-9]+)\.service$/.exec(name)?.[1];
          const state = id === undefined ? undefined : await this.#stateOf(path);
          return id === undefined || state === undefined ? undefined : ([id, state] as const);
        }),
      );
      return new Map(found.filter((each) => each !== undefined));
    } catch (error) {
      if (error instanceof TonearmError) return new Map();
      throw error;
    }
  }

  /** Unmounts a share; what is kept of it stays. @throws as `SystemBus.call` */
  async release(id: string): Promise<void> {
    await this.#load(unitOf(id));
    await this.#order('StopUnit', 'stop', unitOf(id));
    await this.#ended(unitOf(id));
  }

  /** Unmounts a share, and removes what is kept of it. Resolves when that is durable. @throws as `release` */
  async forget(id: string): Promise<void> {
    await this.release(id);
    await this.#load(forgetUnitOf(id));
    await this.#order('StartUnit', 'start', forgetUnitOf(id));
    await this.#ended(forgetUnitOf(id));
  }

  /** @returns path of the unit @throws Unavailable NO_SHARES_HERE */
  async #load(name: string): Promise<string> {
    const [path] = await this.deps.bus.call({ ...MANAGER, member: 'LoadUnit', signature: 's', body: [name] });
    const state = await this.deps.bus.property(
      { destination: SYSTEMD, path: String(path), interface: `${SYSTEMD}.Unit` },
      'LoadState',
    );
    if (state !== 'loaded') throw notHere(name);
    return String(path);
  }

  async #order(member: string, verb: string, unit: string): Promise<void> {
    const rule = `${SYSTEMD}.manage-units (${verb} ${unit})`;
    await this.deps.bus.call({ ...MANAGER, member, signature: 'ss', body: [unit, 'replace'], rule });
  }

  async #ended(name: string): Promise<void> {
    const path = await this.#load(name);
    for (let look = 0; look < MOST_LOOKS; look++) {
      const unit = { destination: SYSTEMD, path, interface: `${SYSTEMD}.Unit` };
      const active = await this.deps.bus.property(unit, 'ActiveState');
      if (active === 'inactive' || active === 'failed') return;
      await delay(this.deps.pause ?? PAUSE, undefined, { ref: false });
    }
    throw new TimedOut('SHARE_TIMED_OUT', 'The share is not released in time.');
  }

  async #stateOf(path: string): Promise<MountState | undefined> {
    const unit = { destination: SYSTEMD, path };
    const { ActiveState: active } = await this.deps.bus.properties({ ...unit, interface: `${SYSTEMD}.Unit` });
    if (active === 'inactive') return undefined;
    if (active === 'activating' || active === 'deactivating') return { kind: 'mounting' };
    const status = String(await this.deps.bus.property({ ...unit, interface: `${SYSTEMD}.Service` }, 'StatusText'));
    return stateSaying(status, active === 'failed');
  }

  async #write(id: string, request: string): Promise<void> {
    const { runtimeDirectory } = this.deps;
    if (runtimeDirectory === undefined) throw notHere(unitOf(id));
    await mkdir(join(runtimeDirectory, 'shares'), { recursive: true, mode: 0o700 });
    await writeDurably(this.#file(id), request);
  }

  #file(id: string): string {
    return join(this.deps.runtimeDirectory ?? '', 'shares', id);
  }
}

/** The state of a status text of the program. */
export function stateSaying(status: string, hasFailed: boolean): MountState {
  if (hasFailed) return { kind: 'failed', failure: SILENT };
  const [, path] = /^is mounted under (.*)$/s.exec(status) ?? [];
  if (path !== undefined) return { kind: 'mounted', path };
  if (status === 'can be mounted') return { kind: 'mountable' };
  const [, said = ''] = /^is not mounted: (.*)$/s.exec(status) ?? [];
  return { kind: 'failed', failure: failureOf(said) };
}

function notHere(unit: string): Unavailable {
  const sentence =
    `This system does not mount shares for the daemon: it has no ${unit.replace(/@.*/, '@.service')}, as the SD card has. ` +
    'Mount the share yourself (fstab(5)) below a library folder.';
  return new Unavailable('NO_SHARES_HERE', sentence);
}
