/** Music from a phone into the library: the server of tus 1.0.0, for any of its clients. */
import type { Context } from 'koa';

import { InvalidInput, NotFound, TonearmError, TooLarge, Unprocessable } from '../../errors.js';
import type { Upload } from '../../uploads/upload.js';
import { LARGEST_UPLOAD } from '../../uploads/uploads.js';
import { answerList } from '../answer.js';
import { streamedBytes } from '../body.js';
import type { HttpDeps } from '../deps.js';
import { addressOf, pinGivenBy } from '../pin-given.js';
import { Locked, UnknownVersion } from '../refusals.js';
import { jsonAnswer, pageAnswer, type Route, routesOf } from '../route.js';
import * as wire from '../wire/uploads.js';

const api = routesOf('/uploads', {
  tag: 'Uploads',
  always: { 'Tus-Resumable': wire.TUS_VERSION },
  segments: { id: 'Id of the upload.' },
});

const STATE_HEADERS = ['Upload-Offset', 'Upload-Expires', 'Tonearm-Upload'] as const;

const UNKNOWN = { 404: 'There is no upload with this id, or not any more.' } as const;
const OTHER_VERSION = { 412: 'Another version of the tus protocol is spoken here.' } as const;
/** Refusals of a file that is whole but was not added. */
const NOT_ADDED = {
  403: 'The host name or the origin of the request is not allowed, or a link leads out of the library root there.',
  422: 'The file is not what the ending of its name says; nothing is left of it.',
  503: 'It could not be saved: the root is away or cannot be written to. What came is kept where it can be.',
  507: 'There is no room left. What came so far is kept.',
} as const;

const LOCKED = 'Of HEAD: all bytes are there, and it cannot be added yet.';

