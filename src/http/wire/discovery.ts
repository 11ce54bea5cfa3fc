/** How the box is found by name, on the wire. */
import type { DiscoveryState } from '../../discovery/discovery.js';
import { listOf, named, record, text, textOrNull, whole } from '../schema.js';
import { toWire } from './names.js';

const ServiceSchema = record('', {
  type: text('Of DNS-SD, such as `_tonearm._tcp`.'),
  name: text('In force: not the wished one while another box has that.'),
  port: whole(1, 65_535, 'TCP.'),
});

export const DiscoverySchema = named('Discovery').record('How the box is found by name (mDNS, DNS-SD).', {
  id: text('16 hex digits; the same as long as the box keeps its state, whatever it is called.'),
  host_name: textOrNull('Name in force with its domain, such as `tonearm.local`; null when nobody tells of it.'),
  addresses: listOf(
    text('Such as `http://tonearm.local` or `http://192.168.1.20`.'),
    'URLs of the page: that of the name first, then those of the IPv4 addresses; none when no other machine reaches it.',
  ),
  services: listOf(ServiceSchema, 'What the network knows.'),
  problem: textOrNull('Why it knows less than it should, for people; null when all is well.'),
});

export const toDiscovery = (state: DiscoveryState) => toWire(DiscoverySchema, state);

/** URLs of the page by name, which stay the same in another network. */
export function namedAddresses({ hostName, addresses }: DiscoveryState): readonly string[] {
  return addresses.filter((each) => hostName !== undefined && new URL(each).hostname === hostName.toLowerCase());
}
