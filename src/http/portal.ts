/**
 * The captive portal. In the hotspot every name leads to the box, so that a phone that looks for the internet gets here
 * and shows the page that chooses a network. A request for a foreign name is answered by nothing but the way there: a web
 * page of that name gets no data of the box.
 */
import type { Socket } from 'node:net';
import type { Context } from 'koa';
import type { HttpDeps } from './deps.js';
import type { LanGuard } from './security.js';
import { ownAddress } from './shares.js';

/** The page that chooses a network, as the remote has it. */
export const PORTAL_PAGE = '/#/welcome/network';

type Ends = Pick<Socket, 'localAddress' | 'localPort'>;

/**
 * Address of the page, for a connection that came to the hotspot's own address; undefined for any other.
 * @param hotspot address of the box in the hotspot, while that is there
 */
export function portalAddress(ends: Ends, hotspot: string | undefined): string | undefined {
  const { localPort = 80 } = ends;
  if (hotspot === undefined || ownAddress(ends) !== hotspot) return undefined;
  return `http://${hotspot}${localPort === 80 ? '' : `:${localPort}`}${PORTAL_PAGE}`;
}

/**
 * Answers a request from the hotspot for a foreign host with the address of the page. One for the box itself counts as use
 * of the hotspot; the others may come from programs of a phone in a pocket.
 * @returns whether it is answered
 */
export function leadsToPortal(
  ctx: Context,
  hotspot: Pick<HttpDeps['hotspot'], 'address' | 'noteUse'>,
  guard: Pick<LanGuard, 'isOwnHost'>,
): boolean {
  const { address } = hotspot;
  if (address === undefined) return false;
  const page = portalAddress(ctx.req.socket, address);
  if (page === undefined) return false;
  if (guard.isOwnHost(ctx.req.headers.host ?? '')) {
    hotspot.noteUse();
    return false;
  }
  ctx.status = 302;
  ctx.set({ Location: page, 'Cache-Control': 'no-store' });
  ctx.body = '';
  ctx.res.removeHeader('Content-Type');
  return true;
}
