/** A box that does what a test says, where the message bus is of no interest. */
import type { Database } from '../../src/database/database.js';
import type { OutputDevice } from '../../src/devices/output-device.js';
import { Conflict, NotFound } from '../../src/errors.js';
import type { HttpDeps } from '../../src/http/deps.js';
import type { WifiNetwork } from '../../src/network/access-points.js';
import type { HotspotState, Leaving } from '../../src/network/hotspot.js';
import type { Join } from '../../src/network/join.js';
import type { KnownNetwork } from '../../src/network/known-networks.js';
import type { NetworkState } from '../../src/network/network.js';
import type { ProfileChange } from '../../src/network/profile.js';
import { NetworkShares } from '../../src/network/shares/network-shares.js';
import { SnapcastRooms } from '../../src/snapcast/rooms.js';
import type { ClockChange, ClockState } from '../../src/system/clock.js';
import type { PowerAction } from '../../src/system/power.js';
import type { Bundle } from '../../src/system/update/rauc.js';
import type { UpdateOffer, UpdateState } from '../../src/system/update/updates.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeUnits } from '../network/shares/fake-units.js';

export class FakeClock {
  state: ClockState = {
    time: Date.UTC(2026, 10, 22, 12),
    timeZone: 'Europe/Berlin',
    zoneChosen: true,
    networkTime: true,
    canNetworkTime: true,
    synchronised: true,
  };
  readonly changes: ClockChange[] = [];

  async read(): Promise<ClockState> {
    return this.state;
  }

  async timeZones(): Promise<readonly string[]> {
    return ['Europe/Berlin', 'UTC'];
  }

  async change(change: ClockChange): Promise<void> {
    this.changes.push(change);
  }
}

export class FakePower {
  readonly turned: PowerAction[] = [];

  async turn(action: PowerAction): Promise<void> {
    this.turned.push(action);
  }
}

const OFFER: UpdateOffer = {
  ...{ version: '2.1.0', order: 'newer', bytes: 350_000_000, at: Date.UTC(2026, 10, 22, 12) },
  changes: ['The queue is kept while the box restarts.'],
};

/** A box with an update that waits for the restart, and a newer one at its address. */
export class FakeUpdates {
  async read(): Promise<UpdateState> {
    const slots = [
      { name: 'A', isRunning: true, isGood: true, version: undefined },
      { name: 'B', isRunning: false, isGood: true, version: '2.0.0' },
    ];
    const phase = { kind: 'ready' } as const;
    return { phase, version: '1.0.0', slots, failure: undefined, problem: undefined, offer: OFFER };
  }

  async offer(): Promise<UpdateOffer> {
    return OFFER;
  }

  async lookUp(): Promise<UpdateOffer> {
    return OFFER;
  }

  async download(): Promise<void> {
    await Promise.resolve();
  }

  async cancelDownload(): Promise<void> {
    await Promise.resolve();
  }

  async install(body: AsyncIterable<Buffer>): Promise<Bundle> {
    let pieces = 0;
    for await (const { length } of body) pieces += Math.sign(length);
    return { compatible: 'tonearm-arm64', version: `2.0.${pieces}` };
  }

  async rollBack(): Promise<void> {
    await Promise.resolve();
  }
}

/** A box that has made no backup yet. */
export const noBackups = {
  list: async () => [],
  restore: async (name: string) => {
    throw new NotFound('UNKNOWN_BACKUP', `There is no backup ${name}.`);
  },
};

/** As without a bus: of sticks, and of copies on them. */
export const noSticks = { read: async () => undefined };

/** A box with a cable. */
export class FakeNetwork {
  state: NetworkState = {
    interfaces: [
      {
        name: 'eth0',
        kind: 'wired',
        state: { kind: 'connected' },
        network: { id: 'd3b1db30-70e5-37ef-a507-6d3d89994ead', name: 'Wired connection 1' },
        isHotspot: false,
        isPrimary: true,
        mac: 'DC:A6:32:01:02:03',
        speed: 1000,
        wifi: undefined,
        driver: 'bcmgenet',
        firmware: '',
        ipv4: { addresses: ['192.168.1.20/24'], gateway: '192.168.1.1', dns: ['192.168.1.1'], isAutomatic: true },
        ipv6: { addresses: ['fe80::1/64'], gateway: undefined, dns: [] },
      },
    ],
    silentRadio: undefined,
    isChangeWaiting: false,
  };
  networks: readonly KnownNetwork[] = [];
  readonly asked: unknown[] = [];
  failure: Error | undefined;
  confirmWithin: number | undefined;
  isOnTrial = false;

