/**
 * ListenBrainz, or a server with its interface, such as Maloja and Koito (listenbrainz.readthedocs.io, "Core" API:
 * POST /1/submit-listens; payload of a listen; rate limiting by `X-RateLimit-Reset-In`). The token goes into one header,
 * and nowhere else. Thread: main.
 */
import { RemoteFailure } from '../net/failure.js';
import type { HttpAnswer, PostOptions } from '../net/guarded-http.js';
import type { Settings } from '../settings/settings.js';
import type { Listen, QueuedListen } from './listen-queue.js';
import type { Account, Reply, ScrobbleService } from './service.js';

export interface ListenBrainzDeps {
  readonly settings: Pick<Settings, 'read'>;
  readonly http: { post(address: string, options: PostOptions): Promise<HttpAnswer> };
  /** Version of the daemon. */
  readonly version: string;
}

const SUBMIT_PATH = '1/submit-listens';
/** The API takes a thousand at once; a hundred keep the body below a few dozen KiB. */
const BATCH = 100;
/** Characters of a text: a listen must not have more than 10,240 bytes. */
const LONGEST_TEXT = 500;
const LONGEST_LIMIT_SECONDS = 3600;
const SHORTEST_LIMIT_SECONDS = 1;

/** Half of a track, or four minutes when that is less, makes a listen. */
const SHARE = 0.5;
const ENOUGH_MILLISECONDS = 240_000;

/** @param length of the track, in ms; 0 when unknown */
export function isHalf(played: number, length: number): boolean {
  return played >= (length > 0 ? Math.min(length * SHARE, ENOUGH_MILLISECONDS) : ENOUGH_MILLISECONDS);
}

export class ListenBrainz implements ScrobbleService {
  readonly name = 'ListenBrainz';
  readonly batch = BATCH;
  readonly isListen = isHalf;

  constructor(private readonly deps: ListenBrainzDeps) {}

  account(): Account {
    const { listenBrainz } = this.deps.settings.read();
    return { isOn: listenBrainz.enabled, isReady: listenBrainz.token !== '', of: listenBrainz };
  }

  announce(listen: Listen, signal: AbortSignal): Promise<Reply> {
    const payload = [{ track_metadata: this.#metadataOf(listen) }];
    return this.#post(JSON.stringify({ listen_type: 'playing_now', payload }), signal);
  }

  submit(listens: readonly QueuedListen[], signal: AbortSignal): Promise<Reply> {
    const payload = listens.map((listen) => ({
      listened_at: listen.listenedAt,
      track_metadata: this.#metadataOf(listen),
    }));
    return this.#post(JSON.stringify({ listen_type: listens.length === 1 ? 'single' : 'import', payload }), signal);
  }

  #metadataOf({ title, artist, album, trackNumber, length }: Listen) {
    const clipped = (text: string): string => text.slice(0, LONGEST_TEXT);
    return {
      artist_name: clipped(artist),
      track_name: clipped(title),
      ...(album !== '' && { release_name: clipped(album) }),
      additional_info: {
        media_player: 'Tonearm',
        submission_client: 'Tonearm',
        submission_client_version: this.deps.version,
        ...(length > 0 && { duration_ms: length }),
        ...(trackNumber > 0 && { tracknumber: trackNumber }),
      },
    };
  }

  /** @throws RemoteFailure */
  async #post(json: string, signal: AbortSignal): Promise<Reply> {
    const { token, address } = this.deps.settings.read().listenBrainz;
    const headers = { authorization: `Token ${token}`, accept: 'application/json' };
    const url = `${address.replace(/\/+$/, '')}/${SUBMIT_PATH}`;
    const { status, headers: answered, body } = await this.deps.http.post(url, { json, headers, signal });
    body.destroy(); // what it says in words is of no use to anybody here
    const reply = replyOf(status, answered['x-ratelimit-reset-in']);
    if (reply.kind === 'later' && status !== 429) throw new RemoteFailure('STREAM_REFUSED', `it answers ${status}`);
    return reply;
  }
}

function replyOf(status: number, resetIn: string | string[] | undefined): Reply {
  if (status === 200) return { kind: 'taken' };
  if (status === 401 || status === 403) return { kind: 'unauthorised', reason: 'does not accept the token' };
  if (status === 400 || status === 413) return { kind: 'malformed' };
  const seconds = status === 429 && typeof resetIn === 'string' && /^\d{1,9}$/.test(resetIn) ? Number(resetIn) : NaN;
  if (Number.isNaN(seconds)) return { kind: 'later' };
  return { kind: 'later', after: Math.min(Math.max(seconds, SHORTEST_LIMIT_SECONDS), LONGEST_LIMIT_SECONDS) };
}
