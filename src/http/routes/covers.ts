/** Covers of albums and pictures of artists (contract sections 11 and 14). */
import { finished } from 'node:stream';
import { NotFound } from '../../errors.js';
import { EDGES, ORIGINAL } from '../../library/covers/covers.js';
import type { HttpParts } from '../parts.js';
import { route, type Route } from '../route.js';
import type { IntegerParameter } from '../schema.js';
import { sendPart } from '../send-file.js';

/** The id, and an ending that promises nothing. */
const NAME = /^(c[0-9a-z]{24})(?:\.[a-z0-9]{1,5})?$/;
/** A browser asks again after so many seconds. */
const MAX_AGE = 3600;

const COVER_QUERY = {
  size: {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    default: ORIGINAL,
    description: `Pixels of the longer side at most, rounded up to ${EDGES.join(', ')}; 0 is the picture as it is.`,
  },
} as const satisfies Record<string, IntegerParameter>;

export function coverRoutes({ library, covers }: Pick<HttpParts, 'library' | 'covers'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/covers/{name}',
      tag: 'Covers',
      operationId: 'getCover',
      summary: 'The cover of an album, or the picture of an artist',
      segments: { name: 'What a record says in `album_art` or `image`.' },
      query: COVER_QUERY,
      answers: {
        200: {
          description: 'The picture.',
          type: 'image/*',
          schema: { type: 'string', format: 'binary', description: 'Its bytes; with a `size` always a JPEG.' },
          headers: ['ETag', 'Cache-Control'],
        },
        304: { description: 'The client has it already.', headers: ['ETag', 'Cache-Control'] },
      },
      refusals: {
        404: 'There is no such picture, its file is not there now, or it cannot be shown.',
        503: 'Too many pictures are asked for at once.',
      },
      async handler(ctx, { query, params: { name = '' } }) {
        const id = NAME.exec(name)?.[1];
        const path = id === undefined ? undefined : await library.pictureOf(id);
        if (path === undefined) throw new NotFound('UNKNOWN_COVER', 'There is no picture of this name.');
        const cover = await covers.find(path, query.size);
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
      },
    }),
  ];
}
