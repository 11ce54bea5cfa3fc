/**
 * The audio engine: one interface in front of decoder worker, ring and output. Thread: main; no call waits.
 *
 * The player says which track is cued, which follows, and whether it runs; the engine says what became of it. All news
 * carries the play id of its track, so that news of a superseded one can be dropped.
 */
import { Worker } from 'node:worker_threads';

import { Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import {
  frameCount,
  framesToMilliseconds,
  milliseconds,
  type ByteOffset,
  type FrameCount,
  type Milliseconds,
} from '../units.js';
import type {
  DecodeFrom,
  DecoderWorkerData,
  FadingTrack,
  FromDecoder,
  PlayId,
  RingPlace,
  ToDecoder,
  TrackToDecode,
} from './decoder-messages.js';
import type { DecoderFacts } from './decoder.js';
import type { Native } from './native.js';
import { soundKey } from './dsp/chain-values.js';
import { fadesAt } from './dsp/fade-plan.js';
import { Output, type OutputTrouble } from './output.js';
import { bestRate } from './rates.js';
import { Command, frameAfter, frameDistance, type RingHandle } from './ring-layout.js';
import { RingReader, type RingCounters } from './ring-reader.js';
import type { Sink } from './sinks/sink.js';
import { SOUND_OFF, type SoundSettings } from './sound-settings.js';

export interface EngineEvents {
  /** The track that followed is heard now. */
  trackHeard(playId: PlayId): void;
  /** It cannot be played; `started`: only its rest cannot. */
  trackFailed(playId: PlayId, code: string, reason: string, started: boolean): void;
  /** Everything was heard and nothing follows. */
  finished(playId: PlayId): void;
}

export interface EnginePosition {
  readonly playId: PlayId;
  readonly elapsed: Milliseconds;
}

export interface EngineParts {
  readonly native: Native;
  /** Files of the addon and of the worker's bundle. */
  readonly nativeFile: string;
  readonly workerFile: string;
  readonly sink: Sink;
  /** Sets the volume of the device that was opened on this ALSA card (or -1), before it plays. Never rejects. */
  readonly outputOpened: (card: number) => Promise<void>;
  /** Library roots: nothing outside them is opened. */
  readonly roots: readonly string[];
  readonly log: Log;
}

/** Ring frame `ringFrame` is frame `trackFrame` of the track. */
interface Boundary {
  readonly playId: PlayId;
  readonly ringFrame: number;
  readonly trackFrame: FrameCount;
}

/** A frame of a track that is heard now; `inRing` is missing while something else sounds still. */
interface HeardPlace {
  readonly playId: PlayId;
  readonly frame: FrameCount;
  readonly inRing: RingPlace | undefined;
}

/** Heap limits of the worker, in MiB: it allocates next to nothing, and a small machine has little. */
const WORKER_LIMITS = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };
const LONGEST_RESTART_MILLISECONDS = 30_000;
const XRUN_WATCH_MILLISECONDS = 10_000;
/** A worker that does not answer for this long waits for a disk that hangs. */
const LOCATE_MILLISECONDS = 2000;
/** `fadeOnStop` takes this long either way, as it does in Rockbox; the device holds back some more of it. */
const STOP_FADE = milliseconds(333);
const STOP_FADE_MARGIN = 30;
/** A pause is silent after at most this long. */
const FADE_MILLISECONDS = 100;
/** Frame counters are compared as 32-bit differences: a boundary never falls farther behind than this (6.7 hours). */
const FARTHEST_BOUNDARY = 2 ** 30;

