/** The directories of the library, outside of which nothing is ever listed; its letters, and music of it to play. */
import { listFolder } from '../../library/browse.js';
import { answerList } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import type { RecordLists } from '../record-list.js';
import { playMusic } from '../play-music.js';
import { jsonAnswer, listAnswer, NOT_SAVED, pageAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import { BROWSE_QUERY, toTreeEntry, TreeEntriesSchema } from '../wire/browse.js';
import { LETTERS_QUERY, LettersSchema, LISTS } from '../wire/letters.js';
import { LIST_QUERY } from '../wire/list.js';
import { PlayedMusicSchema, PlayMusicSchema } from '../wire/play.js';

const api = routesOf('', { tag: 'Browse' });

type Deps = Pick<HttpDeps, 'paths' | 'library' | 'player' | 'streams' | 'savedPlaylists' | 'smartPlaylists'>;

export function browseRoutes(deps: Deps, lists: RecordLists): Route[] {
  const { paths, library } = deps;
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
    api.post('/library/play', 'playMusic', 'Replace the queue with music and start it', {
      description:
        'In the order in which it is listed, or shuffled, as one edit of the queue, which `PUT /playlists/undo` takes ' +
        'back. Where it is more than the queue can hold, the first of it are played; of a shuffle a random choice.',
      body: PlayMusicSchema,
      answers: jsonAnswer('It plays.', PlayedMusicSchema),
      refusals: {
        404: 'There is no album, artist, genre or playlist with this id.',
        422: 'Nothing of it is there now; the queue stays as it is.',
        503: `The library cannot be read, or: ${NOT_SAVED[503]}`,
      },
      handler: ({ body }) => playMusic(body, deps),
    }),
  ];
}
