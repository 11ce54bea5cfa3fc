/** Answers with a picture, or says that the client has it already. */
import { finished } from 'node:stream';
import type { Context } from 'koa';

import type { Cover } from '../library/covers/covers.js';
import { sendPart } from './send-file.js';

/** A browser asks again after so many seconds. */
const MAX_AGE = 3600;

/** What a row says of such an answer. @param bytes what they are */
export function pictureAnswers(bytes: string) {
  const headers = ['ETag', 'Cache-Control'] as const;
  const schema = { type: 'string', format: 'binary', description: bytes } as const;
  return {
    200: { description: 'The picture.', type: 'image/*', schema, headers },
    304: { description: 'The client has it already.', headers },
  } as const;
}

/** Aborted when the client has gone: nothing is made for it any more. */
export function whileConnected({ res }: Context): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => controller.abort());
  return controller.signal;
}

/** Sets the headers by which a client keeps an answer. @returns whether the client has it already; the status says so then */
export function isFresh(ctx: Context, etag: string): boolean {
  ctx.status = 200;
  ctx.set({ ETag: etag, 'Cache-Control': `max-age=${MAX_AGE}` });
  if (ctx.fresh) ctx.status = 304;
  return ctx.fresh;
}

/** @param signal aborted when the client has gone @throws what reading it throws */
export async function sendCover(ctx: Context, cover: Cover, signal = whileConnected(ctx)): Promise<void> {
  if (isFresh(ctx, cover.etag)) return;
  const picture = await cover.read(signal);
  ctx.set('Content-Type', picture.type);
  if ('file' in picture) await sendPart(ctx, picture.file, picture.at, picture.length);
  else {
    finished(ctx.res, picture.release);
    ctx.body = Buffer.from(picture.bytes.buffer, picture.bytes.byteOffset, picture.bytes.length);
  }
}
