/**
 * The bytes of an HLS stream in their order: picks a variant, reads the list of segments again and again where it
 * grows, and fetches one segment after the other. Source: RFC 8216, section 6.3. Thread: main.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { BodyReader } from './body-reader.js';
import { failureOf, RemoteFailure } from './failure.js';
import type { GuardedHttp } from './guarded-http.js';
import { hlsVariants, inOrderOfWorth, parseHlsMedia, type HlsMedia, type HlsSegment } from './hls-playlist.js';
import { requireFine } from './locate.js';

const MOST_LIST_BYTES = 2 * 1024 * 1024;
const MOST_SEGMENT_BYTES = 16 * 1024 * 1024;
const MOST_VARIANTS = 6;
/** A client begins no nearer to the live end than three target durations (section 6.3.3). */
const TARGETS_BEHIND = 3;
/** So many segments in a row may be missing before the stream counts as broken. */
const MOST_MISSING = 3;

export interface HlsPart {
  readonly bytes: Buffer;
  /** It does not go on from the part before. */
  readonly isFresh: boolean;
}

export class HlsFeed {
  readonly #http: GuardedHttp;
  readonly #signal: AbortSignal;
  #url: URL;
  #media: HlsMedia;

  private constructor(http: GuardedHttp, signal: AbortSignal, url: URL, media: HlsMedia) {
    this.#http = http;
    this.#signal = signal;
    this.#url = url;
    this.#media = media;
  }

  /** @param text the playlist at `url`, a master or a media playlist. @throws RemoteFailure */
  static async open(http: GuardedHttp, signal: AbortSignal, url: URL, text: string): Promise<HlsFeed> {
    const variants = inOrderOfWorth(hlsVariants(text, url)).slice(0, MOST_VARIANTS);
    if (variants.length === 0) return new HlsFeed(http, signal, url, parseHlsMedia(text, url));
    let failure = new RemoteFailure('STREAM_PROTOCOL', 'no variant can be played');
    for (const variant of variants) {
      try {
        const list = await readList(http, signal, variant.url);
        return new HlsFeed(http, signal, list.url, parseHlsMedia(list.text, list.url));
      } catch (error) {
        failure = failureOf(error);
      }
    }
    throw failure;
  }

  get isLive(): boolean {
    return !this.#media.ended;
  }

  /** Segment after segment; ends where the playlist does. @throws RemoteFailure */
  async *parts(): AsyncGenerator<HlsPart> {
    let next = this.#firstSequence();
    let map: string | undefined;
    let missing = 0;
    let isFresh = false;
    for (;;) {
      const segment = this.#media.segments.find(({ sequence }) => sequence >= next);
      if (segment === undefined) {
        if (this.#media.ended) return;
        await this.#reload(next);
        continue;
      }
      isFresh ||= segment.discontinuity || segment.sequence > next;
      next = segment.sequence + 1;
      try {
        const parts = segment.map === map || segment.map === undefined ? [] : [await this.#fetch({ url: segment.map })];
        parts.push(await this.#fetch(segment));
        isFresh ||= parts.length > 1 && map !== undefined;
        map = segment.map;
        missing = 0;
        yield { bytes: withoutId3(Buffer.concat(parts)), isFresh };
        isFresh = false;
      } catch (error) {
        if (++missing > MOST_MISSING || this.#signal.aborted) throw error;
        isFresh = true;
      }
    }
  }

  #firstSequence(): number {
    const { segments, ended, targetSeconds } = this.#media;
    if (ended) return segments[0]?.sequence ?? 0;
    let seconds = 0;
    const start = segments.findLast((segment) => (seconds += segment.seconds) >= TARGETS_BEHIND * targetSeconds);
    return (start ?? segments[0])?.sequence ?? 0;
  }

  /** Reads the list again; waits half a target duration where it has not grown (section 6.3.4). */
  async #reload(next: number): Promise<void> {
    const list = await readList(this.#http, this.#signal, this.#url.href);
    const media = parseHlsMedia(list.text, this.#url);
    const last = media.segments.at(-1)?.sequence ?? -1;
    const first = media.segments[0]?.sequence ?? next;
    // A server that began anew counts from another number.
    const isOther = last < next - media.segments.length - 1 || first > next + 1000;
    this.#media = media;
    if (isOther) throw new RemoteFailure('STREAM_PROTOCOL', 'the list of segments began anew', { retry: true });
    if (last < next && !media.ended) await delay(media.targetSeconds * 500, undefined, { signal: this.#signal });
  }

  async #fetch({ url, range }: Pick<HlsSegment, 'url'> & Partial<HlsSegment>): Promise<Buffer> {
    const headers = range === undefined ? {} : { range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
    const answer = await this.#http.get(url, { headers, signal: this.#signal });
    const reader = new BodyReader(answer.body);
    try {
      requireFine(answer.status);
      return await reader.bytes(MOST_SEGMENT_BYTES);
    } finally {
      reader.close();
    }
  }
}

async function readList(http: GuardedHttp, signal: AbortSignal, address: string): Promise<{ url: URL; text: string }> {
  const answer = await http.get(address, { signal });
  const reader = new BodyReader(answer.body);
  try {
    requireFine(answer.status);
    return { url: answer.url, text: await reader.text(MOST_LIST_BYTES) };
  } finally {
    reader.close();
  }
}

/** A segment of packed audio begins with an ID3 tag that carries its time (section 3.4). */
function withoutId3(bytes: Buffer): Buffer {
  let at = 0;
  while (bytes.toString('latin1', at, at + 3) === 'ID3' && at + 10 <= bytes.length) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 6, at + 10);
    at += 10 + (((a & 0x7f) << 21) | ((b & 0x7f) << 14) | ((c & 0x7f) << 7) | (d & 0x7f));
  }
  return bytes.subarray(Math.min(at, bytes.length));
}
