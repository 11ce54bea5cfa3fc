/**
 * Understands what a renderer says that it does, and reports what that means. Nothing of it is trusted: a position is believed
 * within bounds (`PlayedPosition`), a track ends when it should even if the renderer says that it plays on, and a track that it
 * neither plays nor refuses counts as refused. Thread: main; asks nothing.
 */
import { milliseconds, type Milliseconds } from '../../units.js';
import type { Position, Transport } from '../control/av-transport.js';
import { DeviceRefusal } from '../control/soap.js';
import { markIn } from './media.js';
import type { PlayedPosition } from './played-position.js';
import type { Playing } from './playing.js';
import type { RendererState, Requested } from './renderer-state.js';

/** A renderer begins to play within so long, in ms, or has not understood. */
const BEGINS = { stopped: 3000, changing: 30_000 };
/** How near to its end a track that has stopped counts as played, in ms. */
const NEAR_END = 4000;
/** A renderer may name the next track when it begins to read it, so long before the end of the one that sounds, in ms. */
const NAMED_EARLY = 30_000;
/** A renderer that does not say which track it plays has gone over to the next one so long behind the end, in ms. */
const BEHIND_END = 1000;
/** A track that plays on so long behind its end has ended, whatever the renderer says, in ms. */
const OVERDUE = 10_000;
/** What a renderer does within this time after the daemon has asked something of it is no person's doing, in ms. */
const OWN_DOING = 2500;
/** Looks in a row that see something else being played. */
const MOST_OTHERS = 3;

export interface RendererWatchEvents {
  /** The renderer plays: for the first time, again, or elsewhere in the track than was thought. */
  plays(playing: Playing, isAgain: boolean): void;
  /** The renderer has gone over to the track that follows by itself. */
  advanced(next: Playing, elapsed: Milliseconds): void;
  /** The track is over, and the renderer plays nothing that is asked for. */
  ended(playing: Playing): void;
  refused(playing: Playing, error: DeviceRefusal): void;
  /** The rest of the track cannot be played. */
  broke(playing: Playing): void;
  /** Somebody has paused or stopped it there, or lets it play again. */
  pausedThere(): void;
  resumedThere(): void;
  /** Somebody else plays something there. */
  taken(): void;
}

export class RendererWatch {
  constructor(
    private readonly requested: Readonly<Requested>,
    private readonly state: RendererState,
    private readonly position: PlayedPosition,
    private readonly events: RendererWatchEvents,
  ) {}

  observe({ state: kind, hasFailed }: Transport, position: Position): void {
    const { state, events, requested } = this;
    const { has } = state;
    state.kind = kind;
    if (has === undefined || has !== requested.current) return;
    const isOwnDoing = state.sinceAct() < OWN_DOING;
    if (!requested.runs) {
      if (kind !== 'playing' || isOwnDoing || state.there === 'resumed') return;
      state.there = 'resumed';
      events.resumedThere();
      return;
    }
    switch (kind) {
      case 'playing':
        this.#plays(has, position);
        return;
      case 'changing':
        this.position.rest();
        if (!state.isBegun && state.sinceBegin() > BEGINS.changing) events.refused(has, neverBegins());
        return;
      case 'paused':
        this.position.rest();
        if (isOwnDoing) return;
        state.there = 'paused';
        events.pausedThere();
        return;
      case 'stopped':
        this.#stopped(has, { hasFailed, isOwnDoing, uri: position.uri });
    }
  }

