/**
 * A stream on its way to the decoder: radio stations, HLS, and whatever has no length. It connects, passes the sound on,
 * tells of titles, and connects again after a drop. Thread: main.
 *
 *    locate ──▶ titles out (IcySplitter) ──▶ Splice ──▶ MpegSink │ PcmSink ──▶ pipe ──▶ decoder worker
 *      ▲                                                                                │ 6 s are there
 *      └──── wait, longer each time ◀──── drop, silence                                 ▼
 *                                                                                     ready
 */
import type { Log } from '../log.js';
import { milliseconds } from '../units.js';
import type { DecodeFrom } from '../decode/decoder-messages.js';
import { failureOf, RemoteFailure } from '../net/failure.js';
import { PATIENCE, type Feed, type FeedEvents, type Patience, type StreamTrouble } from './feed.js';
import type { GuardedHttp } from '../net/guarded-http.js';
import { HlsFeed } from './hls-feed.js';
import { IcySplitter, UntrueMetaint, type Station } from './icy.js';
import { locate, type Located } from './locate.js';
import { Retry } from './retry.js';
import { sniffAudio, type AudioKind } from './sniff.js';
import { MpegSink, PcmSink, type SoundSink, type Stretch } from './sound-sink.js';
import { Splice } from './splice.js';

/** Begun with less, 5 s of silence in the network would be heard: stations send no faster than they are heard. */
const READY_SECONDS = 6;
/** Playback that begins at the very end of something gets this much of it. */
const LEAST_SECONDS = 0.5;
/** A connection that brought so much counts as good. */
const GOOD_SECONDS = 5;
/** For so long a new connection may be searched for the end of the last one. */
const SPLICE_MILLISECONDS = 1500;

export interface FeedDeps {
  readonly http: GuardedHttp;
  /** Absolute path of the program that confines ffmpeg. */
  readonly confine: string;
  readonly log: Log;
  readonly patience?: Patience;
}

export class LiveFeed implements Feed {
  isLive = false;
  isComplete = false;
  station: Station | undefined;
  trouble: StreamTrouble | undefined;
  readonly #closed = new AbortController();
  readonly #splice = new Splice();
  readonly #patience: Patience;
  readonly #retry: Retry;
  #startTimer: NodeJS.Timeout | undefined;
  #sink: SoundSink | undefined;
  #kind: AudioKind | undefined;
  #isReady = false;
  #titles = true;
  /** When the present connection was made, and how many seconds of sound there had been before it. */
  #connectedAt = 0;
  #secondsBefore = 0;