export function uploadRoutes({ uploads, pin }: Pick<HttpDeps, 'uploads' | 'pin'>): Route[] {
  const body = { media: wire.OFFSET_TYPE, limit: LARGEST_UPLOAD } as const;
  const answer = (ctx: Context, upload: Upload): void => {
    ctx.set(wire.toUploadHeaders(upload, uploads.expiresAt(upload)));
  };
  /** Whoever made it, and who may send bytes of it. @throws Forbidden PIN_WRONG, TooManyAttempts */
  const mayInterrupt = async (ctx: Context, client: string | undefined): Promise<boolean> => {
    if (client === addressOf(ctx)) return true;
    const given = pinGivenBy(ctx);
    if (given.pin === undefined) return !(await pin.read()).isSet;
    await pin.require(given);
    return true;
  };
  /** The offset is told of one that is whole and cannot be added too, so that no client sends it all again. */
  const findForHead = async (ctx: Context, id: string): Promise<Upload> => {
    const upload = await uploads.findAtRest(id, ({ record }) => mayInterrupt(ctx, record.client));
    await uploads.find(id).catch((error: unknown) => {
      if (!(error instanceof TonearmError) || !canBeGoneOn(error)) throw error;
      answer(ctx, upload);
      throw new Locked(error.code, error.message, { cause: error });
    });
    return upload;
  };
  return [
    api.get('', 'getUploads', 'List open uploads and those of the last day', {
      answers: pageAnswer('Uploads, the oldest first.', { type: 'array', items: wire.UploadSchema }),
      async handler(_input, ctx) {
        const client = addressOf(ctx);
        const mayKnow = ({ record }: Upload): boolean => record.result !== undefined || record.client === client;
        await answerList(ctx, await uploads.list(), (upload) =>
          wire.toUpload(upload, uploads.expiresAt(upload), mayKnow(upload)),
        );
      },
    }),
    api.options('', 'getUploadProtocol', 'Get the supported tus version and extensions', {
      answers: {
        204: {
          description: 'In the headers.',
          headers: ['Allow', 'Tus-Version', 'Tus-Extension', 'Tus-Max-Size'],
        },
      },
      handler: (_input, ctx) =>
        ctx.set({
          Allow: 'GET, HEAD, OPTIONS, POST',
          'Tus-Version': wire.TUS_VERSION,
          'Tus-Extension': wire.TUS_EXTENSIONS,
          'Tus-Max-Size': String(LARGEST_UPLOAD),
        }),
    }),
    api.post('', 'createUpload', 'Create an upload', {
      protected: 'always',
      description:
        'Music of any format that is played, playlists (M3U, XSPF, cue sheets) and pictures. Names are cleaned; what is ' +
        'there is never written over. The first bytes may come along. What is not gone on with for a day is given up, and ' +
        'after a quarter of an hour already when there is no room and its client holds most of it.',
      query: {
        root: {
          type: 'string',
          maxLength: 64,
          default: '',
          description: 'Id of the library root (`GET /system/roots`); the first that can be written to by default.',
        },
      },
      heeds: ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata'],
      bytes: { ...body, optional: true },
      answers: { 201: { description: 'It can be gone on with.', headers: ['Location', ...STATE_HEADERS] } },
      refusals: {
        ...OTHER_VERSION,
        ...NOT_ADDED,
        413: 'The file is larger than is taken of its kind.',
        409: 'Another request goes on with it, or what it would lie in is no folder.',
      },
      async handler({ query: { root } }, ctx) {
        requireVersion(ctx);
        const size = wire.toBytes('Upload-Length', ctx.get('Upload-Length'));
        const metadata = ctx.get('Upload-Metadata');
        const first = hasBody(ctx) ? streamedBytes(ctx, body.media, size) : undefined;
        const upload = await uploads.create({
          ...wire.toNames(metadata),
          ...{ size, metadata, client: addressOf(ctx), root: root || undefined },
        });
        const { id } = upload.record;
        if (first !== undefined) {
          await uploads.append(id, 0, first).catch((error: unknown) => {
            // The upload exists, and can be resumed from the bytes that came.
            if (upload.isWhole || !canBeGoneOn(error)) throw error;
          });
        }
        ctx.set('Location', `/uploads/${id}`);
        answer(ctx, upload);
      },
    }),
    api.get('/{id}', 'getUpload', 'Get the state of an upload', {
      description:
        'HEAD says it in the headers, as the tus protocol has it. Asked by the client that made the upload, or with the ' +
        'PIN, it ends who still sends, so that it can be gone on with from there.',
      heeds: ['Tus-Resumable'],
      answers: jsonAnswer('The upload.', wire.UploadSchema, [
        ...STATE_HEADERS,
        'Upload-Length',
        'Upload-Metadata',
        'Cache-Control',
      ]),
      refusals: { ...UNKNOWN, ...OTHER_VERSION, ...NOT_ADDED, 409: 'What it would lie in is no folder.', 423: LOCKED },
      async handler({ params: { id } }, ctx) {
        requireVersion(ctx);
        const upload = ctx.method === 'HEAD' ? await findForHead(ctx, id) : await uploads.find(id);
        const { size, metadata } = upload.record;
        answer(ctx, upload);
        ctx.set({ 'Upload-Length': String(size), 'Upload-Metadata': metadata, 'Cache-Control': 'no-store' });
        return wire.toUpload(upload, uploads.expiresAt(upload));
      },
    }),
    api.patch('/{id}', 'continueUpload', 'Append bytes to an upload', {
      protected: 'always',
      description:
        'Takes the place of another request that goes on with it. Bytes that came before a connection broke count. With ' +
        'the last of them the file is looked at and lies in the library when the answer comes.',
      heeds: ['Tus-Resumable', 'Upload-Offset'],
      bytes: body,
      answers: { 204: { description: 'Durably kept.', headers: STATE_HEADERS } },
      refusals: {
        ...UNKNOWN,
        ...OTHER_VERSION,
        ...NOT_ADDED,
        409: 'Other bytes are expected, another request goes on with it, or what it would lie in is no folder.',
      },
      async handler({ params: { id } }, ctx) {
        requireVersion(ctx);
        const bytes = streamedBytes(ctx, body.media, body.limit);
        const offset = wire.toBytes('Upload-Offset', ctx.get('Upload-Offset'));
        answer(ctx, await uploads.append(id, offset, bytes));
      },
    }),
    api.delete('/{id}', 'endUpload', 'Delete an upload', {
      protected: 'always',
      description: 'What is in the library already stays there.',
      heeds: ['Tus-Resumable'],
      answers: { 204: { description: 'Nothing is left of it.' } },
      refusals: { ...UNKNOWN, ...OTHER_VERSION, 503: 'It could not be saved.' },
      async handler({ params: { id } }, ctx) {
        requireVersion(ctx);
        await uploads.remove(id);
      },
    }),
  ];
}

/** After most failures the upload is still there, and its client has made no mistake. */
function canBeGoneOn(error: unknown): boolean {
  return ![NotFound, Unprocessable, InvalidInput, TooLarge].some((kind) => error instanceof kind);
}

/** A client that names none is let through: who asks by hand need not know. @throws UnknownVersion */
function requireVersion(ctx: Context): void {
  const version = ctx.get('Tus-Resumable');
  if (version !== '' && version !== wire.TUS_VERSION) throw new UnknownVersion(wire.TUS_VERSION);
}

function hasBody({ req: { headers } }: Context): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
