/**
 * Builds the OpenAPI 3.1.0 document of a route table. Schemas that are registered as components are referred to wherever
 * the very same constant is used; the refusals that follow from a route's shape (a query, a body, a method that changes
 * something) are added to those that the route names itself.
 */
import { BODY_LIMIT } from './body.js';
import { ERROR_CODES } from './error-codes.js';
import { PROBLEM_TYPE } from './error-mapping.js';
import { REFUSAL_HEADERS, REQUEST_HEADERS, RESPONSE_HEADERS, type ResponseHeader } from './response-headers.js';
import { PIN_HEADER, type Route } from './route.js';
import type { JsonSchema } from './schema.js';

/** The version of the interface, which is not the version of the daemon. */
export const INTERFACE_VERSION = '1.0.0';

export const ProblemSchema = {
  type: 'object',
  description: 'Why a request was refused (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', description: 'Always `about:blank`: `code` tells problems apart.' },
    title: { type: 'string', description: 'The reason phrase of the status.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'A sentence for people.' },
    code: {
      type: 'string',
      description:
        'Stable, upper snake case: what a program tests for. `x-error-codes` of this document says of each what it means ' +
        'and what a client can do.',
    },
    errors: {
      type: 'array',
      description: 'The single mistakes of a request.',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: { type: 'string', description: 'A JSON Pointer into the body, or a key of the query.' },
          message: { type: 'string', description: 'What is wrong there.' },
        },
      },
    },
    refused: {
      type: 'array',
      description: 'The members of a request that cannot act; nothing of the request was done.',
      items: {
        type: 'object',
        required: ['member', 'reason'],
        properties: {
          member: { type: 'string', description: 'Name of the member.' },
          reason: { type: 'string', description: 'Why it cannot act, for people.' },
        },
      },
    },
  },
} as const;

const DESCRIPTION = `The library, the live queue, the player and the volume of one box, over plain HTTP on the LAN.

Every path that answers to GET answers to HEAD as well, and every path to OPTIONS with \`Allow\`, as a refusal of another
method does (405). What is refused is told as a problem document (RFC 9457), whose \`code\` is among those of
\`x-error-codes\`. Every answer carries \`X-Content-Type-Options: nosniff\` and
\`Cross-Origin-Resource-Policy: same-origin\`.`;

type Json = Readonly<Record<string, unknown>>;

/** What a daemon has really answered, by operation (`examples.json`); see `test/e2e/examples.ts`. */
export type Examples = Readonly<
  Record<string, { readonly body?: unknown; readonly status: number; readonly type?: string; readonly value?: unknown }>
>;

/** Replaces every registered component below `node` by its reference. `root` itself stays what it is. */
function withReferences(node: unknown, names: ReadonlyMap<unknown, string>, root = true): unknown {
  const name = root ? undefined : names.get(node);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(node)) return node.map((each) => withReferences(each, names, false));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withReferences(value, names, false)]));
}

/** Refusals by status in words: those of every route of this shape, and its own. */
function refusalsOf(route: Route): Record<string, string> {
  const words: Record<string, string> = { 403: 'The host name or the origin of the request is not allowed.' };
  const { bytes, streamed } = route;
  const hasBody = [route.body, route.media, streamed, bytes].some((each) => each !== undefined);
  if (route.query || hasBody) words['400'] = 'The request does not have the documented form.';
  if (hasBody)
    words['413'] = `The body is larger than ${Math.round(((bytes ?? streamed)?.limit ?? BODY_LIMIT) / 2 ** 20)} MiB.`;
  if (hasBody)
    words['415'] = `The body is not sent as \`${bytes?.media ?? route.media?.join('` or `') ?? 'application/json'}\`.`;
  words['500'] = 'A fault of the daemon; its log says which.';
  for (const [status, text] of Object.entries(route.refusals ?? {})) words[status] = text;
  if (hasBody && !streamed && !bytes) words['503'] = `${words['503'] ?? ''} Too many large bodies come at once.`.trim();
  const { protected: need, protects } = route;
  if (need === 'changes') return withPin(words, ' whose level is `changes`');
  if (need === 'always') return withPin(words, '');
  return protects === undefined ? words : withPin(words, `, ${protects.words}`);
}

/** What a protected route refuses before anything else. @param which PIN it is, in words */
function withPin(words: Readonly<Record<string, string>>, which: string): Record<string, string> {
  const unreadable = 'Whether a PIN is set cannot be read.';
  return {
    ...words,
    401: `A PIN is set${which}, and the request has none in the header \`${PIN_HEADER}\`.`,
    403: `The PIN is wrong. Or: ${words['403'] ?? ''}`,
    429: 'Too many PINs were tried; `Retry-After` says how long to wait.',
    503: words['503'] === undefined ? unreadable : `${unreadable} Or: ${words['503']}`,
  };
}

/** By reference: most of them are the same everywhere. */
function headersOf(names: readonly ResponseHeader[] = []): Json {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}

function responsesOf(route: Route, example: Examples[string] | undefined): Json {
  const answers = Object.entries(route.answers).map(([status, { description, type, schema, headers }]) => {
    const isShown = String(example?.status) === status && example?.value !== undefined;
    const content = type && { content: { [type]: { schema, ...(isShown && { example: example.value }) } } };
    return [status, { description, ...headersOf(headers), ...content }];
  });
  const refusals = Object.entries(refusalsOf(route)).map(([status, description]) => [
    status,
    {
      description,
      ...headersOf(REFUSAL_HEADERS[Number(status)]),
      content: { [PROBLEM_TYPE]: { schema: ProblemSchema } },
    },
  ]);
  return Object.fromEntries([...answers, ...refusals]) as Json;
}

