/**
 * The networks of the box, by NetworkManager over D-Bus. NetworkManager is asked when somebody asks here, and nothing is
 * followed in between: it reports the strength of each network in reach every few seconds, which would wake an idle box.
 * NetworkManager is never started from here. Thread: main.
 *
 * New addresses may cut off the very client that asks for them. NetworkManager keeps the state before as a checkpoint and
 * goes back to it by itself, even if this daemon has ended, unless somebody confirms the change in time:
 *
 *     settled ──change of addresses in use──▶ waiting ──confirm──▶ settled, with the new addresses
 *        ▲                                      │
 *        └────────── time is over ──────────────┘
 */
import type { SystemBus } from '../dbus/system-bus.js';
import type { Log } from '../log.js';
import { radioOf, type WifiNetwork, wifiNetworks, type WifiSecurity } from './access-points.js';
import { type Activation, followActivation } from './activation.js';
import { ACTIVE, CHECKPOINT, CONNECTION, DEVICE, WIRELESS } from './bus-names.js';
import type { StateReason } from './interface-state.js';
import { interfacesIn, type NetworkInterface } from './interfaces.js';
import { type Join, joinProfile } from './join.js';
import { devicesOf, knownNetwork, type KnownNetwork, profilePaths } from './known-networks.js';
import { listIn, type ManagedObjects, textIn } from './managed-objects.js';
import { CHECKPOINTS, CONTROL, MODIFY, NetworkManager, SCAN } from './network-manager.js';
import { changedProfile, type Profile, type ProfileChange, profileIn } from './profile.js';
import { changeWaits, networkIsWired, noChangeWaits, noRadio, unknownNetwork } from './refusals.js';
import { silentRadio, type SilentRadio } from './silent-radio.js';
import { isRefusal, scanned } from './wifi-scan.js';

/** Seconds in which new addresses must be confirmed. */
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
  /** Whether new addresses wait to be confirmed. */
  readonly isChangeWaiting: boolean;
}

export interface NetworkDeps {
  readonly bus: Pick<SystemBus, 'call' | 'subscribe'>;
  readonly log: Log;
  /** Folder of the functions of SDIO cards, where it is not the kernel's. */
  readonly sdio?: string;
  /** Seconds in which new addresses must be confirmed, where tests shorten it. */
  readonly confirmWithin?: number;
}

export interface JoinOptions {
  /** As an earlier scan has found it. */
  readonly security?: WifiSecurity | undefined;
  /** Milliseconds, where they are not the usual ones. */
  readonly patience?: number;
}

/** A profile and where it is on the bus. */
interface Found {
  readonly path: string;
  readonly profile: Profile;
  readonly network: KnownNetwork;
}

export class Network {
  /** The checkpoint of the change that waits, as a path on the bus; NetworkManager may have used it up. */
  #checkpoint: string | undefined;

  readonly #manager: NetworkManager;

  constructor(private readonly deps: NetworkDeps) {
    this.#manager = new NetworkManager(deps.bus);
  }

