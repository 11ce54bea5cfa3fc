/**
 * Tracks of the library, their audio files in ranges of bytes, and what clients tell of streams (contract sections 3 and
 * 11).
 */
import { basename } from 'node:path';
import { InvalidInput } from '../../errors.js';
import { openInside } from '../../library/inside-file.js';
import { mediaType } from '../../tags/media-types.js';
import { answerJson } from '../answer.js';
import type { RecordLists } from '../record-list.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, listAnswer, REFUSED, type Route, routesOf, UNREADABLE } from '../route.js';
import { attachment, sendFile } from '../send-file.js';
import { answerRecord } from './records.js';
import { LIST_QUERY } from '../wire/list.js';
import { StreamMetadataSchema, toRemoteTrack, TRACK, TrackSchema, TracksSchema } from '../wire/track.js';

const api = routesOf('/tracks', { tag: 'Tracks', segments: { id: 'Id of the track.' }, refusals: UNREADABLE });

const VALIDATORS = ['ETag', 'Last-Modified', 'Cache-Control'] as const;
const HEADERS = [...VALIDATORS, 'Accept-Ranges', 'Content-Disposition'] as const;
const BYTES = { type: 'string', format: 'binary', description: 'The bytes of the file.' } as const;

/** @throws InvalidInput UNSUPPORTED_URL */
function requireStreamUrl(url: string): string {
  const trimmed = url.trim();
  if (URL.canParse(trimmed) && /^https?:$/.test(new URL(trimmed).protocol)) return trimmed;
  const message = 'must be an http or https URL';
  throw new InvalidInput('UNSUPPORTED_URL', `url ${message}`, [{ path: '/url', message }]);
}

export function trackRoutes({ library, paths }: Pick<HttpDeps, 'library' | 'paths'>, lists: RecordLists): Route[] {
  return [
    api.get('', 'getTracks', 'List tracks by title', {
      query: LIST_QUERY,
      answers: listAnswer('The tracks.', TracksSchema),
      handler: ({ query }, ctx) =>
        lists.answer(ctx, {
          kind: 'track',
          shape: TRACK,
          list: library.all('track'),
          rows: (keys) => library.neighbours(keys, TRACK),
          part: query,
        }),
    }),
    api.get('/{id}', 'getTrack', 'Get a track or a known stream', {
      answers: jsonAnswer('The track.', TrackSchema),
      refusals: { 404: 'There is no track with this id.', ...UNREADABLE },
      async handler({ params: { id } }, ctx) {
        const isFile = (await library.find('track', id)) !== undefined;
        const stream = isFile ? undefined : await library.findStream(id);
        if (stream === undefined) await answerRecord(ctx, library, 'track', id, TRACK);
        else answerJson(ctx, toRemoteTrack(stream));
      },
    }),
    api.put('/stream-metadata', 'saveStreamTrackMetadata', 'Set the metadata of a stream', {
      description: 'Shown wherever the stream is in the queue, until it says more of itself.',
      body: StreamMetadataSchema,
      answers: { 204: { description: 'Saved.' } },
      refusals: REFUSED,
      handler: ({ body: { url, title, artist, album, duration_ms: length } }) =>
        library.saveStream({ url: requireStreamUrl(url), title, artist, album, length }),
    }),
    api.get('/{id}/file', 'getTrackFile', 'Download the audio file of a track', {
      description: 'With `Range` a part of it. Of a part that a cue sheet names, the whole file.',
      heeds: ['Range', 'If-Range'],
      answers: {
        200: { description: 'The file.', type: 'audio/*', schema: BYTES, headers: HEADERS },
        206: {
          description: 'The range that was asked for.',
          type: 'audio/*',
          schema: BYTES,
          headers: [...HEADERS, 'Content-Range'],
        },
        304: { description: 'The client has it already.', headers: VALIDATORS },
      },
      refusals: {
        404: 'There is no track with this id, or its file is not there now.',
        416: 'The file has no byte of this range.',
        ...UNREADABLE,
      },
      async handler({ params: { id } }, ctx) {
        const path = await library.fileOf(id);
        const file = await openInside(paths, path);
        await sendFile(ctx, file, { type: mediaType(path), disposition: attachment(basename(path)) });
      },
    }),
  ];
}
