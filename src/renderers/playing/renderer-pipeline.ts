/**
 * The pipeline of an output that is a UPnP renderer. The player says what is loaded, what follows and whether it runs; one
 * step after the other brings the renderer there (`RendererSteps`). What the renderer says of itself is looked at each second
 * while it plays, and when it sends an event (`RendererWatch`). Thread: main; no call waits but those that return a promise.
 *
 *   loaded ──run──▶ set, Play ──it plays──▶ begun ──the next one plays──▶ begun, of the next one
 *                       │ refused             │ it stops at its end ──▶ finished, or set the next one
 *                       ▼                     │ it stops in the middle ──▶ paused there
 *           decoded here instead              └ it answers no more ──▶ lost
 */
import type { DecodeFrom, PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { OutputTrouble } from '../../output/output.js';
import type { EnginePosition } from '../../playback/engine/engine-events.js';
import type { RemoteEvents, RemotePipeline } from '../../playback/engine/remote-pipeline.js';
import type { TrackClock } from '../../playback/engine/timeline.js';
import { type ByteOffset, byteOffset, frameCount, milliseconds, type Milliseconds, sampleRateHz } from '../../units.js';
import type { DeviceRefusal } from '../control/soap.js';
import { Undecodable } from '../streaming/pcm-streams.js';
import { type MediaDeps, prepareMedia } from './media.js';
import { PlayedPosition } from './played-position.js';
import { Playing } from './playing.js';
import { RendererLink, type RendererLinkDeps } from './renderer-link.js';
import { RendererState, type Requested } from './renderer-state.js';
import { RendererSteps } from './renderer-steps.js';
import { RendererWatch } from './renderer-watch.js';

/** Pause between two looks while it plays, and after an event, in ms. */
const LOOK = { playing: 1000, soon: 250 };
/** Calls in a row that are not answered until the renderer counts as lost. */
const MOST_SILENT = 3;
/** Milliseconds in which a renderer that is left is silenced. */
const LEAVING = 3000;
const BEGIN: DecodeFrom = { kind: 'elapsed', elapsed: milliseconds(0) };
/** Ring frames of a clock behind which no track is known to follow. */
const NO_END = frameCount(2 ** 31 - 1);

export interface RendererPipelineDeps extends RendererLinkDeps, MediaDeps {}

export class RendererPipeline implements RemotePipeline {
  readonly #requested: Requested = {
    ...{ current: undefined, next: undefined, runs: false, isHalted: false, isTaken: false },
  };
  readonly #position: PlayedPosition;
  readonly #state: RendererState;
  readonly #link: RendererLink;
  readonly #steps: RendererSteps;
  readonly #watch: RendererWatch;
  #events: RemoteEvents | undefined;
  #isWorking = false;
  #isLooking = false;
  #isSoon = false;
  #silent = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(private readonly deps: RendererPipelineDeps) {
    const requested = this.#requested;
    const position = (this.#position = new PlayedPosition(() => deps.clock.now()));
    const state = (this.#state = new RendererState(deps.clock));
    this.#link = new RendererLink(deps, {
      opened: async (session) => this.#events?.opened(() => session.volume?.mixer()),
      ready: () => this.#ready(),
      // Events that come one after the other do not put it off.
      changed: () => !this.#isSoon && this.#lookIn(LOOK.soon),
      dropped: () => this.#dropped(),
      lost: () => this.#events?.outputLost(),
      back: (isSoon) => this.#events?.outputBack(isSoon),
      isUrgent: () => requested.runs,
    });
    this.#steps = new RendererSteps({
      ...{ requested, state, position, log: deps.log },
      refused: (playing, error, asNext) => this.#refused(playing, error, asNext),
      moved: () => this.#events?.clockChanged(),
    });
    this.#watch = new RendererWatch(requested, state, position, {
      plays: (playing, isAgain) => {
        this.#events?.clockChanged();
        if (!isAgain) this.#events?.trackOpened(playing.playId);
      },
      advanced: (next, elapsed) => this.#advanced(next, elapsed),
      ended: (playing) => this.#ended(playing),
      refused: (playing, error) => void this.#refused(playing, error, false),
      broke: (playing) => this.#giveUp(playing, 'UNREADABLE_FILE', `${this.name} cannot play the rest`, true),
      pausedThere: () => this.#events?.pausedThere(),
      resumedThere: () => this.#events?.resumedThere(),
      taken: () => this.#taken(),
    });
  }

  get name(): string {
    return this.deps.name;
  }

  get trouble(): OutputTrouble | undefined {
    const taken = { code: 'OUTPUT_BUSY', detail: `${this.name}: somebody else plays there` };
    return this.#link.trouble ?? (this.#requested.isTaken ? taken : undefined);
  }

  connect(events: RemoteEvents): void {
    this.#events = events;
  }

  open(): Promise<void> {
    return this.#link.open();
  }

  /** Where somebody else plays, what is asked for from now on takes it back. */
  async look(): Promise<OutputTrouble | undefined> {
    this.#requested.isTaken = false;
    if (this.#link.session === undefined) await this.#link.tryAgain();
    return this.trouble;
  }

  tryAgain(): void {
    if (this.#link.session === undefined) void this.#link.tryAgain();
  }

  load(track: TrackToDecode, from: DecodeFrom): void {
    const before = this.#requested.current;
    const playing = new Playing(track, from);
    const isSame = before?.media?.isSeekable === true && before.track.source.location === track.source.location;
    this.#forgetNext();
    this.#requested.current = playing;
    this.#state.isPausedThere = this.#state.isResumedThere = false;
    if (isSame) {
      playing.takeOver(before);
      this.#state.rename(before, playing);
    } else before?.close();
    this.#position.set(playing.start);
    this.#events?.clockChanged();
    if (isSame) setImmediate(() => this.#events?.trackOpened(playing.playId));
    else void this.#prepare(playing, true);
    this.#work();
  }

  follow(track: TrackToDecode | undefined): void {
    if (track !== undefined && track.playId === this.#requested.next?.playId) return;
    this.#forgetNext();
    if (track !== undefined) {
      this.#requested.next = new Playing(track, BEGIN);
      void this.#prepare(this.#requested.next, true);
    }
    this.#work();
  }

  clear(): void {
    this.#forgetNext();
    this.#requested.current?.close();
    this.#requested.current = undefined;
    this.#position.set(milliseconds(0));
    this.#events?.clockChanged();
    this.#work();
  }

  run(): void {
    Object.assign(this.#requested, { runs: true, isHalted: false, isTaken: false });
    this.#state.isPausedThere = this.#state.isResumedThere = false;
    if (this.#link.session === undefined) void this.#link.tryAgain();
    this.#lookIn(LOOK.soon);
    this.#work();
  }

  hold(): void {
    this.#rest(false);
  }

  halt(): void {
    this.#rest(true);
  }

  position(): EnginePosition | undefined {
    const { current } = this.#requested;
    if (current === undefined) return undefined;
    const length = current.media?.facts.length ?? 0;
    const elapsed = this.#position.elapsed();
    return { playId: current.playId, elapsed: length > 0 ? milliseconds(Math.min(elapsed, length)) : elapsed };
  }

  /** One of milliseconds, while the renderer plays. */
  trackClock(): TrackClock | undefined {
    const { current } = this.#requested;
    if (current === undefined || !this.#position.isRunning) return undefined;
    const rates = { ringRate: sampleRateHz(1000), trackRate: sampleRateHz(1000) };
    const trackFrame = frameCount(current.start);
    return { playId: current.playId, ring: undefined, ...rates, ringFrame: 0, trackFrame, most: NO_END };
  }

  /** Where in the file a renderer is nobody knows: by the mean bit rate. */
  bytePosition(): Promise<ByteOffset | undefined> {
    const bitrate = this.#requested.current?.media?.facts.bitrate;
    const bytes = bitrate && Math.round((this.#position.elapsed() * bitrate) / 8);
    return Promise.resolve(bytes === undefined ? undefined : byteOffset(bytes));
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    const { current, next } = this.#requested;
    return [current, next].find((playing) => playing?.playId === playId)?.media?.facts;
  }

  /** Leaves the renderer, silent where it played something of ours. Never rejects. May be called twice. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const { session } = this.#link;
    if (session !== undefined && this.#state.mayBeActive) {
      const late = new Promise((resolve) => setTimeout(resolve, LEAVING).unref());
      await Promise.race([session.transport.stop().catch(() => undefined), late]);
    }
    this.#forgetNext();
    this.#requested.current?.close();
    await this.#link.close();
  }

  #rest(isHalted: boolean): void {
    Object.assign(this.#requested, { runs: false, isHalted });
    this.#state.isResumedThere = false;
    this.#position.rest();
    this.#events?.clockChanged();
    this.#work();
  }

  #forgetNext(): void {
    this.#requested.next?.close();
    this.#requested.next = undefined;
  }

  #ready(): void {
    this.#silent = 0;
    this.#state.canFollow = true;
    for (const playing of [this.#requested.current, this.#requested.next]) {
      if (playing !== undefined) void this.#prepare(playing, true);
    }
    this.#work();
  }

  /** What was served through the connection is gone with it. */
  #dropped(): void {
    const { current, next } = this.#requested;
    this.#position.rest();
    this.#state.forget();
    current?.close();
    current?.beginAt(this.#position.elapsed());
    next?.close();
    this.#events?.clockChanged();
  }

  /** Never rejects. */
  async #prepare(playing: Playing, mayBeDirect: boolean): Promise<void> {
    const { session } = this.#link;
    if (session === undefined) return;
    try {
      const media = await playing.prepare(() => prepareMedia(playing.track, session, this.deps, mayBeDirect));
      if (media === undefined || session !== this.#link.session) return;
      if (playing === this.#requested.current && !this.#position.isRunning) this.#position.set(playing.start);
      this.#events?.trackOpened(playing.playId);
    } catch (error) {
      const code = error instanceof Undecodable ? error.code : 'DECODER_FAILED';
      this.#giveUp(playing, code, (error as Error).message, false);
    }
    this.#work();
  }

  /** The renderer does not take the file: what can be decoded here is decoded for it, and what cannot is given up. */
  async #refused(playing: Playing, error: DeviceRefusal, asNext: boolean): Promise<void> {
    const { current, next } = this.#requested;
    if (!asNext) this.#state.forget();
    if (playing !== (asNext ? next : current)) return;
    const path = playing.track.source.location;
    this.deps.log.info('renderers: track refused', { renderer: this.name, path, code: error.code, error });
    if (playing.media?.isDirect === true) {
      playing.close();
      await this.#prepare(playing, false);
    } else if (asNext) playing.isRefused = true;
    else this.#giveUp(playing, 'UNSUPPORTED_FORMAT', `${this.name} refuses it: ${error.message}`, false);
  }

  /** The track cannot be played; `started`: its rest cannot. */
  #giveUp(playing: Playing, code: string, reason: string, started: boolean): void {
    const { current, next } = this.#requested;
    playing.close();
    if (this.#isStopped || (playing !== current && playing !== next)) return;
    if (playing === next) this.#requested.next = undefined;
    else if (!started) this.#requested.current = undefined;
    this.#events?.trackFailed(playing.playId, code, reason, started);
    if (started) this.#ended(playing);
    this.#work();
  }

  /** Takes steps until the renderer does what is asked for, then looks at it while it plays. */
  #work(): void {
    const { session } = this.#link;
    if (this.#isWorking || this.#isStopped || session === undefined) return;
    const step = this.#steps.next(session.transport);
    if (step === undefined) return;
    this.#isWorking = true;
    clearTimeout(this.#timer);
    this.#state.act();
    void this.#take(step);
  }

  /** Never rejects. */
  async #take(step: () => Promise<void>): Promise<void> {
    try {
      await step();
      this.#silent = 0;
    } catch (error) {
      this.#unanswered(error);
    }
    this.#isWorking = false;
    this.#state.act();
    this.#lookIn(LOOK.playing);
    if (this.#silent === 0) this.#work();
  }

  #unanswered(error: unknown): void {
    this.#silent += 1;
    this.deps.log.debug('renderers: no answer', { renderer: this.name, error });
    if (this.#silent < MOST_SILENT) return;
    this.#silent = 0;
    this.#link.fail((error as Error).message);
  }

  /** At rest only where the last answer is to be looked at again soon. */
  #lookIn(pause: number): void {
    clearTimeout(this.#timer);
    this.#isSoon = false;
    if (this.#isStopped || this.#link.session === undefined) return;
    if (pause === LOOK.playing && !this.#requested.runs && this.#silent === 0) return;
    this.#isSoon = pause === LOOK.soon;
    this.#timer = this.deps.clock.setTimeout(() => void this.#look(), pause).unref();
  }

  /** Asks the renderer what it does. Never rejects. */
  async #look(): Promise<void> {
    const { session } = this.#link;
    this.#isSoon = false;
    if (session === undefined || this.#isLooking || this.#isWorking) return;
    if (this.#state.has !== undefined) {
      this.#isLooking = true;
      const { acts } = this.#state;
      try {
        const transport = await session.transport.transport();
        const position = await session.transport.position();
        this.#silent = 0;
        // What was asked of it meanwhile makes the answer old.
        if (session === this.#link.session && acts === this.#state.acts) this.#watch.observe(transport, position);
      } catch (error) {
        if (session === this.#link.session) this.#unanswered(error);
      } finally {
        this.#isLooking = false;
      }
    }
    this.#lookIn(LOOK.playing);
    this.#work();
  }

  /** The renderer has gone over to the track that follows. */
  #advanced(next: Playing, elapsed: Milliseconds): void {
    this.#state.goneOver(next);
    this.#goOver(next, elapsed);
    this.#position.run();
  }

  /** The track is over, and the renderer has not gone over to another one. */
  #ended(playing: Playing): void {
    const { current, next } = this.#requested;
    if (playing !== current) return;
    this.#state.forget();
    this.#position.rest();
    if (next === undefined) this.#events?.finished(playing.playId);
    else this.#goOver(next, milliseconds(0));
  }

  #goOver(next: Playing, elapsed: Milliseconds): void {
    this.#requested.current?.close();
    this.#requested.current = next;
    if (this.#requested.next === next) this.#requested.next = undefined;
    this.#position.set(elapsed);
    this.#events?.trackStarted(next.playId);
    this.#events?.clockChanged();
  }

  /** Somebody else plays there: it is theirs until a person wants to go on. */
  #taken(): void {
    this.#position.rest();
    this.#requested.current?.beginAt(this.#position.elapsed());
    this.#state.forget();
    this.#state.mayBeActive = false;
    this.#requested.isTaken = true;
    this.deps.log.info('renderers: somebody else plays there', { renderer: this.name });
    this.#events?.outputLost();
  }
}