export class AudioEngine {
  readonly output: Output;
  readonly #parts: EngineParts;
  readonly #log: Log;
  readonly #events: EngineEvents;
  readonly #wake = new Int32Array(new SharedArrayBuffer(4));
  readonly #facts = new Map<PlayId, DecoderFacts>();
  /** Tracks that were cued or follow, until the next cue. */
  readonly #tracks = new Map<PlayId, TrackToDecode>();
  readonly #located = new Map<number, (offset: ByteOffset | undefined) => void>();
  #requests = 0;
  #cues = 0;
  /** Workers that died since a track was decoded. */
  #workerFailures = 0;
  /** The track at which a worker died last. */
  #culprit: PlayId | undefined;
  #worker: Worker | undefined;
  #reader: RingReader | undefined;
  /** The cued track, where it was asked to begin, and what follows it and is not heard yet. */
  #cued:
    { readonly track: TrackToDecode; readonly from: DecodeFrom; readonly beside: RingPlace | undefined } | undefined;
  #following: TrackToDecode | undefined;
  /** Followers that were replaced before the worker said whether they are in the ring already. */
  readonly #replaced = new Set<PlayId>();
  /** In ring order; the first is the one that is heard. Empty while a cue is under way. */
  #boundaries: Boundary[] = [];
  /** The follower that is open and waits, at another rate, for the ring to run dry. */
  #awaited: { readonly playId: PlayId; readonly rate: number } | undefined;
  /** What counts as heard while a cue is under way or another ring is begun. */
  #standing: EnginePosition | undefined;
  #running = false;
  #stopping = false;
  #sound: SoundSettings = SOUND_OFF;
  #isShuffling = false;
  /** Fading out on the way to a rest; a stop keeps what it is told meanwhile for afterwards. */
  #fading: { readonly command: Command; readonly timer: NodeJS.Timeout; readonly later: (() => void)[] } | undefined;
  /** The rest was faded into, and is faded out of. */
  #fadedToRest = false;
  #boundaryTimer: NodeJS.Timeout | undefined;
  #xrunTimer: NodeJS.Timeout | undefined;
  #counted: RingCounters = { xruns: 0, starvations: 0 };
  /** What rings that are gone had counted. */
  #countedBefore: RingCounters = { xruns: 0, starvations: 0 };

  constructor(parts: EngineParts, events: EngineEvents) {
    this.#parts = parts;
    this.#log = parts.log;
    this.#events = events;
    this.output = new Output(parts.native, parts.sink, parts.log, {
      opened: parts.outputOpened,
      ringReady: (ring, isNew) => {
        this.#ringReady(ring, isNew);
      },
      drained: () => {
        this.#drained();
      },
      rateRefused: (rate, reason) => {
        this.#rateRefused(rate, reason);
      },
    });
  }

  /** Starts the worker; what was cued before is decoded now. */
  start(): void {
    this.#startWorker();
    this.#cueAgain(undefined);
  }

