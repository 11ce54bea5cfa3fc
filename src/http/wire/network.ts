/** The networks of the box, its own hotspot, and the country of its radio, on the wire. */
import type { InterfaceState, StateReason } from '../../network/interface-state.js';
import { REASON_TEXTS } from '../../network/interface-state.js';
import type { Addresses, NetworkInterface } from '../../network/interfaces.js';
import { checkStaticIpv4 } from '../../network/ipv4-check.js';
import type { WifiNetwork } from '../../network/access-points.js';
import type { Join } from '../../network/join.js';
import type { KnownNetwork } from '../../network/known-networks.js';
import type { HotspotState, Leaving } from '../../network/hotspot.js';
import type { NetworkState } from '../../network/network.js';
import type { Ipv4Settings, ProfileChange } from '../../network/profile.js';
import { InvalidInput } from '../../errors.js';
import * as schema from '../schema.js';

export const HotspotSchema = schema
  .named('Hotspot')
  .record('The Wi-Fi network that the box makes itself, for a phone to reach it where it has no other network.', {
    state: schema.choice(
      ['off', 'starting', 'on', 'joining'],
      '`joining`: it is down while the box tries to join a network, and comes back when that fails.',
    ),
    name: schema.text('The name that it has, or would have, such as `Tonearm-3F2A`.'),
    address: schema.textOrNull('Address of the box in it; null while it is not on.'),
    joining: schema.textOrNull('Name of the network that the box tries to join; null in other states.'),
    failure: schema.orNull(
      schema.record('', {
        network: schema.text('Its name.'),
        code: schema.text(
          'As `POST /system/network/join` refuses, such as `NETWORK_WRONG_PASSWORD`; `NETWORK_UNCONFIRMED`: nobody has ' +
            'found the box there.',
        ),
        detail: schema.text('The reason in words.'),
        at: schema.count('When it failed, in seconds since 1970.'),
      }),
      'Why the last network could not be joined, or why the box came back from it; null after a success.',
    ),
  });

export const HotspotChangeSchema = schema.named('HotspotChange').object('', ['on'], {
  on: schema.boolean('Whether the hotspot is on.'),
});

export const CountryCode = {
  type: 'string',
  pattern: '^[A-Z]{2}$',
  description: 'Code of two capital letters (ISO 3166), whose rules the radio keeps from now on.',
} as const;

export const RadioChangeSchema = schema.named('RadioChange').object('', ['country'], { country: CountryCode });

export const JoiningSchema = schema.named('Joining').record('A network that is being joined.', {
  joining: schema.text('Its name.'),
  addresses: schema.listOf(schema.text('A URL.'), 'Where the box will answer by name, once it has joined.'),
  confirm_within_secs: schema.countOrNull(
    'Seconds from then on in which somebody must open the box there, or it comes back; null when it leaves its hotspot.',
  ),
});

export const PortalSchema = schema.named('Portal').record('State of a captive portal (RFC 8908).', {
  captive: schema.boolean('Whether the client is in the hotspot, from which only the box is reached.'),
  'user-portal-url': schema.text('Address of the page that chooses a network.'),
});

export function toJoining({ joining, confirmWithin }: Leaving, addresses: readonly string[]) {
  return { joining, addresses, confirm_within_secs: confirmWithin ?? null };
}

export function toHotspot({ kind, name, address, joining, failure }: HotspotState) {
  return { state: kind, name, address: address ?? null, joining: joining ?? null, failure: failure ?? null };
}

const ADDRESSES = {
  addresses: schema.listOf(schema.text('With the length of the prefix, such as `192.168.1.20/24`.'), 'In force now.'),
  gateway: schema.textOrNull('Address of the router.'),
  dns: schema.listOf(schema.text('An address.'), 'Servers of names, the first one asked first.'),
};

