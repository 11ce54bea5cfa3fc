/**
 * The one place that turns errors into HTTP statuses and problem documents (RFC 9457). Nothing else in the house knows a
 * status of failure. What is not recognised is our own fault: 500, logged in full, told to nobody else.
 */
import { STATUS_CODES } from 'node:http';
import type { Context } from 'koa';
import * as house from '../errors.js';
import type { Refusal, Violation } from '../errors.js';
import type { Log } from '../log.js';
import { PIN_HEADER } from './route.js';
import * as own from './refusals.js';

export const PROBLEM_TYPE = 'application/problem+json';

/** RFC 9457 section 3.1, with our `code`, `errors` and `refused` as extension members. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly errors?: readonly Violation[];
  readonly refused?: readonly Refusal[];
}

/** How our own family maps; the first that fits wins. */
const STATUS_OF_FAMILY = [
  [house.InvalidInput, 400],
  [house.Unauthorized, 401],
  [house.Forbidden, 403],
  [house.NotFound, 404],
  [own.MethodNotAllowed, 405],
  [house.Conflict, 409],
  [own.UnknownVersion, 412],
  [house.TooLarge, 413],
  [own.UnsupportedMediaType, 415],
  [own.RangeNotSatisfiable, 416],
  [house.Unprocessable, 422],
  [own.Locked, 423],
  [house.TooManyAttempts, 429],
  // The code under which clients of rockboxd know it.
  [house.Unreadable, 500],
  [house.ServiceFailed, 500],
  [house.Unavailable, 503],
  [house.TimedOut, 504],
  [house.NoSpace, 507],
] as const;

/** What the body parser and Koa refuse (the `status` of an http-error), in our words. */
const PROTOCOL_REFUSALS: Readonly<Record<number, readonly [code: string, detail: string]>> = {
  400: ['BAD_REQUEST', 'The request could not be read.'],
  413: ['BODY_TOO_LARGE', 'The body is larger than 2 MiB.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The body is in an encoding that is not read.'],
};

/** A problem document; its title is the reason phrase, as `about:blank` asks for. */
export function problem(status: number, code: string, detail: string, errors: readonly Violation[] = []): Problem {
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: 'about:blank', title, status, detail, code, ...(errors.length > 0 && { errors }) };
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined;
}

/** The problem document of any thrown value. */
export function problemOf(error: unknown): Problem {
  const family = STATUS_OF_FAMILY.find(([kind]) => error instanceof kind);
  if (family !== undefined && error instanceof house.TonearmError) {
    const violations = error instanceof house.InvalidInput || error instanceof own.NotHealthy ? error.violations : [];
    const document = problem(family[1], error.code, error.message, violations);
    return error instanceof house.MembersRefused ? { ...document, refused: error.refused } : document;
  }
  const status = statusOf(error);
  if (error instanceof SyntaxError && status === 400)
    return problem(400, 'MALFORMED_JSON', 'The body is not valid JSON.');
  const refusal = typeof status === 'number' ? PROTOCOL_REFUSALS[status] : undefined;
  if (typeof status === 'number' && refusal !== undefined) return problem(status, ...refusal);
  return problem(500, 'INTERNAL_ERROR', 'Something went wrong inside the daemon; its log says what.');
}

/** Answers with the problem document of `error` and logs what is our own fault. */
export function answerProblem(ctx: Context, error: unknown, log: Log): void {
  const body = problemOf(error);
  if (body.status === 500 && !(error instanceof house.TonearmError)) {
    const stack = error instanceof Error ? error.stack : String(error);
    log.error('request failed with a fault of the daemon', { method: ctx.method, path: ctx.path, stack });
  }
  // What was set for an answer that did not come about.
  for (const name of ['ETag', 'Last-Modified', 'Cache-Control', 'Content-Encoding', 'Content-Length', 'X-Total-Count'])
    ctx.remove(name);
  if (error instanceof own.MethodNotAllowed) ctx.set('Allow', error.allow);
  // RFC 9110 section 11.6.1; no browser asks its user for a scheme that it does not know.
  if (error instanceof house.Unauthorized) ctx.set('WWW-Authenticate', PIN_HEADER);
  if (error instanceof house.TooManyAttempts) ctx.set('Retry-After', String(error.retryAfter));
  if (error instanceof own.RangeNotSatisfiable) ctx.set('Content-Range', `bytes */${error.size}`);
  if (error instanceof own.UnknownVersion) ctx.set('Tus-Version', error.versions);
  ctx.status = body.status;
  ctx.set('Content-Type', PROBLEM_TYPE);
  ctx.body = JSON.stringify(body);
}
