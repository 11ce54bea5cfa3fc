/** Addresses of Bluetooth devices: six bytes as hexadecimal digits. */
import { InvalidInput } from '../errors.js';

const ADDRESS = /^[\dA-F]{2}(?:[:-][\dA-F]{2}){5}$/;

/** The address as BlueZ writes it, such as `AA:BB:CC:DD:EE:FF`; undefined when the text is no address. */
export function addressIn(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const upper = text.toUpperCase();
  return ADDRESS.test(upper) ? upper.replaceAll('-', ':') : undefined;
}

/**
 * The address in a request, in either case, with colons or dashes.
 * @throws InvalidInput INVALID_BLUETOOTH_ADDRESS
 */
export function parseAddress(text: string): string {
  const address = addressIn(text);
  if (address !== undefined) return address;
  const message = 'must be an address such as AA:BB:CC:DD:EE:FF';
  throw new InvalidInput('INVALID_BLUETOOTH_ADDRESS', `The address ${message}.`, [{ path: 'addr', message }]);
}
