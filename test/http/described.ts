/**
 * Holds answers against the description that the daemon gives of itself, `GET /openapi.json`: the status must be among
 * those of the operation, the body of the type that stands there, and of its schema without a member more, and the header
 * fields those that stand there. What no operation describes (an unknown path, another method) must be a problem. `startRig`
 * asks it about every answer.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Compile } from 'typebox/schema';
import type { HttpDeps } from '../../src/http/deps.js';
import { allRoutes } from '../../src/http/routes/index.js';
import type { EventsSchema } from '../../src/http/wire/events.js';

/** Headers of HTTP itself, and those that every answer carries. */
const EVERYWHERE = [
  ...[
    'connection',
    'content-encoding',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'transfer-encoding',
    'vary',
  ],
  'x-content-type-options',
  'cross-origin-resource-policy',
  // Headers of all upload answers, documented at their tag.
  'tus-resumable',
];

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

interface Description {
  readonly 'x-error-codes': Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** The body of `GET /openapi.json`, which does not depend on what the daemon is made of. */
export function description(): Description {
  const route = allRoutes({} as HttpDeps).find(({ path }) => path === '/openapi.json');
  const document = route?.handler({ query: {}, body: undefined, params: {} }, {} as never);
  return JSON.parse(JSON.stringify(document)) as Description;
}

/** References in their places, and no member that is not named. The components refer to each other, but in no circle. */
function closed(node: unknown, schemas: Description['components']['schemas']): unknown {
  if (Array.isArray(node)) return node.map((each) => closed(each, schemas));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) return closed(schemas[String(node.$ref).split('/').at(-1) ?? ''], schemas);
  const whole = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value, schemas)]));
  return typeof whole['properties'] === 'object' ? { ...whole, additionalProperties: false } : whole;
}

export class Described {
  readonly #description: Description;
  readonly #patterns: readonly (readonly [pattern: RegExp, path: string])[];
  readonly #validators = new Map<object, ReturnType<typeof Compile>>();
  readonly #events = new Map<string, object>();

  constructor(document: Description = description()) {
    this.#description = document;
    const paths = Object.keys(document.paths).sort((one, other) => one.split('{').length - other.split('{').length);
    this.#patterns = paths.map((path) => [
      new RegExp(`^${path.replace(/[.]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
      path,
    ]);
  }

  /** What is wrong with the answer, in words; undefined for nothing. @param target of the request */
  mistake(method: string, target: string, answer: Answer): string | undefined {
    const wrong = method === 'HEAD' && answer.text !== '' ? 'has a body' : this.#wrong(method, target, answer);
    return wrong && `${method} ${target.slice(0, 200)}: ${answer.status} ${wrong}: ${answer.text.slice(0, 200)}`;
  }

  #wrong(method: string, target: string, answer: Answer): string | undefined {
    const operation = this.#operation(method === 'HEAD' ? 'GET' : method, target);
    if (operation === undefined) return this.#undescribed(method, answer);
    const response = operation.responses[answer.status];
    if (response === undefined) return 'is not among the answers of the operation';
    return method === 'HEAD' ? undefined : (headersMistake(response, answer) ?? this.#body(response, answer));
  }

  #operation(method: string, target: string): Operation | undefined {
    const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1);
    // A fixed path is reserved for every method.
    const known = this.#patterns.find(([pattern]) => pattern.test(path || '/'))?.[1];
    return this.#description.paths[known ?? '']?.[method.toLowerCase()];
  }

  /** Another method, or another path. */
  #undescribed(method: string, answer: Answer): string | undefined {
    if (method === 'OPTIONS' && answer.status === 204) return answer.text === '' ? undefined : 'has a body';
    if (![400, 403, 404, 405].includes(answer.status)) return 'is no answer to what is not described';
    if (answer.status === 405 && answer.headers.allow === undefined) return 'does not say what is allowed';
    const { schemas } = this.#description.components;
    const problem = { content: { 'application/problem+json': { schema: schemas['Problem'] ?? {} } } };
    return method === 'HEAD' ? undefined : this.#body(problem, answer);
  }

  #body({ content }: Response, { status, headers, text }: Answer): string | undefined {
    if (content === undefined) return text === '' ? undefined : 'has a body';
    const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
    const described = content[type] ?? content[type.replace(/[^/]*$/, '*')];
    if (described === undefined) return `is of the type "${type}"`;
    if (!/json$|^text\/plain$/.test(type)) return undefined;
    const value = type === 'text/plain' && typeOf(described.schema) === 'string' ? text : parse(text);
    const wrong = this.schemaMistake(described.schema, value);
    if (wrong !== undefined) return wrong;
    const isProblem = type.includes('problem');
    if (isProblem !== status >= 400) return 'is a problem only where it is an error';
    if (!isProblem) return undefined;
    const { status: named, code } = value as { status: unknown; code: string };
    if (!Object.hasOwn(this.#description['x-error-codes'], code)) return 'has a code that the document does not have';
    return named === status ? undefined : 'names another status';
  }

  /** What is wrong with an event of the stream, in words. */
  eventMistake(event: string, data: unknown): string | undefined {
    const { schema } = this.#operation('GET', '/events')?.responses['200']?.content?.['text/event-stream'] ?? {};
    const { contentSchema } = closed(schema, this.#description.components.schemas) as typeof EventsSchema;
    const known = contentSchema.items.oneOf.find(({ properties }) => properties.event.const === event);
    if (known === undefined) return `event ${event}: is not among the events of the stream`;
    const wrong = this.schemaMistake(this.#schemaOfEvent(event, known.properties.data), data);
    return wrong && `event ${event}: ${wrong}: ${JSON.stringify(data).slice(0, 200)}`;
  }

  /** Returns the same object each time, by which its validator is found. */
  #schemaOfEvent(event: string, schema: object): object {
    const known = this.#events.get(event) ?? schema;
    this.#events.set(event, known);
    return known;
  }

  /** What is wrong with a value of a schema of the document, in words. */
  schemaMistake(schema: object, value: unknown): string | undefined {
    const validator = this.#validator(schema);
    return validator.Check(value) ? undefined : `is not of its schema (${JSON.stringify(validator.Errors(value)[1])})`;
  }

  #validator(schema: object): ReturnType<typeof Compile> {
    const known = this.#validators.get(schema);
    const validator = known ?? Compile(closed(schema, this.#description.components.schemas) as never);
    this.#validators.set(schema, validator);
    return validator;
  }
}

function headersMistake({ headers: described = {} }: Response, { headers }: Answer): string | undefined {
  const names = Object.keys(described).map((name) => name.toLowerCase());
  const missing = names.find((name) => headers[name] === undefined || headers[name] === '');
  if (missing !== undefined) return `lacks the header ${missing}`;
  const other = Object.keys(headers).find((name) => !names.includes(name) && !EVERYWHERE.includes(name));
  return other && `has the header ${other}, which is not described`;
}

const typeOf = (schema: object): unknown => ('type' in schema ? schema.type : undefined);

/** A text that is no JSON stands for itself. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
