/** The profile of a Wi-Fi network that somebody joins. Source: NetworkManager's `nm-settings-dbus`(5), IEEE 802.11. */
import { variant } from '../dbus/values.js';
import { InvalidInput } from '../errors.js';
import type { WifiSecurity } from './access-points.js';
import type { Profile } from './profile.js';

export interface Join {
  /** 1 to 32 bytes of any value. */
  readonly ssid: Buffer;
  /** Undefined for a network without one. */
  readonly password: string | undefined;
  /** Whether the network does not send its name. */
  readonly isHidden: boolean;
}

/** `powersave` of NetworkManager: a radio that sleeps between packets makes streams stutter. */
const NO_POWER_SAVING = 2;

/** Printable ASCII, as IEEE 802.11 has it for a passphrase, or the 256 bits of a key in hexadecimal. */
const PASSPHRASE = /^[\x20-\x7e]{8,63}$/;
const KEY = /^[0-9a-f]{64}$/i;

/**
 * @param security as the scan has found it; undefined for a network that was not found, such as a hidden one
 * @throws InvalidInput INVALID_BODY for a password that the network cannot have
 */
export function joinProfile({ ssid, password, isHidden }: Join, security: WifiSecurity | undefined): Profile {
  const keys = security ?? (password === undefined ? 'open' : 'wpa');
  const mistake = passwordMistake(password, keys);
  if (mistake !== undefined) {
    throw new InvalidInput('INVALID_BODY', `The password ${mistake}.`, [{ path: '/password', message: mistake }]);
  }
  return {
    connection: {
      id: variant('s', nameOf(ssid)),
      type: variant('s', '802-11-wireless'),
      // For ever: a router may be off for a day.
      'autoconnect-retries': variant('i', 0),
    },
    '802-11-wireless': {
      ssid: variant('ay', ssid),
      mode: variant('s', 'infrastructure'),
      hidden: variant('b', isHidden),
      powersave: variant('u', NO_POWER_SAVING),
    },
    ...securitySettings(keys, password),
    ipv4: { method: variant('s', 'auto') },
    ipv6: { method: variant('s', 'auto') },
  };
}

function securitySettings(security: WifiSecurity, password: string | undefined): Profile {
  if (security === 'owe') return { '802-11-wireless-security': { 'key-mgmt': variant('s', 'owe') } };
  if (password === undefined) return {};
  const management = security === 'wpa3' ? 'sae' : 'wpa-psk';
  return { '802-11-wireless-security': { 'key-mgmt': variant('s', management), psk: variant('s', password) } };
}

function passwordMistake(password: string | undefined, security: WifiSecurity): string | undefined {
  switch (security) {
    case 'open':
    case 'owe':
      return password === undefined ? undefined : 'must be left out: the network has none';
    case 'wpa':
      if (password === undefined) return 'is missing';
      return PASSPHRASE.test(password) || KEY.test(password)
        ? undefined
        : 'must have 8 to 63 letters, digits and signs of ASCII, or be a key of 64 hexadecimal digits';
    case 'wpa3':
      if (password === undefined) return 'is missing';
      return KEY.test(password)
        ? 'must be the words, not the key made from them: the network takes WPA3 only'
        : undefined;
    case 'wep':
    case 'enterprise':
      return 'does not help: networks of this kind (WEP, or with a user name) cannot be joined';
  }
}

/** For people: the bytes as text, or in hexadecimal where they are none. */
export function nameOf(ssid: Buffer): string {
  const text = ssid.toString('utf8');
  return Buffer.from(text).equals(ssid) && !text.includes('\0') ? text : ssid.toString('hex');
}