  #startWorker(): void {
    const { nativeFile: native, roots } = this.#parts;
    const data: DecoderWorkerData = { wake: this.#wake.buffer, native, roots };
    const worker = new Worker(this.#parts.workerFile, { workerData: data, resourceLimits: WORKER_LIMITS });
    worker.on('message', (message: FromDecoder) => {
      this.#received(message);
    });
    worker.on('error', (error) => {
      this.#log.error('decoder worker failed', { error });
    });
    worker.on('exit', () => {
      this.#workerEnded(worker);
    });
    worker.unref();
    this.#worker = worker;
    this.#postSound();
    if (this.output.ring !== undefined) this.#post({ kind: 'ring', ring: this.output.ring });
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#fading?.timer);
    this.#fading = undefined;
    clearTimeout(this.#boundaryTimer);
    clearInterval(this.#xrunTimer);
    await this.output.close();
    await this.#worker?.terminate();
    this.#worker = undefined;
    this.#answerLocating();
  }

  get trouble(): OutputTrouble | undefined {
    return this.output.trouble;
  }

  /** From now on it sounds like this: what is heard is decoded again from its place where that makes a difference. */
  setSound(settings: SoundSettings, isShuffling: boolean): void {
    const isSame = soundKey(settings, isShuffling) === soundKey(this.#sound, this.#isShuffling);
    this.#sound = settings;
    this.#isShuffling = isShuffling;
    this.#postSound();
    if (isSame || this.#cued === undefined) return;
    this.#settle();
    this.#cueAgain(this.#place());
  }

  /** Another word on a track that is cued, follows or sounds: it counts when the track is decoded again. */
  learn(track: TrackToDecode): void {
    if (this.#tracks.has(track.playId)) this.#tracks.set(track.playId, track);
    if (this.#cued?.track.playId === track.playId) this.#cued = { ...this.#cued, track };
    if (this.#following?.playId === track.playId) this.#following = track;
  }

  #postSound(): void {
    this.#post({ kind: 'sound', settings: this.#sound, isShuffling: this.#isShuffling });
  }

  /** Drops what was queued and decodes this track; `follow` is forgotten. It sounds once `run` was called. */
  cue(track: TrackToDecode, from: DecodeFrom): void {
    if (
      this.#defer(() => {
        this.cue(track, from);
      })
    )
      return;
    const over = this.#fadingInto(track, from);
    this.#cueAt(track, from, over === undefined ? undefined : this.#place()?.inRing, over);
  }

  /** `beside`: the cued track, or the one that fades into it, goes on there with what sounds. */
  #cueAt(track: TrackToDecode, from: DecodeFrom, beside?: RingPlace, over?: FadingTrack): void {
    this.#fadedToRest = false;
    const facts = this.#facts.get(track.playId);
    this.#cued = { track, from, beside };
    this.#following = this.#awaited = undefined;
    this.#boundaries = [];
    this.#facts.clear();
    if (facts !== undefined) this.#facts.set(track.playId, facts); // cued again
    this.#standing = { playId: track.playId, elapsed: this.#elapsedAt(track.playId, from) };
    this.#tracks.clear();
    this.#replaced.clear();
    this.#tracks.set(track.playId, track);
    clearTimeout(this.#boundaryTimer);
    this.output.requestFlush();
    this.#post({ kind: 'cue', cue: ++this.#cues, track, from, over, beside });
  }

  /** What is heard now, where it fades into another track that was chosen by hand. */
  #fadingInto({ path }: TrackToDecode, from: DecodeFrom): FadingTrack | undefined {
    if (!this.#running || !fadesAt(this.#sound.crossfade, 'skip', this.#isShuffling)) return undefined;
    const place = this.#place();
    const heard = place === undefined ? undefined : this.#tracks.get(place.playId);
    const isStart = (from.kind === 'elapsed' && from.elapsed === 0) || (from.kind === 'frame' && from.frame === 0);
    if (place === undefined || heard === undefined || !isStart) return undefined;
    return heard.path === path || heard.remote !== undefined ? undefined : { track: heard, frame: place.frame };
  }

  /** What is played behind the cued track (and those that followed it) without a gap. */
  follow(track: TrackToDecode | undefined): void {
    if (
      this.#defer(() => {
        this.follow(track);
      })
    )
      return;
    if (this.#following !== undefined) this.#replaced.add(this.#following.playId);
    this.#following = track;
    if (track !== undefined) this.#tracks.set(track.playId, track);
    const wasBegun = this.#boundaries.length > 1 || this.#awaited !== undefined;
    if (wasBegun && this.#cutFollower(this.#boundaries[1]?.ringFrame)) return;
    this.#post({ kind: 'follow', track });
    if (track === undefined) this.#drained();
  }

  /**
   * An earlier follower was begun already, at this frame of the ring (undefined: it waits for a ring). It is taken out
   * again, unheard and without a break in the track before it, as long as the device has nothing of it.
   */
  #cutFollower(ringFrame: number | undefined): boolean {
    const heard = this.#boundaries[0];
    const track = this.#following;
    if (heard === undefined) return false;
    for (const { playId } of this.#boundaries.splice(1)) this.#forget(playId);
    if (this.#awaited !== undefined) this.#forget(this.#awaited.playId);
    this.#awaited = undefined;
    this.#replaced.clear();
    this.#post({ kind: 'cut', cue: ++this.#cues, ringFrame, track });
    if (ringFrame === undefined && track === undefined) this.#drained();
    return true;
  }

  /** What was heard is over, and so is the follower that would be heard next: goes on with the one that replaced it. */
  #skipToFollower(): void {
    const over = this.#standing?.playId;
    const next = this.#following;
    if (next !== undefined) {
      this.cue(next, { kind: 'elapsed', elapsed: milliseconds(0) });
      this.#events.trackHeard(next.playId);
    } else if (over !== undefined) {
      this.#events.finished(over);
    }
  }

  /** Nothing is cued any more. */
  clear(): void {
    if (
      this.#defer(() => {
        this.clear();
      })
    )
      return;
    this.#cued = this.#following = this.#awaited = this.#standing = undefined;
    this.#boundaries = [];
    this.#cues++;
    this.output.requestFlush();
    this.#post({ kind: 'clear' });
  }

  run(): void {
    const fadesIn = this.#fadedToRest && this.#sound.fadeOnStop;
    this.#fadedToRest = false;
    if (this.#fading?.command === Command.hold) {
      clearTimeout(this.#fading.timer);
      this.#fading = undefined;
    } else {
      this.#settle();
    }
    this.#running = true;
    this.output.command(Command.run, fadesIn ? STOP_FADE : milliseconds(0));
    this.#wakeWorker();
    this.#watchBoundary();
    this.#xrunTimer ??= setInterval(() => {
      this.#watchXruns();
      this.#keepBoundaryNear();
    }, XRUN_WATCH_MILLISECONDS).unref();
  }

  /** Falls silent and keeps the place. */
  hold(): void {
    this.#restFading(Command.hold);
  }

  /** Falls silent; the player cues anew. */
  halt(): void {
    this.#restFading(Command.stop);
  }

  #restFading(command: Command): void {
    const isSounding = this.#running && !this.#isDrained() && !this.output.isFadedOut;
    if (!this.#sound.fadeOnStop || !isSounding) {
      this.#settle();
      this.#rest(command);
      return;
    }
    this.#running = false;
    this.#fadedToRest = true;
    this.output.fadeOut(STOP_FADE);
    const timer = setTimeout(() => {
      this.#settle();
    }, STOP_FADE + STOP_FADE_MARGIN);
    this.#fading = { command, timer, later: [] };
  }

  /** Ends a fade into a rest at once, and does what waited for it. */
  #settle(): void {
    const fading = this.#fading;
    if (fading === undefined) return;
    this.#fading = undefined;
    clearTimeout(fading.timer);
    this.#rest(fading.command);
    for (const call of fading.later) call();
  }

