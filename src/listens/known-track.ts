/** What the library knows of a location that was listened to. */
import type { Library } from '../library/library.js';

export interface KnownTrack {
  readonly id: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** 0 when unknown. */
  readonly trackNumber: number;
  /** Milliseconds; 0 when unknown, or when it has no end. */
  readonly length: number;
}

const KNOWN = {
  id: 'id',
  title: 'title',
  artist: 'artist',
  album: 'album',
  trackNumber: 'trackNumber',
  length: 'length',
} as const satisfies Record<keyof KnownTrack, string>;

/** The length of what was listened to, in ms; the scan has counted that of a file. @param decoded as its decoder knows it */
export function lengthOf(location: string, { length }: KnownTrack, decoded: number): number {
  return location.startsWith('/') ? length || decoded : decoded || length;
}

/** A track of the library, or a stream that a client has told of; undefined for what is neither. Never rejects. */
export async function trackAt(
  library: Pick<Library, 'entries' | 'streamsAt'>,
  location: string,
): Promise<KnownTrack | undefined> {
  if (location.startsWith('/')) {
    const json = (await library.entries([location], KNOWN)).get(location);
    return json === undefined ? undefined : (JSON.parse(json) as KnownTrack);
  }
  const [stream] = await library.streamsAt([location]);
  if (stream === undefined) return undefined;
  const { id, title, artist, album, length } = stream;
  return { id, title, artist, album, trackNumber: 0, length };
}
