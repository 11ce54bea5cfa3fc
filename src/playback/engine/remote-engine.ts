/**
 * Stands between the player and the audio engine, and plays what comes from other machines. A local track passes
 * through. A remote one is connected to when it is to sound (not while it is only prepared), handed to the engine when
 * enough of it has come, and followed: its titles are told when they are heard, and where the network cannot keep up the
 * sound rests until there is a reserve again. Thread: main; no call waits.
 *
 *   player ──▶ RemoteEngine ──▶ AudioEngine        waiting ──ready──▶ handed ──reserve gone──▶ resting
 *                  └──▶ RemoteFeed ──▶ network         ▲  pause of a live stream │  ▲ ───reserve─── │
 *                                                      └─────────────────────────┘  └───────────────┘
 *
 * The room: `locate` asks for the address (GuardedHttp judges every one), follows redirects and playlists, and says what
 * is there. A station or another endless answer is a LiveFeed: titles out, connections joined (Splice), MPEG into the
 * pipe as it is and everything else through ffmpeg. So is HLS, whose segments HlsFeed fetches one after the other; a
 * list that has an end begins at any place. A file of known length is a FileFeed, fetched from wherever the decoder asks,
 * or a SpoolFeed, fetched whole, where only ffmpeg reads it. Between them and the decoder worker lies a byte pipe in
 * shared memory; behind it HeardPipe (streams) and RemoteFile (files) serve the decoders that `open-remote` chooses.
 */
