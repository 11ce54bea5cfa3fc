/** Messages of SSDP by which renderers are found. Source: UPnP Device Architecture 1.0 sections 1.1 and 1.2. Pure. */
import { GROUP, readMessage, SSDP_PORT, writeMessage } from '../../ssdp/messages.js';

const TYPE = 'urn:schemas-upnp-org:device:MediaRenderer:';
/** A device should answer to the version that it has and to those before; not every one does. */
export const SEARCHED = [1, 2, 3].map((version) => `${TYPE}${version}`);
/** Seconds within which a device answers. */
const ANSWERED_WITHIN = 1;

/** Seconds for which an announcement counts: what it says, within these bounds. */
const AGE = { least: 60, most: 24 * 3600, unsaid: 1800 };
/** Unique name of a device: a UUID, or what makers put there. */
const UDN = /^uuid:[\w.-]{1,100}$/;

export type Sighting =
  | {
      readonly kind: 'alive';
      readonly udn: string;
      /** Address of the description. */
      readonly location: string;
      /** Milliseconds for which that counts. */
      readonly age: number;
      /** Nobody has searched for it: it has just started, or is another than before. */
      readonly isAnnouncement: boolean;
    }
  | { readonly kind: 'gone'; readonly udn: string };

/** Undefined for what is not about a renderer. */
export function readSighting(datagram: Buffer): Sighting | undefined {
  const message = readMessage(datagram);
  if (message === undefined) return undefined;
  const { start, headers } = message;
  const isAnnouncement = start === 'NOTIFY * HTTP/1.1';
  if (!isAnnouncement && !/^HTTP\/1\.[01] 200\b/.test(start)) return undefined;
  const [udn = ''] = (headers.get('USN') ?? '').split('::');
  if (!UDN.test(udn)) return undefined;
  const target = headers.get(isAnnouncement ? 'NT' : 'ST') ?? '';
  const event = isAnnouncement ? headers.get('NTS') : 'ssdp:alive';
  if (event === 'ssdp:byebye') return target === udn || isRendererType(target) ? { kind: 'gone', udn } : undefined;
  const location = headers.get('LOCATION');
  if (event !== 'ssdp:alive' || location === undefined || !isRendererType(target)) return undefined;
  return { kind: 'alive', udn, location, age: ageOf(headers.get('CACHE-CONTROL')), isAnnouncement };
}

export const isRendererType = (type: string): boolean => type.startsWith(TYPE);

function ageOf(control = ''): number {
  const [, seconds] = /max-age\s*=\s*(\d{1,9})/i.exec(control) ?? [];
  return 1000 * Math.min(Math.max(Number(seconds ?? AGE.unsaid), AGE.least), AGE.most);
}

export function searchFor(target: string): Buffer {
  return writeMessage([
    'M-SEARCH * HTTP/1.1',
    `HOST: ${GROUP}:${SSDP_PORT}`,
    'MAN: "ssdp:discover"',
    `MX: ${ANSWERED_WITHIN}`,
    `ST: ${target}`,
  ]);
}
