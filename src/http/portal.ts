/**
 * The captive portal. In the hotspot every name leads to the box, so that a phone that looks for the internet gets here
 * and shows the page that chooses a network. A request for a foreign name is answered by nothing but the way there: a web
 * page of that name gets no data of the box.
 */
import type { Socket } from 'node:net';

/** The page that chooses a network, as the remote has it. */
export const PORTAL_PAGE = '/#/welcome/network';
const MAPPED = /^::ffff:(?=\d+\.)/i;

type Ends = Pick<Socket, 'localAddress' | 'localPort'>;

/**
 * Address of the page, for a connection that came to the hotspot's own address; undefined for any other.
 * @param hotspot address of the hotspot while it is on
 */
export function portalAddress({ localAddress, localPort = 80 }: Ends, hotspot: string | undefined): string | undefined {
  if (hotspot === undefined || localAddress?.replace(MAPPED, '') !== hotspot) return undefined;
  return `http://${hotspot}${localPort === 80 ? '' : `:${localPort}`}${PORTAL_PAGE}`;
}
