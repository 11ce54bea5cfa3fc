/** Where events may be sent. Pure. */
import { BlockList, isIPv4 } from 'node:net';
import { type Interfaces, ownAddresses, PRIVATE } from '../ssdp/addresses.js';

/**
 * Whether events may be sent to an address: that of the subscriber itself, or another one of its own network, which is
 * private. Never to this box, unless the subscriber runs on it.
 */
export function mayNotify(interfaces: Interfaces, subscriber: string, target: string): boolean {
  if (!isIPv4(target)) return false;
  if (target === subscriber) return true;
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  const own = new BlockList();
  for (const { address, family } of all) if (family === 'IPv4') own.addAddress(address);
  if (own.check(target) || !PRIVATE.check(target)) return false;
  return ownAddresses(interfaces, '0.0.0.0').some(({ reaches }) => reaches(target) && reaches(subscriber));
}
