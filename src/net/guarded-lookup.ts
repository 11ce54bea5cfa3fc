/** Resolves the name of a server to those of its addresses that may be connected to. Thread: main. */
import { lookup as resolve, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { forbidden } from './failure.js';

/** Judges an address, as `StreamAddresses` does. */
export interface ConnectGuard {
  mayConnect(address: string, port: number): boolean;
}

/** A lookup for one connection; the callback gets STREAM_ADDRESS_FORBIDDEN where no address of the name is allowed. */
export function guardedLookup(guard: ConnectGuard, port: number): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first, ...more] = error === null ? found.filter(({ address }) => guard.mayConnect(address, port)) : [];
      if (error !== null) callback(error, '', 0);
      else if (first === undefined) callback(forbidden(`${hostname} is at an address that is not allowed`), '', 0);
      else if (options.all === true) callback(null, [first, ...more]);
      else callback(null, first.address, first.family);
    });
  };
}
