/**
 * Uploads on the wire: the fields of the tus protocol, and what the box tells of them beyond that. Source: tus resumable
 * upload protocol 1.0.0, sections "Core Protocol", "Creation" and "Expiration".
 */
import { isUtf8 } from 'node:buffer';

import { InvalidInput } from '../../errors.js';
import type { Upload } from '../../uploads/upload.js';
import { choice, count, named, text, textOrNull } from '../schema.js';

export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = 'creation,creation-with-upload,expiration,termination';
export const OFFSET_TYPE = 'application/offset+octet-stream';

/** Characters of the header, which has room for names of any honest length. */
const MOST_METADATA = 8192;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

export const UploadSchema = named('Upload').record(
  'A file on its way into the library, or one that got there within a day.',
  {
    id: textOrNull(
      '32 hexadecimal digits. Whoever knows it can go on with the upload and end it: of open ones it is null in the list ' +
        'for other clients than the one that made them, unless a PIN is set.',
    ),
    name: text('Of the file, as the box keeps it.'),
    folder: text('Below the root; `""` for the root itself.'),
    root: text('Absolute path of the library root, or of the volume below one.'),
    size: count('Bytes of the whole file.'),
    offset: count('Bytes that are kept durably.'),
    state: choice(
      ['open', 'added', 'duplicate'],
      'Whether bytes are missing; else whether it was added, or lay there already.',
    ),
    path: text('Absolute path of the file in the library; `""` while it is not there.'),
    expires: count('Until when it can be gone on with, or asked about, in Unix seconds.'),
  },
);

/** @param mayKnow whether its id is told */
export function toUpload(upload: Upload, expiresAt: number, mayKnow = true) {
  const { id, name, folders, size, result } = upload.record;
  return {
    id: mayKnow ? id : null,
    name,
    folder: folders.join('/'),
    root: upload.root,
    size,
    offset: upload.offset,
    state: stateOf(upload),
    path: result?.path ?? '',
    expires: Math.floor(expiresAt / 1000),
  };
}

export function stateOf({ record: { result } }: Upload): 'open' | 'added' | 'duplicate' {
  return result?.kind ?? 'open';
}

/** The headers that tell where an upload is. */
export function toUploadHeaders(upload: Upload, expiresAt: number): Record<string, string> {
  return {
    'Upload-Offset': String(upload.offset),
    'Upload-Expires': new Date(expiresAt).toUTCString(),
    'Tonearm-Upload': stateOf(upload),
  };
}

/** A number of bytes in a header. @throws InvalidInput INVALID_HEADER */
export function toBytes(name: 'Upload-Length' | 'Upload-Offset', value: string): number {
  if (!/^\d{1,15}$/.test(value)) {
    const message = 'must be a number of bytes';
    throw new InvalidInput('INVALID_HEADER', `${name} ${message}.`, [{ path: name, message }]);
  }
  return Number(value);
}

/** What is said of a file that is to come. @throws InvalidInput INVALID_METADATA */
export function toNames(metadata: string): { readonly filename: string; readonly relativePath: string } {
  if (metadata.length > MOST_METADATA) throw invalid(`has more than ${MOST_METADATA} characters`);
  const values = new Map<string, string>();
  for (const pair of metadata.split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    if (key === '' || rest.length > 0 || !BASE64.test(value)) throw invalid('is not made of keys and Base64');
    if (values.has(key)) throw invalid('has a key twice');
    const bytes = Buffer.from(value, 'base64');
    if (['filename', 'name', 'relativePath'].includes(key) && !isUtf8(bytes)) throw invalid(`has no UTF-8 in ${key}`);
    values.set(key, bytes.toString());
  }
  const filename = values.get('filename') ?? values.get('name');
  if (filename === undefined) throw invalid('names no filename');
  const relativePath = values.get('relativePath') ?? '';
  // What a page makes of a file that was chosen without its folder.
  return { filename, relativePath: relativePath === 'null' ? '' : relativePath };
}

function invalid(message: string): InvalidInput {
  return new InvalidInput('INVALID_METADATA', `Upload-Metadata ${message}.`, [{ path: 'Upload-Metadata', message }]);
}
