/**
 * Reads and validates JSON bodies. The parser (koa-bodyparser) and the schema compiler (TypeBox) are loaded with the
 * first body that arrives: a daemon that is only asked for its status never pays for them.
 */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { InvalidInput, Unavailable } from '../errors.js';
import { type SlotBounds, Slots } from './slots.js';
import { BodyTooLarge, UnsupportedMediaType } from './refusals.js';
import type { JsonSchema } from './schema.js';
import { clientOf, type Held } from './shares.js';

/** Most bytes of a JSON body, as in rockboxd: 2 MiB. */
export const BODY_LIMIT = 2 * 1024 * 1024;

/** A larger one needs many times its size until it is understood: of those only so many are read at a time. */
const LARGE_BYTES = 64 * 1024;
const MOST_LARGE: SlotBounds = { address: 2, network: 4, all: 8 };
/** A client that sends nothing of such a body for so long is given up, in ms. */
const STALL_MS = 30_000;

/** Members and list entries of a body: the longest list that is taken has 10,000. */
const MOST_VALUES = 100_000;
const [QUOTE, BACKSLASH] = [...Buffer.from('"\\')];
/** By byte: 1 for what stands before each value of a list or an object. */
const IS_BEFORE_VALUE = new Uint8Array(256);
for (const byte of Buffer.from(',[{')) IS_BEFORE_VALUE[byte] = 1;

/** The one media type parameter that is accepted (RFC 9110 section 8.3.1); a semicolon may end the list. */
const JSON_PARAMETER = /^(?:charset=(?:utf-8|"utf-8"))?$/;

type ReadBody = (ctx: Context) => Promise<unknown>;

async function createReader(): Promise<ReadBody> {
  const { default: bodyParser } = await import('koa-bodyparser');
  // Not strict: a bare JSON number is well-formed, the schema refuses it. `__proto__` is an unknown key like any other.
  const options = { enableTypes: ['json'], jsonLimit: `${BODY_LIMIT}b`, strict: false, onProtoPoisoning: 'remove' };
  const parse = bodyParser(options);
  return async (ctx) => {
    if (Number(ctx.req.headers['content-length'] ?? 0) > BODY_LIMIT) throw new BodyTooLarge(BODY_LIMIT);
    const reading = parse(ctx, () => Promise.resolve()) as Promise<unknown>;
    countValues(ctx.req);
    await reading;
    return ctx.request.body;
  };
}

/** Ends the reading of JSON with more values than any body needs: to parse and drop them would hold up all others. */
function countValues(request: IncomingMessage): void {
  let values = 0;
  let isText = false;
  let isEscaped = false;
  const count = (chunk: Buffer): void => {
    for (const byte of chunk) {
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isText = !isText;
      else if (byte === BACKSLASH) isEscaped = isText;
      else if (!isText) values += IS_BEFORE_VALUE[byte] ?? 0;
    }
    if (values < MOST_VALUES) return;
    request.off('data', count);
    // The parser, which waits for the rest. It no longer listens when this piece made the body too large.
    if (request.listenerCount('error') === 0) return;
    request.emit('error', new InvalidInput('INVALID_BODY', `The body has more than ${MOST_VALUES} values.`));
  };
  request.on('data', count);
}

let reader: Promise<ReadBody> | undefined;

interface LargeBody extends Held {
  readonly request: IncomingMessage;
}

const largeBodies = new Slots<LargeBody>(MOST_LARGE, { end: ({ request }) => request.destroy() });

/** Runs `read` unless the body is one too many. @throws Unavailable TOO_MANY_BODIES; a retry helps a moment later */
async function amongFew(ctx: Context, read: ReadBody): Promise<unknown> {
  const length = Number(ctx.req.headers['content-length'] ?? Infinity);
  if (length <= LARGE_BYTES) return read(ctx);
  const { req: request } = ctx;
  const body = { client: clientOf(request.socket), request };
  if (!largeBodies.take(body)) {
    const { address, all } = MOST_LARGE;
    const bounds = `At most ${all} large bodies are read at a time, ${address} of one address`;
    throw new Unavailable('TOO_MANY_BODIES', `${bounds}. Try again in a moment.`);
  }
  request.setTimeout(STALL_MS);
  try {
    return await read(ctx);
  } catch (error) {
    // A client may send everything before it reads the answer. Node ends the connection after five minutes.
    request.resume();
    throw error;
  } finally {
    largeBodies.leave(body);
    request.setTimeout(0);
  }
}

