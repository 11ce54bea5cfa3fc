/** Reads properties of a service with their expected types. @throws ServiceFailed for another type */
import { ServiceFailed } from '../errors.js';

type Values = Readonly<Record<string, unknown>>;

function valueIn(values: Values, name: string, type: 'string' | 'boolean' | 'bigint'): unknown {
  const value = values[name];
  if (typeof value === type) return value;
  throw new ServiceFailed('SYSTEM_SERVICE_FAILED', `${name} is not what it is known to be.`);
}

export const textIn = (values: Values, name: string) => valueIn(values, name, 'string') as string;

export const flagIn = (values: Values, name: string) => valueIn(values, name, 'boolean') as boolean;

/** Microseconds since 1970 (`t`) as milliseconds. */
export const millisecondsIn = (values: Values, name: string) =>
  Number((valueIn(values, name, 'bigint') as bigint) / 1000n);
