/** One request of a client, and its answer. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { DavFolder } from './folder.js';
import { Refusal } from './refusal.js';
import type { Target } from './target.js';

export interface DavRequest {
  readonly method: string;
  readonly target: Target;
  readonly headers: IncomingMessage['headers'];
  readonly folder: DavFolder;
  /** Lock tokens that the request submits. */
  readonly tokens: ReadonlySet<string>;
  /** The body; to ask for it lets a client that waits for that begin (`Expect: 100-continue`). */
  readonly body: () => Readable;
}

export interface DavAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Readable;
}

/** Bytes of a body that is XML. */
export const MOST_XML_BYTES = 64 * 1024;

/** @throws Refusal 413 */
export async function bodyOf(request: DavRequest, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request.body() as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > most) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

export const tooLarge = (): Refusal => new Refusal(413, 'More is sent than is taken.');

/** A header that may be sent once. */
export function headerOf({ headers }: Pick<DavRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Value of `Depth` (RFC 4918 section 10.2). @throws Refusal 400 */
export function depthOf(request: DavRequest, standard: 0 | 1 | 'infinity'): 0 | 1 | 'infinity' {
  const depth = headerOf(request, 'depth')?.trim().toLowerCase();
  if (depth === undefined) return standard;
  if (depth === '0') return 0;
  if (depth === '1') return 1;
  if (depth === 'infinity') return 'infinity';
  throw new Refusal(400, 'The header Depth is neither 0 nor 1 nor infinity.');
}
