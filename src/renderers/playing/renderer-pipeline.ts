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
import { RendererLoop } from './renderer-loop.js';
import { RendererState, type Requested } from './renderer-state.js';
import { RendererSteps } from './renderer-steps.js';
import { RendererWatch } from './renderer-watch.js';

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
  readonly #loop: RendererLoop;
  #events: RemoteEvents | undefined;
  #isStopped = false;

  constructor(private readonly deps: RendererPipelineDeps) {
    const requested = this.#requested;
    const position = (this.#position = new PlayedPosition(() => deps.clock.now()));
    const state = (this.#state = new RendererState(deps.clock));
    this.#link = new RendererLink(deps, {
      opened: async (session) => this.#events?.opened(() => session.volume?.mixer()),
      ready: () => this.#ready(),
      changed: () => this.#loop.lookSoon(),
      dropped: () => this.#dropped(),
      lost: () => this.#events?.outputLost(),
      back: (isSoon) => this.#events?.outputBack(isSoon),
      isUrgent: () => requested.runs,
    });
    const steps = new RendererSteps({
      ...{ requested, state, position, log: deps.log },
      refused: (playing, error, asNext) => this.#refused(playing, error, asNext),
      moved: () => this.#events?.clockChanged(),
    });
    const watch = new RendererWatch(requested, state, position, {
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
    this.#loop = new RendererLoop({ ...deps, requested, state, steps, watch, link: this.#link });
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
    this.#state.there = 'nothing';
    if (isSame) {
      playing.takeOver(before);
      this.#state.rename(before, playing);
    } else before?.close();
    this.#position.set(playing.start);
    this.#events?.clockChanged();
    if (isSame) setImmediate(() => this.#events?.trackOpened(playing.playId));
    else void this.#prepare(playing, true);
    this.#loop.work();
  }

  follow(track: TrackToDecode | undefined): void {
    if (track !== undefined && track.playId === this.#requested.next?.playId) return;
    this.#forgetNext();
    if (track !== undefined) {
      this.#requested.next = new Playing(track, BEGIN);
      void this.#prepare(this.#requested.next, true);
    }
    this.#loop.work();
  }

  clear(): void {
    this.#forgetNext();
    this.#requested.current?.close();
    this.#requested.current = undefined;
    this.#position.set(milliseconds(0));
    this.#events?.clockChanged();
    this.#loop.work();
  }

  run(): void {
    Object.assign(this.#requested, { runs: true, isHalted: false, isTaken: false });
    this.#state.there = 'nothing';
    if (this.#link.session === undefined) void this.#link.tryAgain();
    this.#loop.lookSoon();
    this.#loop.work();
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
    this.#loop.stop();
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
    if (this.#state.there === 'resumed') this.#state.there = 'nothing';
    this.#position.rest();
    this.#events?.clockChanged();
    this.#loop.work();
  }

  #forgetNext(): void {
    this.#requested.next?.close();
    this.#requested.next = undefined;
  }

  #ready(): void {
    this.#state.canFollow = true;
    for (const playing of [this.#requested.current, this.#requested.next]) {
      if (playing !== undefined) void this.#prepare(playing, true);
    }
    this.#loop.work();
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
    this.#loop.work();
  }

  /** The renderer does not take the file: what can be decoded here is decoded for it, and what cannot is given up. */
  async #refused(playing: Playing, error: DeviceRefusal, asNext: boolean): Promise<void> {
    const { current, next } = this.#requested;
    if (!asNext) this.#state.forget();
    if (playing !== (asNext ? next : current)) return;
    const path = playing.track.source.location;
    this.deps.log.info('renderer: track refused', { renderer: this.name, path, code: error.code, error });
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
    this.#loop.work();
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
    this.deps.log.info('renderer: somebody else plays there', { renderer: this.name });
    this.#events?.outputLost();
  }
}