  /** @throws Unavailable NO_NETWORK_MANAGER, or as `SystemBus.call` */
  async read(): Promise<NetworkState> {
    const [objects, radio] = await Promise.all([this.#manager.objects(), silentRadio(this.deps.sdio)]);
    return {
      interfaces: interfacesIn(objects),
      silentRadio: radio,
      isChangeWaiting: this.#waiting(objects) !== undefined,
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
   * Changes a known network. New addresses of one that is in use are applied a moment later.
   * @returns the seconds in which the change must be confirmed; undefined when it need not be
   * @throws NotFound UNKNOWN_NETWORK, Conflict NETWORK_CHANGE_WAITS, or as `read`
   */
  async change(id: string, change: ProfileChange): Promise<number | undefined> {
    const objects = await this.#manager.objects();
    const { path, profile } = await this.#find(objects, id);
    const devices = change.ipv4 === undefined ? [] : devicesOf(objects, path);
    if (devices.length > 0 && this.#waiting(objects) !== undefined) throw changeWaits();
    const checkpoint = devices.length === 0 ? undefined : await this.#keep(devices);
    try {
      const body = [changedProfile(profile, change), TO_DISK, {}];
      await this.#manager.call(path, CONNECTION, {
        member: 'Update2',
        signature: 'a{sa{sv}}ua{sv}',
        body,
        rule: MODIFY,
      });
    } catch (error) {
      if (checkpoint !== undefined) await this.#endCheckpoint('CheckpointDestroy', checkpoint);
      throw error;
    }
    if (checkpoint === undefined) return undefined;
    this.#checkpoint = checkpoint;
    setTimeout(() => void this.#apply(devices, checkpoint), ANSWER_FIRST).unref();
    return this.#confirmWithin;
  }

  /** Keeps the new addresses. @throws Conflict NO_NETWORK_CHANGE, or as `read` */
  async confirm(): Promise<void> {
    const checkpoint = this.#waiting(await this.#manager.objects());
    if (checkpoint === undefined) throw noChangeWaits();
    const destroy = { member: 'CheckpointDestroy', signature: 'o', body: [checkpoint], rule: CHECKPOINTS };
    await this.#manager.manage(destroy);
    this.#checkpoint = undefined;
  }

  /**
   * Connects a known network, in place of what its interface has now. Resolves when it has an address.
   * @throws NotFound UNKNOWN_NETWORK, as `followActivation`, or as `read`
   */
  async connect(id: string): Promise<void> {
    const { path } = await this.#find(await this.#manager.objects(), id);
    // NetworkManager chooses the interface.
    const body = [path, '/', '/'];
    await this.#follow(async () => {
      const call = { member: 'ActivateConnection', signature: 'ooo', body, rule: CONTROL };
      const [active] = await this.#manager.manage(call);
      return active as string;
    });
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

  /**
   * Joins a Wi-Fi network and keeps it, in place of earlier profiles of the same name. One that cannot be joined is not
   * kept. Resolves when there is an address.
   * @throws InvalidInput INVALID_BODY, Unavailable NO_WIFI, as `followActivation`, or as `read`
   */
  async join(join: Join, { security: found, patience = JOIN_PATIENCE }: JoinOptions = {}): Promise<void> {
    const objects = await this.#manager.objects();
    const radio = radioOf(objects);
    if (radio === undefined) throw noRadio();
    const security = found ?? wifiNetworks(objects).find(({ ssid }) => ssid.equals(join.ssid))?.security;
    const body = [joinProfile(join, security), radio, '/'];
    const earlier = (await this.#profiles(objects)).filter(({ network }) => network.ssid?.equals(join.ssid) === true);
    let made: string | undefined;
    try {
      await this.#follow(async () => {
        const call = { member: 'AddAndActivateConnection', signature: 'a{sa{sv}}oo', body, rule: CONTROL };
        const [profile, active] = await this.#manager.manage(call);
        made = profile as string;
        return active as string;
      }, patience);
    } catch (error) {
      if (made !== undefined) await this.#remove(made);
      throw error;
    }
    for (const { path } of earlier) await this.#remove(path);
  }

  /** Never rejects: what stays can be forgotten by hand. */
  async #remove(profile: string): Promise<void> {
    await this.#manager.call(profile, CONNECTION, { member: 'Delete', rule: MODIFY }).catch((error: unknown) => {
      this.deps.log.warn('network: profile not removed (it stays among the known networks)', { error });
    });
  }

  /** @param start gives the path of the active connection @throws as `followActivation` */
  async #follow(start: () => Promise<string>, patience = JOIN_PATIENCE): Promise<void> {
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

  /** @throws NotFound UNKNOWN_NETWORK, Conflict NETWORK_IS_WIRED, or as `read` */
  async forget(id: string): Promise<void> {
    const { path, network } = await this.#find(await this.#manager.objects(), id);
    if (network.kind === 'wired') throw networkIsWired();
    await this.#manager.call(path, CONNECTION, { member: 'Delete', rule: MODIFY });
  }

  get #confirmWithin(): number {
    return this.deps.confirmWithin ?? CONFIRM_WITHIN;
  }

  /** The checkpoint of a change that was neither confirmed nor taken back. */
  #waiting(objects: ManagedObjects): string | undefined {
    return objects.get(this.#checkpoint, CHECKPOINT) === undefined ? undefined : this.#checkpoint;
  }

  async #keep(devices: readonly string[]): Promise<string> {
    const body = [devices, this.#confirmWithin, 0];
    const create = { member: 'CheckpointCreate', signature: 'aouu', body, rule: CHECKPOINTS };
    const [path] = await this.#manager.manage(create);
    return path as string;
  }

  /** Never rejects: nobody waits for it. */
  async #apply(devices: readonly string[], checkpoint: string): Promise<void> {
    try {
      const reapply = { member: 'Reapply', signature: 'a{sa{sv}}tu', body: [{}, 0n, 0], rule: CONTROL };
      for (const device of devices) await this.#manager.call(device, DEVICE, reapply);
    } catch (error) {
      this.deps.log.warn('network: new addresses not applied (the earlier ones are kept)', { error });
      await this.#endCheckpoint('CheckpointRollback', checkpoint);
    }
  }

  /** Never rejects: NetworkManager goes back to the checkpoint by itself in the end. */
  async #endCheckpoint(member: 'CheckpointDestroy' | 'CheckpointRollback', checkpoint: string): Promise<void> {
    const call = { member, signature: 'o', body: [checkpoint], rule: CHECKPOINTS };
    await this.#manager.manage(call).catch((error: unknown) => {
      this.deps.log.warn('network: checkpoint not ended (NetworkManager ends it later)', { error });
    });
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
