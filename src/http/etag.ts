/** Entity tags of answers (RFC 9110 section 8.8.3). */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { encodingFor } from './send-pieces.js';

/**
 * Names an answer by all that it depends on. A compressed body is another representation, with another tag.
 * @returns its ETag; undefined when the client has this answer already, and is told so
 */
export function tagged(ctx: Context, facts: readonly unknown[]): string | undefined {
  const text = JSON.stringify([encodingFor(ctx), ctx.path, ...facts]);
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  ctx.status = 200;
  ctx.set({ ETag: etag, 'Cache-Control': 'no-cache' });
  ctx.vary('Accept-Encoding');
  if (!ctx.fresh) return etag;
  ctx.status = 304;
  return undefined;
}
