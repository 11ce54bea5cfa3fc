/**
 * The box's own Wi-Fi network, over which a phone reaches a box that has no other network. Made by NetworkManager from a
 * profile in memory, which is gone when the hotspot ends. Thread: main.
 */
import type { WifiNetwork } from './access-points.js';
import { ACTIVE } from './bus-names.js';
import { HOTSPOT_ADDRESS, HOTSPOT_ID, hotspotProfile, type HotspotRadio, hotspotRadio } from './hotspot-profile.js';
import type { Country } from './country.js';
import type { Join } from './join.js';
import { type ManagedObjects, textIn } from './managed-objects.js';
import type { Network } from './network.js';
import { CONTROL, type NetworkManager } from './network-manager.js';
import { noHotspot, noRadio } from './refusals.js';

/** Why a network could not be joined, when nobody was there to be answered. */
export interface JoinFailure {
  /** Name of the network. */
  readonly network: string;
  readonly code: string;
  readonly detail: string;
  /** Seconds since 1970. */
  readonly at: number;
}

export interface HotspotState {
  readonly kind: 'off' | 'starting' | 'on' | 'joining';
  /** The name that it has, or would have. */
  readonly name: string;
  /** While it is on. */
  readonly address: string | undefined;
  /** Name of the network that the box tries to join, while the hotspot is down for that. */
  readonly joining: string | undefined;
  readonly failure: JoinFailure | undefined;
}

export interface HotspotDeps {
  readonly manager: NetworkManager;
  readonly network: Pick<Network, 'join' | 'scan'>;
  readonly country: Pick<Country, 'set'>;
  readonly password: string;
}

export class Hotspot {
  constructor(private readonly deps: HotspotDeps) {}

  /** Address of the box in the hotspot, while that is on. */
  get address(): string | undefined {
    return undefined;
  }

  /** Undefined where no radio can be an access point. @throws as `NetworkManager.call` */
  async read(): Promise<HotspotState | undefined> {
    const objects = await this.deps.manager.objects();
    const radio = hotspotRadio(objects);
    if (radio === undefined) return undefined;
    const active = activeHotspot(objects);
    const state = { name: radio.name, joining: undefined, failure: undefined };
    if (active === undefined) return { kind: 'off', ...state, address: undefined };
    return { kind: 'on', ...state, address: HOTSPOT_ADDRESS };
  }

  /** By hand. @throws Unavailable NO_WIFI, NO_HOTSPOT, or as `NetworkManager.call` */
  async turn(isOn: boolean): Promise<void> {
    const objects = await this.deps.manager.objects();
    const active = activeHotspot(objects);
    if (isOn && active === undefined) await this.#start(requireRadio(objects));
    if (isOn || active === undefined) return;
    const call = { member: 'DeactivateConnection', signature: 'o', body: [active], rule: CONTROL };
    await this.deps.manager.manage(call);
  }

  /** Networks in reach, those found before the hotspot started while it is on. @throws as `Network.scan` */
  async scan(): Promise<readonly WifiNetwork[]> {
    return this.deps.network.scan();
  }

  /**
   * Joins a network: `joining` when the hotspot has to end for it, which it does a moment later; `joined` otherwise.
   * @param country to set before, where the client names it
   * @throws as `Network.join`
   */
  async join(join: Join, country?: string): Promise<'joined' | 'joining'> {
    if (country !== undefined) await this.deps.country.set(country);
    await this.deps.network.join(join);
    return 'joined';
  }

  async #start({ path, name }: HotspotRadio): Promise<void> {
    const profile = hotspotProfile(name, this.deps.password);
    const body = [profile, path, '/', {}];
    const call = { member: 'AddAndActivateConnection2', signature: 'a{sa{sv}}ooa{sv}', body, rule: CONTROL };
    await this.deps.manager.manage(call);
  }
}

/** Path of the active connection of the hotspot. */
function activeHotspot(objects: ManagedObjects): string | undefined {
  return objects.having(ACTIVE).find(([, active]) => textIn(active, 'Uuid') === HOTSPOT_ID)?.[0];
}

function requireRadio(objects: ManagedObjects): HotspotRadio {
  const radio = hotspotRadio(objects);
  if (radio !== undefined) return radio;
  throw objects.having('org.freedesktop.NetworkManager.Device.Wireless').length === 0 ? noRadio() : noHotspot();
}
