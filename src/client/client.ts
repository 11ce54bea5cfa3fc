/**
 * A client of the interface for programs in TypeScript, here or elsewhere: what `GET /openapi.json` says is what it knows,
 * so that a wrong path, parameter or member is told by the compiler. The types in `schema.ts` are generated.
 *
 *     const box = createTonearmClient('http://tonearm.local');
 *     const { elapsed } = (await bodyOf(box.GET('/player/current-track'))) ?? { elapsed: 0 };
 *
 * Runs wherever there is `fetch`. It keeps nothing and repeats nothing.
 */
import createClient, { type Client, type ClientOptions, type Middleware } from 'openapi-fetch';

import type { components, paths } from './schema.js';

export type Schemas = components['schemas'];
export type TonearmClient = Client<paths>;

/**
 * Fires when the box refuses a request (a status of 400 or more). What the problem document says is in it; whether a retry
 * helps follows from `code`. A network that fails is the TypeError of `fetch` instead.
 */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  /** What a program tests for; `''` when the answer is no problem document, such as one of a proxy. */
  readonly code: string;
  /** The single mistakes of the request. */
  readonly mistakes: NonNullable<Schemas['Problem']['errors']>;
  /** The members that cannot act, where nothing was done because of them. */
  readonly refused: NonNullable<Schemas['Problem']['refused']>;

  constructor(status: number, { detail, code, errors, refused }: Partial<Schemas['Problem']>) {
    super(detail ?? `The box answered ${status}.`);
    this.status = status;
    this.code = code ?? '';
    this.mistakes = errors ?? [];
    this.refused = refused ?? [];
  }
}

/** Texts that come as they are, where JSON is what is read by default. The events never end and stay out of this. */
const TEXT = /^(?:text\/(?!event-stream)|audio\/x-mpegurl|application\/xspf\+xml)/;

const INTERPRETER: Middleware = {
  onRequest({ request }) {
    // With a condition of its own, `fetch` would ask for everything to be sent anew (WHATWG Fetch, section 4.6).
    const { headers } = request;
    if (headers.has('If-None-Match') && !headers.has('Cache-Control')) headers.set('Cache-Control', 'max-age=0');
    return request;
  },
  async onResponse({ response, options }) {
    if (response.status >= 400) throw new Refused(response.status, await problemIn(response));
    const type = response.headers.get('content-type') ?? '';
    if (options.parseAs !== 'json' || !TEXT.test(type)) return undefined;
    const { status, headers } = response;
    const body = JSON.stringify(await response.text());
    const kept = new Headers(headers);
    kept.delete('content-length');
    return new Response(body, { status, headers: kept });
  },
};

async function problemIn(response: Response): Promise<Partial<Schemas['Problem']>> {
  if (response.headers.get('content-type') !== 'application/problem+json') return {};
  return (await response.json()) as Schemas['Problem'];
}

/**
 * @param base address of the box, such as `http://tonearm.local:6063`
 * @param options as `fetch` takes them, for every request; a body that is a text is sent as it is
 */
export function createTonearmClient(base: string, options: Omit<ClientOptions, 'baseUrl'> = {}): TonearmClient {
  const bodySerializer = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));
  const client = createClient<paths>({ bodySerializer, ...options, baseUrl: base });
  client.use(INTERPRETER);
  return client;
}

/**
 * The body of an answer; undefined where it has none.
 * @throws Refused when there is no good answer, also for a 304: who sends `If-None-Match` looks at the `response`
 */
export async function bodyOf<Body>(
  asking: Promise<
    | { readonly data: Body; readonly response: Response }
    | { readonly data?: never; readonly error: unknown; readonly response: Response }
  >,
): Promise<Body> {
  const answer = await asking;
  if (!answer.response.ok) throw new Refused(answer.response.status, {});
  return answer.data as Body;
}
