/** The audio file of a track, in ranges of bytes. */
import { basename } from 'node:path';
import { openInside } from '../../library/inside-file.js';
import { mediaType } from '../../tags/media-types.js';
import type { HttpDeps } from '../deps.js';
import { type Route, routesOf, UNREADABLE } from '../route.js';
import { attachment, sendFile } from '../send-file.js';

const api = routesOf('', { tag: 'Tracks' });

const VALIDATORS = ['ETag', 'Last-Modified', 'Cache-Control'] as const;
const HEADERS = [...VALIDATORS, 'Accept-Ranges', 'Content-Disposition'] as const;
const BYTES = { type: 'string', format: 'binary', description: 'The bytes of the file.' } as const;

export function trackFileRoutes({ library, paths }: Pick<HttpDeps, 'library' | 'paths'>): Route[] {
  return [
    api.get('/tracks/{id}/file', 'getTrackFile', 'Download the audio file of a track', {
      description: 'With `Range` a part of it. Of a part that a cue sheet names, the whole file.',
      segments: { id: 'Id of the track.' },
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