  async read(): Promise<NetworkState> {
    return this.state;
  }

  async known(): Promise<readonly KnownNetwork[]> {
    return this.networks;
  }

  async change(id: string, change: ProfileChange): Promise<number | undefined> {
    this.#ask('change', id, change);
    return this.confirmWithin;
  }

  async noteUse(address: string): Promise<void> {
    this.#ask('noteUse', address);
  }

  async confirm(): Promise<void> {
    this.#ask('confirm');
  }

  async forget(id: string): Promise<void> {
    this.#ask('forget', id);
  }

  #ask(...what: unknown[]): void {
    this.asked.push(what);
    if (this.failure !== undefined) throw this.failure;
  }
}

/** A radio that could be an access point. */
export class FakeHotspot {
  state: HotspotState | undefined = {
    kind: 'off',
    name: 'Tonearm-3F2A',
    address: undefined,
    joining: undefined,
    failure: undefined,
  };
  found: readonly WifiNetwork[] = [];
  readonly asked: unknown[] = [];
  failure: Error | undefined;
  leaving: Leaving | undefined;
  uses = 0;
  wasOnLately = false;

  noteUse(): void {
    this.uses++;
  }

  get address(): string | undefined {
    return this.state?.address;
  }

  async read(): Promise<HotspotState | undefined> {
    return this.state;
  }

  async turn(isOn: boolean): Promise<void> {
    this.#ask('turn', isOn);
  }

  async scan(): Promise<readonly WifiNetwork[]> {
    this.#ask('scan');
    return this.found;
  }

  async join(join: Join, country?: string, reachedAt?: string): Promise<Leaving | undefined> {
    this.#ask('join', join, country, reachedAt);
    return this.leaving;
  }

  async connect(id: string, reachedAt: string): Promise<Leaving | undefined> {
    this.#ask('connect', id, reachedAt);
    return this.leaving;
  }

  #ask(...what: unknown[]): void {
    this.asked.push(what);
    if (this.failure !== undefined) throw this.failure;
  }
}

/** A radio without a country, until one is set. */
export class FakeCountry {
  code: string | undefined;

  async read(): Promise<string | undefined> {
    return this.code;
  }

  async set(code: string): Promise<void> {
    this.code = code;
  }
}

/** Shares of a box whose system mounts what it is asked for, in a network without servers. */
export function sharesOf(state: Database, units = new FakeUnits(), failure?: Error): NetworkShares {
  const bus = {
    call: () => (failure === undefined ? Promise.resolve(['/browser']) : Promise.reject(failure)),
    subscribe: () => () => undefined,
  };
  return new NetworkShares({ bus, units, state, mounted: () => undefined, log: SILENT_LOG });
}

const MISSING = { isWanted: false, state: 'missing', problem: undefined } as const;

/** A system without programs of multi-room. */
export const NO_SNAPCAST: HttpDeps['snapcast'] = { read: () => Promise.resolve({ server: MISSING, client: MISSING }) };

/** A system without shairport-sync. */
export const NO_AIRPLAY: HttpDeps['airplay'] = { read: () => Promise.resolve(MISSING) };

/** Rooms of a box whose one output is no Snapcast server, or this one. */
export function roomsOf(output?: Pick<OutputDevice, 'service' | 'network'>, port?: number): SnapcastRooms {
  const builtin: OutputDevice = {
    ...{ id: 'builtin', name: 'Built-in', service: 'builtin', pcm: 'default', mixer: 'card', isPresent: true },
    ...output,
  };
  return new SnapcastRooms({ output: () => builtin, ...(port !== undefined && { port }) });
}

/** Nobody is told what is listened to. */
export const SILENT_SCROBBLER = { phase: 'off', queued: 0, lastSent: undefined, lastError: undefined } as const;

const noKey = () => Promise.reject(new Conflict('LASTFM_NO_KEY', 'An API key and its shared secret are needed first.'));

/** Last.fm, of which nobody has a key. */
export const NO_LASTFM: HttpDeps['lastFmAccount'] = {
  connect: noKey,
  finish: noKey,
  disconnect: () => Promise.resolve(),
};

/** MQTT, which is off. */
export const NO_MQTT: HttpDeps['mqtt'] = { read: () => ({ phase: 'off', failure: undefined }) };

/** Switched off, whatever is asked for. */
export const noNetworkFolder: HttpDeps['networkFolder'] = {
  read: () => ({
    ...{ enabled: false, hasPassword: false, user: 'tonearm', port: undefined, trouble: undefined, folder: 'Uploads' },
  }),
  change: () => Promise.resolve(),
};
