/**
 * Calls of the API 2.0 of Last.fm (last.fm/api/rest, /authspec, /errorcodes), which Libre.fm and other servers with GNU FM
 * speak, too. A call is a form with a signature: the MD5 of all members in the order of their names, and of the secret,
 * which itself is never sent. Answers are bounded in size and time. Thread: main.
 */
import { createHash } from 'node:crypto';
import { BodyReader } from '../net/body-reader.js';
import { RemoteFailure } from '../net/failure.js';
import type { HttpAnswer, PostOptions } from '../net/guarded-http.js';
import type { LastFmSettings } from '../settings/settings.js';

export interface LastFmApiDeps {
  readonly http: { post(address: string, options: PostOptions): Promise<HttpAnswer> };
}

/** Codes of errors that make a difference. */
export const LASTFM_ERRORS = {
  authenticationFailed: 4,
  invalidParameters: 6,
  invalidResource: 7,
  operationFailed: 8,
  invalidSession: 9,
  invalidKey: 10,
  offline: 11,
  invalidSignature: 13,
  tokenNotApproved: 14,
  tokenExpired: 15,
  unavailable: 16,
  keySuspended: 26,
  tooManyRequests: 29,
} as const;

/** The answer of a call: its members, or the code of an error. */
export type LastFmAnswer =
  | { readonly error?: undefined; readonly members: Readonly<Record<string, unknown>> }
  | { readonly error: number; readonly members?: undefined };

/** An answer to fifty scrobbles has some 30 KiB. */
const ANSWER_BYTES = 256 * 1024;

export class LastFmApi {
  constructor(private readonly deps: LastFmApiDeps) {}

  /** @throws RemoteFailure for what is no answer of the interface */
  async call(
    { address, apiKey, secret }: Pick<LastFmSettings, 'address' | 'apiKey' | 'secret'>,
    method: string,
    members: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<LastFmAnswer> {
    const all = { ...members, method, api_key: apiKey };
    const form = new URLSearchParams({ ...all, api_sig: signatureOf(all, secret), format: 'json' });
    const { status, body } = await this.deps.http.post(address, {
      ...{ form, signal },
      headers: { accept: 'application/json' },
    });
    const reader = new BodyReader(body);
    try {
      const answer = answerIn((await reader.bytes(ANSWER_BYTES)).toString());
      // An error has a status of its own, or 200.
      if (answer !== undefined && (answer.error !== undefined || status === 200)) return answer;
    } finally {
      reader.close();
    }
    if (status === 200) throw new RemoteFailure('STREAM_PROTOCOL', 'it does not answer as Last.fm does');
    throw new RemoteFailure('STREAM_REFUSED', `it answers ${status}`);
  }
}

/** Signs a call. @param members all of them but `format` and `callback` */
export function signatureOf(members: Readonly<Record<string, string>>, secret: string): string {
  const text = Object.keys(members)
    .sort((one, other) => (one < other ? -1 : 1))
    .map((name) => `${name}${members[name] ?? ''}`)
    .join('');
  return createHash('md5').update(`${text}${secret}`).digest('hex');
}

/** Undefined for what is no answer. */
function answerIn(json: string): LastFmAnswer | undefined {
  let members: unknown;
  try {
    members = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return undefined;
  const { error } = members as { readonly error?: unknown };
  if (error === undefined) return { members: members as Readonly<Record<string, unknown>> };
  // GNU FM makes an object of it.
  const code = Number(typeof error === 'object' && error !== null ? (error as { code?: unknown }).code : error);
  return Number.isInteger(code) ? { error: code } : undefined;
}
