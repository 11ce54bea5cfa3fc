/** Messages of SSDP: what others search for, and what is said of this device. Source: UPnP Device Architecture 1.0 section 1. Pure. */
import { GROUP, readMessage, SSDP_PORT, writeMessage } from '../../ssdp/messages.js';
import { DESCRIPTION_PATH, DEVICE_TYPE } from '../description.js';

export const MAX_AGE = 1800;

/** Seconds over which answers are spread, whatever a search allows. */
const LONGEST_DELAY = 3;

export interface Search {
  readonly target: string;
  /** Seconds within which it is answered. */
  readonly within: number;
}

/** Undefined for anything but a search. */
export function readSearch(message: Buffer): Search | undefined {
  const { start, headers } = (message[0] === 0x4d ? readMessage(message) : undefined) ?? {};
  if (start !== 'M-SEARCH * HTTP/1.1' || headers === undefined) return undefined;
  const target = headers.get('ST');
  if (headers.get('MAN')?.replaceAll('"', '') !== 'ssdp:discover' || target === undefined) return undefined;
  // Without MX it is answered to this very device at once (section 1.2.2 wants MX of those to everybody).
  const within = /^\d{1,3}$/.test(headers.get('MX') ?? '') ? Number(headers.get('MX')) : 0;
  return { target, within: Math.min(within, LONGEST_DELAY) };
}

export interface Announced {
  readonly udn: string;
  readonly serviceTypes: readonly string[];
}

/** Everything that can be found: its type, and its unique name. */
export function targetsOf({ udn, serviceTypes }: Announced): readonly (readonly [target: string, usn: string])[] {
  const types = ['upnp:rootdevice', DEVICE_TYPE, ...serviceTypes];
  return [[udn, udn], ...types.map((type) => [type, `${udn}::${type}`] as const)];
}

/** What of it a search finds. */
export function foundBy({ target }: Search, announced: Announced): ReturnType<typeof targetsOf> {
  const all = targetsOf(announced);
  return target === 'ssdp:all' ? all : all.filter(([type]) => type === target);
}

export interface Sender {
  readonly server: string;
  /** Own address and port, on which the description is. */
  readonly host: string;
}

const locationOf = ({ host }: Sender): string => `http://${host}${DESCRIPTION_PATH}`;

export function answer(sender: Sender, target: string, usn: string): Buffer {
  return writeMessage([
    'HTTP/1.1 200 OK',
    `CACHE-CONTROL: max-age=${MAX_AGE}`,
    `DATE: ${new Date().toUTCString()}`,
    'EXT:',
    `LOCATION: ${locationOf(sender)}`,
    `SERVER: ${sender.server}`,
    `ST: ${target}`,
    `USN: ${usn}`,
  ]);
}

export function alive(sender: Sender, target: string, usn: string): Buffer {
  return writeMessage([
    ...notifyLines(target),
    `CACHE-CONTROL: max-age=${MAX_AGE}`,
    `LOCATION: ${locationOf(sender)}`,
    'NTS: ssdp:alive',
    `SERVER: ${sender.server}`,
    `USN: ${usn}`,
  ]);
}

export function byebye(target: string, usn: string): Buffer {
  return writeMessage([...notifyLines(target), 'NTS: ssdp:byebye', `USN: ${usn}`]);
}

function notifyLines(target: string): string[] {
  return ['NOTIFY * HTTP/1.1', `HOST: ${GROUP}:${SSDP_PORT}`, `NT: ${target}`];
}
