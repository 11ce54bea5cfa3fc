/**
 * Ways to what the library has (contract section 3): search over titles and names, its directories, outside of which
 * nothing is ever listed, and the letters of its lists.
 */
import { listFolder } from '../../library/browse.js';
import { answerList, JSON_TYPE } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import type { RecordLists } from '../record-list.js';
import { jsonAnswer, listAnswer, pageAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import { BROWSE_QUERY, toTreeEntry, TreeEntriesSchema } from '../wire/browse.js';
import { LETTERS_QUERY, LettersSchema, LISTS } from '../wire/letters.js';
import { LIST_QUERY } from '../wire/list.js';
import { FOUND_ALBUM, FOUND_ARTIST, SEARCH_QUERY, SearchResultsSchema } from '../wire/search.js';
import { TRACK } from '../wire/track.js';

const api = routesOf('', { tag: 'Browse' });

/** What stands in front of the lists of an answer, and behind them. */
const TRACKS = Buffer.from('{"tracks":');
const ALBUMS = Buffer.from(',"albums":');
const ARTISTS = Buffer.from(',"artists":');
const END = Buffer.from('}');

const SHAPES = { track: TRACK, album: FOUND_ALBUM, artist: FOUND_ARTIST };

export function browseRoutes({ paths, library }: Pick<HttpDeps, 'paths' | 'library'>, lists: RecordLists): Route[] {
  return [
    routesOf('', { tag: 'Search' }).get('/search', 'search', 'Search tracks, albums and artists', {
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
    api.get('/browse/tree-entries', 'getTreeEntries', 'List a library directory', {
      description:
        'Directories first, both by name. Files are those that can be played, and playlists (m3u, m3u8, pls, xspf, cue). ' +
        'Links that lead out of the library are left out.',
      query: { ...BROWSE_QUERY, ...LIST_QUERY },
      answers: pageAnswer('The entries.', TreeEntriesSchema),
      refusals: {
        403: 'The directory is not inside a library root, or the host name or origin is not allowed.',
        500: 'It is no directory that can be read.',
      },
      async handler({ query }, ctx) {
        const entries = await listFolder(paths, query.q === '' ? undefined : query.q, query.show_hidden);
        await answerList(ctx, entries, toTreeEntry, query);
      },
    }),
    api.get('/library/letters', 'getLetters', 'List the first letters of a library list', {
      description: 'For a rail at the edge of the list: together they are all of it.',
      query: LETTERS_QUERY,
      answers: listAnswer('The letters.', LettersSchema),
      refusals: UNREADABLE,
      handler: ({ query: { of } }, ctx) => lists.answerOf(ctx, of, () => library.lettersOf(LISTS[of])),
    }),
  ];
}
