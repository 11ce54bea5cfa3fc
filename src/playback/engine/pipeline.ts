/**
 * The audio engine: one interface in front of decoder worker, ring and output. Thread: main; no call waits.
 *
 * The player says which track is loaded, which follows, and whether it runs; the engine says what became of it. All news
 * carries the play id of its track, so that news of a superseded one can be dropped.
 */
import type { Log } from '../../log.js';
import { REAL_TIME, type PlaybackClock } from '../../playback-clock.js';
import { milliseconds, type ByteOffset, type Milliseconds } from '../../units.js';
import type {
  Load,
  LoadNumber,
  DecodeFrom,
  FadingTrack,
  PlayId,
  TrackNews,
  TrackToDecode,
} from '../../decode/decoder-messages.js';
import { DecoderThread } from './decoder-thread.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { Native } from '../../native.js';
import { soundKey } from '../../dsp/chain-values.js';
import { fadesAt } from '../../dsp/fade-plan.js';
import { Output, type OutputEvents, type OutputTrouble } from '../../output/output.js';
import { bestRate } from '../../output/rates.js';
import { RestFade, STOP_FADE } from './rest-fade.js';
import { Command, type RingHandle } from '../../output/ring-layout.js';
import type { RingCounters } from '../../output/ring-reader.js';
import type { SinkTarget } from '../../output/sinks/sink.js';
import { readingsOf, type SoundReadings } from './sound-readings.js';
import { SOUND_OFF, type SoundSettings } from '../../dsp/sound-settings.js';
import { Timeline, type HeardCourse, type HeardPlace } from './timeline.js';
import { Underruns } from './underruns.js';
import { WorkerFailures } from './worker-failures.js';

export interface PipelineEvents {
  /** The file of a track that was loaded or follows is open: `facts` tells of it from now on. */
  trackOpened(playId: PlayId): void;
  /** The track that followed is heard now. */
  trackHeard(playId: PlayId): void;
  /** It cannot be played; `started`: only its rest cannot. */
  trackFailed(playId: PlayId, code: string, reason: string, started: boolean): void;
  /** Everything was heard and nothing follows. */
  finished(playId: PlayId): void;
  /** What `course` says is another one. */
  courseChanged(): void;
  /** The output was unplugged while it was in use: what was heard stands, and goes on with `run` when there is one again. */
  outputLost(): void;
  /** There is an output again; `isSoon`: so soon that nobody is surprised when it goes on by itself. */
  outputBack(isSoon: boolean): void;
}

export interface EnginePosition {
  readonly playId: PlayId;
  readonly elapsed: Milliseconds;
}

export interface PipelineDeps {
  readonly native: Native;
  /** Files of the addon and of the worker's bundle. */
  readonly nativeFile: string;
  readonly workerFile: string;
  /** The output that is played to at first. */
  readonly target: SinkTarget;
  /**
   * Readies the volume of an output whose device was opened on this ALSA card (or -1) while another may still sound;
   * what it resolves to puts it in force, before the device plays. Never rejects.
   */
  readonly outputOpened: (target: SinkTarget, card: number) => Promise<() => void>;
  /** Library roots: nothing outside them is opened. */
  readonly roots: readonly string[];
  readonly clock?: PlaybackClock | undefined;
  readonly log: Log;
}

/** A pause is silent after at most this long. */
const FADE_MILLISECONDS = 100;
/** A flush is looked at again after this long. */
const FLUSH_MILLISECONDS = 20;
const FROM_START: DecodeFrom = { kind: 'elapsed', elapsed: milliseconds(0) };

