/** Values that came over the bus, as what they must be. @throws ServiceFailed for another type */
import { ServiceFailed } from '../errors.js';

function unexpected(name: string): ServiceFailed {
  return new ServiceFailed('SYSTEM_SERVICE_FAILED', `${name} is not what it is known to be.`);
}

export function textIn(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name];
  if (typeof value !== 'string') throw unexpected(name);
  return value;
}

export function flagIn(values: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = values[name];
  if (typeof value !== 'boolean') throw unexpected(name);
  return value;
}

/** Microseconds since 1970 (`t`) as milliseconds. */
export function millisecondsIn(values: Readonly<Record<string, unknown>>, name: string): number {
  const value = values[name];
  if (typeof value !== 'bigint') throw unexpected(name);
  return Number(value / 1000n);
}
