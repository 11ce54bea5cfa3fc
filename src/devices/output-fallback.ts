/**
 * What plays goes on at the built-in output when the one that was chosen is lost, or is not there to play on, and does
 * not come back in time; if a person wants that. The choice stays what it is: when the output is back it plays again, but
 * sound never moves by itself while it is played. Thread: main.
 *
 *   chosen plays ──lost, away for its grace──▶ built-in plays in its place
 *        ▲                                               │
 *        └────────── it is back, and nothing plays ──────┘
 */
import type { Log } from '../log.js';
import { REAL_TIME, type PlaybackClock } from '../playback-clock.js';
import { milliseconds, type Milliseconds } from '../units.js';
import { BUILTIN } from './cards/card-source.js';
import type { OutputDevice } from './output-device.js';
import type { Outputs } from './outputs.js';

/** Trouble that nobody else makes: a busy output is there, and is waited for. */
const AWAY = ['OUTPUT_MISSING', 'OUTPUT_FAILED'];
/** A device that is opened for what is to play has said by then whether it can be, in ms. */
const OPENING = 2000;

/** How long an output may be away and still goes on with what it played: a card is plugged in again, a speaker boots. */
export function graceOf({ service, returnsWithin }: OutputDevice): Milliseconds {
  return returnsWithin ?? milliseconds(service === 'bluetooth' ? 60_000 : 10_000);
}

/** What is used of the player. */
export interface FallbackPlayer {
  /** Playback state of the queue, also while an external source plays. */
  queueStatus(): {
    readonly kind: 'stopped' | 'playing' | 'paused';
    readonly outputProblem: { readonly code: string } | undefined;
  };
  /** Whether the player waits for its output, which was lost while it played or is not there after a start. */
  awaitsOutput(): boolean;
  resume(): Promise<void>;
  subscribe(listener: () => void): () => void;
}

export interface OutputFallbackDeps {
  readonly outputs: Pick<Outputs, 'current' | 'fallbackFor' | 'standIn' | 'goBack' | 'subscribe'>;
  readonly player: FallbackPlayer;
  /** Whether a person wants it. */
  readonly isWanted: () => boolean;
  /** How long it is waited for an output. */
  readonly graceOf: (device: OutputDevice) => Milliseconds;
  readonly clock?: PlaybackClock | undefined;
  readonly log: Log;
}

export class OutputFallback {
  readonly #clock: PlaybackClock;
  readonly #unsubscribe: (() => void)[] = [];
  /** The output that is waited for. */
  #awaited: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #opening: NodeJS.Timeout | undefined;
  #isMoving = false;

  constructor(private readonly deps: OutputFallbackDeps) {
    this.#clock = deps.clock ?? REAL_TIME;
  }

  start(): void {
    const { player, outputs } = this.deps;
    const look = (): void => this.look();
    this.#unsubscribe.push(player.subscribe(look), outputs.subscribe(look));
    this.look();
  }

  /** May be called twice. */
  stop(): void {
    for (const end of this.#unsubscribe.splice(0)) end();
    clearTimeout(this.#timer);
    clearTimeout(this.#opening);
    this.#awaited = this.#timer = this.#opening = undefined;
  }

  /** The player, the outputs or the wish for it may be another: waits, no longer waits, or goes back. */
  look(): void {
    const { player, outputs, graceOf } = this.deps;
    const current = outputs.current();
    if (!this.#isWaiting()) {
      clearTimeout(this.#timer);
      this.#awaited = this.#timer = undefined;
      if (this.#mayBeLost()) this.#lookAgain();
      else if (player.queueStatus().kind !== 'playing' && outputs.fallbackFor()?.isPresent === true)
        void this.#goBack();
      return;
    }
    if (this.#awaited === current.id) return;
    clearTimeout(this.#timer);
    this.#awaited = current.id;
    this.#timer = this.#clock
      .setTimeout(() => {
        this.#timer = undefined;
        if (this.#isWaiting() && outputs.current().id === current.id) void this.#standIn();
      }, graceOf(current))
      .unref();
  }

  /** Something is to be played on an output that is away. */
  #isWaiting(): boolean {
    const { player, outputs } = this.deps;
    if (!this.#mayBeLost() && !player.awaitsOutput()) return false;
    const { id, isPresent } = outputs.current();
    const problem = player.queueStatus().outputProblem?.code;
    const isAway = !isPresent || (problem !== undefined && AWAY.includes(problem));
    return isAway && id !== BUILTIN && this.deps.isWanted();
  }

  /** Whether the output may be away although nothing has reported that yet: it is opened only now. */
  #mayBeLost(): boolean {
    const { player, outputs, isWanted } = this.deps;
    return isWanted() && player.queueStatus().kind === 'playing' && outputs.current().id !== BUILTIN;
  }

  #lookAgain(): void {
    clearTimeout(this.#opening);
    this.#opening = this.#clock
      .setTimeout(() => {
        if (this.#isWaiting()) this.look();
      }, OPENING)
      .unref();
  }

  async #standIn(): Promise<void> {
    const { player, outputs, log } = this.deps;
    const { id, name } = outputs.current();
    const wasLost = player.awaitsOutput();
    this.#awaited = undefined; // what fails is waited for anew
    await this.#move('the built-in output cannot stand in', async () => {
      if (!(await outputs.standIn())) return;
      log.info('the built-in output plays in the place of one that is away', { output: id, name });
      if (wasLost && player.queueStatus().kind === 'paused') await player.resume();
    });
  }

  async #goBack(): Promise<void> {
    const { outputs } = this.deps;
    await this.#move('the output that was chosen cannot be gone back to', () => outputs.goBack());
  }

  /** One at a time; what fails is tried again when there is news. */
  async #move(failure: string, move: () => Promise<void>): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    try {
      await move();
    } catch (error) {
      this.deps.log.warn(failure, { error });
    } finally {
      this.#isMoving = false;
    }
  }
}
