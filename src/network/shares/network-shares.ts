/**
 * Network shares (SMB, NFS) as library folders: those that people have added, mounted by units of the system, and mounted again
 * after each start. A server that is off or slow delays nothing: it is tried again with growing delays, and once mounted the
 * kernel connects again by itself. Without shares nothing of this runs. Thread: main.
 *
 *     asked ──▶ mounting ──▶ mounted ──removed──▶ (gone)
 *                 │  ▲
 *          failed ▼  │ delay is over, or a person asks
 *                waiting
 */
import { randomBytes } from 'node:crypto';
import { Backoff } from '../../backoff.js';
import type { Database } from '../../database/database.js';
import type { SystemBus } from '../../dbus/system-bus.js';
import { GuardedDatabase } from '../../database/guarded.js';
import { Conflict, NotFound, TonearmError } from '../../errors.js';
import type { Log } from '../../log.js';
import type { ShareName } from './listing/share-names.js';
import { folderOf, MOST_SHARES, requestOf, type Share, type ShareAddress, type ShareLogin } from './share.js';
import { refusalOf, type ShareFailure, SILENT } from './share-failure.js';
import { findShareServers, type ShareServer } from './share-servers.js';
import { listShares, removeShare, saveShare } from './share-store.js';
import type { MountState, ShareUnits } from './share-units.js';

/** Milliseconds until a share that could not be mounted is tried again. The network comes seconds after the daemon. */
const DELAYS = [4000, 5000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000];

const NOBODY: ShareLogin = { user: undefined, password: undefined, domain: undefined };

export interface SharesDeps {
  readonly bus: Pick<SystemBus, 'call' | 'subscribe'>;
  readonly units: Pick<ShareUnits, 'mount' | 'states' | 'release' | 'forget'>;
  /** What people did. */
  readonly state: Database;
  /** Called with the folder of a share that was mounted. */
  readonly mounted: (path: string) => void;
  /** Milliseconds between attempts, where they differ from the default. */
  readonly delays?: readonly number[];
  readonly log: Log;
}

export interface ShareReading extends Share {
  readonly state: 'mounting' | 'mounted' | 'waiting';
  /** Mount point; undefined unless mounted. */
  readonly mountPoint: string | undefined;
  /** Why it is not mounted; undefined unless it is waiting. */
  readonly failure: ShareFailure | undefined;
}

export class NetworkShares {
  readonly #state: GuardedDatabase;
  /** Delays of shares that could not be mounted. */
  readonly #retries = new Map<string, Backoff>();
  readonly #busy = new Set<string>();
  #stopped = false;

  constructor(private readonly deps: SharesDeps) {
    this.#state = new GuardedDatabase(deps.state, deps.log);
  }

  /** Mounts the shares of the last time. Waits for none of them. */
  start(): void {
    void this.#attemptEach(() => true);
  }

