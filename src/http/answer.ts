/** The three shapes of a successful answer. Bodies are serialised here, so that Koa has nothing left to guess. */
import type { Context } from 'koa';

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

/** 200 with a value that is JSON already. */
export function answerJsonText(ctx: Context, json: string): void {
  ctx.res.setHeader('Content-Type', JSON_TYPE);
  ctx.body = json;
}

/** 200 with a bare text, such as a start index. */
export function answerText(ctx: Context, value: string): void {
  ctx.res.setHeader('Content-Type', TEXT_TYPE);
  ctx.body = value;
}

/** 200 without a body: `Content-Length: 0` and no content type. */
export function answerEmpty(ctx: Context): void {
  ctx.body = '';
  ctx.res.removeHeader('Content-Type');
}
