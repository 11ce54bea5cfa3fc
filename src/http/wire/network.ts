/** The networks of the box on the wire. */
import type { InterfaceState, StateReason } from '../../network/interface-state.js';
import { REASON_TEXTS } from '../../network/interface-state.js';
import type { Addresses, NetworkInterface } from '../../network/interfaces.js';
import type { NetworkState } from '../../network/network.js';
import * as schema from '../schema.js';

const ADDRESSES = {
  addresses: schema.listOf(schema.text('With the length of the prefix, such as `192.168.1.20/24`.'), 'In force now.'),
  gateway: schema.textOrNull('Address of the router.'),
  dns: schema.listOf(schema.text('An address.'), 'Servers of names, the first one asked first.'),
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
  primary: schema.boolean('Whether what leaves the home network goes here.'),
  mac: schema.text('Hardware address, such as `DC:A6:32:01:02:03`.'),
  speed_mbps: schema.countOrNull('Speed of the link; null when unknown.'),
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
});

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
    primary: each.isPrimary,
    mac: each.mac,
    speed_mbps: each.speed ?? null,
    driver: each.driver,
    firmware: each.firmware,
    ipv4: { ...toAddresses(ipv4), automatic: ipv4.isAutomatic },
    ipv6: toAddresses(ipv6),
  };
}

export function toNetwork({ interfaces, silentRadio }: NetworkState) {
  return { interfaces: interfaces.map(toNetworkInterface), silent_radio: silentRadio ?? null };
}
