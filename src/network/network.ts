/**
 * The networks of the box, by NetworkManager over D-Bus. NetworkManager is asked when somebody asks here, and nothing is
 * followed in between: it reports the strength of each network in reach every few seconds, which would wake an idle box.
 * NetworkManager is never started from here. Thread: main.
 *
 * What may cut off the very client that asks for it is a trial (`trial.ts`): NetworkManager goes back by itself, unless
 * somebody confirms the change in time, or, in another network, finds the box there:
 *
 *     settled ──new addresses──────────────────────▶ waiting ──confirm, or found──▶ settled, with the change
 *      ▲  └──another Wi-Fi──▶ joining ──connected──▶   │
 *      │                         │ failed              │ time is over
 *      └─────────────────────────┴─────────────────────┘
 */
import type { SystemBus } from '../dbus/system-bus.js';
import { variant } from '../dbus/values.js';
import type { Log } from '../log.js';
import { radioOf, type WifiNetwork, wifiNetworks, type WifiSecurity } from './access-points.js';
import { type Activation, followActivation } from './activation.js';
import { ACTIVE, CONNECTION, DEVICE, WIRELESS } from './bus-names.js';
import type { StateReason } from './interface-state.js';
import { interfacesIn, type NetworkInterface } from './interfaces.js';
import { type Join, joinProfile } from './join.js';
import { devicesOf, knownNetwork, type KnownNetwork, profilePaths } from './known-networks.js';
import { listIn, type ManagedObjects, textIn } from './managed-objects.js';
import { CONTROL, MODIFY, NetworkManager, SCAN } from './network-manager.js';
import { changedProfile, type Profile, type ProfileChange, profileIn } from './profile.js';
import { changeWaits, networkIsWired, nobodyFound, noRadio, unknownNetwork } from './refusals.js';
import { silentRadio, type SilentRadio } from './silent-radio.js';
import { DELETE_NEW_PROFILES, Trial } from './trial.js';
import { isRefusal, scanned } from './wifi-scan.js';

/** Seconds in which new addresses must be confirmed, and the box be found in another network. */
const CONFIRM_WITHIN = 60;
/** Milliseconds before new addresses are applied: the answer has to leave by the old one. */
const ANSWER_FIRST = 500;
/** Milliseconds for a network to be connected: a router may take most of a minute to give an address. */
const JOIN_PATIENCE = 90_000;
/** Flag of `Update2`: kept on the disk. */
const TO_DISK = 1;

export interface NetworkState {
  /** Wired and Wi-Fi, in the order in which the system found them. */
  readonly interfaces: readonly NetworkInterface[];
  /** A built-in Wi-Fi radio that has no interface. */
  readonly silentRadio: SilentRadio | undefined;
  /** Whether a change is taken back unless it is confirmed. */
  readonly isChangeWaiting: boolean;
}

export interface NetworkDeps {
  readonly bus: Pick<SystemBus, 'call' | 'subscribe'>;
  /** Resolves when what NetworkManager has written is durable. Never rejects. */
  readonly makeDurable: () => Promise<void>;
  readonly log: Log;
  /** Folder of the functions of SDIO cards, where it is not the kernel's. */
  readonly sdio?: string;
  /** Seconds in which a change must be confirmed, where tests shorten it. */
  readonly confirmWithin?: number;
}

export interface ConnectOptions {
  /** Milliseconds, where they are not the usual ones. */
  readonly patience?: number;
  /** Whether the radio goes back to the network that it has now, unless a client finds the box in the other in time. */
  readonly isOnTrial?: boolean;
}

export interface JoinOptions extends ConnectOptions {
  /** As an earlier scan has found it. */
  readonly security?: WifiSecurity | undefined;
}

/** A profile and where it is on the bus. */
interface Found {
  readonly path: string;
  readonly profile: Profile;
  readonly network: KnownNetwork;
}

