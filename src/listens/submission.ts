/**
 * The words that ListenBrainz understands, and what its answers mean (listenbrainz.readthedocs.io, "Core" API:
 * POST /1/submit-listens; payload of a listen; rate limiting by `X-RateLimit-Reset-In`).
 */
import type { Listen, QueuedListen } from './listen-queue.js';

export const SUBMIT_PATH = '1/submit-listens';
/** The API takes a thousand at once; a hundred keep the body below a few dozen KiB. */
export const BATCH = 100;
/** Characters of a text: a listen must not have more than 10,240 bytes. */
const LONGEST_TEXT = 500;
const LONGEST_LIMIT_SECONDS = 3600;
const SHORTEST_LIMIT_SECONDS = 1;

/** Half of a track, or four minutes when that is less, makes a listen. */
const SHARE = 0.5;
const ENOUGH_MILLISECONDS = 240_000;

/** @param length of the track, in ms; 0 when unknown */
export function isListen(played: number, length: number): boolean {
  return played >= (length > 0 ? Math.min(length * SHARE, ENOUGH_MILLISECONDS) : ENOUGH_MILLISECONDS);
}

function metadataOf({ title, artist, album, trackNumber, length }: Listen, version: string) {
  const clipped = (text: string): string => text.slice(0, LONGEST_TEXT);
  return {
    artist_name: clipped(artist),
    track_name: clipped(title),
    ...(album !== '' && { release_name: clipped(album) }),
    additional_info: {
      media_player: 'Tonearm',
      submission_client: 'Tonearm',
      submission_client_version: version,
      ...(length > 0 && { duration_ms: length }),
      ...(trackNumber > 0 && { tracknumber: trackNumber }),
    },
  };
}

/** What sounds at this moment. */
export function playingNow(listen: Listen, version: string): string {
  return JSON.stringify({ listen_type: 'playing_now', payload: [{ track_metadata: metadataOf(listen, version) }] });
}

/** One listen, or several from the past. */
export function submission(listens: readonly QueuedListen[], version: string): string {
  return JSON.stringify({
    listen_type: listens.length === 1 ? 'single' : 'import',
    payload: listens.map((listen) => ({
      listened_at: listen.listenedAt,
      track_metadata: metadataOf(listen, version),
    })),
  });
}

/** `unauthorised`: until the token is another. `malformed`: something in it, for good. `later`: in a while. */
export type Reply =
  | { readonly kind: 'taken' | 'unauthorised' | 'malformed' }
  | {
      readonly kind: 'later';
      /** Seconds; undefined when the server does not say. */ readonly after: number | undefined;
    };

export function replyOf(status: number, resetIn: string | string[] | undefined): Reply {
  if (status === 200) return { kind: 'taken' };
  if (status === 401 || status === 403) return { kind: 'unauthorised' };
  if (status === 400 || status === 413) return { kind: 'malformed' };
  const seconds = status === 429 && typeof resetIn === 'string' && /^\d{1,9}$/.test(resetIn) ? Number(resetIn) : NaN;
  if (Number.isNaN(seconds)) return { kind: 'later', after: undefined };
  return { kind: 'later', after: Math.min(Math.max(seconds, SHORTEST_LIMIT_SECONDS), LONGEST_LIMIT_SECONDS) };
}
