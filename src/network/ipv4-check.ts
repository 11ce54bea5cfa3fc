/** Judges static addresses of IPv4 before anything is changed by them. */
import { isIPv4 } from 'node:net';
import { InvalidInput, type Violation } from '../errors.js';
import type { StaticIpv4 } from './profile.js';

/** @throws InvalidInput INVALID_BODY @param pointer JSON Pointer of the settings in the body */
export function checkStaticIpv4({ addresses, gateway, dns }: StaticIpv4, pointer: string): void {
  const violations: Violation[] = [];
  const judge = (path: string, message: string | undefined): void => {
    if (message !== undefined) violations.push({ path: `${pointer}${path}`, message });
  };
  if (addresses.length === 0) judge('/addresses', 'must have an address');
  addresses.forEach((each, index) => judge(`/addresses/${index}`, mistakeIn(each)));
  dns.forEach((each, index) => judge(`/dns/${index}`, isIPv4(each) ? undefined : 'must be an address of IPv4'));
  if (gateway !== undefined && !isIPv4(gateway)) judge('/gateway', 'must be an address of IPv4');
  else if (gateway !== undefined && violations.length === 0) judge('/gateway', routerMistake(gateway, addresses));
  const [first] = violations;
  if (first !== undefined) throw new InvalidInput('INVALID_BODY', `${first.path} ${first.message}.`, violations);
}

function mistakeIn(written: string): string | undefined {
  const [, address = '', length = ''] = /^([\d.]+)\/(\d{1,2})$/.exec(written) ?? [];
  const prefix = Number(length);
  if (!isIPv4(address)) return 'must be an address of IPv4 with the length of its prefix, such as 192.168.1.20/24';
  if (prefix < 1 || prefix > 32) return 'must have a prefix of 1 to 32 bits';
  const number = numberOf(address);
  const first = number >>> 24;
  if (first === 0 || first === 127 || first >= 224) return 'must be an address that a machine can have';
  const host = number & hostMask(prefix);
  if (prefix <= 30 && (host === 0 || host >>> 0 === hostMask(prefix))) {
    return 'must not be the first or last address of its network: those are for the network itself';
  }
  return undefined;
}

function routerMistake(gateway: string, addresses: readonly string[]): string | undefined {
  const router = numberOf(gateway);
  if (addresses.some((each) => each.split('/')[0] === gateway)) return 'must be the address of another machine';
  const isNear = addresses.some((each) => {
    const [address = '', prefix = ''] = each.split('/');
    const mask = ~hostMask(Number(prefix));
    return (numberOf(address) & mask) === (router & mask);
  });
  return isNear ? undefined : 'must be in the network of an address';
}

/** The bits behind a prefix. */
function hostMask(prefix: number): number {
  return prefix === 32 ? 0 : 0xffffffff >>> prefix;
}

function numberOf(address: string): number {
  return Buffer.from(address.split('.').map(Number)).readUInt32BE();
}
