/**
 * Commands for the volume of the output that is played to, in its own steps: level, limit, and the mode by which it is
 * set. What a command sets is stored for that output. Thread: main.
 */
import type { SinkTarget } from '../output/sinks/sink.js';
import { ActiveScale, type ActiveScaleDeps } from './active-scale.js';
import { requestedMode } from './choose-scale.js';
import type { VolumeStatus } from './inactive-volumes.js';
import { readingOf, stepAt, type VolumeReading } from './mapping.js';
import { levelKey, type StoredVolume } from './memory.js';
import * as preconditions from './preconditions.js';
import { atLeast, loadLimit, restore, saveLevel } from './restore.js';
import type { VolumeMode, VolumeScale } from './scale.js';
import { equivalentStep, transferred } from './transfer.js';

export interface VolumeDeps extends ActiveScaleDeps {
  /** Makes a change while the output is silent. */
  readonly whileSilent: (change: () => Promise<void>) => Promise<void>;
}

export class Volume {
  readonly #active: ActiveScale;

  constructor(private readonly deps: VolumeDeps) {
    this.#active = new ActiveScale(deps);
  }

  /** @throws Unavailable before the first `follow` */
  get scale(): VolumeScale {
    return this.#active.scale;
  }

  /** Chooses and activates the scale of an output. Never rejects. */
  async follow(target: SinkTarget, card: number): Promise<void> {
    const activate = await this.prepare(target, card);
    activate();
  }

  /** Chooses the scale of an output, and resolves to what activates it: as `ActiveScale.prepare`. */
  prepare(target: SinkTarget, card: number): Promise<() => void> {
    return this.#active.prepare(target, card);
  }

  /** Calls `listener` after each change, whoever made it; returns what ends that. */
  subscribe(listener: () => void): () => void {
    return this.#active.subscribe(listener);
  }

