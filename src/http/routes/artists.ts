/** Artists of the library (contract section 3). */
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, type Method, pageAnswer, route, type Route, UNREADABLE } from '../route.js';
import { answerRecord } from '../records.js';
import { ALBUM, AlbumsSchema } from '../wire/album.js';
import { ARTIST, ArtistSchema, ArtistsSchema } from '../wire/artist.js';
import { LIST_QUERY } from '../wire/list.js';
import { RuleCriteriaSchema } from '../wire/rules.js';
import { TRACK, TracksSchema } from '../wire/track.js';

/** What the artists' rows have in common. */
function row<M extends Method>(method: M, path: string, operationId: string, summary: string) {
  const segments = { id: 'Id of the artist.' };
  return { method, path: `/artists${path}`, tag: 'Artists', operationId, summary, segments, refusals: UNREADABLE };
}

export function artistRoutes({ library }: Pick<HttpDeps, 'library'>, lists: RecordLists): Route[] {
  return [
    route({
      ...row('GET', '', 'getArtists', 'All artists of a track, by name'),
      query: LIST_QUERY,
      answers: listAnswer('The artists.', ArtistsSchema),
      handler: (ctx, { query }) =>
        lists.answer(ctx, { kind: 'artist', shape: ARTIST, keys: () => library.all('artist'), part: query }),
    }),
    route({
      ...row('GET', '/{id}', 'getArtist', 'An artist'),
      answers: jsonAnswer('The artist.', ArtistSchema),
      refusals: { 404: 'There is no artist with this id.', ...UNREADABLE },
      handler: (ctx, { params: { id = '' } }) => answerRecord(ctx, library, 'artist', id, ARTIST),
    }),
    route({
      ...row('GET', '/{id}/albums', 'getArtistAlbums', 'The albums that an artist made or is heard on, by title'),
      description: 'None for an unknown id.',
      query: LIST_QUERY,
      answers: listAnswer('The albums.', AlbumsSchema),
      handler: (ctx, { query, params: { id = '' } }) =>
        lists.answer(ctx, { kind: 'album', shape: ALBUM, keys: () => library.albumsOfArtist(id), part: query }),
    }),
    route({
      ...row('GET', '/{id}/tracks', 'getArtistTracks', 'The tracks of an artist, by title'),
      description: 'None for an unknown id.',
      query: LIST_QUERY,
      answers: listAnswer('The tracks.', TracksSchema),
      handler: (ctx, { query, params: { id = '' } }) =>
        lists.answer(ctx, { kind: 'track', shape: TRACK, keys: () => library.tracksOf('artist', id), part: query }),
    }),
    route({
      ...row('POST', '/filter', 'filterArtists', 'The artists of the tracks that match rules'),
      description: 'Each once, in the order of its first track.',
      body: RuleCriteriaSchema,
      answers: pageAnswer('The artists.', ArtistsSchema),
      async handler(ctx, { body }) {
        const keys = await library.matching('artist', body);
        await lists.answerOnce(ctx, { kind: 'artist', shape: ARTIST, keys: () => Promise.resolve(keys) });
      },
    }),
  ];
}
