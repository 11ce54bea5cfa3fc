/**
 * What a route is: one row of a table that holds everything the server, the validators and the OpenAPI document need.
 * A handler is a few lines: one service call, and translation by `wire`.
 */
import type { Context } from 'koa';
import type { PinNeed } from '../system/pin.js';
import type { RequestHeader, ResponseHeader } from './response-headers.js';
import type { JsonSchema, QueryParameters, QueryValue, Static, ValueOf } from './schema.js';

/** Carries the PIN, where one is set. */
export const PIN_HEADER = 'Tonearm-Pin';

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** What the client sent, validated: handlers never look at the raw request. */
interface Input<Query, Body, Params> {
  readonly query: Query;
  readonly body: Body;
  /** The `{name}` segments of the path, percent-decoded. */
  readonly params: Params;
}

/** A successful answer; without `type` its body is empty. */
interface Answer {
  readonly description: string;
  readonly type?:
    | 'application/json'
    | 'text/plain'
    | 'text/html'
    | 'text/event-stream'
    | 'image/*'
    | 'audio/*'
    | 'audio/x-mpegurl'
    | 'application/xspf+xml'
    | 'application/manifest+json'
    | 'application/captive+json'
    | 'text/javascript';
  readonly schema?: JsonSchema;
  /** Fields that it always carries, besides those of HTTP itself. */
  readonly headers?: readonly ResponseHeader[];
}

interface RouteDetails {
  readonly description?: string;
  /**
   * Needs the PIN, where one is set: always, or where its level covers changes. The PIN is asked for before anything of the
   * request is read.
   */
  readonly protected?: PinNeed;
  /** What of the PIN a request needs by its body and path; `words` say that in the document. Asked when the body is judged. */
  readonly protects?: {
    readonly words: string;
    readonly need: (body: never, params: Readonly<Record<string, string>>) => PinNeed | undefined;
  };
  /** Fields of the request that it heeds; `If-None-Match` goes with an answer 304. */
  readonly heeds?: readonly RequestHeader[];
  /** Media types of a body that is taken as bytes, at most 2 MiB of them; then `body` is a Buffer. */
  readonly media?: readonly string[];
  /** A JSON body that the handler takes as it comes (`streamedBody`), of at most `limit` bytes. */
  readonly streamed?: { readonly schema: JsonSchema; readonly limit: number };
  /** Bytes that the handler takes as they come (`streamedBytes`), of at most `limit`. */
  readonly bytes?: { readonly media: string; readonly limit: number; readonly optional?: true };
  /** Fields of everything that the route answers, refusals too: said of its tag, for a protocol has them everywhere. */
  readonly always?: Readonly<Record<string, string>>;
  /** What the `{name}` segments of the path mean; the live queue's need no words. */
  readonly segments?: Readonly<Record<string, string>>;
  /** By status; the lowest is the one of success. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** Refusals of this route beyond those that follow from its shape, by status, in words. */
  readonly refusals?: Readonly<Record<number, string>>;
}

/** What a handler gets of a query. */
type QueryOf<Query extends QueryParameters> = { readonly [Key in keyof Query]: ValueOf<Query[Key]> };

type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsOf<Rest>
  : unknown;

interface RouteDefinition<
  Path extends string,
  Query extends QueryParameters,
  Body extends JsonSchema,
> extends RouteDetails {
  readonly query?: Query;
  readonly body?: Body;
  /** Returns what is answered as the text or JSON of `answers`; undefined when it has set the body of that itself. */
  handler(input: Input<QueryOf<Query>, Static<Body>, ParamsOf<Path>>, ctx: Context): unknown;
}

/** A route whose schema types are forgotten: what the dispatcher and the OpenAPI document work with. */
export interface Route extends RouteDetails {
  readonly method: Method;
  /** OpenAPI form: `/playlists/{id}/tracks`. */
  readonly path: string;
  readonly tag: string;
  readonly operationId: string;
  readonly summary: string;
  readonly query?: QueryParameters;
  readonly body?: JsonSchema;
  // A method, not a property: its parameters compare bivariantly, and the dispatcher passes only what was validated.
  handler(
    input: Input<Readonly<Record<string, QueryValue>>, unknown, Readonly<Record<string, string>>>,
    ctx: Context,
  ): unknown;
}

/** What the routes of a resource have in common; a route may have its own instead. */
type Common = Pick<Route, 'tag' | 'segments' | 'refusals' | 'always'>;

/**
 * Makes the routes of a resource, one function for each method. They type the handlers by path and schemas.
 * @param prefix of the paths
 */
export function routesOf(prefix: string, common: Common) {
  const make =
    (method: Method) =>
    <
      const Path extends string,
      const Query extends QueryParameters = QueryParameters,
      const Body extends JsonSchema = JsonSchema,
    >(
      path: Path,
      operationId: string,
      summary: string,
      definition: RouteDefinition<Path, Query, Body>,
    ): Route =>
      ({ ...common, method, path: prefix + path, operationId, summary, ...definition }) as Route;
  return {
    get: make('GET'),
    put: make('PUT'),
    post: make('POST'),
    patch: make('PATCH'),
    delete: make('DELETE'),
    options: make('OPTIONS'),
  };
}

/** The refusal of every command that changes what is kept. */
export const NOT_SAVED = { 503: 'It took effect but could not be saved: a power cut may undo it.' } as const;

/** The refusal of every command that takes effect only when it is kept. */
export const REFUSED = { 503: 'It could not be saved, and nothing is changed.' } as const;

/** The refusal of everything that asks the library. */
export const UNREADABLE = { 503: 'The library cannot be read.' } as const;

/** The usual row of answers: 200 with a JSON body. */
export function jsonAnswer(
  description: string,
  schema: JsonSchema,
  headers: readonly ResponseHeader[] = [],
): Readonly<Record<number, Answer>> {
  return { 200: { description, type: 'application/json', schema, headers } };
}

/** A list, or a part of it. */
export function pageAnswer(description: string, schema: JsonSchema): Readonly<Record<number, Answer>> {
  return jsonAnswer(description, schema, ['X-Total-Count']);
}

/** A list, or a part of it, which has an ETag. */
export function listAnswer(description: string, schema: JsonSchema): Readonly<Record<number, Answer>> {
  return taggedAnswer(description, schema, ['X-Total-Count']);
}

/** JSON that has an ETag. */
export function taggedAnswer(
  description: string,
  schema: JsonSchema,
  more: readonly ResponseHeader[] = [],
): Readonly<Record<number, Answer>> {
  const headers = ['ETag', 'Cache-Control'] as const;
  return {
    200: { description, type: 'application/json', schema, headers: [...headers, ...more] },
    304: { description: 'The client has it already.', headers },
  };
}

/** 201 with what was made, as it is then. */
export function madeAnswer(description: string, schema: JsonSchema): Readonly<Record<number, Answer>> {
  return { 201: { description, type: 'application/json', schema, headers: ['Location'] } };
}

/** 200 with a bare text. */
export function textAnswer(
  description: string,
  schema: JsonSchema,
  headers: readonly ResponseHeader[] = [],
): Readonly<Record<number, Answer>> {
  return { 200: { description, type: 'text/plain', schema, headers } };
}