function parametersOf(route: Route): Json[] {
  const path = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: route.segments?.[name] ?? 'Any value: there is one live queue, and clients say `current`.',
    schema: { type: 'string' },
  }));
  const query = Object.entries(route.query ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: schema.default === undefined,
    description,
    schema,
  }));
  const heeded = [...(route.answers[304] === undefined ? [] : (['If-None-Match'] as const)), ...(route.heeds ?? [])];
  const header = heeded.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: REQUEST_HEADERS[name],
    schema: { type: 'string' },
  }));
  return [...path, ...query, ...header];
}

/** What a route takes: JSON of a schema, or bytes of some media types. */
function bodyOf({ body: read, media: whole, streamed, bytes }: Route, sent: unknown): Json | undefined {
  const media = bytes === undefined ? whole : [bytes.media];
  const body = read ?? streamed?.schema;
  if (body === undefined && media === undefined) return undefined;
  const example = sent === undefined ? {} : { example: sent };
  const content = body
    ? { 'application/json': { schema: body, ...example } }
    : Object.fromEntries(
        (media ?? []).map((type, at) => [type, { schema: { type: 'string' }, ...(at === 0 && example) }]),
      );
  return { required: bytes?.optional !== true, content };
}

function operationOf(route: Route, example: Examples[string] | undefined): Json {
  const parameters = parametersOf(route);
  const requestBody = bodyOf(route, example?.body);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    // Either: most boxes have no PIN.
    ...((route.protected ?? route.protects) !== undefined && { security: [{ pin: [] }, {}] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, example),
  };
}

/** Those that a route has; one that nobody has described yet stands at the end, where the linter finds it. */
function tagsOf(routes: readonly Route[]): Json[] {
  const used = new Set(routes.map(({ tag }) => tag));
  const known = Object.keys(TAGS).filter((name) => used.has(name));
  const names = new Set([...known, ...used]);
  return [...names].map((name) => ({ name, ...(name in TAGS && { description: TAGS[name] }) }));
}

/** Those that are referred to. */
function componentHeaders(paths: Json): Json {
  const text = JSON.stringify(paths);
  const used = Object.entries(RESPONSE_HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`));
  return Object.fromEntries(
    used.map(([name, description]) => [name, { description, required: true, schema: { type: 'string' } }]),
  );
}

/** @param components the schemas that deserve a name, by that name */
export function openApiDocument(
  routes: readonly Route[],
  components: Readonly<Record<string, JsonSchema>>,
  examples: Examples = {},
): Json {
  const schemas: Readonly<Record<string, JsonSchema>> = { ...components, Problem: ProblemSchema };
  const names = new Map<unknown, string>(Object.entries(schemas).map(([name, schema]) => [schema, name]));
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = withReferences(
      operationOf(route, examples[route.operationId]),
      names,
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tonearm',
      version: INTERFACE_VERSION,
      description: DESCRIPTION,
      license: { name: 'GPL-2.0-or-later', identifier: 'GPL-2.0-or-later' },
    },
    servers: [{ url: '/' }],
    // Who can reach the box may steer it; what a guest must not do says so itself.
    security: [],
    tags: tagsOf(routes),
    'x-error-codes': ERROR_CODES,
    paths,
    components: {
      securitySchemes: {
        pin: {
          type: 'apiKey',
          in: 'header',
          name: PIN_HEADER,
          description: 'The PIN of the box. Needed only where one is set, which `GET /system/pin` tells.',
        },
      },
      headers: componentHeaders(paths),
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, withReferences(schema, names)]),
      ),
    },
  };
}

/** What the tags of the routes' rows mean, in the order of the OpenAPI document. */
const TAGS: Readonly<Record<string, string>> = {
  Player: 'The player: transport, position, volume and sleep timer.',
  Playlist: 'The live queue. There is one; its id in a path can be any value, and clients say `current`.',
  Albums: 'Albums of the library.',
  Artists: 'Artists of the library.',
  Genres: 'Genres of the library.',
  Tracks: 'Tracks of the library with their files, and what clients tell of streams.',
  Alarms: 'Alarms, which ring by the clock of the box, and what rings now.',
  Likes: 'What a person likes. Likes stay with their tracks when files are moved or renamed.',
  Home: 'Music to begin with: what was played, added, liked or forgotten.',
  'Saved playlists': 'Playlists that people made, in folders, and as files of other players.',
  'Smart playlists': 'Playlists that are rules: their tracks are looked up whenever they are asked for.',
  Radio: 'Radio stations that people keep, and the directory in which they find more.',
  Devices: 'Outputs: what can be played on, and what plays.',
  'Track stats': 'How often tracks were played and skipped.',
  Search: 'Words to tracks, albums and artists.',
  Browse: 'The directories of the library, and the letters of its lists.',
  Uploads:
    'Music, playlists and covers from a phone into the library, by tus 1.0.0 (tus.io/protocols/resumable-upload) with ' +
    'its extensions creation, creation-with-upload, expiration and termination. Every answer carries `Tus-Resumable`.',
  Covers: 'Covers of albums and pictures of artists.',
  Events: 'What changes, as it changes.',
  Bluetooth: 'Devices on Bluetooth: finding, pairing, connecting. Paired speakers are outputs too.',
  Settings: 'Settings of playback, sound and box.',
  System: 'The daemon itself: its scans, its health, its interface.',
  Remote: 'The page for a phone.',
};
