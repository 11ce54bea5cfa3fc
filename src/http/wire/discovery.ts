/** How the box is found by name, on the wire. */
import type { DiscoveryState } from '../../discovery/discovery.js';
import { type Static, text, textOrNull } from '../schema.js';

const ServiceSchema = {
  type: 'object',
  required: ['type', 'name', 'port'],
  properties: {
    type: text('Of DNS-SD, such as `_tonearm._tcp`.'),
    name: text('In force: not the wished one while another box has that.'),
    port: { type: 'integer', minimum: 1, maximum: 65_535, description: 'TCP.' },
  },
} as const;

export const DiscoverySchema = {
  type: 'object',
  description: 'How the box is found by name (mDNS, DNS-SD).',
  required: ['id', 'host_name', 'services', 'problem'],
  properties: {
    id: text('16 hex digits; the same as long as the box keeps its state, whatever it is called.'),
    host_name: textOrNull('Name in force with its domain, such as `tonearm.local`; null when nobody tells of it.'),
    services: { type: 'array', items: ServiceSchema, description: 'What the network knows.' },
    problem: textOrNull('Why it knows less than it should, for people; null when all is well.'),
  },
} as const;

export function toDiscovery({ id, hostName, services, problem }: DiscoveryState): Static<typeof DiscoverySchema> {
  return { id, host_name: hostName ?? null, services: [...services], problem: problem ?? null };
}
