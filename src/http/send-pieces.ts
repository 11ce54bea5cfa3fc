/**
 * Sends long bodies: in pieces that are made meanwhile, as fast as the client takes them, and compressed where the client
 * says that it understands that. Two streams and a pipeline for the pieces would cost as much CPU as the sending.
 */
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Context } from 'koa';
import { type Material, unread } from './unread.js';

/** In bytes. A shorter body is sent as it is. */
const LONG = 64 * 1024;
/** JSON becomes a seventh of its size by it. */
const GZIP = { level: 3, windowBits: 13, memLevel: 7 } as const;
/** What zlib holds with these settings, and the piece that it works on, in bytes. */
const GZIP_BYTES = 256 * 1024;

/** A body, in order. */
export type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;

/** How a long text is sent to this client. */
export function encodingFor(ctx: Context): 'gzip' | 'identity' {
  return ctx.acceptsEncodings('gzip', 'identity') === 'gzip' ? 'gzip' : 'identity';
}

/** Says how the body is encoded. @returns the pieces as they are sent */
export function encoded(ctx: Context, pieces: Pieces): Pieces {
  ctx.vary('Accept-Encoding');
  if (encodingFor(ctx) === 'identity') return pieces;
  ctx.remove('Content-Length');
  ctx.set('Content-Encoding', 'gzip');
  const gzip = createGzip(GZIP);
  // A piece that fails ends the reading of what was compressed, too.
  pipeline(pieces, gzip, () => undefined);
  return gzip as AsyncIterable<Buffer>;
}

/**
 * Ends the pieces when the client goes away, or takes nothing for too long. Never rejects: when a piece fails the
 * connection breaks off, for half a body must not look like a whole one.
 * @param material what the pieces are made of
 */
export async function sendPieces({ res }: Context, pieces: Pieces, material?: Material): Promise<void> {
  const materials = [
    ...(material === undefined ? [] : [material]),
    ...(res.getHeader('Content-Encoding') === 'gzip' ? [{ what: pieces, bytes: GZIP_BYTES }] : []),
  ];
  try {
    for await (const piece of pieces) {
      if (res.destroyed) return;
      if (!res.write(piece)) await unread.taken(res, ...materials);
    }
    await unread.end(res);
  } catch {
    res.destroy();
  }
}

/**
 * Answers with pieces, in one when they are few. Rejects when one of the first cannot be made.
 * @param material what they are made of
 */
export async function answerPieces(ctx: Context, pieces: AsyncIterable<Buffer>, material?: Material): Promise<void> {
  const source = pieces[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  for (let bytes = 0; bytes <= LONG; bytes += first.at(-1)?.length ?? 0) {
    const next = await source.next();
    if (next.done === true) {
      ctx.body = Buffer.concat(first);
      return;
    }
    first.push(next.value);
  }
  if (ctx.method === 'HEAD') {
    await source.return?.();
    return;
  }
  const sent = encoded(ctx, joined(first, source));
  ctx.respond = false;
  // A client that is slow to take its list is not a request that runs.
  void sendPieces(ctx, sent, material);
}

async function* joined(first: readonly Buffer[], source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* first;
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

/** Whether a body is so long that `sendLong` has to send it. */
export function isLong(body: unknown): body is string | Buffer {
  return (typeof body === 'string' || Buffer.isBuffer(body)) && body.length > LONG;
}

/** Sends what a route has answered in one piece. */
export function sendLong(ctx: Context, body: string | Buffer): void {
  if (ctx.method === 'HEAD' || ctx.status === 304 || !ctx.writable) return;
  const whole = [typeof body === 'string' ? Buffer.from(body) : body];
  const isText = ctx.type.startsWith('text/') || /json$|xml$|mpegurl$/.test(ctx.type);
  const sent = isText && !ctx.res.hasHeader('Content-Encoding') ? encoded(ctx, whole) : whole;
  ctx.respond = false;
  void sendPieces(ctx, sent);
}
