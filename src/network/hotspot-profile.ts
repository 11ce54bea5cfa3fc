/**
 * The profile of the box's own hotspot, an access point that NetworkManager serves with addresses and names (its method
 * `shared`). Source: NetworkManager's `nm-settings-dbus`(5), `NMDeviceWifiCapabilities`.
 */
import { variant } from '../dbus/values.js';
import { radioOf } from './access-points.js';
import { DEVICE, WIRELESS } from './bus-names.js';
import { type ManagedObjects, numberIn, textIn } from './managed-objects.js';
import type { Profile } from './profile.js';

/** Tells the hotspot from other profiles, also after a restart of the daemon. */
export const HOTSPOT_ID = '5f2c1c0e-7f0b-4d6e-9b1a-746f6e656172';
/** Known in the image too: `image/overlay/etc/NetworkManager/dnsmasq-shared.d`. */
export const HOTSPOT_ADDRESS = '10.42.0.1';
const PREFIX = 24;
/** `powersave` and `pmf` of NetworkManager: switched off. A Broadcom radio fails as an access point with the latter. */
const NO_POWER_SAVING = 2;
const NO_FRAME_PROTECTION = 1;
const CAN_BE_ACCESS_POINT = 0x40;
const UNMANAGED = 10;

/** The radio on which the hotspot would be. */
export interface HotspotRadio {
  /** Path on the bus. */
  readonly path: string;
  /** The name that the hotspot has, or would have. */
  readonly name: string;
}

/** Undefined where there is none that can be an access point. */
export function hotspotRadio(objects: ManagedObjects): HotspotRadio | undefined {
  const path = radioOf(objects);
  const [device, radio] = [objects.get(path, DEVICE), objects.get(path, WIRELESS)];
  if (path === undefined || numberIn(device, 'State') <= UNMANAGED) return undefined;
  if ((numberIn(radio, 'WirelessCapabilities') & CAN_BE_ACCESS_POINT) === 0) return undefined;
  // The other address may be a random one, while the radio scans.
  const mac = textIn(radio, 'PermHwAddress') || textIn(device, 'HwAddress');
  return { path, name: `Tonearm-${mac.replaceAll(':', '').slice(-4).toUpperCase()}` };
}

/**
 * WPA2 alone, as `nmcli device wifi hotspot` does it: where WPA is allowed too, brcmfmac, the driver of the Raspberry Pi,
 * offers nothing but WPA, which many clients refuse.
 * @param withWpa allows WPA too, for a radio that cannot do without
 */
export function hotspotProfile(name: string, password: string, withWpa: boolean): Profile {
  return {
    connection: {
      id: variant('s', name),
      uuid: variant('s', HOTSPOT_ID),
      type: variant('s', '802-11-wireless'),
      autoconnect: variant('b', false),
    },
    '802-11-wireless': {
      ssid: variant('ay', Buffer.from(name)),
      mode: variant('s', 'ap'),
      band: variant('s', 'bg'),
      powersave: variant('u', NO_POWER_SAVING),
    },
    '802-11-wireless-security': {
      'key-mgmt': variant('s', 'wpa-psk'),
      psk: variant('s', password),
      proto: variant('as', withWpa ? ['wpa', 'rsn'] : ['rsn']),
      pairwise: variant('as', ['ccmp']),
      group: variant('as', ['ccmp']),
      pmf: variant('i', NO_FRAME_PROTECTION),
    },
    ipv4: {
      method: variant('s', 'shared'),
      'address-data': variant('aa{sv}', [{ address: variant('s', HOTSPOT_ADDRESS), prefix: variant('u', PREFIX) }]),
    },
    ipv6: { method: variant('s', 'disabled') },
  };
}
