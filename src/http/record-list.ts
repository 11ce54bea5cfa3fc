/**
 * Answers lists of the library: records in order, all of them or a part, as JSON. A list is made in pages, one in a turn
 * of the event loop, as fast as the client takes them; one that goes away ends it. Every list has an ETag (RFC 9110
 * section 8.8.3), the same for the same library and the same target; a long body is kept until the library changes.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';

import type { RecordKind } from '../library/ids.js';
import type { Keys, Library } from '../library/library.js';
import type { Shape } from '../library/store/records.js';
import { JSON_TYPE } from './answer.js';
import { BodyCache } from './body-cache.js';
import type { Part } from './wire/list.js';

/** Rows made in one turn: a millisecond or two. */
const PAGE = 250;
/** Bodies kept: a list of ten thousand tracks, and some more. */
const KEPT_BYTES = 8 * 1024 * 1024;

const OPENING = 0x5b;
const COMMA = 0x2c;

export interface RecordList<Kind extends RecordKind> {
  readonly kind: Kind;
  readonly shape: Shape<Kind>;
  /** The whole list. */
  readonly keys: () => Promise<Keys>;
  readonly part?: Part;
  /** What the list depends on besides the library. */
  readonly state?: unknown;
}

export class RecordLists {
  readonly #library: Library;
  readonly #version: string;
  readonly #bodies = new BodyCache(KEPT_BYTES);
  #revision = '';

  /** @param version of the daemon: another one may show other fields */
  constructor(library: Library, version: string) {
    this.#library = library;
    this.#version = version;
  }

  async answer<Kind extends RecordKind>(ctx: Context, list: RecordList<Kind>): Promise<void> {
    const revision = await this.#present();
    const etag = tagOf(ctx.url, [this.#version, revision, list.state ?? null]);
    ctx.status = 200;
    ctx.set('ETag', etag);
    ctx.set('Cache-Control', 'no-cache');
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.set('Content-Type', JSON_TYPE);
    const kept = this.#bodies.find(etag);
    if (kept !== undefined) ctx.body = kept;
    else if (ctx.method !== 'HEAD') {
      await this.#make(ctx, list, async (body) => {
        if ((await this.#present()) === revision) this.#bodies.store(etag, body);
      });
    }
  }

  /** A list that is asked for by a body: nobody can ask for the same again. */
  async answerOnce<Kind extends RecordKind>(ctx: Context, list: RecordList<Kind>): Promise<void> {
    ctx.status = 200;
    ctx.set('Content-Type', JSON_TYPE);
    await this.#make(ctx, list);
  }

  /** The revision of the library now. */
  async #present(): Promise<string> {
    const revision = await this.#library.revision();
    if (revision !== this.#revision) this.#bodies.clear();
    this.#revision = revision;
    return revision;
  }

  /** @param keep takes the whole body when it is long, but not too long */
  async #make<Kind extends RecordKind>(
    ctx: Context,
    { kind, shape, keys, part }: RecordList<Kind>,
    keep?: (body: Buffer) => Promise<void>,
  ): Promise<void> {
    const all = await keys();
    const wanted = part === undefined ? all : all.subarray(part.offset, part.offset + part.limit);
    const page = (at: number) => this.#library.records(kind, wanted.subarray(at, at + PAGE), shape);
    if (wanted.length <= PAGE) {
      ctx.body = await page(0);
      return;
    }
    const body = Readable.from(pagesOf(wanted.length, page, keep), { objectMode: false });
    // Half a list must not look like a whole one.
    body.once('error', () => ctx.res.destroy());
    ctx.body = body;
  }
}

async function* pagesOf(
  rows: number,
  page: (at: number) => Promise<Buffer>,
  keep: ((body: Buffer) => Promise<void>) | undefined,
): AsyncGenerator<Buffer> {
  let made: Buffer[] = [];
  let bytes = 0;
  for (let at = 0; at < rows; at += PAGE) {
    const rest = joined(await page(at), bytes === 0);
    bytes += rest.length;
    if (bytes <= KEPT_BYTES) made.push(rest);
    else made = [];
    if (rest.length > 0) yield rest;
    await nextTurn();
  }
  const end = Buffer.from(bytes === 0 ? '[]' : ']');
  if (bytes <= KEPT_BYTES) await keep?.(Buffer.concat([...made, end]));
  yield end;
}

/** The rows of a page without its brackets, and with what stands in front of them in the list. */
function joined(page: Buffer, isFirst: boolean): Buffer {
  if (page.length <= '[]'.length) return page.subarray(0, 0);
  page[0] = isFirst ? OPENING : COMMA;
  return page.subarray(0, -1);
}

function tagOf(target: string, state: readonly unknown[]): string {
  const hash = createHash('sha1').update(target).update('\0').update(JSON.stringify(state));
  return `"${hash.digest('base64url')}"`;
}
