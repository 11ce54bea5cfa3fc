/** Albums, artists and genres of the library (contract section 3). */
import type { Context } from 'koa';

import type { RecordKind } from '../../library/ids.js';
import { type Library, unknownId } from '../../library/library.js';
import { type KeyList, listOf } from '../../library/store/lists.js';
import type { Shape } from '../../library/store/records.js';
import { JSON_TYPE } from '../answer.js';
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, pageAnswer, type Route, routesOf, UNREADABLE } from '../route.js';
import type { JsonSchema } from '../schema.js';
import { ALBUM, AlbumSchema, AlbumsSchema } from '../wire/album.js';
import { ARTIST, ArtistSchema, ArtistsSchema } from '../wire/artist.js';
import { GENRE, GenreSchema, GenresSchema } from '../wire/genre.js';
import { LIST_QUERY } from '../wire/list.js';
import { RuleCriteriaSchema } from '../wire/rules.js';
import { TRACK, TrackSchema, TracksSchema } from '../wire/track.js';

interface Shown<Kind extends RecordKind> {
  readonly name: string;
  readonly shape: Shape<Kind>;
  readonly schema: JsonSchema;
  readonly rows: JsonSchema;
}

const ALBUMS: Shown<'album'> = { name: 'Album', shape: ALBUM, schema: AlbumSchema, rows: AlbumsSchema };
const ARTISTS: Shown<'artist'> = { name: 'Artist', shape: ARTIST, schema: ArtistSchema, rows: ArtistsSchema };
const GENRES: Shown<'genre'> = { name: 'Genre', shape: GENRE, schema: GenreSchema, rows: GenresSchema };
const TRACKS: Shown<'track'> = { name: 'Track', shape: TRACK, schema: TrackSchema, rows: TracksSchema };

export function recordRoutes({ library }: Pick<HttpDeps, 'library'>, lists: RecordLists): Route[] {
  const albums = routesOfKind('album', ALBUMS, library, lists);
  const artists = routesOfKind('artist', ARTISTS, library, lists);
  const genres = routesOfKind('genre', GENRES, library, lists);
  return [
    albums.all('List albums by title'),
    albums.one('Get an album'),
    albums.of('track', TRACKS, (id) => library.tracksOf('album', id), 'List the tracks of an album by disc and number'),
    filtered('album', ALBUMS, library, lists),
    artists.all('List track artists by name'),
    artists.one('Get an artist'),
    artists.of('album', ALBUMS, (id) => library.albumsOf('artist', id), 'List the albums of an artist by title'),
    artists.of('track', TRACKS, (id) => library.tracksOf('artist', id), 'List the tracks of an artist by title'),
    filtered('artist', ARTISTS, library, lists),
    genres.all('List genres by name'),
    genres.one('Get a genre'),
    genres.of('track', TRACKS, (id) => library.tracksOf('genre', id), 'List the tracks of a genre by title'),
    genres.of('album', ALBUMS, (id) => library.albumsOf('genre', id), 'List the albums of a genre by title'),
    genres.of('artist', ARTISTS, (id) => library.artistsOf('genre', id), 'List the artists of a genre by name'),
  ];
}

/** What makes the routes of one kind, each called with its summary. */
function routesOfKind<Kind extends 'album' | 'artist' | 'genre'>(
  kind: Kind,
  { name, shape, schema, rows }: Shown<Kind>,
  library: Library,
  lists: RecordLists,
) {
  const api = routesOf(`/${kind}s`, { tag: `${name}s`, segments: { id: `Id of the ${kind}.` }, refusals: UNREADABLE });
  return {
    all: (summary: string): Route =>
      api.get('', `get${name}s`, summary, {
        query: LIST_QUERY,
        answers: listAnswer(`The ${kind}s.`, rows),
        handler: ({ query }, ctx) => lists.answer(ctx, { kind, shape, list: library.all(kind), part: query }),
      }),
    one: (summary: string): Route =>
      api.get('/{id}', `get${name}`, summary, {
        answers: jsonAnswer(`The ${kind}.`, schema),
        refusals: { 404: `There is no ${kind} with this id.`, ...UNREADABLE },
        handler: ({ params: { id } }, ctx) => answerRecord(ctx, library, kind, id, shape),
      }),
    /** Records of another kind that belong to one. */
    of: <Listed extends RecordKind>(
      listed: Listed,
      their: Shown<Listed>,
      find: (id: string) => KeyList,
      summary: string,
    ): Route =>
      api.get(`/{id}/${listed}s`, `get${name}${their.name}s`, summary, {
        description: 'None for an unknown id.',
        query: LIST_QUERY,
        answers: listAnswer(`The ${listed}s.`, their.rows),
        handler: ({ query, params: { id } }, ctx) =>
          lists.answer(ctx, { kind: listed, shape: their.shape, list: find(id), part: query }),
      }),
  };
}

/** The albums or the artists of the tracks that match rules. */
function filtered<Kind extends 'album' | 'artist'>(
  kind: Kind,
  { name, shape, rows }: Shown<Kind>,
  library: Library,
  lists: RecordLists,
): Route {
  const api = routesOf(`/${kind}s`, { tag: `${name}s`, refusals: UNREADABLE });
  return api.post('/filter', `filter${name}s`, `List the ${kind}s of the tracks that match rules`, {
    description: 'Each once, in the order of its first track.',
    body: RuleCriteriaSchema,
    answers: pageAnswer(`The ${kind}s.`, rows),
    handler: async ({ body }, ctx) =>
      lists.answerOnce(ctx, { kind, shape, list: listOf(await library.matching(kind, body)) }),
  });
}

/** Answers one record. @throws NotFound UNKNOWN_ID */
export async function answerRecord<Kind extends RecordKind>(
  ctx: Context,
  library: Library,
  kind: Kind,
  id: string,
  shape: Shape<Kind>,
): Promise<void> {
  const key = await library.find(kind, id);
  const rows = key === undefined ? undefined : await library.records(kind, [key], shape);
  if (rows === undefined || rows.length <= '[]'.length) throw unknownId(kind);
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = rows.subarray(1, -1);
}
