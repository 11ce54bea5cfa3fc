/** What a request says of the PIN, and from where. */
import type { Context } from 'koa';
import type { PinGiven } from '../system/pin.js';
import { PIN_HEADER } from './route.js';
import { clientOf } from './shares.js';

/** The address of the client, without a zone. */
export function addressOf({ req }: Pick<Context, 'req'>): string {
  return clientOf(req.socket).address.replace(/%.*$/, '');
}

/** @param pin of the body, which goes before the header */
export function pinGivenBy(ctx: Context, pin?: string): PinGiven {
  return { pin: pin ?? (ctx.get(PIN_HEADER) || undefined), client: clientOf(ctx.req.socket).network };
}
