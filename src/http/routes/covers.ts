/** Covers of albums and pictures of artists (contract sections 11 and 14). */
import { NotFound } from '../../errors.js';
import { EDGES, ORIGINAL } from '../../library/covers/covers.js';
import type { HttpDeps } from '../deps.js';
import { type Route, routesOf } from '../route.js';
import type { IntegerParameter } from '../schema.js';
import { pictureAnswers, sendCover } from '../send-cover.js';

const api = routesOf('/covers', { tag: 'Covers' });

/** The id, and an ending that promises nothing. */
const NAME = /^(c[0-9a-z]{24})(?:\.[a-z0-9]{1,5})?$/;

const COVER_QUERY = {
  size: {
    type: 'integer',
    format: 'int32',
    minimum: 0,
    default: ORIGINAL,
    description: `Pixels of the longer side at most, rounded up to ${EDGES.join(', ')}; 0 is the picture as it is.`,
  },
} as const satisfies Record<string, IntegerParameter>;

export function coverRoutes({ library, covers }: Pick<HttpDeps, 'library' | 'covers'>): Route[] {
  return [
    api.get('/{name}', 'getCover', 'Get an album cover or artist picture', {
      segments: { name: 'What a record says in `album_art` or `image`.' },
      query: COVER_QUERY,
      answers: pictureAnswers('Its bytes; with a `size` always a JPEG.'),
      refusals: {
        404: 'There is no such picture, its file is not there now, or it cannot be shown.',
        503: 'Too many pictures are asked for at once.',
      },
      async handler({ query, params: { name } }, ctx) {
        const id = NAME.exec(name)?.[1];
        const path = id === undefined ? undefined : await library.pictureOf(id);
        if (path === undefined) throw new NotFound('UNKNOWN_COVER', 'There is no picture of this name.');
        await sendCover(ctx, await covers.find(path, query.size));
      },
    }),
  ];
}
