/** Search over titles and names, and over all else that a box can play. */
import { MOST, MOST_OF_ONE } from '../../library/store/search.js';
import { JSON_TYPE } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import { GroupSearch, groupsOf, type Hits } from '../search-groups.js';
import { GENRE } from '../wire/genre.js';
import { toStation } from '../wire/radio.js';
import {
  FOUND_ALBUM,
  FOUND_ARTIST,
  type Group,
  GROUPS,
  MOST_OF_GROUP,
  MUSIC_GROUPS,
  SEARCH_QUERY,
  SearchResultsSchema,
} from '../wire/search.js';
import { TRACK } from '../wire/track.js';

const api = routesOf('', { tag: 'Search', refusals: UNREADABLE });

/** What stands in front of the lists of an answer, and behind them. */
const TRACKS = Buffer.from('{"tracks":');
const ALBUMS = Buffer.from(',"albums":');
const ARTISTS = Buffer.from(',"artists":');
const END = Buffer.from('}');

const SHAPES = { track: TRACK, album: FOUND_ALBUM, artist: FOUND_ARTIST };

type Deps = Pick<HttpDeps, 'library' | 'savedPlaylists' | 'smartPlaylists' | 'playlistEvents' | 'stations'>;

export function searchRoutes(deps: Deps): Route[] {
  const { library } = deps;
  const search = new GroupSearch(deps);
  return [
    api.get('/search', 'search', 'Search music, playlists, stations and folders', {
      description:
        'Without a letter or a digit in the question nothing is found. Tracks, albums and artists are searched; more ' +
        'groups, or one alone, with `of`.',
      query: SEARCH_QUERY,
      answers: jsonAnswer('What was found.', SearchResultsSchema),
      refusals: UNREADABLE,
      async handler({ query: { q, limit, of, offset, forgive } }, ctx) {
        ctx.set('Content-Type', JSON_TYPE);
        if (of === 'music' && offset === 0 && !forgive) {
          const { track, album, artist } = await library.search(q, SHAPES, limit);
          // Bytes, as they are: a text of them would be made, measured and unmade again.
          ctx.body = Buffer.concat([TRACKS, track, ALBUMS, album, ARTISTS, artist, END]);
          return;
        }
        const groups = groupsOf(of, GROUPS);
        const end = offset + Math.min(limit, groups.length === 1 ? MOST_OF_GROUP : MOST);
        const most = Math.min(end, MOST_OF_ONE);
        const hits = forgive ? await search.forgive(q, groups, most) : await search.find(q, groups, most);
        ctx.body = await bodyOf(part(hits, offset, end), new Set([...MUSIC_GROUPS, ...groups]), deps);
      },
    }),
  ];
}

type Answered = Hits & { readonly corrected?: string | null };

function part({ corrected, ...hits }: Answered, offset: number, end: number): Answered {
  const cut = Object.entries(hits).map(([group, all]) => [group, (all as readonly unknown[]).slice(offset, end)]);
  return { ...(Object.fromEntries(cut) as unknown as Hits), ...(corrected !== undefined && { corrected }) };
}

/** The lists of these groups, and what was corrected. */
async function bodyOf(hits: Answered, groups: ReadonlySet<Group>, { library }: Deps): Promise<Buffer> {
  const json: Readonly<Record<Group, () => Promise<Buffer> | string>> = {
    tracks: () => library.records('track', hits.tracks, TRACK),
    albums: () => library.records('album', hits.albums, FOUND_ALBUM),
    artists: () => library.records('artist', hits.artists, FOUND_ARTIST),
    genres: () => library.records('genre', hits.genres, GENRE),
    playlists: () => JSON.stringify(hits.playlists),
    stations: () => JSON.stringify(hits.stations.map(toStation)),
    folders: () => JSON.stringify(hits.folders.map((path) => ({ path }))),
  };
  const members: Buffer[] = [];
  for (const group of groups) {
    const list = await json[group]();
    members.push(Buffer.from(`${members.length === 0 ? '{' : ','}"${group}":`));
    members.push(typeof list === 'string' ? Buffer.from(list) : list);
  }
  if (hits.corrected !== undefined) members.push(Buffer.from(`,"corrected":${JSON.stringify(hits.corrected)}`));
  return Buffer.concat([...members, END]);
}
