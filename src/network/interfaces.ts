/** The interfaces that a person knows, wired and Wi-Fi, read from the objects of NetworkManager. */
import { accessPointOf, bandOf, type WifiBand } from './access-points.js';
import { ACTIVE, DEVICE, IP4, IP6, WIRED, WIRELESS } from './bus-names.js';
import { HOTSPOT_ID } from './hotspot-profile.js';
import { interfaceState, type InterfaceState } from './interface-state.js';
import { listIn, type ManagedObjects, numberIn, pathIn, type Properties, recordIn, textIn } from './managed-objects.js';

export type InterfaceKind = 'wired' | 'wifi';

/** Addresses of one family, as they are in force. */
export interface Addresses {
  /** With the length of the prefix, such as `192.168.1.20/24`. */
  readonly addresses: readonly string[];
  readonly gateway: string | undefined;
  readonly dns: readonly string[];
}

export interface NetworkInterface {
  /** The kernel's name, such as `eth0`. */
  readonly name: string;
  readonly kind: InterfaceKind;
  readonly state: InterfaceState;
  /** The profile in use. */
  readonly network: { readonly id: string; readonly name: string } | undefined;
  /** True for the radio of the box's own hotspot, whose profile is no known network. */
  readonly isHotspot: boolean;
  /** True for the interface with the default route. */
  readonly isPrimary: boolean;
  readonly mac: string;
  /** Megabits a second; undefined when it is not known. */
  readonly speed: number | undefined;
  /** The Wi-Fi network in use. */
  readonly wifi: { readonly ssid: Buffer; readonly strength: number; readonly band: WifiBand } | undefined;
  readonly driver: string;
  /** `""` for a card that has none, or does not report it. */
  readonly firmware: string;
  readonly ipv4: Addresses & { readonly isAutomatic: boolean };
  readonly ipv6: Addresses;
}

/** Numbers of `NMDeviceType`. A pair of `veth` is how a container has its network card. */
const ETHERNET = 1;
const WIFI = 2;
const VETH = 20;
const UNMANAGED = 10;

export function interfacesIn(objects: ManagedObjects): readonly NetworkInterface[] {
  return objects.having(DEVICE).flatMap(([path, device]) => {
    const kind = kindOf(device);
    return kind === undefined ? [] : [interfaceIn(objects, path, device, kind)];
  });
}

function kindOf(device: Properties): InterfaceKind | undefined {
  switch (numberIn(device, 'DeviceType')) {
    case ETHERNET:
      return 'wired';
    case WIFI:
      return 'wifi';
    case VETH:
      // The other ends of containers, which this machine serves, are left alone by NetworkManager.
      return numberIn(device, 'State') > UNMANAGED ? 'wired' : undefined;
    default:
      return undefined;
  }
}

function interfaceIn(objects: ManagedObjects, path: string, device: Properties, kind: InterfaceKind): NetworkInterface {
  const wired = objects.get(path, WIRED);
  const [, reason] = listIn(device, 'StateReason');
  const facts = {
    hasCable: wired === undefined ? undefined : wired['Carrier'] === true,
    lacksFirmware: device['FirmwareMissing'] === true,
  };
  const active = objects.get(pathIn(device, 'ActiveConnection'), ACTIVE);
  const isHotspot = textIn(active, 'Uuid') === HOTSPOT_ID;
  return {
    name: textIn(device, 'Interface'),
    kind,
    state: interfaceState(numberIn(device, 'State'), typeof reason === 'number' ? reason : 0, facts),
    network: active && !isHotspot ? { id: textIn(active, 'Uuid'), name: textIn(active, 'Id') } : undefined,
    isHotspot,
    isPrimary: active?.['Default'] === true || active?.['Default6'] === true,
    mac: textIn(device, 'HwAddress'),
    speed: speedOf(wired, objects.get(path, WIRELESS)),
    wifi: wifiOf(accessPointOf(objects, path)),
    driver: textIn(device, 'Driver'),
    firmware: textIn(device, 'FirmwareVersion'),
    ipv4: {
      ...addressesIn(objects.get(pathIn(device, 'Ip4Config'), IP4)),
      isAutomatic: pathIn(device, 'Dhcp4Config') !== undefined,
    },
    ipv6: addressesIn(objects.get(pathIn(device, 'Ip6Config'), IP6)),
  };
}

/** The bit rate of a radio is in kilobits a second. */
function speedOf(wired: Properties | undefined, radio: Properties | undefined): number | undefined {
  if (wired !== undefined) return wired['Carrier'] === true ? numberIn(wired, 'Speed') || undefined : undefined;
  return Math.round(numberIn(radio, 'Bitrate') / 1000) || undefined;
}

function wifiOf(point: Properties | undefined): NetworkInterface['wifi'] {
  const ssid = point?.['Ssid'];
  if (!Buffer.isBuffer(ssid)) return undefined;
  return { ssid, strength: numberIn(point, 'Strength'), band: bandOf(numberIn(point, 'Frequency')) };
}

function addressesIn(config: Properties | undefined): Addresses {
  const addresses = listIn(config, 'AddressData').map(recordIn);
  return {
    addresses: addresses.map((each) => `${textIn(each, 'address')}/${numberIn(each, 'prefix')}`),
    gateway: textIn(config, 'Gateway') || undefined,
    dns: nameServersIn(config),
  };
}

/** IPv4 has texts in `NameserverData`; IPv6 has only `Nameservers`, of 16 bytes each. */
function nameServersIn(config: Properties | undefined): readonly string[] {
  const texts = listIn(config, 'NameserverData').map((each) => textIn(recordIn(each), 'address'));
  if (texts.length > 0) return texts.filter((each) => each !== '');
  return listIn(config, 'Nameservers').flatMap((each) => (Buffer.isBuffer(each) ? ipv6Text(each) : []));
}

/** Source: RFC 5952, by the parser of URLs, which writes that form. */
function ipv6Text(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