const BANDS = ['2.4', '5', '6'] as const;
const SSID = {
  ssid: schema.textOrNull('Its name; null where the bytes are no text (UTF-8).'),
  ssid_hex: schema.text('The bytes of the name in hexadecimal.'),
};

const STATES = ['unmanaged', 'unavailable', 'disconnected', 'connecting', 'connected', 'disconnecting', 'failed'];

export const NetworkInterfaceSchema = schema.named('NetworkInterface').record('A network card or a Wi-Fi radio.', {
  name: schema.text("The kernel's name, such as `eth0`."),
  kind: schema.choice(['wired', 'wifi'], 'What it is.'),
  state: schema.choice(
    STATES,
    '`unmanaged`: something else than NetworkManager looks after it. `unavailable`: nothing can be connected, such as ' +
      'without a cable. `failed` passes into `disconnected` by itself.',
  ),
  step: {
    enum: ['link', 'password', 'address', null],
    description: 'How far it is while `connecting`: joining, checking the password, getting an address. Else null.',
  },
  reason: {
    enum: [...Object.keys(REASON_TEXTS), null],
    description: 'Why it is not connected; null while it is, and where nobody knows.',
  },
  detail: schema.textOrNull('`reason` in words for a person.'),
  network: schema.orNull(
    schema.record('', { id: schema.text('A UUID, kept for good.'), name: schema.text('For people.') }),
    'The known network in use.',
  ),
  hotspot: schema.boolean("Whether it is the box's own hotspot."),
  primary: schema.boolean('Whether what leaves the home network goes here.'),
  mac: schema.text('Hardware address, such as `DC:A6:32:01:02:03`.'),
  speed_mbps: schema.countOrNull('Speed of the link; null when unknown.'),
  wifi: schema.orNull(
    schema.record('', {
      ...SSID,
      strength: schema.percent('How well it is heard.'),
      band: schema.choice(BANDS, 'In gigahertz.'),
    }),
    'The Wi-Fi network in use.',
  ),
  driver: schema.text("The kernel's driver, such as `brcmfmac`."),
  firmware: schema.text('Version of the firmware; `""` where there is none, or it is not reported.'),
  ipv4: schema.record('', {
    ...ADDRESSES,
    automatic: schema.boolean('Whether the router has given the address (DHCP).'),
  }),
  ipv6: schema.record('', ADDRESSES),
});

export const NetworkSchema = schema.named('Network').record('The networks of the box.', {
  interfaces: schema.listOf(NetworkInterfaceSchema, 'In the order in which the system found them.'),
  silent_radio: schema.orNull(
    schema.record('', {
      id: schema.text('Vendor and device, such as `02d0:a9a6`.'),
      detail: schema.text('What is wrong, for a person.'),
    }),
    'A built-in Wi-Fi radio that does not work, and so is no interface.',
  ),
  change_waits: schema.boolean(
    'Whether new addresses, or another Wi-Fi network, are taken back soon, unless they are confirmed.',
  ),
  country: schema.textOrNull('Code of two letters of the country whose rules the radio keeps; null while none is set.'),
  hotspot: schema.orNull(HotspotSchema, 'Null where no Wi-Fi radio can be an access point.'),
});

const STATIC = {
  addresses: schema.listOf(schema.text('With the length of the prefix, such as `192.168.1.20/24`.')),
  gateway: schema.textOrNull('Address of the router.'),
  dns: schema.listOf(schema.text('Address of a server of names.')),
};

export const KnownNetworkSchema = schema.named('KnownNetwork').record('A network that is connected by itself.', {
  id: schema.text('A UUID, kept for good.'),
  name: schema.text('For people.'),
  kind: schema.choice(['wired', 'wifi'], 'What it is.'),
  ssid: schema.textOrNull('Name of a Wi-Fi network; null where its bytes are no text (UTF-8).'),
  ssid_hex: schema.textOrNull('The bytes of that name in hexadecimal; null for a wired network.'),
  priority: schema.int32('The network with the highest one is connected first.'),
  automatic: schema.boolean('Whether it is connected by itself.'),
  in_use: schema.boolean('Whether it is connected, or being connected.'),
  ipv4: schema.record('', {
    method: schema.choice(
      ['automatic', 'static', 'other'],
      '`automatic`: the router gives the address (DHCP). `other`: something that is not set here.',
    ),
    ...STATIC,
  }),
});

