/** A box that takes uploads, as far as a sender sees one: it can be away, full, or cut what is sent. */
import { setImmediate as turn } from 'node:timers/promises';
import { type Chosen, type Memory, Sender } from '../../../src/web/remote/uploads/sender.js';

interface Kept {
  readonly size: number;
  readonly metadata: string;
  bytes: Buffer;
}

/** What the next request gets instead of an answer of its own. */
export type Fault = 'broken' | { readonly status: number; readonly code: string };

export class FakeBox {
  readonly uploads = new Map<string, Kept>();
  /** Methods and addresses, in their order. */
  readonly requests: string[] = [];
  /** Faults of the next requests; `broken` of a PATCH keeps half of the sent bytes. */
  faults: Fault[] = [];
  /** Endings that are refused when they are whole. */
  refused = /$^/;
  most = 0;
  #open = 0;
  #next = 1;

  readonly fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET';
    this.requests.push(`${method} ${address}`);
    this.#open++;
    this.most = Math.max(this.most, this.#open);
    await turn();
    this.#open--;
    const fault = this.faults.shift();
    const upload = this.uploads.get(address);
    const bytes = init.body instanceof Blob ? Buffer.from(await init.body.arrayBuffer()) : Buffer.alloc(0);
    if (fault === 'broken') {
      if (upload !== undefined && method === 'PATCH') {
        upload.bytes = Buffer.concat([upload.bytes, bytes.subarray(0, bytes.length / 2)]);
      }
      throw new TypeError('fetch failed');
    }
    if (fault !== undefined) return problem(fault.status, fault.code);
    const headers = new Headers(init.headers);
    if (method === 'POST') return this.#begin(headers);
    if (upload === undefined) return problem(404, 'UNKNOWN_UPLOAD');
    if (method === 'DELETE') this.uploads.delete(address);
    if (method === 'PATCH') {
      if (Number(headers.get('Upload-Offset')) !== upload.bytes.length) return problem(409, 'OFFSET_MISMATCH');
      upload.bytes = Buffer.concat([upload.bytes, bytes]);
      if (upload.bytes.length === upload.size && this.refused.test(this.nameOf(upload))) {
        this.uploads.delete(address);
        return problem(422, 'NOT_MUSIC');
      }
    }
    return new Response(null, { status: 204, headers: progress(upload) });
  };

  nameOf({ metadata }: Kept): string {
    return Buffer.from(/filename ([^,]+)/.exec(metadata)?.[1] ?? '', 'base64').toString();
  }

  /** Whole ones, by their names. */
  whole(): ReadonlyMap<string, Buffer> {
    const all = [...this.uploads.values()].filter(({ bytes, size }) => bytes.length === size);
    return new Map(all.map((upload) => [this.nameOf(upload), upload.bytes]));
  }

  #begin(headers: Headers): Response {
    const location = `/uploads/${this.#next++}`;
    const metadata = headers.get('Upload-Metadata') ?? '';
    this.uploads.set(location, { size: Number(headers.get('Upload-Length')), metadata, bytes: Buffer.alloc(0) });
    return new Response(null, { status: 201, headers: { Location: location } });
  }
}

function progress({ bytes, size }: Kept): Record<string, string> {
  return { 'Upload-Offset': String(bytes.length), 'Tonearm-Upload': bytes.length === size ? 'added' : 'open' };
}

function problem(status: number, code: string): Response {
  return new Response(JSON.stringify({ code, detail: `It says ${code}.` }), { status });
}

export function createMemory(): Memory & { readonly map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    get: (key) => map.get(key),
    set: (key, value) => map.set(key, value),
    delete: (key) => map.delete(key),
  };
}

/** A sender that never waits. */
export function createSender(box: FakeBox, memory: Memory = createMemory()): Sender {
  return new Sender({ fetch: box.fetch, memory, pause: () => turn(), now: () => 0, changed: () => undefined });
}

export function file(name: string, bytes: Buffer, path = ''): Chosen {
  return { name, path, modified: 1, blob: new Blob([new Uint8Array(bytes)]) };
}

/** Until nothing is on its way, or all of it is stopped. */
export async function settled(sender: Sender): Promise<void> {
  for (let rounds = 0; rounds < 100_000; rounds++) {
    const { busy, halt } = sender.read();
    if (!busy || halt !== undefined) break;
    await turn();
  }
  for (let rounds = 0; rounds < 10; rounds++) await turn();
}