  /** @throws Unavailable when the mixer does not answer */
  read(): VolumeReading {
    const level = this.#active.read();
    return readingOf(this.scale, level, this.#active.highest(level));
  }

  /** @throws Unavailable when the mixer does not answer */
  status(): VolumeStatus {
    const { mode, control } = this.scale;
    const level = this.#active.read();
    const { percent } = this.read();
    return { mode, control, ...level, ...(percent !== undefined && { percent }), limit: this.limit() };
  }

  /** The mode that the scale implements, which need not be the one that was requested. */
  mode(): VolumeMode {
    return this.scale.mode;
  }

  /** The loudest step that is allowed on this output. */
  limit(): number {
    return this.#active.highest(this.scale.read());
  }

  /** Moves by whole steps inside the range; resolves and refuses as `set`. */
  async adjust(steps: number): Promise<void> {
    await this.#presentScale();
    await this.#goTo(this.#active.read().volume + steps);
  }

  /**
   * Goes to a step of the present scale, or to its limit; resolves when it is in force and durable. The level of a fallback
   * is not stored.
   * @throws InvalidInput LEVEL_OUT_OF_RANGE; Conflict VOLUME_FIXED, SUPERSEDED when that was the scale of another output,
   * or its steps mean nothing now
   */
  async set(step: number): Promise<void> {
    const former = this.#active.current?.scale;
    const scale = await this.#presentScale();
    preconditions.requireMovable(scale.mode);
    preconditions.requireInRange((former ?? scale).read(), step);
    await this.#goTo(equivalentStep(former ?? scale, step, scale));
  }

  /** Goes to a percentage of a slider that is even to the ear; resolves and refuses as `set`. */
  async setPercent(percent: number): Promise<void> {
    await this.#goTo(stepAt(await this.#presentScale(), percent));
  }

  /**
   * The present scale, after a mixer that did not answer was tried again, which may take seconds.
   * @throws Conflict SUPERSEDED when another output was chosen meanwhile
   */
  async #presentScale(): Promise<VolumeScale> {
    const { key } = this.#active;
    if (this.scale.state !== 'active') await this.#active.activate();
    preconditions.requireSameOutput(key, this.#active.key);
    return this.scale;
  }

  async #goTo(step: number): Promise<void> {
    const { scale } = this;
    preconditions.requireMovable(scale.mode);
    const range = scale.read();
    const level = this.#active.clamped(step, range);
    scale.write(level);
    this.#active.changed();
    if (scale.state !== 'fallback') await this.deps.memory.save(this.#levelKey(), level);
  }

  /**
   * Sets the loudest step that is allowed, brought inside the range; a louder level is lowered at once. Resolves when it is
   * in force and durable.
   * @throws Conflict VOLUME_FIXED; Unavailable while the output's mixer does not answer: its steps are not known
   */
  async setLimit(step: number): Promise<void> {
    const { scale } = this;
    preconditions.requireMixer(scale);
    const { volume, min, max } = scale.read();
    const highest = Math.max(Math.min(step, max), min);
    if (scale.mode === 'fixed' && highest === max) return;
    preconditions.requireMovable(scale.mode);
    const limit = highest === max ? undefined : highest;
    this.#setLimit(limit);
    if (volume <= highest) this.#active.changed();
    // Together: a refusal of one must not leave that of the other unhandled.
    await Promise.all([
      this.deps.memory.saveLimit(this.#levelKey(), limit),
      volume > highest ? this.#goTo(highest) : undefined,
    ]);
  }

  /**
   * Changes the mode without ever becoming louder: the new scale takes over at the same loudness or below, while the output
   * is silent, and within the limit. Resolves when it is in force and durable.
   * @param confirmed a person has said that the output may be as loud as it can, which is what `fixed` means
   * @throws Conflict CONFIRMATION_NEEDED, VOLUME_LIMITED (fixed, and a limit is set), NO_HARDWARE_VOLUME
   * @throws Conflict SUPERSEDED when another output is played to meanwhile; Unavailable: nothing is changed
   */
  async setMode(mode: VolumeMode, { confirmed = false } = {}): Promise<void> {
    const { scale } = this;
    const { current } = this.#active;
    if (current === undefined || (mode === scale.mode && mode === current.mode)) return;
    if (mode === 'fixed') {
      preconditions.requireUnlimited(current.limit);
      preconditions.requireConfirmed(confirmed);
    }
    await preconditions.requireChoosable(this.deps.choose, current.output, mode);
    await this.#active.activate();
    this.scale.read(); // refuses while the card is gone
    await this.#changeMode(current.output.target.key, mode, false);
  }

  /**
   * Nothing waits between the last look at level and limit and the new scale, so that none that is set meanwhile is lost;
   * saving comes after, and before what is set from then on.
   * @param isStored mode and limits were changed in the store: they replace the present ones
   */
  async #changeMode(key: string, mode: VolumeMode, isStored: boolean): Promise<void> {
    const { memory, whileSilent, choose } = this.deps;
    await whileSilent(async () => {
      const { current } = this.#active;
      if (current === undefined) return;
      const { output } = current;
      preconditions.requireSameOutput(key, output.target.key);
      const chosen = await choose(output, mode);
      const [storedAs, isFixed] = [levelKey(key, chosen), chosen.mode === 'fixed'];
      let from: VolumeScale;
      let restored: StoredVolume | undefined;
      let before: number | undefined;
      let target: StoredVolume;
      try {
        do {
          from = this.scale;
          before = isFixed ? undefined : await memory.loadLimit(storedAs);
          restored = isFixed || from.mode === 'fixed' ? await restore(this.deps, output.target, chosen) : undefined;
        } while (from !== this.scale); // a mixer may have begun to answer
        const limit = isStored ? undefined : this.#active.current?.limit;
        if (!isStored) {
          [from, chosen].forEach(preconditions.requireMixer);
          if (isFixed) preconditions.requireUnlimited(limit);
        }
        target = restored ?? transferred(from, { level: from.read().volume, limit }, chosen, before);
      } catch (error) {
        chosen.close();
        throw error;
      }
      this.#active.replace(output, mode, chosen, target);
      this.#active.announce();
      const isTransferred = restored === undefined && chosen.state !== 'fallback';
      await Promise.all([
        isTransferred && target.limit !== before ? memory.saveLimit(storedAs, target.limit) : undefined,
        isTransferred && target.level !== undefined ? saveLevel(this.deps, storedAs, target.level) : undefined,
        isStored ? undefined : memory.saveMode(key, mode),
      ]);
    });
  }

  /** Mode and limit were changed in the store: applies them, and lowers what is louder than is allowed. Never rejects. */
  async reload(): Promise<void> {
    let scale: VolumeScale | undefined;
    // A scale that is activated meanwhile may have been restored from what was stored before.
    while (scale !== this.#active.current?.scale) {
      scale = this.#active.current?.scale;
      try {
        await this.#reload();
      } catch (error) {
        this.deps.log.warn('volume limit not in force: the mixer does not answer', { error });
      }
    }
  }

  async #reload(): Promise<void> {
    const { current } = this.#active;
    if (current === undefined) return;
    const { memory } = this.deps;
    const { output } = current;
    const mode = await requestedMode(memory, output.target.key);
    if (output !== this.#active.current?.output) return;
    if (mode !== this.#active.current.mode) await this.#changeMode(output.target.key, mode, true);
    const { scale } = this;
    if (output !== this.#active.current.output || scale.mode === 'fixed') return;
    const before = this.#active.current.limit;
    const limit = await loadLimit(memory, output.target, scale);
    if (scale !== this.scale) return;
    const range = scale.read();
    if (this.#active.current.limit === before) this.#setLimit(atLeast(range.min, limit)); // else one was set meanwhile
    const highest = this.#active.highest(range);
    if (range.volume > highest) await this.#goTo(highest);
    else this.#active.changed();
  }

  #setLimit(limit: number | undefined): void {
    if (this.#active.current !== undefined) this.#active.current.limit = limit;
  }

  #levelKey(): string {
    return levelKey(this.#active.key ?? '', this.scale);
  }
}

/** What other rooms use of the volume of the output that is played to. */
export type VolumeControl = Pick<Volume, 'read' | 'adjust' | 'set' | 'setPercent' | 'limit' | 'setLimit' | 'subscribe'>;