  /** Keeps a call for the end of a stop's fade; a pause's fade ends before it. */
  #defer(call: () => void): boolean {
    if (this.#fading?.command !== Command.stop) {
      this.#settle();
      return false;
    }
    this.#fading.later.push(call);
    return true;
  }

  /** What is heard now; undefined when nothing is cued. */
  position(): EnginePosition | undefined {
    const place = this.#place();
    return place === undefined
      ? this.#standing
      : { playId: place.playId, elapsed: this.#milliseconds(place.playId, place.frame) };
  }

  /**
   * Byte position in its file of what is heard now; undefined when nothing is.
   * @throws Unavailable DECODER_BUSY when the decoder does not answer in time
   */
  async bytePosition(): Promise<ByteOffset | undefined> {
    const heard = this.#place();
    if (heard === undefined || this.#worker === undefined) return undefined;
    const request = ++this.#requests;
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        this.#located.delete(request);
        reject(new Unavailable('DECODER_BUSY', 'the decoder waits for its file and does not answer'));
      }, LOCATE_MILLISECONDS).unref();
      this.#located.set(request, (offset) => {
        clearTimeout(deadline);
        resolve(offset);
      });
      this.#post({ kind: 'locate', request, playId: heard.playId, frame: heard.frame });
    });
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    return this.#facts.get(playId);
  }

  counters(): RingCounters {
    const now = this.#reader?.counters() ?? { xruns: 0, starvations: 0 };
    return {
      xruns: this.#countedBefore.xruns + now.xruns,
      starvations: this.#countedBefore.starvations + now.starvations,
    };
  }

  #rest(command: Command): void {
    this.#running = false;
    clearTimeout(this.#boundaryTimer);
    clearInterval(this.#xrunTimer);
    this.#xrunTimer = undefined;
    this.output.command(command);
    // The fade may have carried it over a boundary.
    this.#boundaryTimer = setTimeout(() => {
      this.#watchBoundary();
    }, FADE_MILLISECONDS).unref();
  }

  #post(message: ToDecoder): void {
    this.#worker?.postMessage(message);
    this.#wakeWorker();
  }

  #wakeWorker(): void {
    Atomics.add(this.#wake, 0, 1);
    Atomics.notify(this.#wake, 0);
  }

  #received(message: FromDecoder): void {
    if (message.kind === 'located') {
      this.#located.get(message.request)?.(message.offset);
      this.#located.delete(message.request);
      return;
    }
    if (message.cue !== this.#cues) return;
    if (message.kind === 'queued') {
      this.output.ringTaken(message.ring);
      if (message.ring !== this.#reader?.ring.id) {
        // It went into a ring that is gone meanwhile.
        if (message.playId === this.#cued?.track.playId) this.#cueAgain(undefined);
        return;
      }
    }
    if (message.kind === 'uncut') {
      const place = this.#place();
      if (place !== undefined) this.#cueAgain(place);
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
      case 'opened':
        this.#facts.set(message.playId, message.facts);
        // Also when a ring of this rate is there: the device may be busy trying another one.
        if (message.playId === this.#cued?.track.playId) this.output.want(message.facts.sampleRate);
        return;
      case 'ringNeeded':
        if (message.whenDrained) {
          this.#awaited = { playId: message.playId, rate: message.rate };
          this.#drained();
        } else {
          this.output.want(message.rate);
        }
        return;
      case 'queued':
        this.#workerFailures = 0;
        if (message.playId === this.#following?.playId) this.#following = undefined;
        this.#boundaries.push(message);
        // Behind a change of rate it is alone in its ring, and heard from now on.
        if (this.#boundaries.length === 1 && message.playId !== this.#cued?.track.playId) {
          this.#events.trackHeard(message.playId);
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
    return (
      playId === this.#cued?.track.playId ||
      playId === this.#following?.playId ||
      this.#boundaries.some((boundary) => boundary.playId === playId)
    );
  }

  #ringReady(ring: RingHandle, isNew: boolean): void {
    if (!isNew) return;
    this.#countedBefore = this.counters();
    this.#standing = this.position();
    const place = this.#place();
    const isAwaited = this.#awaited !== undefined && bestRate(this.#awaited.rate, ring.rates) === ring.rate;
    const isOver = isAwaited && this.#isDrained();
    this.#reader = new RingReader(ring);
    this.#post({ kind: 'ring', ring });
    if (isOver) {
      // The worker holds a track ready for this ring; what the old ring held was heard.
      for (const { playId } of this.#boundaries) if (playId !== this.#cued?.track.playId) this.#forget(playId);
      this.#boundaries = [];
      this.#awaited = undefined;
    } else if (this.#boundaries.length > 0) {
      // The device came back with another sample format: the track is decoded again from where it was heard.
      this.#cueAgain(place);
    }
  }

  /** The device can be opened at no rate for the track that waits for it. */
  #rateRefused(rate: number, reason: string): void {
    const cued = this.#boundaries.length === 0 ? this.#cued?.track.playId : undefined;
    const isCued = cued !== undefined && this.#facts.get(cued)?.sampleRate === rate;
    const playId = isCued ? cued : this.#awaited?.rate === rate ? this.#awaited.playId : undefined;
    if (playId !== undefined) this.#events.trackFailed(playId, 'UNSUPPORTED_RATE', reason, false);
  }

  /**
   * Decodes again what is heard, from its place and without a break; or the cued track from where it was to begin. What
   * follows it stays what it is.
   */
  #cueAgain(place: HeardPlace | undefined): void {
    if (
      this.#cued === undefined ||
      this.#defer(() => {
        this.#cueAgain(place);
      })
    )
      return;
    const after = this.#boundaries[1];
    const follow = this.#following ?? (after === undefined ? undefined : this.#tracks.get(after.playId));
    const track = place === undefined ? undefined : this.#tracks.get(place.playId);
    if (place !== undefined && track !== undefined) {
      this.#cueAt(track, { kind: 'frame', frame: place.frame }, place.inRing);
    } else {
      const { track: cued, from, beside } = this.#cued;
      this.#cueAt(cued, from, this.#reader?.isFlushing === true ? beside : undefined);
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
    const last = this.#boundaries.at(-1);
    if (this.#following !== undefined || last === undefined) return;
    this.#events.finished(last.playId);
  }

  #isDrained(): boolean {
    return this.#reader?.isDrained === true && !this.#reader.isFlushing;
  }

  /** The track that the player knows to be heard, and its frame: never past where the next track begins. */
  #place(): HeardPlace | undefined {
    const [first, next] = this.#boundaries;
    if (first === undefined || this.#reader === undefined) return undefined;
    const { ring, isFlushing } = this.#reader;
    const heard = isFlushing ? first.ringFrame : this.#reader.heardFrame();
    const length = next === undefined ? Infinity : frameDistance(first.ringFrame, next.ringFrame);
    const passed = Math.min(Math.max(frameDistance(first.ringFrame, heard), 0), length);
    const inRing = isFlushing ? undefined : { ring: ring.id, frame: frameAfter(first.ringFrame, passed) };
    return { playId: first.playId, frame: this.#trackFrame(first, passed), inRing };
  }

  /** The track's frame that lies `passed` frames of the ring behind a boundary: the two may differ in rate. */
  #trackFrame({ playId, trackFrame }: Boundary, passed: number): FrameCount {
    const ringRate = this.#reader?.ring.rate ?? 1;
    const rate = this.#facts.get(playId)?.sampleRate ?? ringRate;
    return frameCount(trackFrame + Math.floor((passed * rate) / ringRate));
  }

  #elapsedAt(playId: PlayId, from: DecodeFrom): Milliseconds {
    if (from.kind === 'frame') return this.#milliseconds(playId, from.frame);
    return milliseconds(from.kind === 'elapsed' ? Math.max(from.elapsed, 0) : 0);
  }

  #milliseconds(playId: PlayId, frame: FrameCount): Milliseconds {
    const facts = this.#facts.get(playId);
    return facts === undefined ? milliseconds(0) : framesToMilliseconds(frame, facts.sampleRate);
  }

  /** Tells when the next track is heard: a timer for the moment at which it is due, then a look at the ring. */
  #watchBoundary(): void {
    clearTimeout(this.#boundaryTimer);
    if (this.#reader === undefined || this.#reader.isFlushing) {
      this.#lookAgain(20);
      return;
    }
    const heard = this.#reader.heardFrame();
    for (let next = this.#boundaries[1]; next !== undefined; next = this.#boundaries[1]) {
      const due = frameDistance(heard, next.ringFrame);
      if (due > 0) {
        this.#lookAgain((due * 1000) / this.#reader.ring.rate);
        return;
      }
      const over = this.#boundaries.shift();
      if (over !== undefined) this.#forget(over.playId);
      this.#events.trackHeard(next.playId);
    }
  }

  #lookAgain(inMilliseconds: number): void {
    if (!this.#running || this.#boundaries.length < 2) return;
    this.#boundaryTimer = setTimeout(() => {
      this.#watchBoundary();
    }, inMilliseconds + 1).unref();
  }

  /** The worker that was asked is gone. */
  #answerLocating(): void {
    for (const resolve of this.#located.values()) resolve(undefined);
    this.#located.clear();
  }

  #forget(playId: PlayId): void {
    this.#tracks.delete(playId);
    this.#facts.delete(playId);
  }

  #keepBoundaryNear(): void {
    const [first] = this.#boundaries;
    if (first === undefined || this.#reader === undefined || this.#reader.isFlushing) return;
    if (frameDistance(first.ringFrame, this.#reader.heardFrame()) < FARTHEST_BOUNDARY) return;
    // Whole seconds: both rates count them exactly.
    const { rate } = this.#reader.ring;
    const nearer = Math.floor(FARTHEST_BOUNDARY / 2 / rate) * rate;
    this.#boundaries[0] = {
      playId: first.playId,
      ringFrame: frameAfter(first.ringFrame, nearer),
      trackFrame: this.#trackFrame(first, nearer),
    };
  }

  #watchXruns(): void {
    const { xruns, starvations } = this.counters();
    if (xruns > this.#counted.xruns)
      this.#log.warn('underruns', { since: xruns - this.#counted.xruns, xruns, starvations });
    this.#counted = { xruns, starvations };
  }

  /** A worker that dies is replaced, and the track goes on where it was heard; a track that kills two is given up. */
  #workerEnded(worker: Worker): void {
    if (this.#stopping || worker !== this.#worker) return;
    const place = this.#place();
    const culprit = place?.playId ?? this.#cued?.track.playId;
    this.#log.warn('decoder worker ended, starting another', { track: culprit });
    this.#answerLocating();
    this.#workerFailures++;
    if (this.#workerFailures > 2) {
      // It cannot live, whatever it is given: tried again with patience.
      this.#worker = undefined;
      const delay = Math.min(1000 * 2 ** (this.#workerFailures - 3), LONGEST_RESTART_MILLISECONDS);
      setTimeout(() => {
        if (!this.#stopping) this.start();
      }, delay).unref();
      return;
    }
    this.#startWorker();
    if (culprit === undefined) return;
    const again = culprit === this.#culprit;
    this.#culprit = culprit;
    if (again) this.#events.trackFailed(culprit, 'DECODER_FAILED', 'the decoder ended twice on this track', false);
    else this.#cueAgain(place);
  }
}
