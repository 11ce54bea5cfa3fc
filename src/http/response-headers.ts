/**
 * The header fields of answers that a client can make use of, with their words in the OpenAPI document. A route's row
 * names those that it sends; what goes with a status comes from here. Fields of HTTP itself (`Date`, `Content-Length`, `Vary`, …)
 * and the `Content-Type`, which the document knows as the media type, are described nowhere.
 */

/** Field → what it says. */
export const RESPONSE_HEADERS = {
  Allow: 'The methods of the path.',
  'Accept-Ranges': 'Always `bytes`: parts of it can be asked for with `Range`.',
  'Cache-Control': 'How long the answer may be kept (RFC 9111); `no-cache`: ask with `If-None-Match` each time.',
  'Content-Disposition': 'The name to keep the file under (RFC 6266).',
  'Content-Range':
    'Which bytes these are, and of how many; in a refusal only how many there are (RFC 9110 section 14.4).',
  'Content-Security-Policy': 'What the page may load and run: nothing from outside.',
  ETag: 'Another one whenever the content is another (RFC 9110 section 8.8.3).',
  'Last-Modified': 'When the file was last changed, as an HTTP date.',
  Location: 'Path of what was made.',
  'Referrer-Policy': 'Always `no-referrer`.',
  'Retry-After': 'Seconds until another try makes sense.',
  'Tonearm-Left-Out': 'How many entries of the playlists that were named could not be found, and are left out.',
  'Tonearm-Upload':
    '`open` while bytes are missing; then `added`, or `duplicate`: the same file lay there already, and stays the only one.',
  'Tus-Extension': 'The extensions of the tus protocol that are spoken, with commas between them.',
  'Tus-Max-Size': 'Bytes of the largest file.',
  'Tus-Version': 'The versions of the tus protocol that are spoken.',
  'Upload-Expires': 'Until when the upload can be gone on with, or asked about, as an HTTP date.',
  'Upload-Length': 'Bytes of the whole file.',
  'Upload-Metadata': 'As it was sent when the upload was made.',
  'Upload-Offset': 'Bytes that are kept durably: where to go on.',
  'X-Total-Count': 'How many rows the whole list has, of which the answer may be a part.',
  'WWW-Authenticate': 'Always the name of the header that the PIN is sent in.',
} as const;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** Refusals that always carry fields of their own. */
export const REFUSAL_HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  412: ['Tus-Version'],
  416: ['Content-Range'],
  429: ['Retry-After'],
};

/** Field of a request → what it asks for. */
export const REQUEST_HEADERS = {
  'If-None-Match': 'An `ETag`: while that is still the one, the answer is 304 without a body.',
  'If-Range': 'An `ETag` or an HTTP date: `Range` counts only while the file is still that one.',
  'Last-Event-ID': 'Id of the last event that came: what happened since is sent again.',
  'Tus-Resumable': 'Version of the tus protocol that the client speaks: `1.0.0`.',
  'Upload-Length': 'Bytes of the whole file.',
  'Upload-Metadata':
    'Keys, each with a blank and its value in Base64, and commas between them: `filename`, and `relativePath` for the ' +
    'folders that it lies in.',
  'Upload-Offset': 'Bytes that came before these.',
  Range: 'One range of bytes, such as `bytes=0-1023` (RFC 9110 section 14.2); of several the whole is sent.',
} as const;

export type RequestHeader = keyof typeof REQUEST_HEADERS;