import type { Log } from '../../log.js';
import { REAL_TIME, type PlaybackClock } from '../../playback-clock.js';
import { milliseconds, type ByteOffset } from '../../units.js';
import type { DecodeFrom, PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { AudioEngine, EngineEvents, EnginePosition } from './engine.js';
import type { OutputTrouble } from '../../output/output.js';
import type { HeardCourse } from './timeline.js';
import type { Feed, FeedEvents } from '../../streams/feed.js';
import type { RemoteInput } from '../../decode/pipes/remote-input.js';
import { RemoteTrack, type StreamNow } from './remote-track.js';

/** What is used of the engine. */
export type LocalEngine = Pick<
  AudioEngine,
  | 'cue'
  | 'follow'
  | 'clear'
  | 'run'
  | 'hold'
  | 'halt'
  | 'position'
  | 'course'
  | 'bytePosition'
  | 'facts'
  | 'trouble'
  | 'findOutput'
>;

export interface RemoteEngineEvents extends EngineEvents {
  /** Title, station or trouble of the stream are others than before. */
  streamChanged(playId: PlayId): void;
}

/** Connects to an address at once. */
export type OpenFeed = (address: string, from: DecodeFrom, events: FeedEvents) => Feed;

export interface RemoteEngineParts {
  readonly open: OpenFeed;
  readonly clock?: PlaybackClock | undefined;
  readonly log: Log;
}

/** A remote track that follows is connected to so long before it is heard. */
const AHEAD_MILLISECONDS = 12_000;
/** With less than this decoded the device is about to run dry: it holds half a second by itself. */
const LEAST_MILLISECONDS = 800;
/** Goes on with so much decoded, and so much on the way. */
const ENOUGH_MILLISECONDS = 900;
const ENOUGH_SECONDS_BEHIND = 3;
const LEAST_SECONDS_BEHIND = 0.5;
const SHORTEST_LOOK_MILLISECONDS = 100;
const LONGEST_LOOK_MILLISECONDS = 2000;
const FROM_START: DecodeFrom = { kind: 'elapsed', elapsed: milliseconds(0) };

const isRemote = ({ path }: TrackToDecode): boolean => !path.startsWith('/');

export class RemoteEngine {
  readonly #engine: LocalEngine;
  readonly #events: RemoteEngineEvents;
  readonly #parts: RemoteEngineParts;
  readonly #clock: PlaybackClock;
  /** The remote track that is cued, and the one that follows. */
  #current: RemoteTrack | undefined;
  #next: RemoteTrack | undefined;
  /** The local track that follows. */
  #following: TrackToDecode | undefined;
  #running = false;
  /** The sound rests until there is a reserve again. */
  #resting = false;
  #lookTimer: NodeJS.Timeout | undefined;
  #titleTimer: NodeJS.Timeout | undefined;
  #aheadTimer: NodeJS.Timeout | undefined;

  /** `connect` gets the listeners for the engine's news and returns the engine. */
  constructor(connect: (events: EngineEvents) => LocalEngine, parts: RemoteEngineParts, events: RemoteEngineEvents) {
    this.#events = events;
    this.#parts = parts;
    this.#clock = parts.clock ?? REAL_TIME;
    this.#engine = connect({
      trackOpened: (playId) => {
        events.trackOpened(playId);
      },
      trackHeard: (playId) => {
        this.#heard(playId);
      },
      finished: (playId) => {
        if (this.#next === undefined) events.finished(playId);
        else this.#promote(this.#next);
      },
      trackFailed: (playId, code, reason, started) => {
        this.#refused(playId, started);
        events.trackFailed(playId, code, reason, started);
      },
      courseChanged: () => {
        events.courseChanged();
      },
      outputLost: () => {
        events.outputLost();
      },
      outputBack: (isSoon) => {
        events.outputBack(isSoon);
      },
    });
  }

  get trouble(): OutputTrouble | undefined {
    if (this.#engine.trouble !== undefined) return this.#engine.trouble;
    const current = this.#running ? this.#current : undefined;
    if (current === undefined || (current.isHanded && !this.#resting)) return undefined;
    const stalled = { code: 'STREAM_STALLED', detail: 'nothing comes from the stream' };
    return current.feed?.trouble ?? (this.#resting ? stalled : undefined);
  }

  findOutput(): Promise<OutputTrouble | undefined> {
    return this.#engine.findOutput();
  }

  cue(track: TrackToDecode, from: DecodeFrom): void {
    const before = this.#current;
    const current = isRemote(track) ? new RemoteTrack(track, from) : undefined;
    if (before !== undefined && before.track.path === track.path) current?.takeOver(before);
    this.#forget();
    this.#current = current;
    if (current === undefined) {
      this.#engine.cue(track, from);
    } else if (current.input !== undefined) {
      this.#hand(current, current.input);
    } else {
      this.#engine.halt();
      this.#engine.clear();
      if (this.#running) this.#connect(current);
    }
  }

  follow(track: TrackToDecode | undefined): void {
    if (this.#next?.playId !== track?.playId) {
      this.#next?.disconnect();
      this.#next = undefined;
    }
    this.#following = track === undefined || isRemote(track) ? undefined : track;
    if (track !== undefined && isRemote(track)) this.#next ??= new RemoteTrack(track, FROM_START);
    this.#passOnFollower();
    this.#lookAhead();
  }

  clear(): void {
    this.#forget();
    this.#engine.clear();
  }

  run(): void {
    this.#running = true;
    this.#lookAhead();
    if (this.#current === undefined || this.#current.isHanded) this.#engine.run();
    if (this.#current === undefined) return;
    if (this.#current.feed === undefined) this.#connect(this.#current);
    this.#look();
    this.#watchTitles();
  }

  /** Falls silent and keeps the place; a live stream is let go, and joined again where it will be by then. */
  hold(): void {
    this.#rest();
    this.#engine.hold();
    const current = this.#current;
    if (current?.feed === undefined || (current.isHanded && !current.feed.isLive)) return;
    const { elapsed = current.base } = this.position() ?? {};
    if (current.feed.isLive) current.from = { kind: 'elapsed', elapsed };
    current.disconnect();
  }

  halt(): void {
    this.#rest();
    this.#current?.disconnect();
    this.#next?.disconnect();
    this.#engine.halt();
  }

  position(): EnginePosition | undefined {
    const current = this.#current;
    return current === undefined || current.isKnown
      ? this.#engine.position()
      : { playId: current.playId, elapsed: current.base };
  }

  course(): HeardCourse | undefined {
    return this.#current === undefined || this.#current.isKnown ? this.#engine.course() : undefined;
  }

  /** @throws Unavailable */
  bytePosition(): Promise<ByteOffset | undefined> {
    return this.#engine.bytePosition();
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    return this.#engine.facts(playId);
  }

  /** What a remote track says about itself; undefined for a local one. */
  stream(playId: PlayId): StreamNow | undefined {
    return this.#current?.playId === playId ? this.#current.now : undefined;
  }

  /** Closes every connection. May be called twice. */
  stop(): void {
    this.#rest();
    this.#forget();
  }

  #forget(): void {
    this.#current?.disconnect();
    this.#next?.disconnect();
    this.#current = this.#next = this.#following = undefined;
    this.#resting = false;
    this.#stopTimers();
  }

  #rest(): void {
    this.#running = this.#resting = false;
    this.#stopTimers();
  }

  #stopTimers(): void {
    for (const timer of [this.#lookTimer, this.#titleTimer, this.#aheadTimer]) clearTimeout(timer);
  }

  #connect(track: RemoteTrack): void {
    // Another playing of the same track may have taken it over.
    const owner = () => [this.#current, this.#next].find((each) => each?.feed === feed);
    const events: FeedEvents = {
      ready: (input) => {
        const ready = owner();
        if (ready !== undefined) this.#ready(ready, input);
      },
      titled: (seconds, title) => {
        owner()?.announce(seconds, title);
        this.#watchTitles();
      },
      failed: (code, reason) => {
        const failed = owner();
        if (failed !== undefined) this.#failed(failed, code, reason);
      },
    };
    const feed: Feed = this.#parts.open(track.track.path, track.from, events);
    track.feed = feed;
  }

  /** Enough has come to begin. */
  #ready(track: RemoteTrack, input: RemoteInput): void {
    track.input = input;
    if (track === this.#current) this.#hand(track, input);
    else this.#passOnFollower();
  }

  #hand(track: RemoteTrack, input: RemoteInput): void {
    if (!track.isMovable)
      track.from = { kind: 'elapsed', elapsed: input.kind === 'file' ? milliseconds(0) : track.base };
    track.isHanded = track.isKnown = true;
    this.#engine.cue({ ...track.track, remote: input }, track.from);
    this.#passOnFollower();
    if (this.#running) this.#engine.run();
    this.#events.streamChanged(track.playId);
    this.#look();
    this.#watchTitles();
    this.#lookAhead();
  }

  /** Tells the engine what follows, as soon as both it and what is before it are there. */
  #passOnFollower(): void {
    if (this.#current !== undefined && !this.#current.isHanded) return;
    const next = this.#next;
    if (next?.input === undefined) {
      this.#engine.follow(this.#following);
    } else if (!next.isHanded) {
      next.isHanded = next.isKnown = true;
      this.#engine.follow({ ...next.track, remote: next.input });
    }
  }

  /** What was heard is over before the remote track that follows was ready. */
  #promote(next: RemoteTrack): void {
    this.#current?.disconnect();
    this.#current = next;
    this.#next = undefined;
    this.#engine.halt();
    this.#events.trackHeard(next.playId);
    if (this.#running && next.feed === undefined && next === this.#current) this.#connect(next);
  }

  #heard(playId: PlayId): void {
    this.#current?.disconnect();
    this.#current = this.#next?.playId === playId ? this.#next : undefined;
    this.#next = undefined;
    this.#events.trackHeard(playId);
    this.#look();
    this.#watchTitles();
  }

  /** The decoder makes nothing of it. */
  #refused(playId: PlayId, started: boolean): void {
    if (this.#next?.playId === playId) {
      this.#next.disconnect();
      this.#next = undefined;
    } else if (this.#current?.playId === playId && !started) {
      this.#current.disconnect();
      this.#current = undefined;
    }
  }

  /** It cannot be had. */
  #failed(track: RemoteTrack, code: string, reason: string): void {
    track.disconnect();
    if (track === this.#next) {
      this.#next = undefined;
    } else {
      this.#current = undefined;
      this.#resting = false;
      this.#engine.halt();
      this.#engine.clear();
    }
    this.#events.trackFailed(track.playId, code, reason, false);
  }

  /** Lets the sound rest before the device runs dry, and go on when there is a reserve. */
  #look(): void {
    clearTimeout(this.#lookTimer);
    const current = this.#current;
    const feed = current?.feed;
    if (!this.#running || current?.isHanded !== true || feed === undefined) return;
    const decoded = this.#decodedAhead(current);
    // Otherwise the decoder is only catching up: it was begun anew, or woken late.
    const isDry = !feed.isComplete && (feed.reserve < LEAST_SECONDS_BEHIND || feed.reserve === Infinity);
    const isSupplied = feed.isComplete || (decoded >= ENOUGH_MILLISECONDS && feed.reserve >= ENOUGH_SECONDS_BEHIND);
    if (
      decoded !== Infinity &&
      this.#resting !== (this.#resting ? !isSupplied : decoded < LEAST_MILLISECONDS && isDry)
    ) {
      this.#resting = !this.#resting;
      if (this.#resting) this.#engine.hold();
      else this.#engine.run();
      this.#parts.log.info(this.#resting ? 'stream waits for the network' : 'stream goes on', {
        url: current.track.path,
      });
      this.#events.streamChanged(current.playId);
    }
    const spare = decoded + feed.reserve * 1000 - LEAST_MILLISECONDS;
    const pause = Math.min(Math.max(spare / 2, SHORTEST_LOOK_MILLISECONDS), LONGEST_LOOK_MILLISECONDS);
    this.#lookTimer = this.#clock
      .setTimeout(() => {
        this.#look();
      }, pause)
      .unref();
  }

  /** Milliseconds of sound that are decoded and not heard; Infinity where that is not known. */
  #decodedAhead({ playId, feed }: RemoteTrack): number {
    const position = this.#engine.position();
    const rate = this.#engine.facts(playId)?.sampleRate;
    if (feed === undefined || feed.decoded === 0 || rate === undefined || position?.playId !== playId) return Infinity;
    const heard = (position.elapsed * rate) / 1000;
    return (((feed.decoded - heard) | 0) * 1000) / rate;
  }

  #watchTitles(): void {
    clearTimeout(this.#titleTimer);
    const current = this.#current;
    const position = current?.isHanded === true ? this.#engine.position() : undefined;
    if (current === undefined || position?.playId !== current.playId) return;
    if (current.turnTo(position.elapsed)) this.#events.streamChanged(current.playId);
    const due = current.untilTitle(position.elapsed);
    if (due === undefined || !this.#running) return;
    this.#titleTimer = this.#clock
      .setTimeout(
        () => {
          this.#watchTitles();
        },
        Math.max(due, SHORTEST_LOOK_MILLISECONDS),
      )
      .unref();
  }

  /** Connects to what follows when what is heard is nearly over. */
  #lookAhead(): void {
    clearTimeout(this.#aheadTimer);
    const next = this.#next;
    const position = this.#engine.position();
    if (!this.#running || next === undefined || next.feed !== undefined || position === undefined) return;
    const length = this.#engine.facts(position.playId)?.length;
    if (length === 0) return; // nobody knows when it ends
    const left = length === undefined ? LONGEST_LOOK_MILLISECONDS : length - position.elapsed - AHEAD_MILLISECONDS;
    if (length !== undefined && left <= 0) {
      this.#connect(next);
      return;
    }
    this.#aheadTimer = this.#clock
      .setTimeout(
        () => {
          this.#lookAhead();
        },
        Math.max(left, SHORTEST_LOOK_MILLISECONDS),
      )
      .unref();
  }
}