  #plays(playing: Playing, { uri, elapsed }: Position): void {
    const { state, position, events } = this;
    const mark = markIn(uri);
    const { follows, replaced } = state;
    const isNamed = follows !== undefined && isOf(follows, mark);
    const isEarly = isNamed && this.#soundsStill(playing, elapsed);
    if (follows !== undefined && !isEarly && (isNamed || this.#hasWrapped(playing, elapsed))) {
      events.advanced(follows, this.#positionBehind(playing, elapsed));
      return;
    }
    if (replaced !== undefined && isOf(replaced.playing, mark)) {
      this.#strays(playing);
      return;
    }
    if (uri !== '' && !isEarly && !isOf(playing, mark)) {
      state.others += 1;
      if (state.others >= MOST_OTHERS) events.taken();
      return;
    }
    state.others = 0;
    if (replaced?.isAccepted === true && !isEarly) state.replaced = undefined;
    state.isBegun = true;
    if (playing.mustSeek) return; // it is not where it is to be
    const wasRunning = position.isRunning;
    position.run();
    const isMoved = elapsed !== undefined && position.report(elapsed);
    if (!wasRunning || isMoved) events.plays(playing, wasRunning);
    if (lengthOf(playing) > 0 && position.elapsed() > lengthOf(playing) + OVERDUE) events.ended(playing);
  }

  /** The renderer has gone on to what does not follow any more: it is brought back where the track is not over. */
  #strays(playing: Playing): void {
    const { state, position, events } = this;
    const elapsed = position.elapsed();
    state.strays = true;
    if (elapsed >= lengthOf(playing) - NEAR_END) events.ended(playing);
    else {
      position.rest();
      playing.beginAt(elapsed);
      state.forget();
    }
  }

  /** Some renderers do not say that another track plays: their position begins anew. */
  #hasWrapped(playing: Playing, elapsed: Milliseconds | undefined): boolean {
    const length = lengthOf(playing);
    if (length === 0 || elapsed === undefined) return false;
    return elapsed < NEAR_END && this.position.elapsed() >= length + BEHIND_END;
  }

  /** The renderer names the track that follows, and says the position of the one before, which is not over. */
  #soundsStill(playing: Playing, elapsed: Milliseconds | undefined): boolean {
    const length = lengthOf(playing);
    const own = this.position.elapsed();
    const isNearEnd = length > 0 && own >= length - NAMED_EARLY && own < length + BEHIND_END;
    return isNearEnd && elapsed !== undefined && this.position.isRunning && this.position.isNear(elapsed);
  }

  /** Position in the track that follows: by the clock, where the renderer says nothing else than that. */
  #positionBehind(playing: Playing, elapsed: Milliseconds | undefined): Milliseconds {
    const length = lengthOf(playing);
    const passed = milliseconds(length > 0 ? Math.max(this.position.elapsed() - length, 0) : 0);
    if (elapsed === undefined) return passed;
    const isOld = this.position.isNear(elapsed) && elapsed > passed + NEAR_END;
    // A whole second, rounded down.
    return isOld ? passed : milliseconds(Math.min(Math.max(passed, elapsed), elapsed + 1000));
  }

  #stopped(
    playing: Playing,
    { hasFailed, isOwnDoing, uri }: { hasFailed: boolean; isOwnDoing: boolean; uri: string },
  ): void {
    const { state, position, events } = this;
    const length = lengthOf(playing);
    state.mayBeActive = false;
    if (!state.isBegun) {
      // A track of a moment is over before anybody has looked.
      if (!hasFailed && length > 0 && state.sinceBegin() > Math.max(length, OWN_DOING)) events.ended(playing);
      else if (hasFailed || state.sinceBegin() > BEGINS.stopped) events.refused(playing, neverBegins());
      return;
    }
    position.rest();
    const elapsed = position.elapsed();
    const { follows } = state;
    const short = follows === undefined || length === 0 ? 0 : lengthOf(follows);
    const isOver = elapsed >= length + short || (follows !== undefined && isOf(follows, markIn(uri)));
    // A track of a moment was played since the last look.
    if (follows !== undefined && short > 0 && short <= NEAR_END && isOver) {
      events.advanced(follows, milliseconds(short));
      return;
    }
    if (length === 0 || elapsed >= length - NEAR_END) events.ended(playing);
    else if (hasFailed) events.broke(playing);
    else if (!isOwnDoing) {
      playing.beginAt(elapsed);
      state.forget();
      state.there = 'paused';
      events.pausedThere();
    }
  }
}

const lengthOf = ({ media }: Playing): number => media?.facts.length ?? 0;

/** What the renderer plays by its address is this playing; an address without a mark is none of ours. */
const isOf = (playing: Playing, mark: string | undefined): boolean => mark !== undefined && mark === playing.mark;

const neverBegins = (): DeviceRefusal => new DeviceRefusal(0, 'it does not begin to play');
