/** The directories of the library (contract section 3), outside of which nothing is ever listed; and its letters. */
import { listFolder } from '../../library/browse.js';
import { answerList } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import type { RecordLists } from '../record-list.js';
import { listAnswer, pageAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import { BROWSE_QUERY, toTreeEntry, TreeEntriesSchema } from '../wire/browse.js';
import { LETTERS_QUERY, LettersSchema, LISTS } from '../wire/letters.js';
import { LIST_QUERY } from '../wire/list.js';

const api = routesOf('', { tag: 'Browse' });

export function browseRoutes({ paths, library }: Pick<HttpDeps, 'paths' | 'library'>, lists: RecordLists): Route[] {
  return [
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
