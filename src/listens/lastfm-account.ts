/**
 * Connects an account of Last.fm (last.fm/api/desktopauth): the box fetches a token, a person approves it on a page of
 * Last.fm in their own browser, and the box fetches a session for it, which does not expire. The token is kept in memory
 * only. Thread: main.
 *
 *     connect ─▶ auth.getToken ─▶ page to approve ─▶ finish ─▶ auth.getSession ─▶ session in the settings
 */
import { Conflict, TimedOut, Unavailable } from '../errors.js';
import type { RemoteFailure } from '../net/failure.js';
import type { LastFmSettings, Settings } from '../settings/settings.js';
import { type LastFmAnswer, type LastFmApi, LASTFM_ERRORS } from './lastfm-api.js';

export interface LastFmAccountDeps {
  readonly settings: Pick<Settings, 'read' | 'change'>;
  readonly api: Pick<LastFmApi, 'call'>;
  /** Milliseconds that an answer may take. */
  readonly patience?: number;
}

const PATIENCE_MILLISECONDS = 15_000;
const LONGEST_NAME = 100;

type Key = Pick<LastFmSettings, 'address' | 'apiKey' | 'secret'>;

export class LastFmAccount {
  /** The token that waits to be approved, and what it was fetched with. */
  #waiting: { readonly token: string; readonly key: Key } | undefined;

  constructor(private readonly deps: LastFmAccountDeps) {}

  /**
   * Address of the page where a person approves.
   * @throws Conflict LASTFM_NO_KEY, LASTFM_KEY_REFUSED; Unavailable LASTFM_UNREACHABLE, CLOCK_NOT_SET; TimedOut
   * LASTFM_TIMEOUT
   */
  async connect(): Promise<string> {
    const { address, apiKey, secret } = this.deps.settings.read().lastFm;
    if (apiKey === '' || secret === '') {
      throw new Conflict('LASTFM_NO_KEY', 'An API key and its shared secret are needed first.');
    }
    const key = { address, apiKey, secret };
    const { token } = this.#members(await this.#call(key, 'auth.getToken', {}));
    if (typeof token !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(token)) throw unreachable('it sends no token');
    this.#waiting = { token, key };
    const query = new URLSearchParams({ api_key: apiKey, token });
    return `${pageOf(address)}?${query.toString()}`;
  }

  /**
   * Keeps the session of a token that was approved. @returns the name of the account
   * @throws Conflict LASTFM_NOT_APPROVED, LASTFM_EXPIRED, and as `connect`; StateNotSaved
   */
  async finish(): Promise<string> {
    const waiting = this.#waiting;
    const { lastFm } = this.deps.settings.read();
    if (waiting === undefined || !isSameKey(waiting.key, lastFm)) {
      throw new Conflict('LASTFM_EXPIRED', 'No approval is under way, or not any more: begin again.');
    }
    const { session } = this.#members(await this.#call(waiting.key, 'auth.getSession', { token: waiting.token }));
    const { key, name } = (session ?? {}) as { readonly key?: unknown; readonly name?: unknown };
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) throw unreachable('it sends no session');
    const now = this.deps.settings.read().lastFm;
    // A session of another key would be worth nothing.
    if (!isSameKey(waiting.key, now)) throw new Conflict('LASTFM_EXPIRED', 'The API key was changed: begin again.');
    this.#waiting = undefined;
    const user = typeof name === 'string' ? name.slice(0, LONGEST_NAME) : '';
    await this.deps.settings.change({ lastFm: { ...now, enabled: true, session: key, user } });
    return user;
  }

  /** Forgets the account, not the API key. @throws StateNotSaved */
  async disconnect(): Promise<void> {
    this.#waiting = undefined;
    await this.deps.settings.change({ lastFm: { ...this.deps.settings.read().lastFm, session: '', user: '' } });
  }

  async #call(key: Key, method: string, members: Readonly<Record<string, string>>): Promise<LastFmAnswer> {
    const signal = AbortSignal.timeout(this.deps.patience ?? PATIENCE_MILLISECONDS);
    try {
      return await this.deps.api.call(key, method, members, signal);
    } catch (error) {
      const { code } = error as Partial<RemoteFailure>;
      if (signal.aborted || code === 'STREAM_TIMEOUT') {
        throw new TimedOut('LASTFM_TIMEOUT', 'The server does not answer in time.');
      }
      const reason = error instanceof Error ? error.message : String(error);
      if (code === 'CLOCK_NOT_SET') throw new Unavailable(code, `The server cannot be asked yet: ${reason}.`);
      throw unreachable(reason, error);
    }
  }

  /** @throws Conflict, Unavailable for an error */
  #members({ error, members }: LastFmAnswer): Readonly<Record<string, unknown>> {
    switch (error) {
      case undefined:
        return members;
      case LASTFM_ERRORS.tokenNotApproved:
        throw new Conflict('LASTFM_NOT_APPROVED', 'The account has not been approved on the page of the server yet.');
      case LASTFM_ERRORS.tokenExpired:
        this.#waiting = undefined;
        throw new Conflict('LASTFM_EXPIRED', 'The approval came too late: begin again.');
      case LASTFM_ERRORS.authenticationFailed:
      case LASTFM_ERRORS.invalidKey:
      case LASTFM_ERRORS.invalidSignature:
      case LASTFM_ERRORS.keySuspended:
        throw new Conflict(
          'LASTFM_KEY_REFUSED',
          `The server does not accept the API key or its secret (error ${error}).`,
        );
      default:
        throw unreachable(`it answers with error ${error}`);
    }
  }
}

const isSameKey = (one: Key, other: Key): boolean =>
  one.address === other.address && one.apiKey === other.apiKey && one.secret === other.secret;

/** Where people approve: Last.fm has another host for it, GNU FM the same. */
function pageOf(address: string): string {
  const { origin, hostname } = new URL(address);
  return hostname === 'ws.audioscrobbler.com' ? 'https://www.last.fm/api/auth/' : `${origin}/api/auth/`;
}

function unreachable(reason: string, cause?: unknown): Unavailable {
  return new Unavailable('LASTFM_UNREACHABLE', `The server cannot be asked: ${reason}.`, { cause });
}