/** Taken apart at its semicolons: a pattern over all of it could be held up by a header full of spaces. */
function isJson(type: string): boolean {
  const [kind, ...parameters] = type.split(';', 4).map((part) => part.trim().toLowerCase());
  return kind === 'application/json' && parameters.length < 3 && parameters.every((each) => JSON_PARAMETER.test(each));
}

function requireJson(ctx: Context): void {
  const type = ctx.req.headers['content-type'];
  if (type === undefined || !isJson(type)) {
    throw new UnsupportedMediaType(
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be sent as Content-Type: application/json.',
    );
  }
  requirePlain(ctx);
}

function requirePlain(ctx: Context): void {
  // Compressed bodies are refused rather than inflated: no client sends them, and a bomb does.
  const encoding = ctx.req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new UnsupportedMediaType('UNSUPPORTED_ENCODING', 'The body must be sent without a content encoding.');
  }
}

/**
 * A function that reads one request's body against `schema`, compiled at its first use.
 * @throws UnsupportedMediaType, Unavailable TOO_MANY_BODIES, InvalidInput INVALID_BODY, or an http-error of the parser (too large, malformed)
 */
export function createBodyReader(schema: JsonSchema): ReadBody {
  const judge = createJudge(schema);
  return async (ctx) => {
    requireJson(ctx);
    const read = await (reader ??= createReader());
    const body = await amongFew(ctx, read);
    await judge(body);
    return body;
  };
}

/**
 * A function that holds a value against `schema`, compiled at its first use.
 * @returns takes the value, and where in the body it stands: a JSON Pointer; throws InvalidInput INVALID_BODY
 */
export function createJudge(schema: JsonSchema): (value: unknown, base?: string) => Promise<void> {
  const compile = async () => (await import('typebox/schema')).Compile(schema);
  let compiled: ReturnType<typeof compile> | undefined;
  return async (value, base = '') => {
    const validator = await (compiled ??= compile());
    if (validator.Check(value)) return;
    const { violationsIn } = await import('./violations.js');
    const violations = violationsIn(schema, validator, value);
    throw new InvalidInput(
      'INVALID_BODY',
      'The body does not have the documented form.',
      violations.map(({ path, message }) => ({ path: `${base}${path}`, message })),
    );
  };
}

/**
 * The bytes of a JSON body as they come, for one that is larger than memory should be.
 * @throws UnsupportedMediaType; and while they are taken BodyTooLarge, InvalidInput BODY_INCOMPLETE
 */
export function streamedBody(ctx: Context, limit: number): AsyncIterable<Buffer> {
  requireJson(ctx);
  if (Number(ctx.req.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge(limit);
  return boundedBytes(ctx, limit);
}

/**
 * The bytes of a body of this media type as they come. Refuses before the first is taken.
 * @throws UnsupportedMediaType, BodyTooLarge; and while they are taken BodyTooLarge, InvalidInput BODY_INCOMPLETE
 */
export function streamedBytes(ctx: Context, type: string, limit: number): AsyncIterable<Buffer> {
  requireType(ctx, [type]);
  if (Number(ctx.req.headers['content-length'] ?? 0) > limit) throw new BodyTooLarge(limit);
  return boundedBytes(ctx, limit);
}

async function* boundedBytes(ctx: Context, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  const chunks = ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  for (;;) {
    const chunk = await chunks.next().catch(() => {
      throw new InvalidInput('BODY_INCOMPLETE', 'The body broke off.');
    });
    if (chunk.done === true) return;
    bytes += chunk.value.length;
    if (bytes > limit) throw new BodyTooLarge(limit);
    yield chunk.value;
  }
}

async function readBytes(ctx: Context): Promise<Buffer> {
  const tooLarge = () => Object.assign(new Error('body too large'), { status: 413 });
  if (Number(ctx.req.headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  // What is left unread is no reason to close the connection before the answer.
  for await (const chunk of ctx.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * A function that reads one request's body as bytes.
 * @throws UnsupportedMediaType for one that is of none of the types, Unavailable TOO_MANY_BODIES, or an error with the
 * status 413
 */
export function createBytesReader(types: readonly string[]): ReadBody {
  return (ctx) => {
    requireType(ctx, types);
    return amongFew(ctx, readBytes);
  };
}

function requireType(ctx: Context, types: readonly string[]): void {
  const [type = ''] = (ctx.req.headers['content-type'] ?? '').split(';', 1);
  if (!types.includes(type.trim().toLowerCase())) {
    throw new UnsupportedMediaType('UNSUPPORTED_MEDIA_TYPE', `The body must be sent as ${types.join(' or ')}.`);
  }
  requirePlain(ctx);
}
