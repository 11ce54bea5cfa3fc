/** The shapes of a successful answer. Bodies are serialised here, so that Koa has nothing left to guess. */
import type { Context } from 'koa';
import { nextTurn } from '../library/turn.js';
import { answerPieces } from './send-pieces.js';
import type { Material } from './unread.js';
import { EVERYTHING, type Part } from './wire/list.js';

/** How long the whole list is of which an answer may be a part. */
export const TOTAL_HEADER = 'X-Total-Count';

export const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** 200 (or the status set before) with any JSON value, a bare number or `null` too. */
export function answerJson(ctx: Context, value: unknown): void {
  ctx.res.setHeader('Content-Type', JSON_TYPE);
  ctx.body = JSON.stringify(value);
}

/** 201 with what was made. @param path where it is from now on, of ids that need no encoding */
export function answerMade(ctx: Context, path: string, value: unknown): void {
  ctx.status = 201;
  ctx.res.setHeader('Location', path);
  answerJson(ctx, value);
}

/** Rows made into JSON in one turn of the event loop. */
const TURN = 250;
/** What a row takes in memory until it is sent, roughly. */
const ROW_BYTES = 256;

/** 200 with a part of a list that is in memory, and in the header how long the whole list is. */
export async function answerList<Row>(
  ctx: Context,
  all: readonly Row[],
  toWire: (row: Row) => unknown,
  { offset, limit }: Part = EVERYTHING,
): Promise<void> {
  ctx.set(TOTAL_HEADER, String(all.length));
  const some = all.slice(offset, offset + limit);
  const pieces = rowPieces(some, (rows) => rows.map((row) => JSON.stringify(toWire(row))).join(','));
  await answerJsonPieces(ctx, pieces, { what: some, bytes: some.length * ROW_BYTES });
}

/** 200 with JSON that is made in pieces while it is sent. @param material what it is made of */
export async function answerJsonPieces(
  ctx: Context,
  pieces: AsyncIterable<Buffer>,
  material?: Material,
): Promise<void> {
  ctx.status = 200;
  ctx.set('Content-Type', JSON_TYPE);
  await answerPieces(ctx, pieces, material);
}

/** A JSON array in pieces. @param toText the JSON of some rows, with commas between them */
export async function* rowPieces<Row>(
  rows: readonly Row[],
  toText: (some: readonly Row[], from: number) => string | Promise<string>,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < rows.length; at += TURN) {
    if (at > 0) await nextTurn();
    yield Buffer.from(`${at === 0 ? '[' : ','}${await toText(rows.slice(at, at + TURN), at)}`);
  }
  yield Buffer.from(rows.length === 0 ? '[]' : ']');
}

/** 200 with a bare text, such as a start index. */
export function answerText(ctx: Context, value: string): void {
  ctx.res.setHeader('Content-Type', TEXT_TYPE);
  ctx.body = value;
}

/** Answers without a body: no content type, and of 204 no length. */
export function answerEmpty(ctx: Context, status: number): void {
  ctx.status = status;
  if (status === 204) return;
  ctx.body = '';
  ctx.res.removeHeader('Content-Type');
}
