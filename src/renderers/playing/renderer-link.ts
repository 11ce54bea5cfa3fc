/**
 * The connection of an output to its renderer: opened when it is chosen, lost when the renderer does not answer any more, and
 * looked for then; often at first, and when discovery sees it again. Thread: main.
 *
 *   closed ──open──▶ open ──fail──▶ lost ──it answers──▶ open        close: from all of them
 */
import type { Log } from '../../log.js';
import { DeviceLoss } from '../../output/device-loss.js';
import type { OutputTrouble } from '../../output/output.js';
import { OutputUnavailable } from '../../output/sinks/sink.js';
import type { PlaybackClock } from '../../playback-clock.js';
import { milliseconds } from '../../units.js';
import type { RendererDescription } from '../discovery/description.js';
import type { RendererSession } from '../session.js';

/** A renderer that is switched off and on goes on by itself with what it played, if it is back within so long. */
const RETURNS_WITHIN = milliseconds(60_000);

export interface RendererLinkDeps {
  /** For a person, also while it is away. */
  readonly name: string;
  /** What discovery knows of it; undefined while it is away. */
  readonly describe: () => RendererDescription | undefined;
  /** @throws OutputUnavailable */
  readonly connect: (to: RendererDescription, changed: () => void) => Promise<RendererSession>;
  readonly clock: PlaybackClock;
  readonly log: Log;
}

export interface RendererLinkEvents {
  /** The renderer answers, and nothing is played yet: the link is open when this resolves. */
  opened(session: RendererSession): Promise<void>;
  /** The link is open. */
  ready(): void;
  /** The renderer says that something is another than before. */
  changed(): void;
  /** The link is not open any more: what the renderer plays is not known. */
  dropped(): void;
  /** The link cannot be opened again; the renderer is looked for from now on. */
  lost(): void;
  /** The renderer is there again; `isSoon`: so soon that what it played goes on by itself. */
  back(isSoon: boolean): void;
  /** Something is to be played. */
  isUrgent(): boolean;
}

export class RendererLink {
  readonly #loss: DeviceLoss;
  #session: RendererSession | undefined;
  #trouble: OutputTrouble | undefined;
  #opening: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly deps: RendererLinkDeps,
    private readonly events: RendererLinkEvents,
  ) {
    this.#loss = new DeviceLoss(deps.clock);
  }

  /** Undefined while it is not open. */
  get session(): RendererSession | undefined {
    return this.#session;
  }

  get trouble(): OutputTrouble | undefined {
    return this.#trouble;
  }

  /** @throws OutputUnavailable */
  open(): Promise<void> {
    if (this.#session !== undefined) return Promise.resolve();
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  /** As `open`, but what fails is kept as the trouble, and tried again while something is to be played. Never rejects. */
  async tryAgain(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.#isClosed) return;
    try {
      await this.open();
    } catch (error) {
      this.#refused(error);
    }
  }

  /** The renderer does not answer: what it does is not known. */
  fail(because: string): void {
    const session = this.#session;
    if (session === undefined) return;
    this.#session = undefined;
    this.deps.log.warn('renderer: lost', { renderer: this.deps.name, because });
    this.#trouble = { code: 'OUTPUT_MISSING', detail: `${this.deps.name}: ${because}` };
    this.#loss.began(RETURNS_WITHIN);
    void session.close();
    this.events.dropped();
    void this.tryAgain();
  }

  /** May be called twice. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #open(): Promise<void> {
    const { name, describe, connect, log } = this.deps;
    const to = describe();
    if (to === undefined) throw new OutputUnavailable('OUTPUT_MISSING', `${name} is not there`);
    const session = await connect(to, () => this.events.changed());
    try {
      if (!this.#isClosed) await this.events.opened(session);
      // Nothing sounds before the volume has arrived.
      await session.volume?.settled();
      if (this.#isClosed) throw new OutputUnavailable('OUTPUT_FAILED', `${name}: another output was chosen`);
    } catch (error) {
      void session.close();
      throw error;
    }
    this.#session = session;
    this.#trouble = undefined;
    log.info('renderer: connected', { renderer: name, host: to.host });
    const isSoon = this.#loss.end();
    this.events.ready();
    if (isSoon !== undefined) this.events.back(isSoon);
  }

  #refused(error: unknown): void {
    if (this.#isClosed) return;
    const code = error instanceof OutputUnavailable ? error.code : 'OUTPUT_FAILED';
    const detail = (error as Error).message;
    if (this.#trouble?.detail !== detail) this.deps.log.warn('renderer: not available', { code, detail });
    this.#trouble = { code, detail };
    const isFirst = this.#loss.report();
    const isUrgent = this.events.isUrgent();
    clearTimeout(this.#retry);
    if (isUrgent || this.#loss.isReported()) {
      this.#retry = this.deps.clock.setTimeout(() => void this.tryAgain(), this.#loss.pause(isUrgent)).unref();
    }
    if (isFirst) this.events.lost();
  }
}
