/** Tracks of the library, and streams that clients describe. */
import { InvalidInput } from '../../errors.js';
import type { Keys } from '../../library/store/lists.js';
import { answerJson } from '../answer.js';
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { tagged } from '../etag.js';
import { jsonAnswer, listAnswer, REFUSED, type Route, routesOf, taggedAnswer, UNREADABLE } from '../route.js';
import { answerRecord } from '../records.js';
import { ALL_TRACKS_QUERY } from '../wire/list.js';
import * as wire from '../wire/track.js';

const api = routesOf('/tracks', { tag: 'Tracks', segments: { id: 'Id of the track.' }, refusals: UNREADABLE });

/** @throws InvalidInput UNSUPPORTED_URL */
function requireStreamUrl(url: string): string {
  const trimmed = url.trim();
  if (URL.canParse(trimmed) && /^https?:$/.test(new URL(trimmed).protocol)) return trimmed;
  const message = 'must be an http or https URL';
  throw new InvalidInput('UNSUPPORTED_URL', `url ${message}`, [{ path: '/url', message }]);
}

export function trackRoutes({ library, lyrics }: Pick<HttpDeps, 'library' | 'lyrics'>, lists: RecordLists): Route[] {
  return [
    api.get('', 'getTracks', 'List tracks, by title or in another order', {
      query: ALL_TRACKS_QUERY,
      answers: listAnswer('The tracks.', wire.TracksSchema),
      async handler({ query: { sort, q, ...part } }, ctx) {
        const state = [sort, q, sort === 'played' && library.statsRevision];
        const list = await library.orders.tracks(sort, q);
        const isWhole = sort === 'title' && q === '';
        await lists.answer(ctx, {
          ...{ kind: 'track', shape: wire.TRACK, list, part, state },
          ...(isWhole && { rows: (keys: Keys) => library.neighbours(keys, wire.TRACK) }),
        });
      },
    }),
    api.get('/{id}', 'getTrack', 'Get a track or a known stream', {
      answers: jsonAnswer('The track.', wire.TrackSchema),
      refusals: { 404: 'There is no track with this id.', ...UNREADABLE },
      async handler({ params: { id } }, ctx) {
        const isFile = (await library.find('track', id)) !== undefined;
        const stream = isFile ? undefined : await library.findStream(id);
        if (stream === undefined) await answerRecord(ctx, library, 'track', id, wire.TRACK);
        else answerJson(ctx, wire.toRemoteTrack(stream));
      },
    }),
    api.get('/{id}/lyrics', 'getLyrics', 'Get the lyrics of a track', {
      description:
        'The first that there are: of a file with the name of the audio file and the ending `.lrc` or `.txt`; of its tags; of ' +
        'LRCLIB, if `lyrics_online` of the settings is on. A part of a file that a cue sheet names has those of LRCLIB only.',
      answers: taggedAnswer('The lyrics.', wire.LyricsSchema),
      refusals: {
        404: 'There are no lyrics, as of every stream, or no track with this id.',
        503: `${UNREADABLE[503]} Or: LRCLIB cannot be asked, or is asked too much at once.`,
        504: 'LRCLIB does not answer in time.',
      },
      async handler({ params: { id } }, ctx) {
        const found = wire.toLyrics(await lyrics.find(id));
        if (tagged(ctx, [found]) !== undefined) answerJson(ctx, found);
      },
    }),
    api.put('/stream-metadata', 'saveStreamTrackMetadata', 'Set the metadata of a stream', {
      description: 'Shown wherever the stream is in the queue, until it says more of itself.',
      body: wire.StreamMetadataSchema,
      answers: { 204: { description: 'Saved.' } },
      refusals: REFUSED,
      handler: ({ body: { url, title, artist, album, duration_ms: length } }) =>
        library.saveStream({ url: requireStreamUrl(url), title, artist, album, length }),
    }),
  ];
}
