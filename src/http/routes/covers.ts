/** Covers of albums and pictures of artists. */
import { NotFound } from '../../errors.js';
import { FORMATS } from '../../library/covers/thumbnailer.js';
import { EDGES, ORIGINAL } from '../../library/covers/thumbnail-sets.js';
import type { HttpDeps } from '../deps.js';
import { type Route, routesOf, taggedAnswer } from '../route.js';
import { type QueryParameters, record, text } from '../schema.js';
import { isFresh, pictureAnswers, sendCover, whileConnected } from '../send-cover.js';

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
  format: {
    type: 'string',
    enum: FORMATS,
    maxLength: 4,
    default: 'jpeg',
    description: 'Of a picture with a `size`. A WebP has about two thirds of the bytes and keeps transparency.',
  },
} as const satisfies QueryParameters;

const ColoursSchema = record('Two shades of the colour of a cover that stands out, as `#rrggbb`.', {
  dark: text('White text on it has a contrast of at least 7 : 1.'),
  light: text('Black text on it has a contrast of at least 7 : 1.'),
});

const REFUSALS = {
  404: 'There is no such picture, its file is not there now, or it cannot be shown.',
  503: 'Too many pictures are asked for at once.',
} as const;
const SEGMENTS = { name: 'What a record says in `album_art` or `image`.' } as const;

export function coverRoutes({
  library,
  covers,
  sentTracks,
  receivedCovers,
}: Pick<HttpDeps, 'library' | 'covers' | 'sentTracks' | 'receivedCovers'>): Route[] {
  /** @throws NotFound UNKNOWN_COVER */
  async function pathOf(name: string): Promise<string> {
    const id = NAME.exec(name)?.[1];
    const path = id === undefined ? undefined : await library.pictureOf(id);
    if (path === undefined) throw new NotFound('UNKNOWN_COVER', 'There is no picture of this name.');
    return path;
  }

  return [
    api.get('/{name}', 'getCover', 'Get an album cover or artist picture', {
      segments: SEGMENTS,
      query: COVER_QUERY,
      answers: pictureAnswers('Its bytes; with a `size` always of the `format`.'),
      refusals: REFUSALS,
      async handler({ query: { size, format }, params: { name } }, ctx) {
        const signal = whileConnected(ctx);
        if (sentTracks.isCover(name)) await sendCover(ctx, sentTracks.coverOf(name, size), signal);
        else if (receivedCovers.isCover(name)) await sendCover(ctx, receivedCovers.coverOf(name, size), signal);
        else await sendCover(ctx, await covers.find(await pathOf(name), size, format, signal), signal);
      },
    }),
    api.get('/{name}/colors', 'getCoverColors', 'Get the colors of an album cover or artist picture', {
      description: 'For a page that tints what it shows beside the picture.',
      segments: SEGMENTS,
      answers: taggedAnswer('The colors.', ColoursSchema, ['Cache-Control']),
      refusals: REFUSALS,
      async handler({ params: { name } }, ctx) {
        const signal = whileConnected(ctx);
        const colours = receivedCovers.isCover(name)
          ? receivedCovers.coloursOf(name)
          : await covers.coloursOf(await pathOf(name), signal);
        if (isFresh(ctx, colours.etag)) return undefined;
        return colours.read(signal);
      },
    }),
  ];
}
