/**
 * Brings a renderer to what is asked for, one step at a time: `next` says which, and each step asks the renderer for one thing.
 * A step that is refused leads to another one; one that is not answered throws. Thread: main.
 */
import type { Log } from '../../log.js';
import { milliseconds } from '../../units.js';
import type { AvTransport } from '../control/av-transport.js';
import { DeviceRefusal } from '../control/soap.js';
import type { PlayedPosition } from './played-position.js';
import type { Playing } from './playing.js';
import type { RendererState, Requested } from './renderer-state.js';

/** Codes of AVTransport that say that the track itself cannot be had: illegal MIME type, resource not found. */
const UNFIT: ReadonlySet<number> = new Set([714, 716]);

export interface RendererStepsDeps {
  readonly requested: Readonly<Requested>;
  readonly state: RendererState;
  readonly position: PlayedPosition;
  /** The renderer does not play a track; `asNext`: not as the one that follows. */
  readonly refused: (playing: Playing, error: DeviceRefusal, asNext: boolean) => Promise<void>;
  /** The position was set. */
  readonly moved: () => void;
  readonly log: Log;
}

type Step = () => Promise<void>;

export class RendererSteps {
  constructor(private readonly deps: RendererStepsDeps) {}

  /** What is to be done next; undefined when all is as it is asked for. Steps throw what is no refusal. */
  next(transport: AvTransport): Step | undefined {
    const { state, requested } = this.deps;
    const { current, next, runs, isHalted, isTaken } = requested;
    if (state.strays && !(runs && current?.media !== undefined)) return () => this.#silence(transport);
    if (state.has !== undefined && (state.has !== current || (isHalted && !runs))) {
      if (runs && current?.media !== undefined) return () => this.#begin(transport, current);
      return state.isSilent || (runs && current !== undefined) ? undefined : () => this.#silence(transport);
    }
    if (current?.media === undefined || isTaken || (runs && state.there === 'paused')) return undefined;
    if (state.has === undefined) return runs ? () => this.#begin(transport, current) : undefined;
    if (!runs) return state.isSounding && state.there !== 'resumed' ? () => this.#pause(transport, current) : undefined;
    if (current.mustSeek && state.isBegun) return () => this.#seek(transport, current);
    if (state.kind === 'paused') return () => this.#goOn(transport, current);
    const isFit = next === undefined || (next.media !== undefined && !next.isRefused);
    const isOther = state.follows !== next || (next === undefined && state.replaced?.isAccepted === false);
    const isDue = state.isBegun && state.canFollow && isFit && isOther;
    return isDue ? () => this.#setNext(transport, next) : undefined;
  }

  /** Loads a track into the renderer and lets it play. */
  async #begin(transport: AvTransport, playing: Playing): Promise<void> {
    const { state, requested } = this.deps;
    const { media } = playing;
    if (media === undefined) return;
    try {
      // Not every renderer takes another track while it plays one.
      if (state.mayBeActive) await this.#stop(transport);
      await transport.set(media);
      if (playing !== requested.current) return;
      state.began(playing);
      playing.mustSeek = playing.start > 0;
      if (requested.runs) await transport.play();
    } catch (error) {
      await this.deps.refused(playing, refusal(error), false);
    }
  }

  /** A renderer that cannot pause is silenced, and begins again where it was. */
  async #pause(transport: AvTransport, playing: Playing): Promise<void> {
    const { state } = this.deps;
    if (playing.media?.isSeekable === true) {
      try {
        await transport.pause();
        state.kind = 'paused';
        return;
      } catch (error) {
        refusal(error);
      }
    }
    await this.#silence(transport);
  }

  async #goOn(transport: AvTransport, playing: Playing): Promise<void> {
    const { state, position } = this.deps;
    try {
      await transport.play();
      state.kind = 'changing';
    } catch (error) {
      refusal(error);
      playing.beginAt(position.elapsed());
      state.forget();
    }
  }

  /** A renderer that cannot move goes on where it is; many move only while they play. */
  async #seek(transport: AvTransport, playing: Playing): Promise<void> {
    const { state, position, requested, log } = this.deps;
    const to = playing.start;
    playing.mustSeek = false;
    try {
      try {
        await transport.seek(to);
      } catch (error) {
        if (state.kind !== 'paused') throw error;
        refusal(error);
        await transport.play();
        state.kind = 'changing';
        await transport.seek(to);
      }
      // In whole seconds, as the renderer is told.
      if (playing === requested.current) position.set(milliseconds(Math.floor(to / 1000) * 1000));
    } catch (error) {
      log.info('renderer: position not moved', { error: refusal(error) });
    }
    if (state.kind === 'playing') position.run();
    this.deps.moved();
  }

  async #setNext(transport: AvTransport, next: Playing | undefined): Promise<void> {
    const { state } = this.deps;
    const before = state.follows;
    state.follows = next;
    try {
      await transport.setNext(next?.media);
      // Too late, perhaps: it may have gone over to the one before already.
      state.replace(before, true);
    } catch (error) {
      const { code } = refusal(error);
      state.replace(before, false);
      if (next === undefined) {
        state.canFollow = false;
        return;
      }
      state.follows = undefined;
      // Otherwise it is set when the one before has ended.
      if (UNFIT.has(code)) await this.deps.refused(next, refusal(error), true);
      else state.canFollow = false;
    }
  }

  /** Where it goes on is kept. */
  async #silence(transport: AvTransport): Promise<void> {
    const { state, position, requested } = this.deps;
    const { has } = state;
    await this.#stop(transport);
    if (has !== undefined && has === requested.current) has.beginAt(position.elapsed());
  }

  async #stop(transport: AvTransport): Promise<void> {
    const { state } = this.deps;
    await transport.stop().catch(refusal);
    state.forget();
    state.mayBeActive = state.strays = false;
  }
}

/** @throws what is no refusal: the renderer did not answer */
function refusal(error: unknown): DeviceRefusal {
  if (error instanceof DeviceRefusal) return error;
  throw error;
}