export const KnownNetworksSchema = schema.listOf(KnownNetworkSchema);

const HIGHEST_PRIORITY = 999;
const MOST_ADDRESSES = 8;
const LONGEST_ADDRESS = 18;
const addressList = (description: string) =>
  ({
    type: 'array',
    maxItems: MOST_ADDRESSES,
    items: schema.words(LONGEST_ADDRESS, 'An address of IPv4.'),
    description,
  }) as const;

export const KnownNetworkChangeSchema = schema
  .named('KnownNetworkChange')
  .object('What is left out stays as it is.', [], {
    priority: schema.whole(-HIGHEST_PRIORITY, HIGHEST_PRIORITY, 'The highest one is connected first.'),
    automatic: schema.boolean('Whether it is connected by itself.'),
    ipv4: schema.object('Where the addresses come from.', ['method'], {
      method: schema.choice(['automatic', 'static'], '`static` needs `addresses`.'),
      addresses: addressList('With the length of the prefix, such as `192.168.1.20/24`.'),
      gateway: schema.words(LONGEST_ADDRESS, 'Address of the router; without it, only the home network is reached.'),
      dns: addressList('Servers of names.'),
    }),
  });

export const NetworkChangeSchema = schema.named('NetworkChange').record('', {
  confirm_within_secs: schema.countOrNull(
    'Seconds until the change is taken back, unless `POST /system/network/confirm` comes first; null when it stays.',
  ),
});

/** @throws InvalidInput INVALID_BODY for addresses that cannot be */
export function toProfileChange(sent: schema.Static<typeof KnownNetworkChangeSchema>): ProfileChange {
  const { priority, automatic, ipv4 } = sent;
  return {
    ...(priority !== undefined && { priority }),
    ...(automatic !== undefined && { isAutomatic: automatic }),
    ...(ipv4 !== undefined && { ipv4: toIpv4(ipv4) }),
  };
}

type SentIpv4 = NonNullable<schema.Static<typeof KnownNetworkChangeSchema>['ipv4']>;

function toIpv4({ method, addresses, gateway, dns }: SentIpv4): NonNullable<ProfileChange['ipv4']> {
  if (method === 'static') {
    const settings = { kind: 'static', addresses: addresses ?? [], gateway, dns: dns ?? [] } as const;
    checkStaticIpv4(settings, '/ipv4');
    return settings;
  }
  if (addresses === undefined && gateway === undefined && dns === undefined) return { kind: 'automatic' };
  const message = 'must be static with addresses of your own: the router gives all of them else';
  throw new InvalidInput('INVALID_BODY', `/ipv4/method ${message}.`, [{ path: '/ipv4/method', message }]);
}

function fromIpv4(ipv4: Ipv4Settings) {
  if (ipv4.kind !== 'static') return { method: ipv4.kind, addresses: [], gateway: null, dns: [] };
  return { method: ipv4.kind, addresses: ipv4.addresses, gateway: ipv4.gateway ?? null, dns: ipv4.dns };
}

export function toKnownNetwork({ ssid, ipv4, ...network }: KnownNetwork) {
  return {
    id: network.id,
    name: network.name,
    kind: network.kind,
    ssid: ssid === undefined ? null : textOf(ssid),
    ssid_hex: ssid?.toString('hex') ?? null,
    priority: network.priority,
    automatic: network.isAutomatic,
    in_use: network.isInUse,
    ipv4: fromIpv4(ipv4),
  };
}

