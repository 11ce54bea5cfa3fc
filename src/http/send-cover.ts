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

/** @throws what reading it throws */
export async function sendCover(ctx: Context, cover: Cover): Promise<void> {
  ctx.status = 200;
  ctx.set({ ETag: cover.etag, 'Cache-Control': `max-age=${MAX_AGE}` });
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const picture = await cover.read();
  ctx.set('Content-Type', picture.type);
  if ('file' in picture) await sendPart(ctx, picture.file, picture.at, picture.length);
  else {
    finished(ctx.res, picture.release);
    ctx.body = Buffer.from(picture.bytes.buffer, picture.bytes.byteOffset, picture.bytes.length);
  }
}
