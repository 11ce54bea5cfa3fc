/** The address of a broker: `mqtt://host`, or `mqtts://host` for TLS, each with or without a port. */
import type { Endpoint } from '../net/guarded-socket.js';

const PORTS = { mqtt: 1883, mqtts: 8883 } as const;
const ADDRESS = /^(mqtts?):\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(\d{1,5}))?\/?$/i;

/** Undefined for what is no address of a broker, such as one with a user, a path or another protocol. */
export function parseBrokerAddress(text: string): Endpoint | undefined {
  const [, scheme = '', host = '', digits] = ADDRESS.exec(text) ?? [];
  if (host === '') return undefined;
  const isSecure = scheme.toLowerCase() === 'mqtts';
  const port = digits === undefined ? PORTS[isSecure ? 'mqtts' : 'mqtt'] : Number(digits);
  if (port < 1 || port > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port, isSecure };
}
