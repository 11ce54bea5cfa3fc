/**
 * The scale that controls the output that is played to, from the choice to the level that it starts with, and the limit
 * that holds on it. `ScaleState` says whether it does; a fallback, and a scale whose mixer refused, are replaced with
 * backoff as soon as the mixer answers. Thread: main.
 */
import { Backoff } from '../backoff.js';
import { Unavailable } from '../errors.js';
import { Listeners } from '../listeners.js';
import type { Log } from '../log.js';
import type { SinkTarget } from '../output/sinks/sink.js';
import {
  chooseRequested,
  isSameOutput,
  requestedMode,
  type Choice,
  type Choose,
  type OpenOutput,
} from './choose-scale.js';
import { LimitGuard, type LimitPace } from './limit-guard.js';
import type { VolumeMemory } from './volume-store.js';
import { FIRST_DECIBELS, restore } from './restore.js';
import type { VolumeLevel, VolumeMode, VolumeScale } from './scale.js';
import { transferPending } from './transfer.js';

/** Milliseconds until a mixer is tried again. */
const RETRY_DELAYS = [300, 1000, 3000, 10_000, 30_000];
/** Milliseconds until a card that had no control is asked again: one that was just plugged in may refuse at first. */
const SECOND_LOOK = 300;

export interface ActiveScaleDeps {
  readonly choose: Choose;
  readonly memory: VolumeMemory;
  /** How often a mixer that others turn up is turned down. */
  readonly pace?: LimitPace;
  readonly log: Log;
}

/** An open output with its scale. */
interface ScaledOutput {
  readonly output: OpenOutput;
  /** The mode that was requested; the scale's own mode is the one that there is. */
  readonly mode: VolumeMode;
  readonly scale: VolumeScale;
  /** The loudest step that a person allows; undefined for the scale's own maximum. */
  limit: number | undefined;
  readonly guard: LimitGuard;
}

export class ActiveScale {
  readonly #listeners = new Listeners();
  readonly #retries = new Backoff(RETRY_DELAYS);
  #current: ScaledOutput | undefined;
  /** The step that listeners know. */
  #announced: number | undefined;

  constructor(private readonly deps: ActiveScaleDeps) {}

  /** Undefined before the first output. */
  get current(): ScaledOutput | undefined {
    return this.#current;
  }

  /** Key of the output. */
  get key(): string | undefined {
    return this.#current?.output.target.key;
  }

  /** @throws Unavailable before the first output */
  get scale(): VolumeScale {
    if (this.#current === undefined) throw new Unavailable('MIXER_UNAVAILABLE', 'no output was tried yet');
    return this.#current.scale;
  }

  /** Calls `listener` after each change of level or limit, whoever made it; returns what ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * Chooses the scale of an output that was opened on a card (-1: unknown), while another may still be audible, and
   * resolves to what activates it; that is called when nothing is audible, and neither waits nor throws. The scale of the
   * same output stays active if it answers. Never rejects.
   */
  async prepare(target: SinkTarget, card: number): Promise<() => void> {
    // A copy: the same target may name another card the next time.
    const output = { target: { ...target }, card };
    const mode = await requestedMode(this.deps.memory, output.target.key);
    if (this.#isActiveFor(output, mode)) return () => undefined;
    return this.#prepare(output, await chooseRequested(this.deps, output));
  }

  #isActiveFor(output: OpenOutput, mode: VolumeMode): boolean {
    const current = this.#current;
    if (current?.scale.state !== 'active' || !isSameOutput(current.output, output)) return false;
    return current.scale.isAnswering() && mode === current.mode && current.scale.mode === mode;
  }

  async #prepare(output: OpenOutput, { scale: chosen, mode, isDefault }: Choice): Promise<() => void> {
    const { memory, log } = this.deps;
    const { key } = output.target;
    const former = this.#current;
    const isSame = former?.scale.state === 'active' && this.key === key && chosen.name === former.scale.name;
    if (isSame && chosen.mode === 'software' && mode === former.mode) {
      return () => {
        if (former !== this.#current) {
          chosen.close(); // its control was found meanwhile
          return;
        }
        const { volume } = former.scale.read();
        this.replace(output, mode, chosen, { level: volume, limit: former.limit });
      };
    }
    if (!isDefault && mode === 'hardware' && chosen.mode !== 'hardware') {
      log.warn('the output has no volume control now: using software volume', { output: key });
    }
    const choose = (other: VolumeMode) => this.deps.choose(output, other);
    const pending = await transferPending({ choose, memory, log }, key, chosen);
    const stored = await restore(this.deps, output.target, chosen, pending);
    return () => {
      this.replace(output, mode, chosen, stored);
      this.announce();
      const isIncomplete = mode === 'hardware' && chosen.mode !== mode && chosen.state === 'active';
      if (isIncomplete && output.card >= 0) this.#lookForControl(chosen);
    };
  }

