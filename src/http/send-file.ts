/**
 * Sends an open file, or a range of it, as fast as the client takes it. The descriptor is closed at the end, and when the
 * client goes away. A file that turns out to be shorter than it was ends the connection: half a file must not look like a
 * whole one.
 */
import type { Context } from 'koa';
import { readRange } from '../byte-range.js';
import type { OpenFile } from '../files/files.js';
import type { InsideFile } from '../library/inside-file.js';
import { STALL_MS } from './unread.js';
import { RangeNotSatisfiable } from './refusals.js';

export interface FileFacts {
  readonly type: string;
  /** Value of `Content-Disposition`. */
  readonly disposition: string;
}

/** @throws RangeNotSatisfiable. The file is closed in any case. */
export async function sendFile(ctx: Context, file: InsideFile, { type, disposition }: FileFacts): Promise<void> {
  const { handle, size, modified } = file;
  let isGiven = false;
  try {
    const etag = `"${file.version}"`;
    const facts = { ETag: etag, 'Last-Modified': modified.toUTCString(), 'Cache-Control': 'no-cache' };
    const wanted = isRangeWanted(ctx.get('If-Range'), etag, modified);
    ctx.status = 200;
    ctx.set(facts);
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    const range = wanted && ctx.method === 'GET' ? readRange(ctx.req.headers.range, size) : undefined;
    if (range === 'none') throw new RangeNotSatisfiable(size);
    const { first, last } = range ?? { first: 0, last: size - 1 };
    if (range !== undefined) {
      ctx.status = 206;
      ctx.set('Content-Range', `bytes ${first}-${last}/${size}`);
    }
    ctx.set({ 'Accept-Ranges': 'bytes', 'Content-Type': type, 'Content-Disposition': disposition });
    isGiven = true;
    await sendPart(ctx, handle, first, last - first + 1, NEVER);
  } finally {
    if (!isGiven) await handle.close();
  }
}

/** A time-out that never comes. */
const NEVER = 0;

/**
 * Sends a part of an open file, whose type is said already. The file is closed in any case.
 * @param stall ms after which a client that takes nothing is given up; `NEVER` for music, since a player that pauses
 * stops reading for as long as it likes, and holds no more than one piece of the file
 */
export async function sendPart(
  ctx: Context,
  handle: OpenFile,
  first: number,
  length: number,
  stall = STALL_MS,
): Promise<void> {
  ctx.res.setTimeout(stall);
  if (ctx.method !== 'HEAD' && length > 0) {
    const stream = handle.createReadStream({ start: first, end: first + length - 1 });
    stream.once('end', () => {
      if (stream.bytesRead < length) ctx.res.destroy();
    });
    // An answer that has begun cannot become another one.
    stream.once('error', () => {
      if (ctx.headerSent) ctx.res.destroy();
    });
    ctx.body = stream;
  } else {
    await handle.close();
    if (ctx.method !== 'HEAD') ctx.body = '';
  }
  ctx.set('Content-Length', String(length));
}

/** Printable ASCII without what quotes or escapes. */
const UNSAFE = /[^\x20-\x7e]|["\\%]/g;
/** What RFC 8187 section 3.2.1 lets stand, of what encodeURIComponent leaves alone. */
const ENCODE_TOO = /[*'()]/g;

/** A file to be kept under this name (RFC 6266), which may hold anything. */
export function attachment(name: string): string {
  const plain = Buffer.from(name).toString();
  const encoded = encodeURIComponent(plain).replace(
    ENCODE_TOO,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain.replace(UNSAFE, '_')}"; filename*=UTF-8''${encoded}`;
}

/** Whether a range counts: without `If-Range` (`""`), or when the client's copy is of this content (section 13.1.5). */
export function isRangeWanted(ifRange: string, etag: string, modified: Date): boolean {
  if (ifRange === '') return true;
  if (ifRange.startsWith('"')) return ifRange === etag;
  return !ifRange.startsWith('W/') && ifRange === modified.toUTCString();
}
