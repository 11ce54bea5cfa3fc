/**
 * A client of the tus protocol over `fetch`; it keeps nothing and repeats nothing. Source: tus resumable upload protocol
 * 1.0.0, "Core Protocol" and "Creation". Needs no document.
 */
import { Refused } from '../../../client/client.js';

/** Offset of an upload in bytes, and whether the file is in the library already. */
export type UploadProgress = Readonly<{ offset: number; state: 'open' | 'added' | 'duplicate' }>;

export interface NewUpload {
  readonly filename: string;
  /** Folders of the file, with or without its name; `''` for none. */
  readonly relativePath: string;
  readonly size: number;
  /** Id of the library root; `''` for the first that can be written to. */
  readonly root: string;
}

export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

const VERSION = { 'Tus-Resumable': '1.0.0' } as const;

/** @returns its address. @throws Refused, or TypeError without a network */
export async function begin(fetch: Fetch, { filename, relativePath, size, root }: NewUpload): Promise<string> {
  const names = { filename, ...(relativePath !== '' && { relativePath }) };
  const metadata = Object.entries(names).map(([key, value]) => `${key} ${base64(value)}`);
  const query = root === '' ? '' : `?root=${encodeURIComponent(root)}`;
  const response = await fetch(`/uploads${query}`, {
    method: 'POST',
    headers: { ...VERSION, 'Upload-Length': String(size), 'Upload-Metadata': metadata.join(',') },
  });
  await requireGood(response);
  return response.headers.get('Location') ?? '';
}

/**
 * Asks for the offset, which ends another sender. Undefined when the daemon does not know the upload.
 * @throws Refused, or TypeError without a network
 */
export async function ask(fetch: Fetch, location: string): Promise<UploadProgress | undefined> {
  const response = await fetch(location, { method: 'HEAD', headers: VERSION });
  if (response.status === 404) return undefined;
  // 423: complete, but not added yet; an empty PATCH retries that.
  if (response.status !== 423) await requireGood(response);
  return progressIn(response);
}

/** Sends bytes from an offset on. @throws Refused, or TypeError without a network */
export async function send(fetch: Fetch, location: string, offset: number, bytes: Blob): Promise<UploadProgress> {
  const response = await fetch(location, {
    method: 'PATCH',
    headers: { ...VERSION, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
    body: bytes,
  });
  await requireGood(response);
  return progressIn(response);
}

/** Cancels an upload; an unknown one is cancelled already. @throws Refused, or TypeError without a network */
export async function end(fetch: Fetch, location: string): Promise<void> {
  const response = await fetch(location, { method: 'DELETE', headers: VERSION });
  if (response.status !== 404) await requireGood(response);
}

function progressIn({ headers }: Response): UploadProgress {
  const result = headers.get('Tonearm-Upload');
  return {
    offset: Number(headers.get('Upload-Offset') ?? 0),
    state: result === 'added' || result === 'duplicate' ? result : 'open',
  };
}

/** @throws Refused when the answer is no success */
export async function requireGood(response: Response): Promise<void> {
  if (!response.ok) throw new Refused(response.status, (await response.json().catch(() => ({}))) as object);
}

/** Base64 of the text in UTF-8. */
function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
