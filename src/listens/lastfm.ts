/**
 * Last.fm, or a server with its API 2.0 (last.fm/api/scrobbling, /show/track.scrobble, /show/track.updateNowPlaying).
 * A listen that it ignores is as good as taken: it would ignore it again. Thread: main.
 */
import type { Settings } from '../settings/settings.js';
import { type LastFmAnswer, type LastFmApi, LASTFM_ERRORS } from './lastfm-api.js';
import type { Listen, QueuedListen } from './listen-queue.js';
import { isHalf } from './listenbrainz.js';
import { RemoteFailure } from '../net/failure.js';
import type { Account, Reply, ScrobbleService } from './service.js';

export interface LastFmDeps {
  readonly settings: Pick<Settings, 'read'>;
  readonly api: Pick<LastFmApi, 'call'>;
}

const BATCH = 50;
/** Characters of a text. */
const LONGEST_TEXT = 500;
/** Milliseconds: a track must be longer. */
const SHORTEST_TRACK = 30_000;
/** `ignoredMessage` of a scrobble beyond what an account may send in a day, and seconds to wait then. */
const TOO_MANY_TODAY = 5;
const DAY_LIMIT_SECONDS = 3600;
/** After too many requests: the documentation names no time. */
const RATE_LIMIT_SECONDS = 300;

export class LastFm implements ScrobbleService {
  readonly name = 'Last.fm';
  readonly batch = BATCH;

  constructor(private readonly deps: LastFmDeps) {}

  account(): Account {
    const { lastFm } = this.deps.settings.read();
    return { isOn: lastFm.enabled, isReady: lastFm.session !== '' && lastFm.apiKey !== '', of: lastFm };
  }

  isListen(played: number, length: number): boolean {
    return length > SHORTEST_TRACK && isHalf(played, length);
  }

  async announce(listen: Listen, signal: AbortSignal): Promise<Reply> {
    return replyOf(await this.#call('track.updateNowPlaying', membersOf(listen), signal), 'nowplaying');
  }

  async submit(listens: readonly QueuedListen[], signal: AbortSignal): Promise<Reply> {
    const members = listens.flatMap((listen, at) =>
      Object.entries({ ...membersOf(listen), timestamp: String(listen.listenedAt) }).map(
        ([name, value]): [string, string] => [`${name}[${at}]`, value],
      ),
    );
    const answer = await this.#call('track.scrobble', Object.fromEntries(members), signal);
    const reply = replyOf(answer, 'scrobbles');
    if (reply.kind !== 'taken') return reply;
    const codes = ignoredCodes(answer.members?.['scrobbles']);
    const again = listens.filter((_, at) => codes[at] === TOO_MANY_TODAY).map(({ number }) => number);
    return { kind: 'taken', ...(again.length > 0 && { again, after: DAY_LIMIT_SECONDS }) };
  }

  #call(method: string, members: Readonly<Record<string, string>>, signal: AbortSignal): Promise<LastFmAnswer> {
    const { lastFm } = this.deps.settings.read();
    return this.deps.api.call(lastFm, method, { ...members, sk: lastFm.session }, signal);
  }
}

function membersOf({ title, artist, album, trackNumber, length }: Listen): Record<string, string> {
  const clipped = (text: string): string => text.slice(0, LONGEST_TEXT);
  return {
    artist: clipped(artist),
    track: clipped(title),
    ...(album !== '' && { album: clipped(album) }),
    ...(trackNumber > 0 && { trackNumber: String(trackNumber) }),
    ...(length > 0 && { duration: String(Math.round(length / 1000)) }),
  };
}

const REASONS: Readonly<Record<number, string>> = {
  [LASTFM_ERRORS.authenticationFailed]: 'does not accept the account',
  [LASTFM_ERRORS.invalidSession]: 'does not know the session any more: connect the account again',
  [LASTFM_ERRORS.invalidKey]: 'does not accept the API key',
  [LASTFM_ERRORS.invalidSignature]: 'does not accept the shared secret',
  [LASTFM_ERRORS.keySuspended]: 'has suspended the API key',
};

/** @param member that an answer to this call has @throws RemoteFailure for an answer without it */
function replyOf({ error, members }: LastFmAnswer, member: string): Reply {
  if (error === undefined) {
    if (typeof members[member] === 'object' && members[member] !== null) return { kind: 'taken' };
    throw new RemoteFailure('STREAM_PROTOCOL', 'it does not answer as Last.fm does');
  }
  const reason = REASONS[error];
  if (reason !== undefined) return { kind: 'unauthorised', reason };
  if (error === LASTFM_ERRORS.invalidParameters || error === LASTFM_ERRORS.invalidResource)
    return { kind: 'malformed' };
  return { kind: 'later', after: error === LASTFM_ERRORS.tooManyRequests ? RATE_LIMIT_SECONDS : undefined };
}

/** By the index of each scrobble, 0 for one that was taken. A single one is an object, several are a list. */
function ignoredCodes(scrobbles: unknown): readonly number[] {
  const { scrobble } = scrobbles as { readonly scrobble?: unknown };
  const all: readonly unknown[] = Array.isArray(scrobble) ? scrobble : [scrobble];
  return all.map((each) => {
    const { ignoredMessage } = (each ?? {}) as { readonly ignoredMessage?: { readonly code?: unknown } };
    return Number(ignoredMessage?.code ?? 0);
  });
}
