/**
 * Brings a renderer to what is requested, one step after the other, and queries what it does: each second while it plays, and
 * soon after an event. Thread: main.
 */
import type { Log } from '../../log.js';
import type { PlaybackClock } from '../../playback-clock.js';
import type { RendererSession } from '../session.js';
import type { RendererLink } from './renderer-link.js';
import type { RendererState, Requested } from './renderer-state.js';
import type { RendererSteps } from './renderer-steps.js';
import type { RendererWatch } from './renderer-watch.js';

/** Pause before the next look while the renderer plays, and after an event, in ms. */
const PAUSE = { playing: 1000, soon: 250 };
/** Calls in a row without an answer until the renderer counts as lost. */
const MOST_SILENT = 3;

export interface RendererLoopDeps {
  readonly name: string;
  readonly requested: Readonly<Requested>;
  readonly state: RendererState;
  readonly link: RendererLink;
  readonly steps: RendererSteps;
  readonly watch: RendererWatch;
  readonly clock: PlaybackClock;
  readonly log: Log;
}

export class RendererLoop {
  #isWorking = false;
  #isLooking = false;
  #isSoon = false;
  #silent = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(private readonly deps: RendererLoopDeps) {}

  /** Takes steps until the renderer does what is requested, then looks at it while it plays. */
  work(): void {
    const session = this.#usableSession();
    if (this.#isWorking || this.#isStopped || session === undefined) return;
    const step = this.deps.steps.next(session.transport);
    if (step === undefined) return;
    this.#isWorking = true;
    clearTimeout(this.#timer);
    this.deps.state.act();
    void this.#take(step);
  }

  /** The renderer may do something else than before. Events that come one after the other do not put the look off. */
  lookSoon(): void {
    if (!this.#isSoon) this.#lookIn(PAUSE.soon);
  }

  /** May be called twice. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
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
    this.deps.state.act();
    this.#lookIn(PAUSE.playing);
    if (this.#silent === 0) this.work();
  }

  /** A renderer that knows only an earlier address of this box fetches nothing more: it is connected anew. */
  #usableSession(): RendererSession | undefined {
    const { link } = this.deps;
    if (link.session?.isAddressValid() === false) link.fail('this box has another address now');
    return link.session;
  }

  #unanswered(error: unknown): void {
    const { name, link, log } = this.deps;
    this.#silent += 1;
    log.debug('renderer: no answer', { renderer: name, error });
    if (this.#silent < MOST_SILENT) return;
    this.#silent = 0;
    link.fail((error as Error).message);
  }

  /** At rest only where the last answer is to be looked at again soon. */
  #lookIn(pause: number): void {
    const { link, requested, clock } = this.deps;
    clearTimeout(this.#timer);
    this.#isSoon = false;
    if (this.#isStopped || link.session === undefined) return;
    if (pause === PAUSE.playing && !requested.runs && this.#silent === 0) return;
    this.#isSoon = pause === PAUSE.soon;
    this.#timer = clock.setTimeout(() => void this.#look(), pause).unref();
  }

  /** Queries what the renderer does. Never rejects. */
  async #look(): Promise<void> {
    const session = this.#usableSession();
    const { link, state, watch } = this.deps;
    this.#isSoon = false;
    if (session === undefined || this.#isLooking || this.#isWorking) return;
    if (state.has !== undefined) {
      this.#isLooking = true;
      const { acts } = state;
      try {
        const transport = await session.transport.transport();
        const position = await session.transport.position();
        this.#silent = 0;
        // A step that was taken meanwhile makes the answer old.
        if (session === link.session && acts === state.acts) watch.observe(transport, position);
      } catch (error) {
        if (session === link.session) this.#unanswered(error);
      } finally {
        this.#isLooking = false;
      }
    }
    this.#lookIn(PAUSE.playing);
    this.work();
  }
}