export const WifiNetworkSchema = schema.named('WifiNetwork').record('A Wi-Fi network in reach.', {
  ...SSID,
  security: schema.choice(
    ['open', 'owe', 'wep', 'wpa', 'wpa3', 'enterprise'],
    '`wpa` takes a password of WPA or WPA2, `wpa3` one of WPA3 only. `owe` is open and encrypted. `wep` and ' +
      '`enterprise` cannot be joined from here.',
  ),
  strength: schema.percent('Of its best access point.'),
  bands: schema.listOf(schema.choice(BANDS, 'In gigahertz.')),
  in_use: schema.boolean('Whether it is the one that the box is on.'),
});

export const WifiNetworksSchema = schema.listOf(WifiNetworkSchema);

const LONGEST_SSID = 32;
export const NewWifiSchema = schema.named('NewWifi').object('The name as text, or as bytes.', [], {
  ssid: schema.words(LONGEST_SSID, 'Name of the network.'),
  ssid_hex: schema.words(LONGEST_SSID * 2, 'The bytes of the name in hexadecimal, where they are no text.'),
  password: schema.words(128, 'Left out for a network without one.'),
  hidden: schema.boolean('Whether the network does not send its name.'),
  country: CountryCode,
});

/** @throws InvalidInput INVALID_BODY for a name that none can have */
export function toJoin({ ssid, ssid_hex: hex, password, hidden }: schema.Static<typeof NewWifiSchema>): Join {
  const bytes = hex === undefined ? Buffer.from(ssid ?? '') : Buffer.from(hex, 'hex');
  const isWhole = hex === undefined || (ssid === undefined && bytes.toString('hex') === hex.toLowerCase());
  if (!isWhole || bytes.length === 0 || bytes.length > LONGEST_SSID) {
    const message = 'must be 1 to 32 bytes, as `ssid` or as `ssid_hex`, not as both';
    throw new InvalidInput('INVALID_BODY', `The name of the network ${message}.`, [{ path: '/ssid', message }]);
  }
  return { ssid: bytes, password, isHidden: hidden ?? false };
}

export function toWifiNetwork({ ssid, security, strength, bands, isInUse }: WifiNetwork) {
  return { ...toSsid(ssid), security, strength, bands, in_use: isInUse };
}

function toSsid(ssid: Buffer) {
  return { ssid: textOf(ssid), ssid_hex: ssid.toString('hex') };
}

/** Null for bytes that are no UTF-8. */
function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function toAddresses({ addresses, gateway, dns }: Addresses) {
  return { addresses, gateway: gateway ?? null, dns };
}

function reasonOf(state: InterfaceState): StateReason | undefined {
  return 'reason' in state ? state.reason : undefined;
}

export function toNetworkInterface({ state, ipv4, ipv6, ...each }: NetworkInterface) {
  const reason = reasonOf(state);
  return {
    name: each.name,
    kind: each.kind,
    state: state.kind,
    step: state.kind === 'connecting' ? state.step : null,
    reason: reason ?? null,
    detail: reason === undefined ? null : REASON_TEXTS[reason],
    network: each.network ?? null,
    hotspot: each.isHotspot,
    primary: each.isPrimary,
    mac: each.mac,
    speed_mbps: each.speed ?? null,
    wifi: each.wifi === undefined ? null : { ...each.wifi, ...toSsid(each.wifi.ssid) },
    driver: each.driver,
    firmware: each.firmware,
    ipv4: { ...toAddresses(ipv4), automatic: ipv4.isAutomatic },
    ipv6: toAddresses(ipv6),
  };
}

export function toNetwork(
  { interfaces, silentRadio, isChangeWaiting }: NetworkState,
  hotspot: HotspotState | undefined,
  country: string | undefined,
) {
  return {
    interfaces: interfaces.map(toNetworkInterface),
    silent_radio: silentRadio ?? null,
    change_waits: isChangeWaiting,
    country: country ?? null,
    hotspot: hotspot === undefined ? null : toHotspot(hotspot),
  };
}