export class Network {
  readonly #manager: NetworkManager;
  readonly #trial: Trial;
  /** The last join on trial, until its profile is durable. Never rejects. */
  #joining: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: NetworkDeps) {
    this.#manager = new NetworkManager(deps.bus);
    this.#trial = new Trial(this.#manager, deps.log);
  }

  /** Seconds in which a change must be confirmed. */
  get confirmWithin(): number {
    return this.deps.confirmWithin ?? CONFIRM_WITHIN;
  }

  /** Whether the box is in another Wi-Fi network on trial, and nobody has found it there yet. */
  get isOnTrial(): boolean {
    return this.#trial.isToBeFound;
  }

  /** @throws Unavailable NO_NETWORK_MANAGER, or as `SystemBus.call` */
  async read(): Promise<NetworkState> {
    const [objects, radio] = await Promise.all([this.#manager.objects(), silentRadio(this.deps.sdio)]);
    return {
      interfaces: interfacesIn(objects),
      silentRadio: radio,
      isChangeWaiting: this.#trial.isRunning(objects),
    };
  }

  /** By priority, the highest first, then by name. @throws as `read` */
  async known(): Promise<readonly KnownNetwork[]> {
    const found = await this.#profiles(await this.#manager.objects());
    return found
      .map(({ network }) => network)
      .sort((one, other) => other.priority - one.priority || one.name.localeCompare(other.name, 'en'));
  }

  /**
   * Changes a known network; resolves when that is durable. New addresses of one that is in use are applied a moment later.
   * @returns the seconds in which the change must be confirmed; undefined when it need not be
   * @throws NotFound UNKNOWN_NETWORK, Conflict NETWORK_CHANGE_WAITS, or as `read`
   */
  async change(id: string, change: ProfileChange): Promise<number | undefined> {
    const objects = await this.#manager.objects();
    const { path, profile } = await this.#find(objects, id);
    const devices = change.ipv4 === undefined ? [] : devicesOf(objects, path);
    const isTrial = devices.length > 0;
    if (isTrial && this.#trial.isRunning(objects)) throw changeWaits();
    if (isTrial) await this.#trial.begin(devices, this.confirmWithin);
    try {
      const body = [changedProfile(profile, change), TO_DISK, {}];
      await this.#manager.call(path, CONNECTION, {
        member: 'Update2',
        signature: 'a{sa{sv}}ua{sv}',
        body,
        rule: MODIFY,
      });
    } catch (error) {
      if (isTrial) await this.#trial.takeBack();
      throw error;
    }
    await this.deps.makeDurable();
    if (!isTrial) return undefined;
    setTimeout(() => void this.#apply(devices), ANSWER_FIRST).unref();
    return this.confirmWithin;
  }

  /**
   * Keeps new addresses, or another Wi-Fi network; resolves when that is durable.
   * @throws Conflict NO_NETWORK_CHANGE, or as `read`
   */
  async confirm(): Promise<void> {
    await this.#trial.keep();
    // The profile of a network that was joined on trial is written from now on.
    await this.#joining;
  }

  /**
   * A client has sent a request to an address of the box: it has found the box, when that is an address of the radio on
   * trial. Never rejects.
   */
  async noteUse(address: string): Promise<void> {
    try {
      if ((await this.radioAt(address)) !== undefined) await this.confirm();
    } catch (error) {
      this.deps.log.debug('network: not confirmed by a request (another one may do it)', { error });
    }
  }

  /**
   * The radio that joins networks, when a client who has reached the box at an address gets there by it: joining another
   * network cuts off that client. @throws as `read`
   */
  async radioAt(address: string): Promise<NetworkInterface | undefined> {
    const objects = await this.#manager.objects();
    const name = textIn(objects.get(radioOf(objects), DEVICE), 'Interface');
    const radio = interfacesIn(objects).find((each) => each.name === name);
    const isThere = [...(radio?.ipv4.addresses ?? []), ...(radio?.ipv6.addresses ?? [])].some((each) =>
      each.startsWith(`${address}/`),
    );
    return isThere && radio?.state.kind === 'connected' && !radio.isHotspot ? radio : undefined;
  }

  /**
   * Connects a known network, in place of what its interface has now. Resolves when it has an address; on trial, when the
   * box was found there.
   * @throws NotFound UNKNOWN_NETWORK, Conflict NETWORK_CHANGE_WAITS, as `followActivation`, or as `read`; on trial
   *   Unavailable NETWORK_UNCONFIRMED
   */
  async connect(id: string, { patience = JOIN_PATIENCE, isOnTrial = false }: ConnectOptions = {}): Promise<void> {
    const objects = await this.#manager.objects();
    const { path } = await this.#find(objects, id);
    const radio = isOnTrial ? radioOf(objects) : undefined;
    // Without a radio that is to leave its network, NetworkManager chooses the interface.
    const body = [path, radio ?? '/', '/'];
    const activate = async (): Promise<string> => {
      const call = { member: 'ActivateConnection', signature: 'ooo', body, rule: CONTROL };
      const [active] = await this.#manager.manage(call);
      return active as string;
    };
    await this.#tried(objects, radio, patience, () => this.#follow(activate, patience));
  }

  /** Looks for Wi-Fi networks; the strongest first. @throws Unavailable NO_WIFI, or as `read` */
  async scan(): Promise<readonly WifiNetwork[]> {
    const radio = radioOf(await this.#manager.objects());
    if (radio === undefined) throw noRadio();
    await scanned(this.deps.bus, radio, async () => {
      await this.#manager.call(radio, WIRELESS, { member: 'RequestScan', signature: 'a{sv}', body: [{}], rule: SCAN });
    }).catch((error: unknown) => {
      // NetworkManager refuses a scan that follows another too soon, or while it connects: it knows enough then.
      if (!isRefusal(error)) throw error;
    });
    return wifiNetworks(await this.#manager.objects());
  }

  /** @throws InvalidInput INVALID_BODY for a password that the network cannot have, or as `read` */
  async checkJoin(join: Join): Promise<void> {
    joinProfile(join, securityIn(await this.#manager.objects(), join));
  }

  /**
   * Joins a Wi-Fi network and keeps it, in place of earlier profiles of the same name. One that cannot be joined is not
   * kept. Resolves when there is an address and the profile is durable; on trial, when the box was found there: until then
   * the profile is in memory only, so that a power cut leads back too.
   * @throws InvalidInput INVALID_BODY, Unavailable NO_WIFI, Conflict NETWORK_CHANGE_WAITS, as `followActivation`, or as
   *   `read`; on trial Unavailable NETWORK_UNCONFIRMED
   */
  join(join: Join, options: JoinOptions = {}): Promise<void> {
    const joined = this.#join(join, options);
    if (options.isOnTrial === true) this.#joining = joined.catch(() => undefined);
    return joined;
  }

  async #join(join: Join, { security, patience = JOIN_PATIENCE, isOnTrial = false }: JoinOptions): Promise<void> {
    const objects = await this.#manager.objects();
    const radio = radioOf(objects);
    if (radio === undefined) throw noRadio();
    const persist = variant('s', isOnTrial ? 'memory' : 'disk');
    const body = [joinProfile(join, security ?? securityIn(objects, join)), radio, '/', { persist }];
    const earlier = (await this.#profiles(objects)).filter(({ network }) => network.ssid?.equals(join.ssid) === true);
    let made: string | undefined;
    const add = async (): Promise<string> => {
      const call = { member: 'AddAndActivateConnection2', signature: 'a{sa{sv}}ooa{sv}', body, rule: CONTROL };
      const [profile, active] = await this.#manager.manage(call);
      made = profile as string;
      return active as string;
    };
    await this.#tried(objects, isOnTrial ? radio : undefined, patience, async () => {
      try {
        await this.#follow(add, patience);
      } catch (error) {
        if (made !== undefined) await this.#remove(made);
        throw error;
      }
    });
    if (isOnTrial && made !== undefined) await this.#manager.call(made, CONNECTION, { member: 'Save', rule: MODIFY });
    for (const { path } of earlier) await this.#remove(path);
    await this.deps.makeDurable();
  }

  /** @param radio that leaves its network on trial; undefined when nobody is cut off */
  async #tried(
    objects: ManagedObjects,
    radio: string | undefined,
    patience: number,
    join: () => Promise<void>,
  ): Promise<void> {
    if (this.#trial.isRunning(objects)) throw changeWaits();
    if (radio === undefined) return join();
    const seconds = Math.ceil(patience / 1000) + this.confirmWithin;
    await this.#trial.begin([radio], seconds, DELETE_NEW_PROFILES);
    try {
      await join();
      if (!(await this.#trial.isFound(this.confirmWithin))) throw nobodyFound();
    } catch (error) {
      await this.#trial.takeBack();
      throw error;
    }
  }

  /** Never rejects: what stays can be forgotten by hand. */
  async #remove(profile: string): Promise<void> {
    await this.#manager.call(profile, CONNECTION, { member: 'Delete', rule: MODIFY }).catch((error: unknown) => {
      this.deps.log.warn('network: profile not removed (it stays among the known networks)', { error });
    });
  }

  /** @param start gives the path of the active connection @throws as `followActivation` */
  async #follow(start: () => Promise<string>, patience: number): Promise<void> {
    const activate = async (): Promise<Activation> => {
      const path = await start();
      const [device] = listIn((await this.#manager.objects()).get(path, ACTIVE), 'Devices');
      return { path, device: typeof device === 'string' ? device : undefined };
    };
    const reasonNow = async (device: string): Promise<StateReason | undefined> => {
      const objects = await this.#manager.objects();
      const name = textIn(objects.get(device, DEVICE), 'Interface');
      const state = interfacesIn(objects).find((each) => each.name === name)?.state;
      if (state?.kind === 'connecting' && state.step === 'address') return 'no_address';
      return state !== undefined && 'reason' in state ? state.reason : undefined;
    };
    await followActivation(this.deps.bus, activate, reasonNow, patience);
  }

  /** Resolves when that is durable. @throws NotFound UNKNOWN_NETWORK, Conflict NETWORK_IS_WIRED, or as `read` */
  async forget(id: string): Promise<void> {
    const { path, network } = await this.#find(await this.#manager.objects(), id);
    if (network.kind === 'wired') throw networkIsWired();
    await this.#manager.call(path, CONNECTION, { member: 'Delete', rule: MODIFY });
    await this.deps.makeDurable();
  }

  /** Never rejects: nobody waits for it. */
  async #apply(devices: readonly string[]): Promise<void> {
    try {
      const reapply = { member: 'Reapply', signature: 'a{sa{sv}}tu', body: [{}, 0n, 0], rule: CONTROL };
      for (const device of devices) await this.#manager.call(device, DEVICE, reapply);
    } catch (error) {
      this.deps.log.warn('network: new addresses not applied (the earlier ones are kept)', { error });
      await this.#trial.takeBack();
    }
  }

  async #find(objects: ManagedObjects, id: string): Promise<Found> {
    const found = (await this.#profiles(objects)).find(({ network }) => network.id === id);
    if (found === undefined) throw unknownNetwork(id);
    return found;
  }

  async #profiles(objects: ManagedObjects): Promise<readonly Found[]> {
    const read = profilePaths(objects).map(async (path): Promise<readonly Found[]> => {
      const profile = await this.#profile(path);
      const network = profile && knownNetwork(profile, devicesOf(objects, path).length > 0);
      return profile === undefined || network === undefined ? [] : [{ path, profile, network }];
    });
    return (await Promise.all(read)).flat();
  }

  /** Undefined when the profile was forgotten meanwhile, or belongs to another user. */
  async #profile(path: string): Promise<Profile | undefined> {
    try {
      const [settings] = await this.#manager.call(path, CONNECTION, { member: 'GetSettings', keepTypes: true });
      return profileIn(settings);
    } catch (error) {
      this.deps.log.debug('network: profile not read', { path, error });
      return undefined;
    }
  }
}

/** As the scan has found it; undefined for a network that was not found, such as a hidden one. */
function securityIn(objects: ManagedObjects, { ssid }: Join): WifiSecurity | undefined {
  return wifiNetworks(objects).find((each) => each.ssid.equals(ssid))?.security;
}
