/**
 * The audio pipeline: one interface in front of decoder worker, ring and output. Thread: main; no call waits.
 * The engine says which track is loaded, which follows, and whether it runs; the pipeline says what became of it. Every
 * event carries the play id of its track, so that one of a superseded track can be dropped.
 */
import type { DecodeFrom, PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import { soundKey } from '../../dsp/chain-values.js';
import { fadesAt } from '../../dsp/fade-plan.js';
import { SOUND_OFF, type SoundSettings } from '../../dsp/sound-settings.js';
import type { Output } from '../../output/output.js';
import { bestRate } from '../../output/rates.js';
import { Command, type RingHandle } from '../../output/ring-layout.js';
import { REAL_TIME } from '../../playback-clock.js';
import { milliseconds, type ByteOffset, type SampleRateHz } from '../../units.js';
import { BoundaryWatch } from './boundary-watch.js';
import { DecoderThread, type DecoderReport, type DecoderThreadDeps } from './decoder-thread.js';
import type { EnginePosition, PipelineEvents } from './engine-events.js';
import { FROM_START, startOf } from './queue-track.js';
import { RestFade, STOP_FADE } from './rest-fade.js';
import { readingsOf, type SoundReadings } from './sound-readings.js';
import { Timeline, type PlayedFrame, type TrackClock } from './timeline.js';
import { TrackPlan, type PlannedLoad } from './track-plan.js';
import { Underruns } from './underruns.js';
import { failureOf, type Remedy } from './worker-failures.js';

export interface PipelineDeps extends DecoderThreadDeps {
  readonly output: Output;
}

export class Pipeline {
  readonly #output: Output;
  readonly #decoder: DecoderThread;
  readonly #underruns: Underruns;
  readonly #timeline: Timeline;
  readonly #boundaries: BoundaryWatch;
  readonly #restFade: RestFade;
  readonly #plan = new TrackPlan();
  #events: PipelineEvents | undefined;
  #loads = 0;
  /** Position that counts as played while a load is under way or another ring is begun. */
  #loadPosition: EnginePosition | undefined;
  #isRunning = false;
  #sound: SoundSettings = SOUND_OFF;
  #isShuffling = false;

  constructor(deps: PipelineDeps) {
    const { clock = REAL_TIME, log } = deps;
    this.#timeline = new Timeline(clock);
    this.#boundaries = new BoundaryWatch(this.#timeline, clock, {
      isRunning: () => this.#isRunning,
      passed: (playId) => this.#started(playId),
    });
    this.#restFade = new RestFade((command) => this.#rest(command), clock);
    this.#underruns = new Underruns(log, clock);
    this.#decoder = new DecoderThread(deps, {
      reported: (message) => this.#reported(message),
      culprit: () => this.#timeline.reportedFrame()?.playId ?? this.#plan.due,
      restarted: (remedy) => this.#restarted(remedy),
      isDry: () => readingsOf(this.#output.ring).ringFill === 0,
    });
    this.#output = deps.output;
    this.#output.connect({
      ringReady: (ring, isNew) => this.#ringReady(ring, isNew),
      drained: () => this.#drained(),
      lost: () => this.#events?.outputLost(),
      back: (isSoon) => this.#events?.outputBack(isSoon),
      rateRefused: (rate, reason) => this.#rateRefused(rate, reason),
    });
  }

  /** Events go there from now on. */
  connect(events: PipelineEvents): void {
    this.#events = events;
  }

  /** Starts the worker; what was loaded before is decoded now. */
  start(): void {
    this.#decoder.start();
    this.#loadAgain(undefined);
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#decoder.letEnd();
    this.#restFade.cancel();
    this.#boundaries.stop();
    this.#underruns.rest();
    await this.#output.close();
    await this.#decoder.stop();
  }

  /** From now on it sounds like this: what is played is decoded again from its frame where that makes a difference. */
  setSound(settings: SoundSettings, isShuffling: boolean): void {
    const isSame = soundKey(settings, isShuffling) === soundKey(this.#sound, this.#isShuffling);
    this.#sound = settings;
    this.#isShuffling = isShuffling;
    this.#decoder.post({ kind: 'sound', settings, isShuffling });
    if (isSame || this.#plan.loaded === undefined) return;
    this.#restFade.finish();
    this.#loadAgain(this.#timeline.reportedFrame());
  }

  /** There are other library roots now: files in those are opened from now on, and in no others. */
  rootsChanged(): void {
    this.#decoder.rootsChanged();
  }

  /** More is known of a track that is loaded, follows or is played: it counts when the track is decoded again. */
  learn(track: TrackToDecode): void {
    this.#plan.learn(track);
  }

  /** Drops what was queued and decodes this track; `follow` is forgotten. It sounds once `run` was called. */
  load(track: TrackToDecode, from: DecodeFrom): void {
    if (this.#restFade.defer(() => this.load(track, from))) return;
    const played = this.#timeline.reportedFrame();
    const fades = this.#isRunning && fadesAt(this.#sound.crossfade, 'skip', this.#isShuffling);
    const over = fades ? this.#plan.fadingInto(track, from, played) : undefined;
    this.#load({ track, from, over, splicePoint: over === undefined ? undefined : played?.inRing });
  }

  #load(load: PlannedLoad): void {
    const { track, from } = load;
    const { playId } = track;
    this.#restFade.takeFaded();
    const number = ++this.#loads;
    this.#plan.load({ ...load, again: load.again ?? number });
    this.#timeline.restart(playId);
    const elapsed = from.kind === 'frame' ? this.#timeline.milliseconds(playId, from.frame) : startOf(from);
    this.#loadPosition = { playId, elapsed };
    this.#boundaries.stop();
    this.#events?.clockChanged();
    this.#output.control.requestFlush();
    this.#decoder.post({ kind: 'load', load: number, ...load });
  }

  /** What is played behind the loaded track (and those that followed it) without a gap. */
  follow(track: TrackToDecode | undefined): void {
    if (this.#restFade.defer(() => this.follow(track))) return;
    this.#plan.follow(track);
    const { boundaries } = this.#timeline;
    const wasBegun = boundaries.length > 1 || this.#plan.awaited !== undefined;
    if (wasBegun && this.#cutFollower(boundaries[1]?.ringFrame)) return;
    this.#decoder.post({ kind: 'follow', track });
    if (track === undefined) this.#drained();
  }

  /**
   * An earlier follower was begun already, at this frame of the ring (undefined: it waits for a ring). It is taken out
   * again, unplayed and without a break in the track before it, as long as the device has nothing of it.
   */
  #cutFollower(ringFrame: number | undefined): boolean {
    const { following: track, awaited } = this.#plan;
    if (this.#timeline.boundaries.length === 0) return false;
    for (const { playId } of this.#timeline.cutFrom(1)) this.#forget(playId);
    if (awaited !== undefined) this.#forget(awaited.playId);
    this.#plan.awaited = undefined;
    this.#plan.forgetReplaced();
    this.#decoder.post({ kind: 'cut', load: ++this.#loads, ringFrame, track });
    if (ringFrame === undefined && track === undefined) this.#drained();
    return true;
  }

  /** What was played is over, and so is the follower that would be played next: goes on with the one that replaced it. */
  #skipToFollower(): void {
    const over = this.#loadPosition?.playId;
    const next = this.#plan.following;
    if (next !== undefined) {
      this.load(next, FROM_START);
      this.#events?.trackStarted(next.playId);
    } else if (over !== undefined) {
      this.#events?.finished(over);
    }
  }

  /** Nothing is loaded any more. */
  clear(): void {
    if (this.#restFade.defer(() => this.clear())) return;
    this.#plan.clear();
    this.#loadPosition = undefined;
    this.#timeline.cutFrom(0);
    this.#loads++;
    this.#events?.clockChanged();
    this.#output.control.requestFlush();
    this.#decoder.post({ kind: 'clear' });
  }

  run(): void {
    this.#restFade.withdraw();
    const wasFaded = this.#restFade.takeFaded(); // not by a track that was loaded meanwhile
    this.#isRunning = true;
    this.#output.command(Command.run, wasFaded && this.#sound.fadeOnStop ? STOP_FADE : milliseconds(0));
    this.#decoder.wake();
    this.#boundaries.look();
    this.#underruns.watch(() => this.#timeline.keepNear());
  }

  /** Falls silent and keeps the position. */
  hold(): void {
    this.#restSoon(Command.hold);
  }

  /** Falls silent; the player loads anew. */
  halt(): void {
    this.#restSoon(Command.stop);
  }

  #restSoon(command: typeof Command.hold | typeof Command.stop): void {
    const { control } = this.#output;
    const fades = this.#sound.fadeOnStop && this.#isRunning && !this.#timeline.isDrained && !control.isFadedOut;
    if (fades) {
      this.#isRunning = false;
      control.fadeOut(STOP_FADE);
    }
    this.#restFade.rest(command, fades);
  }

  /** Position that is played now; undefined when nothing is loaded. */
  position(): EnginePosition | undefined {
    return this.#timeline.position() ?? this.#loadPosition;
  }

  /** How the position goes on by itself until `clockChanged`; undefined while it does not. */
  trackClock(): TrackClock | undefined {
    return this.#timeline.trackClock();
  }

  /**
   * Byte position in its file of what is played now; undefined when nothing is.
   * @throws Unavailable DECODER_BUSY when the decoder does not answer in time
   */
  async bytePosition(): Promise<ByteOffset | undefined> {
    const played = this.#timeline.playedFrame();
    return played && this.#decoder.locate(played.playId, played.frame);
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    return this.#timeline.facts.get(playId);
  }

  readings(): SoundReadings {
    return {
      ...this.#underruns.counters(),
      ...readingsOf(this.#output.ring),
      decoderRestarts: this.#decoder.restarts,
      decoderThread: this.#decoder.threadId,
      trouble: this.#output.trouble,
    };
  }

  /** Resolves when the decoder answers. @throws Unavailable DECODER_BUSY or DECODER_MISSING. A retry helps. */
  async answer(): Promise<void> {
    await this.#decoder.answer();
  }

  #rest(command: Command): void {
    this.#isRunning = false;
    this.#underruns.rest();
    this.#output.command(command);
    this.#boundaries.lookAfterFade();
  }

  #reported(message: DecoderReport): void {
    if (message.load !== this.#loads) return;
    const { playId } = message;
    if (message.kind === 'queued') {
      this.#output.ringTaken(message.ring);
      if (message.ring !== this.#timeline.reader?.ring.id) {
        // Queued in a ring that is gone meanwhile.
        if (this.#plan.isBetweenRings || this.#plan.isLoaded(playId)) this.#loadAgain(undefined);
        return;
      }
    }
    if (message.kind === 'tooLateToCut') {
      const played = this.#timeline.reportedFrame();
      if (played !== undefined) this.#loadAgain(played);
      return;
    }
    if ((message.kind === 'queued' || message.kind === 'ringNeeded') && this.#plan.takeReplaced(playId)) {
      if (!this.#cutFollower(message.kind === 'queued' ? message.ringFrame : undefined)) this.#skipToFollower();
      return;
    }
    if (!this.#plan.expects(playId) && !this.#timeline.has(playId)) return;
    switch (message.kind) {
      case 'opened': {
        const wasKnown = this.#timeline.facts.has(playId);
        this.#timeline.facts.set(playId, message.facts);
        // Also when a ring of this rate is there: the device may be busy trying another one.
        if (this.#plan.isLoaded(playId)) this.#output.want(message.facts.sampleRate);
        if (!wasKnown) this.#events?.trackOpened(playId);
        return;
      }
      case 'ringNeeded':
        if (message.whenDrained) {
          this.#plan.awaited = { playId, rate: message.rate };
          this.#drained();
        } else {
          this.#output.want(message.rate);
        }
        return;
      case 'queued':
        this.#plan.arrived(playId);
        this.#plan.isBetweenRings = false;
        this.#timeline.add(message);
        this.#events?.clockChanged();
        // Behind a change of rate it is alone in its ring, and played from now on.
        if (this.#timeline.boundaries.length === 1 && !this.#plan.isLoaded(playId)) this.#started(playId);
        this.#boundaries.look();
        this.#drained();
        return;
      case 'failed':
        this.#plan.arrived(playId);
        this.#events?.trackFailed(playId, message.code, message.reason, message.started);
        return;
    }
  }

  #ringReady(ring: RingHandle, isNew: boolean): void {
    if (!isNew) return;
    this.#loadPosition = this.position();
    const played = this.#timeline.playedFrame();
    const { awaited } = this.#plan;
    const isOver =
      awaited !== undefined && bestRate(awaited.rate, ring.rates) === ring.rate && this.#timeline.isDrained;
    this.#underruns.follow(this.#timeline.read(ring));
    this.#decoder.post({ kind: 'ring', ring });
    if (isOver) {
      // The worker holds a track ready for this ring; what the old ring held was played.
      for (const { playId } of this.#timeline.cutFrom(0)) if (!this.#plan.isLoaded(playId)) this.#forget(playId);
      this.#plan.awaited = undefined;
      this.#plan.isBetweenRings = true;
    } else if (this.#timeline.boundaries.length > 0) {
      // The device came back with another sample format: the track is decoded again from where it was played.
      this.#loadAgain(played);
    }
  }

  /** The device can be opened at no rate for the track that waits for it. */
  #rateRefused(rate: SampleRateHz, reason: string): void {
    const { awaited } = this.#plan;
    const loaded = this.#timeline.boundaries.length === 0 ? this.#plan.loaded?.track.playId : undefined;
    const isLoaded = loaded !== undefined && this.#timeline.facts.get(loaded)?.sampleRate === rate;
    const playId = isLoaded ? loaded : awaited?.rate === rate ? awaited.playId : undefined;
    if (playId !== undefined) this.#events?.trackFailed(playId, 'UNSUPPORTED_RATE', reason, false);
  }

  /**
   * Decodes again what is played, from its frame and without a break; or the loaded track from where it was to begin. What
   * follows it stays what it is.
   */
  #loadAgain(played: PlayedFrame | undefined): void {
    const { loaded } = this.#plan;
    if (loaded === undefined || this.#restFade.defer(() => this.#loadAgain(played))) return;
    if (this.#plan.isBetweenRings) {
      this.#plan.forgetReplaced();
      this.#skipToFollower();
      return;
    }
    const after = this.#timeline.boundaries[1];
    const follow = this.#plan.following ?? (after && this.#plan.track(after.playId));
    const track = played && this.#plan.track(played.playId);
    if (played?.inRing !== undefined && track !== undefined) {
      this.#load({ track, from: { kind: 'frame', frame: played.frame }, splicePoint: played.inRing });
    } else if (this.#timeline.reader?.isFlushing === true) {
      this.#load(loaded); // what it was to go on with sounds still, or did a moment ago
    } else {
      this.#load({ track: loaded.track, from: loaded.from, again: loaded.again });
    }
    this.follow(follow);
  }

  /** The ring has run dry at the end of the stream, or might have: goes on at another rate, or says that it is over. */
  #drained(): void {
    if (!this.#isRunning || !this.#timeline.isDrained) return;
    this.#boundaries.look();
    const { awaited, following } = this.#plan;
    if (awaited !== undefined) {
      this.#output.want(awaited.rate);
      return;
    }
    const last = this.#timeline.boundaries.at(-1);
    if (following === undefined && last !== undefined) this.#events?.finished(last.playId);
  }

  #started(playId: PlayId): void {
    const over = this.#plan.started(playId);
    if (over !== undefined && !this.#timeline.has(over)) this.#forget(over);
    this.#events?.trackStarted(playId);
  }

  #forget(playId: PlayId): void {
    this.#plan.forget(playId);
    this.#timeline.facts.delete(playId);
  }

  /** Goes on with a new worker where the last one was, or without the track at which two have died. */
  #restarted(remedy: Remedy): void {
    if (remedy.kind === 'giveUp' || remedy.kind === 'hung') {
      this.#events?.trackFailed(...failureOf(remedy));
    } else {
      this.#loadAgain(remedy.kind === 'restart' ? this.#timeline.reportedFrame() : undefined);
    }
  }
}