  /** @param first what was found at the address already. @param from where to begin, in what has an end */
  constructor(
    private readonly parts: FeedDeps,
    private readonly address: string,
    first: Exclude<Located, { kind: 'file' }>,
    private readonly from: DecodeFrom,
    private readonly events: FeedEvents,
  ) {
    this.#patience = parts.patience ?? PATIENCE;
    this.#retry = new Retry(this.#patience.first);
    this.#startTimer = setTimeout(() => {
      this.#fail(new RemoteFailure('STREAM_TIMEOUT', 'the sound comes more slowly than it plays'));
    }, this.#patience.start);
    this.#closed.signal.addEventListener('abort', () => {
      if (first.kind === 'stream') first.reader.close();
    });
    this.#run(first).catch((error: unknown) => {
      this.#fail(failureOf(error));
    });
  }

  get reserve(): number {
    return this.#sink?.reserve ?? 0;
  }

  get decoded(): number {
    return this.#sink?.decoded ?? 0;
  }

  close(): void {
    clearTimeout(this.#startTimer);
    this.#closed.abort();
    this.#sink?.close();
  }

  async #run(first: Located): Promise<void> {
    const { signal } = this.#closed;
    for (let located: Located | undefined = first; ;) {
      try {
        located ??= await locate(this.parts.http, this.address, { signal, titles: this.#titles });
        await this.#play(located);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const failure = failureOf(error);
        // What is no station cannot be joined again: what came of it is played.
        if (this.#isReady && !this.isLive) {
          await this.#endEarly(failure);
          return;
        }
        await this.#dropped(failure);
      }
      located = undefined;
    }
  }

  async #endEarly(failure: RemoteFailure): Promise<void> {
    this.#warn('stream ends early', failure);
    await this.#sink?.end();
    this.isComplete = true;
  }

  /** Waits until it is time to connect again. @throws RemoteFailure when it is over */
  async #dropped(failure: RemoteFailure): Promise<void> {
    if (failure instanceof UntrueMetaint && this.#titles) {
      this.#titles = false; // once more, without
      return;
    }
    if (!failure.retry && !this.#isReady) throw failure;
    this.trouble = { code: failure.code, detail: failure.message };
    this.#warn('stream dropped, trying again', failure);
    await this.#retry.after(failure, this.#closed.signal);
  }

  #warn(message: string, { code, message: reason }: RemoteFailure): void {
    this.parts.log.warn(message, { url: this.address, code, reason });
  }

  async #play(located: Located): Promise<void> {
    if (located.kind === 'file') throw new RemoteFailure('STREAM_PROTOCOL', 'a station became a file');
    this.#connectedAt = performance.now();
    this.#secondsBefore = this.#sink?.seconds ?? 0;
    if (located.kind === 'hls') {
      const feed = await HlsFeed.open(this.parts.http, this.#closed.signal, located.url, located.text);
      this.isLive = feed.isLive;
      await this.#playSegments(feed);
    } else {
      await this.#playStream(located);
    }
    await this.#sink?.end();
    this.isComplete = true;
    this.trouble = undefined;
    this.#look();
    if (!this.#isReady) throw new RemoteFailure('NOT_AUDIO', 'no sound in the stream');
  }

  async #playSegments(feed: HlsFeed): Promise<void> {
    const stretch = this.#stretchOf(feed);
    let isFresh = this.#sink !== undefined;
    for await (const part of feed.parts((failure) => this.#dropped(failure))) {
      isFresh ||= part.isFresh;
      const kind = isFresh ? (sniffAudio(part.bytes, '') ?? this.#kind) : (this.#kind ?? sniffAudio(part.bytes, ''));
      if (kind === undefined) throw new RemoteFailure('NOT_AUDIO', 'the segments hold no sound that is known');
      this.#openSink(kind, 0, stretch);
      if (isFresh) await this.#sink?.restart(kind);
      isFresh = false;
      await this.#pass(part.bytes);
    }
  }

  /** Which part of the whole it will send, where there is a whole. */
  #stretchOf(feed: HlsFeed): Stretch | undefined {
    const { seconds } = feed;
    if (seconds === undefined) return undefined;
    const elapsed = this.from.kind === 'elapsed' ? this.from.elapsed / 1000 : 0;
    const asked = elapsed < 0 ? seconds + elapsed : elapsed;
    const position = Math.max(Math.min(asked, seconds - LEAST_SECONDS), 0);
    const start = feed.goTo(position);
    return { length: milliseconds(Math.round(seconds * 1000)), start, skip: position - start };
  }

  async #playStream({ reader, audio, station, isLive, metaint }: Extract<Located, { kind: 'stream' }>): Promise<void> {
    this.isLive = isLive;
    this.station = station;
    const close = () => {
      reader.close();
    };
    this.#closed.signal.addEventListener('abort', close);
    try {
      this.#openSink(audio, station.bitrate);
      this.#splice.begin();
      const splitter =
        metaint === undefined
          ? undefined
          : new IcySplitter(
              metaint,
              (bytes) => this.#join(bytes),
              (title) => {
                this.events.titled(this.#sink?.seconds ?? 0, title);
              },
            );
      for (let chunk = await reader.next(); chunk !== undefined; chunk = await reader.next()) {
        await (splitter === undefined ? this.#join(chunk) : splitter.take(chunk));
      }
      if (this.#splice.isSearching) await this.#passFresh(this.#splice.giveUp().bytes);
      if (isLive) throw new RemoteFailure('STREAM_UNREACHABLE', 'the station ended the connection', { retry: true });
    } finally {
      this.#closed.signal.removeEventListener('abort', close);
      reader.close();
    }
  }

  #openSink(kind: AudioKind, bitrate: number, stretch?: Stretch): void {
    const isOther = this.#sink instanceof MpegSink && kind !== 'mpeg';
    if (isOther) throw new RemoteFailure('UNSUPPORTED_FORMAT', 'the station changed its format');
    this.#kind = kind;
    this.#sink ??=
      kind === 'mpeg'
        ? new MpegSink(stretch)
        : new PcmSink(
            this.parts.confine,
            kind,
            bitrate,
            () => {
              this.#look();
            },
            stretch,
          );
  }

  /** Behind a drop, what was heard already is left out where it can be found. */
  async #join(bytes: Buffer): Promise<void> {
    if (!this.#splice.isSearching) return this.#pass(bytes);
    const found = this.#splice.take(bytes);
    if (found.found) return this.#pass(found.bytes);
    if (found.bytes.length > 0) return this.#passFresh(found.bytes);
    if (performance.now() - this.#connectedAt > SPLICE_MILLISECONDS) await this.#passFresh(this.#splice.giveUp().bytes);
  }

  async #passFresh(bytes: Buffer): Promise<void> {
    await this.#sink?.restart(this.#kind ?? 'mpeg');
    await this.#pass(bytes);
  }

  async #pass(bytes: Buffer): Promise<void> {
    if (this.#sink === undefined || bytes.length === 0) return;
    this.trouble = undefined;
    this.#splice.note(bytes);
    const passing = this.#sink.take(bytes);
    this.#look();
    if (!(await passing)) throw new RemoteFailure('DECODER_FAILED', 'the decoder takes no more');
  }

  /** Looks whether there is enough to begin with, or to call the connection good. */
  #look(): void {
    const { input, seconds = 0 } = this.#sink ?? {};
    if (seconds - this.#secondsBefore >= GOOD_SECONDS) this.#retry.good(this.#patience.later);
    const isEnough = seconds >= READY_SECONDS || (this.isComplete && seconds > 0);
    if (this.#isReady || input === undefined || !isEnough || this.#closed.signal.aborted) return;
    this.#isReady = true;
    clearTimeout(this.#startTimer);
    this.events.ready(input);
  }

  #fail(failure: RemoteFailure): void {
    if (this.#closed.signal.aborted) return;
    this.close();
    this.events.failed(failure.code, failure.message);
  }
}