  /**
   * Makes a scale the one that controls an output, at a level and under a limit. A mixer that does not answer may be at its
   * loudest: until it does samples are quiet. Never throws, waits or announces.
   * @param level undefined: the mixer does not answer
   */
  replace(
    output: OpenOutput,
    mode: VolumeMode,
    scale: VolumeScale,
    { level, limit }: { readonly level: number | undefined; readonly limit: number | undefined },
  ): void {
    const { log, pace } = this.deps;
    const former = this.#current;
    if (output.target.key !== this.key || scale.name !== former?.scale.name) this.#endRetries();
    former?.scale.close();
    former?.guard.stop();
    const guard = new LimitGuard(scale, () => this.#current?.limit ?? Infinity, log, pace);
    this.#current = { output, mode, scale, limit, guard };
    try {
      scale.watch(() => this.#moved(scale));
    } catch (error) {
      log.warn('volume changes by others are not noticed: the mixer cannot be watched', { scale: scale.name, error });
    }
    try {
      if (level === undefined) throw new Unavailable('MIXER_UNAVAILABLE', `${scale.name} does not answer`);
      scale.activate(level); // also at the level that it has: it may be muted
      this.#endRetries();
    } catch (error) {
      log.warn('volume not restored: samples are kept quiet until the mixer answers', { scale: scale.name, error });
      scale.limitGain(FIRST_DECIBELS);
      this.#retryLater(scale);
    }
  }

  /** Another program has moved the mixer, or a speaker by its own buttons. */
  #moved(scale: VolumeScale): void {
    if (scale !== this.#current?.scale) return;
    this.#current.guard.check();
    if (this.#level() !== this.#announced) this.announce();
  }

  #endRetries(): void {
    this.#retries.cancel();
    this.#retries.reset();
  }

  /** A mixer that is slow is tried for ever; one that refuses a few times. */
  #retryLater(scale: VolumeScale): void {
    if (scale.state !== 'fallback' && this.#retries.isExhausted) return;
    this.#retries.schedule(() => void this.#retry(scale));
  }

  async #retry(scale: VolumeScale): Promise<void> {
    if (scale !== this.#current?.scale) return;
    await this.activate();
    if (scale === this.#current.scale && scale.state !== 'active') this.#retryLater(scale);
  }

  /** Tries the control of a card that seemed to have none once more, so that its limit holds a little later. */
  #lookForControl(instead: VolumeScale): void {
    setTimeout(() => void this.#chooseAgain(instead, ({ mode }) => mode === 'hardware'), SECOND_LOOK).unref();
  }

  /** Replaces a scale that is not active if its mixer answers now; may take seconds. */
  async activate(): Promise<void> {
    const scale = this.#current?.scale;
    if (scale === undefined || scale.state === 'active' || !scale.isAnswering()) return;
    await this.#chooseAgain(scale, ({ state }) => state !== 'fallback');
  }

  /** Chooses again for the same output; a scale that is no better, or comes too late, is closed. */
  async #chooseAgain(former: VolumeScale, isBetter: (chosen: VolumeScale) => boolean): Promise<void> {
    if (this.#current === undefined || former !== this.#current.scale) return;
    const { output } = this.#current;
    const choice = await chooseRequested(this.deps, output);
    if (former === this.#current.scale && isBetter(choice.scale)) {
      const activate = await this.#prepare(output, choice);
      if (former === this.#current.scale) {
        activate();
        return;
      }
    }
    choice.scale.close();
  }

  /** The level, no louder than the limit: what is above it is attenuated by as much. @throws Unavailable */
  read(): VolumeLevel {
    const range = this.scale.read();
    const highest = this.highest(range);
    if (range.volume > highest) this.#current?.guard.check();
    return { ...range, volume: Math.min(range.volume, highest) };
  }

  /** Undefined while the mixer does not answer. */
  #level(): number | undefined {
    try {
      return this.read().volume;
    } catch {
      return undefined;
    }
  }

  /** The loudest step that is allowed. */
  highest({ max }: Pick<VolumeLevel, 'max'>): number {
    return Math.min(this.#current?.limit ?? max, max);
  }

  /** A requested step, brought inside the range and down to the volume limit. */
  clamped(step: number, range: Pick<VolumeLevel, 'min' | 'max'>): number {
    return Math.max(Math.min(step, this.highest(range)), range.min);
  }

  /** The daemon has changed level or limit. */
  changed(): void {
    this.#current?.guard.check();
    this.announce();
  }

  announce(): void {
    this.#announced = this.#level();
    this.#listeners.call();
  }
}