export class Pipeline {
  readonly output: Output;
  readonly #log: Log;
  readonly #events: PipelineEvents;
  readonly #decoder: DecoderThread;
  readonly #failures = new WorkerFailures();
  readonly #underruns: Underruns;
  readonly #timeline: Timeline;
  readonly #clock: PlaybackClock;
  readonly #restFade: RestFade;
  /** Tracks that were loaded or follow, until the next load. */
  readonly #tracks = new Map<PlayId, TrackToDecode>();
  #loads = 0;
  /** The loaded track, or the one behind it that is heard by now; where it was asked to begin, beside what, and by which load. */
  #loaded: Omit<Load, 'kind' | 'load'> | undefined;
  #following: TrackToDecode | undefined;
  /** Followers that were replaced before the worker said whether they are in the ring already. */
  readonly #replaced = new Set<PlayId>();
  /** The follower that is open and waits, at another rate, for the ring to run dry. */
  #awaited: { readonly playId: PlayId; readonly rate: number } | undefined;
  /** All of the ring was heard, and the follower is about to begin in another one. */
  #isBetweenRings = false;
  /** What counts as heard while a load is under way or another ring is begun. */
  #standing: EnginePosition | undefined;
  #running = false;
  #stopping = false;
  #sound: SoundSettings = SOUND_OFF;
  #isShuffling = false;
  #boundaryTimer: NodeJS.Timeout | undefined;
  constructor(parts: PipelineDeps, events: PipelineEvents) {
    this.#log = parts.log;
    this.#events = events;
    this.#clock = parts.clock ?? REAL_TIME;
    this.#timeline = new Timeline(this.#clock);
    this.#restFade = new RestFade((command) => {
      this.#rest(command);
    }, this.#clock);
    this.#underruns = new Underruns(parts.log, this.#clock);
    this.#decoder = new DecoderThread(parts, {
      told: (news) => {
        this.#told(news);
      },
      ended: () => {
        this.#workerEnded();
      },
    });
    const outputEvents: OutputEvents = {
      opened: parts.outputOpened,
      ringReady: (ring, isNew) => {
        this.#ringReady(ring, isNew);
      },
      drained: () => {
        this.#drained();
      },
      lost: () => {
        events.outputLost();
      },
      back: (isSoon) => {
        events.outputBack(isSoon);
      },
      rateRefused: (rate, reason) => {
        this.#rateRefused(rate, reason);
      },
    };
    this.output = new Output(parts.native, parts.target, parts.log, outputEvents, this.#clock);
  }

  /** Starts the worker; what was loaded before is decoded now. */
  start(): void {
    this.#startWorker();
    this.#loadAgain(undefined);
  }

  #startWorker(): void {
    this.#decoder.start();
    this.#postSound();
    if (this.output.ring !== undefined) this.#decoder.post({ kind: 'ring', ring: this.output.ring });
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#restFade.cancel();
    clearTimeout(this.#boundaryTimer);
    this.#underruns.rest();
    await this.output.close();
    await this.#decoder.stop();
  }

  get trouble(): OutputTrouble | undefined {
    return this.output.trouble;
  }

  /** Looks for an output that was lost. Resolves to the trouble with it; to undefined when it is back or was not lost. */
  async findOutput(): Promise<OutputTrouble | undefined> {
    return this.output.look();
  }

  /**
   * Goes on at another output from the frame that is heard, or stands there if it stands. Resolves when its device is
   * open and at its volume. Of several wishes the last one counts.
   * @throws OutputUnavailable when it cannot be opened: the old one goes on
   * @throws Conflict SUPERSEDED when another output was wished for meanwhile
   */
  async switchTo(target: SinkTarget): Promise<void> {
    await this.output.switchTo(target);
  }

  /** From now on it sounds like this: what is heard is decoded again from its place where that makes a difference. */
  setSound(settings: SoundSettings, isShuffling: boolean): void {
    const isSame = soundKey(settings, isShuffling) === soundKey(this.#sound, this.#isShuffling);
    this.#sound = settings;
    this.#isShuffling = isShuffling;
    this.#postSound();
    if (isSame || this.#loaded === undefined) return;
    this.#restFade.settle();
    this.#loadAgain(this.#timeline.provenPlace());
  }

  /** Another word on a track that is loaded, follows or sounds: it counts when the track is decoded again. */
  learn(track: TrackToDecode): void {
    if (this.#tracks.has(track.playId)) this.#tracks.set(track.playId, track);
    if (this.#loaded?.track.playId === track.playId) this.#loaded = { ...this.#loaded, track };
    if (this.#following?.playId === track.playId) this.#following = track;
  }

  #postSound(): void {
    this.#decoder.post({ kind: 'sound', settings: this.#sound, isShuffling: this.#isShuffling });
  }

  /** Drops what was queued and decodes this track; `follow` is forgotten. It sounds once `run` was called. */
  load(track: TrackToDecode, from: DecodeFrom): void {
    if (
      this.#restFade.defer(() => {
        this.load(track, from);
      })
    )
      return;
    const place = this.#timeline.provenPlace();
    const over = this.#fadingInto(track, from, place);
    this.#loadAt({ track, from, over, beside: over === undefined ? undefined : place?.inRing });
  }

  #loadAt(load: Omit<Load, 'kind' | 'load'>): void {
    const { track, from } = load;
    this.#restFade.takeFaded();
    const { facts } = this.#timeline;
    const known = facts.get(track.playId);
    const number = ++this.#loads;
    this.#loaded = { ...load, again: load.again ?? number };
    this.#following = this.#awaited = undefined;
    this.#isBetweenRings = false;
    this.#timeline.cutFrom(0);
    facts.clear();
    if (known !== undefined) facts.set(track.playId, known); // loaded again
    this.#standing = { playId: track.playId, elapsed: this.#elapsedAt(track.playId, from) };
    this.#tracks.clear();
    this.#replaced.clear();
    this.#tracks.set(track.playId, track);
    clearTimeout(this.#boundaryTimer);
    this.#events.courseChanged();
    this.output.requestFlush();
    this.#decoder.post({ kind: 'load', load: number, ...load });
  }

  /** What is heard now, at `place`, where it fades into another track that was chosen by hand. */
  #fadingInto({ source }: TrackToDecode, from: DecodeFrom, place: HeardPlace | undefined): FadingTrack | undefined {
    if (!this.#running || !fadesAt(this.#sound.crossfade, 'skip', this.#isShuffling)) return undefined;
    const heard = place === undefined ? undefined : this.#tracks.get(place.playId);
    const isStart = (from.kind === 'elapsed' && from.elapsed === 0) || (from.kind === 'frame' && from.frame === 0);
    if (place === undefined || heard === undefined || !isStart) return undefined;
    const isFile = heard.source.kind === 'localFile' || heard.source.kind === 'cuePart';
    return !isFile || heard.source.location === source.location ? undefined : { track: heard, frame: place.frame };
  }

  /** What is played behind the loaded track (and those that followed it) without a gap. */
  follow(track: TrackToDecode | undefined): void {
    if (
      this.#restFade.defer(() => {
        this.follow(track);
      })
    )
      return;
    if (this.#following !== undefined) this.#replaced.add(this.#following.playId);
    this.#following = track;
    if (track !== undefined) this.#tracks.set(track.playId, track);
    const wasBegun = this.#timeline.boundaries.length > 1 || this.#awaited !== undefined;
    if (wasBegun && this.#cutFollower(this.#timeline.boundaries[1]?.ringFrame)) return;
    this.#decoder.post({ kind: 'follow', track });
    if (track === undefined) this.#drained();
  }

  /**
   * An earlier follower was begun already, at this frame of the ring (undefined: it waits for a ring). It is taken out
   * again, unheard and without a break in the track before it, as long as the device has nothing of it.
   */
  #cutFollower(ringFrame: number | undefined): boolean {
    const track = this.#following;
    if (this.#timeline.boundaries.length === 0) return false;
    for (const { playId } of this.#timeline.cutFrom(1)) this.#forget(playId);
    if (this.#awaited !== undefined) this.#forget(this.#awaited.playId);
    this.#awaited = undefined;
    this.#replaced.clear();
    this.#decoder.post({ kind: 'cut', load: ++this.#loads, ringFrame, track });
    if (ringFrame === undefined && track === undefined) this.#drained();
    return true;
  }

  /** What was heard is over, and so is the follower that would be heard next: goes on with the one that replaced it. */
  #skipToFollower(): void {
    const over = this.#standing?.playId;
    const next = this.#following;
    if (next !== undefined) {
      this.load(next, FROM_START);
      this.#events.trackHeard(next.playId);
    } else if (over !== undefined) {
      this.#events.finished(over);
    }
  }

  /** Nothing is loaded any more. */
  clear(): void {
    if (
      this.#restFade.defer(() => {
        this.clear();
      })
    )
      return;
    this.#loaded = this.#following = this.#awaited = this.#standing = undefined;
    this.#isBetweenRings = false;
    this.#timeline.cutFrom(0);
    this.#loads++;
    this.#events.courseChanged();
    this.output.requestFlush();
    this.#decoder.post({ kind: 'clear' });
  }

  run(): void {
    this.#restFade.withdraw();
    const wasFaded = this.#restFade.takeFaded(); // not by a track that was loaded meanwhile
    this.#running = true;
    this.output.command(Command.run, wasFaded && this.#sound.fadeOnStop ? STOP_FADE : milliseconds(0));
    this.#decoder.wake();
    this.#watchBoundary();
    this.#underruns.watch(() => {
      this.#timeline.keepNear();
    });
  }

  /** Falls silent and keeps the place. */
  hold(): void {
    this.#restSoon(Command.hold);
  }

  /** Falls silent; the player loads anew. */
  halt(): void {
    this.#restSoon(Command.stop);
  }

  #restSoon(command: typeof Command.hold | typeof Command.stop): void {
    const isSounding = this.#running && !this.#isDrained() && !this.output.isFadedOut;
    if (!this.#sound.fadeOnStop || !isSounding) {
      this.#restFade.settle();
      this.#rest(command);
      return;
    }
    this.#running = false;
    this.output.fadeOut(STOP_FADE);
    this.#restFade.begin(command);
  }

  /** What is heard now; undefined when nothing is loaded. */
  position(): EnginePosition | undefined {
    const place = this.#timeline.place();
    return place === undefined
      ? this.#standing
      : { playId: place.playId, elapsed: this.#timeline.milliseconds(place.playId, place.frame) };
  }

  /** The frame that is heard now; undefined while a load is under way, and when nothing is loaded. */
  place(): HeardPlace | undefined {
    return this.#timeline.place();
  }

  /** How the position goes on by itself until `courseChanged`; undefined while it does not. */
  course(): HeardCourse | undefined {
    return this.#timeline.course();
  }

  /**
   * Byte position in its file of what is heard now; undefined when nothing is.
   * @throws Unavailable DECODER_BUSY when the decoder does not answer in time
   */
  async bytePosition(): Promise<ByteOffset | undefined> {
    const heard = this.#timeline.place();
    return heard === undefined ? undefined : this.#decoder.locate(heard.playId, heard.frame);
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    return this.#timeline.facts.get(playId);
  }

  counters(): RingCounters {
    return this.#underruns.counters();
  }

  readings(): SoundReadings {
    return {
      ...this.counters(),
      ...readingsOf(this.output.ring),
      decoderRestarts: this.#failures.total,
      decoderThread: this.#decoder.threadId,
      trouble: this.trouble,
    };
  }

  /** Resolves when the decoder answers. @throws Unavailable DECODER_BUSY or DECODER_MISSING. A retry helps. */
  async answer(): Promise<void> {
    await this.#decoder.answer();
  }

  #rest(command: Command): void {
    this.#running = false;
    clearTimeout(this.#boundaryTimer);
    this.#underruns.rest();
    this.output.command(command);
    // The fade may have carried it over a boundary.
    this.#boundaryTimer = this.#clock
      .setTimeout(() => {
        this.#watchBoundary();
      }, FADE_MILLISECONDS)
      .unref();
  }

  #told(message: TrackNews & { readonly load: LoadNumber }): void {
    if (message.load !== this.#loads) return;
    if (message.kind === 'queued') {
      this.output.ringTaken(message.ring);
      if (message.ring !== this.#timeline.reader?.ring.id) {
        // It went into a ring that is gone meanwhile.
        if (this.#isBetweenRings || message.playId === this.#loaded?.track.playId) this.#loadAgain(undefined);
        return;
      }
    }
    if (message.kind === 'uncut') {
      const place = this.#timeline.provenPlace();
      if (place !== undefined) this.#loadAgain(place);
      return;
    }
    const isReplaced =
      (message.kind === 'queued' || message.kind === 'ringNeeded') && this.#replaced.delete(message.playId);
    if (isReplaced) {
      const joint = message.kind === 'queued' ? message.ringFrame : undefined;
      if (!this.#cutFollower(joint)) this.#skipToFollower();
      return;
    }
    if (!this.#isExpected(message.playId)) return;
    switch (message.kind) {
      case 'opened': {
        const wasKnown = this.#timeline.facts.has(message.playId);
        this.#timeline.facts.set(message.playId, message.facts);
        // Also when a ring of this rate is there: the device may be busy trying another one.
        if (message.playId === this.#loaded?.track.playId) this.output.want(message.facts.sampleRate);
        if (!wasKnown) this.#events.trackOpened(message.playId);
        return;
      }
      case 'ringNeeded':
        if (message.whenDrained) {
          this.#awaited = { playId: message.playId, rate: message.rate };
          this.#drained();
        } else {
          this.output.want(message.rate);
        }
        return;
      case 'queued':
        this.#failures.lived();
        if (message.playId === this.#following?.playId) this.#following = undefined;
        this.#isBetweenRings = false;
        this.#timeline.add(message);
        this.#events.courseChanged();
        // Behind a change of rate it is alone in its ring, and heard from now on.
        if (this.#timeline.boundaries.length === 1 && message.playId !== this.#loaded?.track.playId) {
          this.#heardNow(message.playId);
        }
        this.#watchBoundary();
        this.#drained();
        return;
      case 'failed':
        if (message.playId === this.#following?.playId) this.#following = undefined;
        this.#events.trackFailed(message.playId, message.code, message.reason, message.started);
        return;
    }
  }

  #isExpected(playId: PlayId): boolean {
    return playId === this.#loaded?.track.playId || playId === this.#following?.playId || this.#timeline.has(playId);
  }

  #ringReady(ring: RingHandle, isNew: boolean): void {
    if (!isNew) return;
    this.#standing = this.position();
    const place = this.#timeline.place();
    const isAwaited = this.#awaited !== undefined && bestRate(this.#awaited.rate, ring.rates) === ring.rate;
    const isOver = isAwaited && this.#isDrained();
    this.#underruns.follow(this.#timeline.read(ring));
    this.#decoder.post({ kind: 'ring', ring });
    if (isOver) {
      // The worker holds a track ready for this ring; what the old ring held was heard.
      for (const { playId } of this.#timeline.cutFrom(0))
        if (playId !== this.#loaded?.track.playId) this.#forget(playId);
      this.#awaited = undefined;
      this.#isBetweenRings = true;
    } else if (this.#timeline.boundaries.length > 0) {
      // The device came back with another sample format: the track is decoded again from where it was heard.
      this.#loadAgain(place);
    }
  }

  /** The device can be opened at no rate for the track that waits for it. */
  #rateRefused(rate: number, reason: string): void {
    const loaded = this.#timeline.boundaries.length === 0 ? this.#loaded?.track.playId : undefined;
    const isLoaded = loaded !== undefined && this.#timeline.facts.get(loaded)?.sampleRate === rate;
    const playId = isLoaded ? loaded : this.#awaited?.rate === rate ? this.#awaited.playId : undefined;
    if (playId !== undefined) this.#events.trackFailed(playId, 'UNSUPPORTED_RATE', reason, false);
  }

  /**
   * Decodes again what is heard, from its place and without a break; or the loaded track from where it was to begin. What
   * follows it stays what it is.
   */
  #loadAgain(place: HeardPlace | undefined): void {
    if (
      this.#loaded === undefined ||
      this.#restFade.defer(() => {
        this.#loadAgain(place);
      })
    )
      return;
    if (this.#isBetweenRings) {
      this.#replaced.clear();
      this.#skipToFollower();
      return;
    }
    const after = this.#timeline.boundaries[1];
    const follow = this.#following ?? (after === undefined ? undefined : this.#tracks.get(after.playId));
    const track = place === undefined ? undefined : this.#tracks.get(place.playId);
    if (place?.inRing !== undefined && track !== undefined) {
      this.#loadAt({ track, from: { kind: 'frame', frame: place.frame }, beside: place.inRing });
    } else if (this.#timeline.reader?.isFlushing === true) {
      this.#loadAt(this.#loaded); // what it was to go on with sounds still, or did a moment ago
    } else {
      this.#loadAt({ track: this.#loaded.track, from: this.#loaded.from, again: this.#loaded.again });
    }
    this.follow(follow);
  }

  /** The ring has run dry at the end of the stream, or might have: goes on at another rate, or says that it is over. */
  #drained(): void {
    if (!this.#running || !this.#isDrained()) return;
    this.#watchBoundary();
    if (this.#awaited !== undefined) {
      this.output.want(this.#awaited.rate);
      return;
    }
    const last = this.#timeline.boundaries.at(-1);
    if (this.#following !== undefined || last === undefined) return;
    this.#events.finished(last.playId);
  }

  #isDrained(): boolean {
    return this.#timeline.reader?.isDrained === true && !this.#timeline.reader.isFlushing;
  }

  #elapsedAt(playId: PlayId, from: DecodeFrom): Milliseconds {
    if (from.kind === 'frame') return this.#timeline.milliseconds(playId, from.frame);
    return milliseconds(from.kind === 'elapsed' ? Math.max(from.elapsed, 0) : 0);
  }

  /** Tells when the next track is heard: a timer for the moment at which it is due, then a look at the ring. */
  #watchBoundary(): void {
    clearTimeout(this.#boundaryTimer);
    for (let due = this.#timeline.untilNext(); due === 0; due = this.#timeline.untilNext()) {
      const over = this.#timeline.pass();
      if (over !== undefined) this.#forget(over.playId);
      const heard = this.#timeline.boundaries[0];
      if (heard !== undefined) this.#heardNow(heard.playId);
    }
    this.#lookAgain(this.#timeline.untilNext() ?? FLUSH_MILLISECONDS);
  }

  /** A track that followed is heard. What was loaded is over: nothing goes back to it. */
  #heardNow(playId: PlayId): void {
    const over = this.#loaded?.track.playId;
    const track = this.#tracks.get(playId);
    if (track !== undefined) this.#loaded = { track, from: FROM_START };
    if (over !== undefined && !this.#timeline.has(over)) this.#forget(over);
    this.#events.trackHeard(playId);
  }

  #lookAgain(inMilliseconds: number): void {
    if (!this.#running || this.#timeline.boundaries.length < 2) return;
    this.#boundaryTimer = this.#clock
      .setTimeout(() => {
        this.#watchBoundary();
      }, inMilliseconds + 1)
      .unref();
  }

  #forget(playId: PlayId): void {
    this.#tracks.delete(playId);
    this.#timeline.facts.delete(playId);
  }

  /** A worker that dies is replaced, and the track goes on where it was heard; a track that kills two is given up. */
  #workerEnded(): void {
    if (this.#stopping) return;
    const place = this.#timeline.provenPlace();
    const next = this.#isBetweenRings ? this.#following : undefined;
    const culprit = place?.playId ?? next?.playId ?? this.#loaded?.track.playId;
    this.#log.warn('decoder worker ended, starting another', { track: culprit });
    const remedy = this.#failures.died(culprit);
    if (remedy.kind === 'restartLater') {
      setTimeout(() => {
        if (!this.#stopping) this.start();
      }, remedy.delay).unref();
      return;
    }
    this.#startWorker();
    if (remedy.kind === 'restart') this.#loadAgain(place);
    else this.#events.trackFailed(remedy.playId, 'DECODER_FAILED', 'the decoder ended twice on this track', false);
  }
}
