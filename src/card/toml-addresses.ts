/** Addresses of an interface as TOML files of the card have them. Values in, values and notes out. */
import { AUTOMATIC, type IpSettings } from './card-settings.js';
import { address, ipSettings, list, plainAddress } from './fields.js';
import { type Handlers, type Notes, type Path } from './notes.js';

/** Readers of `address`, `gateway` and `dns`, each one or a list; automatic when one of them is refused. */
export function addresses(notes: Notes, path: Path): { handlers: Handlers; result: () => IpSettings } {
  const found: { address: readonly string[]; gateway: readonly string[]; dns: readonly string[] } = {
    address: [],
    gateway: [],
    dns: [],
  };
  let isRefused = false;
  const take = (member: keyof typeof found, read: (item: unknown) => string) => (value: unknown, at: Path) => {
    const items = notes.judge(at, () => list(value).map(read));
    if (items === undefined) isRefused = true;
    else found[member] = items;
  };
  const result = (): IpSettings => {
    const ip = { addresses: found.address, gateways: found.gateway, dns: found.dns, automaticToo: false };
    return (isRefused ? undefined : notes.judge(path, () => ipSettings(ip))) ?? AUTOMATIC;
  };
  const handlers = {
    address: take('address', address),
    gateway: take('gateway', plainAddress),
    dns: take('dns', plainAddress),
  };
  return { handlers, result };
}
