/**
 * The bytes of an HLS stream in their order: picks a variant, reads the list of segments again and again where it
 * grows, and fetches one segment after the other. Source: RFC 8216, section 6.3. Thread: main.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { id3v2Bytes } from '../formats/id3v2.js';
import { BodyReader } from '../net/body-reader.js';
import { failureOf, RemoteFailure } from '../net/failure.js';
import type { GuardedHttp } from '../net/guarded-http.js';
import { hlsVariants, inOrderOfWorth, parseHlsMedia, type HlsMedia, type HlsSource } from './hls-playlist.js';
import { requireFine } from './locate.js';

const MOST_LIST_BYTES = 2 * 1024 * 1024;
const MOST_SEGMENT_BYTES = 16 * 1024 * 1024;
const MOST_VARIANTS = 6;
/** A client begins no nearer to the live end than three target durations (section 6.3.3). */
const TARGETS_BEHIND = 3;
/** A target duration is a whole number of them (section 4.3.3.1); what claims to be less is not asked more often. */
const LEAST_TARGET_SECONDS = 1;
/** A decoder that begins at a segment is right from here on. */
const WARM_UP_SECONDS = 0.1;
/** So many segments in a row may be missing before the stream counts as broken. */
const MOST_MISSING = 3;

export interface HlsPart {
  readonly bytes: Buffer;
  /** The part does not go on from the one before. */
  readonly isFresh: boolean;
}

/** Fires when a server counts its segments from another number. A retry from the beginning helps. */
class ListBegunAnew extends RemoteFailure {
  constructor() {
    super('STREAM_PROTOCOL', 'the list of segments began anew', { retry: true });
    this.name = 'ListBegunAnew';
  }
}

export class HlsFeed {
  #next: number;

  private constructor(
    private readonly http: GuardedHttp,
    private readonly signal: AbortSignal,
    private url: URL,
    private media: HlsMedia,
  ) {
    this.#next = this.#firstSequence();
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
    return !this.media.ended;
  }

  /** Seconds of sound in all; undefined where it still grows. */
  get seconds(): number | undefined {
    return this.media.ended ? this.media.segments.reduce((sum, { seconds }) => sum + seconds, 0) : undefined;
  }

  /** Begins with the segment in which this second can be decoded. Returns the second at which that one begins. */
  goTo(second: number): number {
    let start = 0;
    for (const { sequence, seconds } of this.media.segments) {
      this.#next = sequence;
      if (start + seconds > second - WARM_UP_SECONDS) break;
      start += seconds;
    }
    return start;
  }

  /**
   * Segment after segment; ends where the playlist does.
   * @param dropped resolves when it is time to try again what failed. @throws RemoteFailure, and what `dropped` throws
   */
  async *parts(dropped: (failure: RemoteFailure) => Promise<void>): AsyncGenerator<HlsPart> {
    let map: HlsSource | undefined;
    let missing = 0;
    let isFresh = false;
    for (;;) {
      const segment = this.media.segments.find(({ sequence }) => sequence >= this.#next);
      if (segment === undefined) {
        if (this.media.ended) return;
        await this.#reload(this.#next).catch((error: unknown) => this.#later(error, dropped));
        continue;
      }
      isFresh ||= segment.discontinuity || segment.sequence > this.#next;
      this.#next = segment.sequence;
      try {
        isFresh ||= map !== undefined && !isSame(map, segment.map);
        const parts = isFresh || map === undefined ? await this.#fetch(segment.map) : [];
        parts.push(...(await this.#fetch(segment)));
        map = segment.map;
        missing = 0;
        this.#next++;
        yield { bytes: withoutId3(Buffer.concat(parts)), isFresh };
        isFresh = false;
      } catch (error) {
        if (failureOf(error).retry) {
          await this.#later(error, dropped);
          if (!this.media.ended) await this.#reload(this.#next).catch((again: unknown) => this.#later(again, dropped));
        } else {
          if (++missing > MOST_MISSING) throw error;
          this.#next++;
          isFresh = true;
        }
      }
    }
  }

  /** @throws what does not come back by itself */
  async #later(error: unknown, dropped: (failure: RemoteFailure) => Promise<void>): Promise<void> {
    const failure = failureOf(error);
    if (this.signal.aborted || !failure.retry || failure instanceof ListBegunAnew) throw failure;
    await dropped(failure);
  }

  #firstSequence(): number {
    const { segments, ended, targetSeconds } = this.media;
    if (ended) return segments[0]?.sequence ?? 0;
    let seconds = 0;
    const start = segments.findLast((segment) => (seconds += segment.seconds) >= TARGETS_BEHIND * targetSeconds);
    return (start ?? segments[0])?.sequence ?? 0;
  }

  /** Reads the list again; waits half a target duration where it has not grown (section 6.3.4). */
  async #reload(next: number): Promise<void> {
    const list = await readList(this.http, this.signal, this.url.href);
    const media = parseHlsMedia(list.text, this.url);
    const last = media.segments.at(-1)?.sequence ?? -1;
    const first = media.segments[0]?.sequence ?? next;
    // A server that began anew counts from another number.
    const isOther = last < next - media.segments.length - 1 || first > next + 1000;
    this.media = media;
    if (isOther) throw new ListBegunAnew();
    if (last >= next || media.ended) return;
    const target = Math.max(media.targetSeconds, LEAST_TARGET_SECONDS);
    await delay(target * 500, undefined, { signal: this.signal });
  }

  async #fetch(source: HlsSource | undefined): Promise<Buffer[]> {
    if (source === undefined) return [];
    const { url, range } = source;
    const headers = range === undefined ? {} : { range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
    const answer = await this.http.get(url, { headers, signal: this.signal });
    const reader = new BodyReader(answer.body);
    try {
      requireFine(answer.status);
      const bytes = await reader.bytes(MOST_SEGMENT_BYTES);
      // A server without ranges sends all of it.
      const isWhole = range === undefined || answer.status === 206;
      return [isWhole ? bytes : bytes.subarray(range.offset, range.offset + range.length)];
    } finally {
      reader.close();
    }
  }
}

const isSame = (one: HlsSource, other: HlsSource | undefined): boolean =>
  one.url === other?.url && one.range?.offset === other.range?.offset && one.range?.length === other.range?.length;

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
  for (let tag = id3v2Bytes(bytes); tag > 0; tag = id3v2Bytes(bytes, at)) at += tag;
  return bytes.subarray(at);
}
