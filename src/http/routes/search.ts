/** Search over titles and names. */
import { JSON_TYPE } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import { FOUND_ALBUM, FOUND_ARTIST, SEARCH_QUERY, SearchResultsSchema } from '../wire/search.js';
import { TRACK } from '../wire/track.js';

const api = routesOf('', { tag: 'Search', refusals: UNREADABLE });

/** What stands in front of the lists of an answer, and behind them. */
const TRACKS = Buffer.from('{"tracks":');
const ALBUMS = Buffer.from(',"albums":');
const ARTISTS = Buffer.from(',"artists":');
const END = Buffer.from('}');

const SHAPES = { track: TRACK, album: FOUND_ALBUM, artist: FOUND_ARTIST };

export function searchRoutes({ library }: Pick<HttpDeps, 'library'>): Route[] {
  return [
    api.get('/search', 'search', 'Search tracks, albums and artists', {
      description: 'Without a letter or a digit in the question nothing is found.',
      query: SEARCH_QUERY,
      answers: jsonAnswer('What was found.', SearchResultsSchema),
      refusals: UNREADABLE,
      async handler({ query }, ctx) {
        const { track, album, artist } = await library.search(query.q, SHAPES, query.limit);
        ctx.set('Content-Type', JSON_TYPE);
        // Bytes, as they are: a text of them would be made, measured and unmade again.
        ctx.body = Buffer.concat([TRACKS, track, ALBUMS, album, ARTISTS, artist, END]);
      },
    }),
  ];
}
