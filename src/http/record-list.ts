/**
 * Answers lists of the library: records in order, all of them or a part, as JSON. A list is made in pages, one in a turn
 * of the event loop, as fast as the client takes them; one that goes away ends it. Every list has an ETag (RFC 9110
 * section 8.8.3), the same for the same library and the same target; a long body is kept until the library changes.
 */
import type { Context } from 'koa';

import type { RecordKind } from '../library/ids.js';
import type { Library } from '../library/library.js';
import { type Bounds, Pace } from '../library/pace.js';
import type { KeyList, Keys } from '../library/store/lists.js';
import type { Shape } from '../library/store/records.js';
import { nextTurn } from '../library/turn.js';
import { answerJson, JSON_TYPE, TOTAL_HEADER } from './answer.js';
import { type Body, BodyCache, type Draft } from './body-cache.js';
import { tagged } from './etag.js';
import { encoded, encodingFor, type Pieces, sendPieces } from './send-pieces.js';
import { EVERYTHING, type Part } from './wire/list.js';

/** Rows made in one turn. An artist may cost a hundred times as much as another one. */
const PAGES: Readonly<Record<RecordKind, Bounds>> = {
  track: { first: 200, least: 100, most: 600 },
  album: { first: 250, least: 200, most: 1000 },
  artist: { first: 16, least: 1, most: 64 },
  genre: { first: 250, least: 200, most: 1000 },
};
/** Keys that are held at a time of a list that is read page by page. */
const KEYS = 5000;
/** Bodies kept: a list of ten thousand tracks, and some more. */
const KEPT_BYTES = 8 * 1024 * 1024;

const OPENING = 0x5b;
const COMMA = 0x2c;

export interface RecordList<Kind extends RecordKind> {
  readonly kind: Kind;
  readonly shape: Shape<Kind>;
  readonly list: KeyList;
  /** Some of them, in order, as a JSON array; looked up one by one when nothing else is said. */
  readonly rows?: (keys: Keys) => Promise<Buffer>;
  readonly part?: Part;
  /** What the list depends on besides the library. */
  readonly state?: unknown;
}

export class RecordLists {
  readonly #bodies = new BodyCache(KEPT_BYTES);
  #revision = '';

  /** @param version of the daemon: another one may show other fields */
  constructor(
    private readonly library: Library,
    private readonly version: string,
  ) {}

  async answer<Kind extends RecordKind>(ctx: Context, list: RecordList<Kind>): Promise<void> {
    const etag = await this.#tag(ctx, [list.part, list.state]);
    if (etag === undefined) return;
    ctx.set('Content-Type', JSON_TYPE);
    const kept = this.#bodies.find(etag);
    if (kept !== undefined) answerBody(ctx, kept);
    else await this.#make(ctx, list, etag);
  }

  /** Another list that stays the same as long as the library does. @param of what it depends on besides */
  async answerOf(ctx: Context, of: unknown, list: () => Promise<readonly unknown[]>): Promise<void> {
    const etag = await this.#tag(ctx, [of]);
    if (etag === undefined) return;
    const rows = await list();
    ctx.set(TOTAL_HEADER, String(rows.length));
    answerJson(ctx, rows);
  }

  /** A list that is asked for by a body: nobody can ask for the same again. */
  async answerOnce<Kind extends RecordKind>(ctx: Context, list: RecordList<Kind>): Promise<void> {
    ctx.status = 200;
    ctx.set('Content-Type', JSON_TYPE);
    await this.#make(ctx, list);
  }

  async #tag(ctx: Context, facts: readonly unknown[]): Promise<string | undefined> {
    return tagged(ctx, [this.version, await this.#present(), ...facts]);
  }

  /** The revision of the library now. */
  async #present(): Promise<string> {
    const revision = await this.library.revision();
    if (revision !== this.#revision) this.#bodies.clear();
    this.#revision = revision;
    return revision;
  }

  /** @param etag under which a long body is kept, if it is not too long */
  async #make<Kind extends RecordKind>(ctx: Context, list: RecordList<Kind>, etag?: string): Promise<void> {
    const { kind, shape, list: source } = list;
    const rows = list.rows ?? ((some: Keys) => this.library.records(kind, some, shape));
    await nextTurn();
    const total = await source.total();
    ctx.set(TOTAL_HEADER, String(total));
    if (ctx.method === 'HEAD') return;
    const { offset, limit } = list.part ?? EVERYTHING;
    const end = Math.min(offset + limit, total);
    const pace = new Pace(PAGES[kind]);
    let keys: Keys = new Uint32Array();
    let at = offset;
    const next = async (): Promise<Buffer> => {
      if (keys.length === 0 && at < end) {
        await nextTurn();
        keys = await source.keys({ offset: at, limit: Math.min(KEYS, end - at) });
        await nextTurn();
      }
      const page = keys.subarray(0, pace.size);
      keys = keys.subarray(page.length);
      // The list may have become shorter since it was counted.
      at = page.length === 0 ? end : at + page.length;
      return pace.time(() => rows(page));
    };
    // Before anything is sent: a library that cannot be read is refused in words.
    const first = await next();
    if (at >= end) {
      ctx.body = first;
      return;
    }
    const expected = (first.length / (at - offset)) * (end - offset);
    // What is too long to be kept is let go piece by piece: megabytes that are dropped later are long collections.
    const draft = etag === undefined || expected > KEPT_BYTES ? undefined : this.#bodies.begin(etag, total);
    const pages = pagesOf(first, () => (at < end ? next() : undefined));
    const pieces = encoded(ctx, pages);
    ctx.respond = false;
    // A client that is slow to take its list is not a request that runs.
    void sendPieces(ctx, this.#drafted(pieces, draft), { what: keys.buffer, bytes: keys.buffer.byteLength });
  }

  /** Passes the pieces on, and keeps them when all of them were taken. */
  async *#drafted(pieces: Pieces, draft: Draft | undefined): AsyncGenerator<Buffer> {
    try {
      for await (const piece of pieces) {
        draft?.add(piece);
        yield piece;
      }
      // Drops it when the library has changed meanwhile.
      await this.#present();
      draft?.finish();
    } finally {
      draft?.drop();
    }
  }
}

/** The pieces of one JSON array. @param next another array of rows, as long as there are some */
async function* pagesOf(first: Buffer, next: () => Promise<Buffer> | undefined): AsyncGenerator<Buffer> {
  let isEmpty = true;
  for (let page: Buffer | undefined = first; page !== undefined; page = await next()) {
    const rows = joined(page, isEmpty);
    if (rows.length > 0) yield rows;
    isEmpty &&= rows.length === 0;
    await nextTurn();
  }
  yield Buffer.from(isEmpty ? '[]' : ']');
}

/** The rows of a page without its brackets, and with what stands in front of them in the list. */
function joined(page: Buffer, isFirst: boolean): Buffer {
  if (page.length <= '[]'.length) return page.subarray(0, 0);
  page[0] = isFirst ? OPENING : COMMA;
  return page.subarray(0, -1);
}

function answerBody(ctx: Context, body: Body): void {
  const { pieces, bytes, total } = body;
  ctx.set(TOTAL_HEADER, String(total));
  if (encodingFor(ctx) !== 'identity') ctx.set('Content-Encoding', encodingFor(ctx));
  ctx.set('Content-Length', String(bytes));
  if (ctx.method === 'HEAD') return;
  ctx.respond = false;
  void sendPieces(ctx, pieces, { what: body, bytes });
}
