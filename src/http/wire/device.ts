/** An output on the wire (contract section 10). */
import { count, text, textOrNull } from '../schema.js';

const PROPERTIES = {
  id: text('Id of the output.'),
  name: text('For people.'),
  app: text('Program that plays there.'),
  service: text('Kind of output.'),
  host: text('Host name.'),
  ip: text('Address.'),
  port: count('TCP port, 0 for none.'),
  base_url: textOrNull('Where a network player is controlled.'),
  is_cast_device: { type: 'boolean', description: 'Whether it is a network player.' },
  is_connected: { type: 'boolean', description: 'Whether a connection to it is open.' },
  is_current_device: { type: 'boolean', description: 'Whether it is the one that plays.' },
  is_source_device: { type: 'boolean', description: 'Always false.' },
} as const;

export const DeviceSchema = {
  type: 'object',
  description: 'An output.',
  required: Object.keys(PROPERTIES),
  properties: PROPERTIES,
} as const;

/** The sound card of this machine: the only output so far. */
export const BUILT_IN_DEVICE = {
  id: 'builtin',
  name: 'Tonearm (Built-in)',
  app: 'builtin',
  service: 'builtin',
  host: 'localhost',
  ip: '127.0.0.1',
  port: 0,
  base_url: null,
  is_cast_device: false,
  is_connected: false,
  is_current_device: true,
  is_source_device: false,
} as const;