  stop(): void {
    this.#stopped = true;
    for (const retry of this.#retries.values()) retry.cancel();
  }

  /** Shares in the order in which they were added. @throws Unavailable LIBRARY_UNAVAILABLE */
  async list(): Promise<ShareReading[]> {
    const shares = await this.#state.read(listShares);
    if (shares.length === 0) return [];
    const states = await this.deps.units.states();
    return shares.map((share) =>
      reading(share, this.#busy.has(share.id) ? { kind: 'mounting' } : states.get(share.id)),
    );
  }

  /**
   * Mounts a share and keeps it; resolves when both are durable. One that cannot be mounted is not kept.
   * @throws Conflict SHARE_EXISTS or TOO_MANY_SHARES, Unavailable SHARE_… with the reason, or as `ShareUnits.mount`
   */
  async add(address: ShareAddress, login: ShareLogin): Promise<ShareReading> {
    const shares = await this.#state.read(listShares);
    if (shares.some((share) => isSame(share, address))) {
      throw new Conflict('SHARE_EXISTS', 'This share is in the library already.');
    }
    if (shares.length >= MOST_SHARES) {
      throw new Conflict('TOO_MANY_SHARES', `At most ${MOST_SHARES} shares are kept.`);
    }
    const folder = folderOf(
      address,
      shares.map((share) => share.folder),
    );
    const id = randomBytes(4).toString('hex');
    const share = { ...address, id, folder, user: login.user, domain: login.domain, createdAt: now() };
    const mounted = await this.#mount(share, requestOf(address, login, folder));
    try {
      await this.#state.write((sql) => saveShare(sql, share));
    } catch (error) {
      await this.deps.units.forget(id);
      throw error;
    }
    return mounted;
  }

  /** Whether a share could be mounted; nothing is kept. @throws as `add` */
  async test(address: ShareAddress, login: ShareLogin): Promise<void> {
    const id = `test${randomBytes(4).toString('hex')}`;
    try {
      const state = await this.deps.units.mount(id, requestOf(address, login, undefined));
      if (state.kind === 'failed') throw refusalOf(state.failure);
    } finally {
      await this.deps.units.release(id).catch(() => undefined);
    }
  }

  /** Mounts a share with another user and password, and keeps those if that succeeds. @throws NotFound UNKNOWN_SHARE, or as `add` */
  async change(id: string, loginFor: (kind: ShareAddress['kind']) => ShareLogin): Promise<ShareReading> {
    const share = await this.#find(id);
    const login = loginFor(share.kind);
    const changed = { ...share, user: login.user, domain: login.domain };
    let mounted;
    try {
      mounted = await this.#mount(changed, requestOf(share, login, share.folder));
    } catch (error) {
      // With what is kept: the attempt has unmounted it.
      void this.#attempt(share);
      throw error;
    }
    await this.#state.write((sql) => saveShare(sql, changed));
    return mounted;
  }

  /** Mounts a share again, now. @throws NotFound UNKNOWN_SHARE, or as `add` */
  async connect(id: string): Promise<ShareReading> {
    return this.#mountKnown(await this.#find(id));
  }

  /** Unmounts a share, and forgets it with its password. @throws NotFound UNKNOWN_SHARE, or as `SystemBus.call` */
  async remove(id: string): Promise<void> {
    await this.#find(id);
    this.#retries.get(id)?.cancel();
    this.#retries.delete(id);
    await this.deps.units.forget(id).catch((error: unknown) => {
      // A backup of a box has shares that another machine cannot mount.
      if (!(error instanceof TonearmError) || error.code !== 'NO_SHARES_HERE') throw error;
    });
    await this.#state.write((sql) => removeShare(sql, id));
    this.deps.log.info('shares: share removed', { id });
  }

  /** Mounts those that a restored backup has brought. Never rejects. */
  async mountRest(): Promise<void> {
    const states = await this.deps.units.states().catch(() => new Map());
    await this.#attemptEach((share) => !states.has(share.id));
  }

  /** As `remove` for each, with its password, after a reset. Never rejects. */
  async removeAll(): Promise<void> {
    for (const { id } of await this.#state.read(listShares).catch(() => [])) {
      await this.remove(id).catch((error: unknown) => this.deps.log.warn('shares: share not removed', { id, error }));
    }
  }

  /** Servers that announce themselves. @throws Unavailable NO_DISCOVERY */
  servers(): Promise<ShareServer[]> {
    return findShareServers(this.deps.bus);
  }

  /** Names of the shares of an SMB server. @throws as `askForShareNames` */
  async names(address: Pick<ShareAddress, 'server' | 'port'>, login: ShareLogin): Promise<ShareName[]> {
    // Read when a person asks: most boxes never need it.
    const { askForShareNames } = await import('./listing/share-names.js');
    return askForShareNames(address, login);
  }

  /** Never rejects. */
  async #attemptEach(isWanted: (share: Share) => boolean): Promise<void> {
    const shares = await this.#state.read(listShares).catch(() => []);
    for (const share of shares.filter(isWanted)) void this.#attempt(share);
  }

  /** Never rejects. */
  async #attempt(share: Share): Promise<void> {
    if (this.#stopped || this.#busy.has(share.id)) return;
    await this.#mountKnown(share).catch((error: unknown) => {
      const code = codeOf(error);
      // What only a person can mend is not tried again before the next start.
      if (this.#stopped || code === 'NO_SHARES_HERE' || code === 'SYSTEM_FORBIDS') return;
      const retry = this.#retries.get(share.id) ?? new Backoff(this.deps.delays ?? DELAYS);
      this.#retries.set(share.id, retry);
      retry.schedule(() => void this.#attempt(share));
    });
  }

  /** Mounts a share as it is kept; a guest's that came with a backup, of which nothing is kept, as a new one. @throws as `connect` */
  async #mountKnown(share: Share): Promise<ShareReading> {
    try {
      return await this.#mount(share);
    } catch (error) {
      if (codeOf(error) !== 'SHARE_PASSWORD_NEEDED' || share.user !== undefined) throw error;
      return await this.#mount(share, requestOf(share, { ...NOBODY, domain: share.domain }, share.folder));
    }
  }

  /** @param request of new settings; undefined: as they are kept @throws as `connect` */
  async #mount(share: Share, request?: string): Promise<ShareReading> {
    const { units, log, mounted } = this.deps;
    if (this.#busy.has(share.id)) throw new Conflict('SHARE_BUSY', 'This share is being mounted at this moment.');
    this.#busy.add(share.id);
    const facts = { id: share.id, kind: share.kind, server: share.server, path: share.path };
    try {
      const state = await units.mount(share.id, request);
      if (state.kind === 'failed') throw refusalOf(state.failure);
      this.#retries.get(share.id)?.cancel();
      this.#retries.delete(share.id);
      log.info('shares: share mounted', facts);
      if (state.kind === 'mounted') mounted(state.path);
      return reading(share, state);
    } catch (error) {
      if (this.#retries.get(share.id) === undefined) log.warn('shares: share not mounted', { ...facts, error });
      throw error;
    } finally {
      this.#busy.delete(share.id);
    }
  }

  async #find(id: string): Promise<Share> {
    const share = (await this.#state.read(listShares)).find((each) => each.id === id);
    if (share === undefined) throw new NotFound('UNKNOWN_SHARE', `No share has the id ${id}.`);
    return share;
  }
}

function reading(share: Share, state: MountState | undefined): ShareReading {
  if (state?.kind === 'mounted') return { ...share, state: 'mounted', mountPoint: state.path, failure: undefined };
  if (state?.kind === 'mounting') return { ...share, state: 'mounting', mountPoint: undefined, failure: undefined };
  const failure = state?.kind === 'failed' ? state.failure : SILENT;
  return { ...share, state: 'waiting', mountPoint: undefined, failure };
}

const codeOf = (error: unknown): string => (error instanceof TonearmError ? error.code : 'SHARE_FAILED');

function isSame(share: ShareAddress, other: ShareAddress): boolean {
  const key = ({ kind, server, port, path }: ShareAddress): string =>
    `${kind} ${server.toLowerCase()} ${port ?? ''} ${kind === 'smb' ? path.toLowerCase() : path}`.replace(/\/+$/, '');
  return key(share) === key(other);
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
