/**
 * The volume of the output that is played to, in its own native steps, and what is remembered of every output: its level,
 * the loudest that a person allows, and by what its volume is made. Thread: main.
 */
import { Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { chooseWanted, isSameOutput, wantedMode, type Choice, type Choose, type OpenOutput } from './choose-scale.js';
import { LimitGuard, type LimitPace } from './limit-guard.js';
import type { SinkTarget } from '../output/sinks/sink.js';
import type { VolumeFacts } from './inactive-volumes.js';
import { Tries } from '../backoff.js';
import { carriedOver, carryWaiting, levelName, sameStep } from './transfer.js';
import { stepAt } from './mapping.js';
import type { VolumeMemory } from './memory.js';
import { readingOf, type VolumeReading } from './reading.js';
import { atLeast, FIRST_DECIBELS, keep, recall, recallLimit, type Standing } from './restore.js';
import {
  requireAnswering,
  requireChoosable,
  requireConfirmed,
  requireInRange,
  requireMovable,
  requireSameOutput,
  requireUnlimited,
} from './preconditions.js';
import { MakeshiftVolume, type OutputVolume, type VolumeMode, type VolumeScale } from './scales.js';

/** When a control that its card did not have is looked for once more, in milliseconds. */
const SECOND_LOOK = 300;

export interface VolumeParts {
  /** The scale for an open output that comes nearest to this mode. */
  readonly choose: Choose;
  readonly memory: VolumeMemory;
  /** Makes a change while nothing sounds. */
  readonly whileSilent: (change: () => Promise<void>) => Promise<void>;
  /** How often what others turn up is turned down. */
  readonly pace?: LimitPace;
  readonly log: Log;
}

export class Volume {
  readonly #parts: VolumeParts;
  readonly #listeners = new Set<() => void>();
  #scale: VolumeScale | undefined;
  #output: OpenOutput | undefined;
  /** What a person wants; the scale's own mode says what there is. */
  #mode: VolumeMode | undefined;
  /** The loudest step that a person allows; undefined for the scale's own maximum. */
  #limit: number | undefined;
  #guard: LimitGuard | undefined;
  /** The step that listeners were told of. */
  #told: number | undefined;
  readonly #tries = new Tries();

  constructor(parts: VolumeParts) {
    this.#parts = parts;
  }

  /** @throws Unavailable before the first `follow` */
  get scale(): VolumeScale {
    if (this.#scale === undefined) throw new Unavailable('MIXER_UNAVAILABLE', 'no output was tried yet');
    return this.#scale;
  }

  /** Readies an output and puts its volume in force at once. Never rejects. */
  async follow(target: SinkTarget, card: number): Promise<void> {
    const putInForce = await this.ready(target, card);
    putInForce();
  }

  /**
   * A device of this output was opened on this card (-1: none is known), and another may still sound. What this resolves
   * to puts its volume in force; that is called when nothing sounds, and neither waits nor throws. The scale of the same
   * output keeps the say if it answers; otherwise (another output, a DAC that was away) it is chosen anew, at the level of
   * the last time, or at a quiet one. Never rejects.
   */
  async ready(target: SinkTarget, card: number): Promise<() => void> {
    // What it is now: the same target may tell of another card the next time.
    const output = { target: { ...target }, card };
    const mode = await wantedMode(this.#parts.memory, output.target.key);
    if (this.#isInForce(output, mode)) return () => undefined;
    return this.#prepare(output, await chooseWanted(this.#parts, output));
  }

  /** The scale that would be chosen is the one that there is; one that is not what is wanted is chosen anew. */
  #isInForce(output: OpenOutput, mode: VolumeMode): boolean {
    const scale = this.#scale;
    if (scale?.isInForce !== true || !isSameOutput(this.#output, output) || !scale.stands()) return false;
    return mode === this.#mode && scale.mode === mode;
  }

  /** As `ready`, for what was chosen. */
  async #prepare(output: OpenOutput, { scale: chosen, byHand, mode }: Choice): Promise<() => void> {
    const { memory, log } = this.#parts;
    const { key } = output.target;
    const former = this.#scale;
    const isKept = former?.isInForce === true && this.#output?.target.key === key && chosen.name === former.name;
    if (isKept && chosen.mode === 'software' && mode === this.#mode) {
      return () => {
        if (former !== this.#scale) {
          chosen.close(); // its control was found meanwhile
          return;
        }
        const { volume } = former.read();
        this.#take(output, mode, chosen, this.#limit);
        this.#enter(volume);
      };
    }
    if (byHand === 'hardware' && chosen.mode !== 'hardware') {
      log.warn('the output has no volume control now, using software volume', { output: key });
    }
    const choose = (other: VolumeMode) => this.#parts.choose(output, other);
    const waiting = await carryWaiting({ choose, memory, log }, key, chosen);
    const { level, limit } = await recall(this.#parts, output.target, chosen, waiting);
    return () => {
      this.#take(output, mode, chosen, limit);
      this.#enter(level);
      this.#announce();
      if (mode === 'hardware' && chosen.mode !== mode && chosen.isInForce && output.card >= 0)
        this.#lookForControl(chosen);
    };
  }

  #take(output: OpenOutput, mode: VolumeMode, scale: VolumeScale, limit: number | undefined): void {
    if (output.target.key !== this.#output?.target.key || scale.name !== this.#scale?.name) this.#tries.over();
    this.#scale?.close();
    this.#output = output;
    this.#mode = mode;
    this.#scale = scale;
    this.#limit = limit;
    this.#guard?.end();
    this.#guard = new LimitGuard(scale, () => this.#limit ?? Infinity, this.#parts.log, this.#parts.pace);
    try {
      scale.watch(() => {
        this.#moved(scale);
      });
    } catch (error) {
      this.#parts.log.warn('what others do to the volume is not noticed', { scale: scale.name, error });
    }
  }

  /** Somebody else has moved it: another program, or a speaker by its own buttons. */
  #moved(scale: VolumeScale): void {
    if (scale !== this.#scale) return;
    this.#guard?.look();
    if (this.#standing() !== this.#told) this.#announce();
  }

  /**
   * Also where the level stands there already: it may be muted. With a mixer that does not answer the output may be at its
   * loudest: until it does samples are quiet.
   */
  #enter(level: number | undefined): void {
    const { scale } = this;
    try {
      if (level === undefined) throw new Unavailable('MIXER_UNAVAILABLE', `${scale.name} does not answer`);
      scale.enter(level);
      this.#tries.over();
    } catch (error) {
      this.#parts.log.warn('volume not restored', { scale: scale.name, error });
      scale.quieten(FIRST_DECIBELS);
      this.#tryLater(scale);
    }
  }

  #tryLater(scale: VolumeScale): void {
    const again = async (): Promise<void> => {
      if (scale !== this.#scale) return;
      await this.#comeIntoForce();
      if (scale === this.#scale && !scale.isInForce) this.#tryLater(scale);
    };
    this.#tries.later(() => void again(), scale instanceof MakeshiftVolume);
  }

  /** A card that was just plugged in may not let its control be opened at once: then its own limit holds a little later. */
  #lookForControl(instead: VolumeScale): void {
    setTimeout(() => void this.#replace(instead, ({ mode }) => mode === 'hardware'), SECOND_LOOK).unref();
  }

  /** As soon as its mixer answers: its level comes before its samples are as they were, so that it is never too loud. */
  async #comeIntoForce(): Promise<void> {
    const scale = this.#scale;
    if (scale === undefined || scale.isInForce || !scale.stands()) return;
    await this.#replace(scale, (chosen) => !(chosen instanceof MakeshiftVolume));
  }

  /** Chooses anew for the same output; what is no better, or comes when another scale has the say, is let go. */
  async #replace(former: VolumeScale, isBetter: (chosen: VolumeScale) => boolean): Promise<void> {
    const output = this.#output;
    if (output === undefined || former !== this.#scale) return;
    const choice = await chooseWanted(this.#parts, output);
    if (former === this.#scale && isBetter(choice.scale)) {
      const putInForce = await this.#prepare(output, choice);
      if (former === this.#scale) {
        putInForce();
        return;
      }
    }
    choice.scale.close();
  }

  /** @throws Unavailable when the mixer does not answer */
  read(): VolumeReading {
    const range = this.#heard();
    return readingOf(this.scale, range, this.#highest(range.max));
  }

  /** What stands above the limit is made quieter by as much. @throws Unavailable */
  #heard(): OutputVolume {
    const range = this.scale.read();
    const highest = this.#highest(range.max);
    if (range.volume > highest) this.#guard?.look();
    return { ...range, volume: Math.min(range.volume, highest) };
  }

  /** Undefined while the mixer does not answer. */
  #standing(): number | undefined {
    try {
      return this.#heard().volume;
    } catch {
      return undefined;
    }
  }

  /** Moves by whole steps inside the range. As `set`. */
  async adjust(steps: number): Promise<void> {
    await this.#sayFor();
    await this.#goTo(this.#heard().volume + steps);
  }

  /**
   * Goes to a step of the present scale, or to its limit; resolves when it is in force and durable. What holds only until
   * a mixer answers is not kept.
   * @throws InvalidInput LEVEL_OUT_OF_RANGE; Conflict VOLUME_FIXED, SUPERSEDED when that was the scale of another output,
   * or its steps mean nothing now
   */
  async set(step: number): Promise<void> {
    const former = this.#scale;
    const scale = await this.#sayFor();
    requireMovable(scale.mode);
    requireInRange((former ?? scale).read(), step);
    await this.#goTo(sameStep(former ?? scale, step, scale));
  }

  /** Goes to a place on a slider from 0 to 100 that is even to the ear. As `set`. */
  async setPercent(percent: number): Promise<void> {
    await this.#goTo(stepAt(await this.#sayFor(), percent));
  }

  /**
   * What has the say over the present output, after a mixer that did not answer was looked for, which may take seconds.
   * @throws Conflict SUPERSEDED when another output was chosen meanwhile
   */
  async #sayFor(): Promise<VolumeScale> {
    const key = this.#output?.target.key;
    if (!this.scale.isInForce) await this.#comeIntoForce();
    requireSameOutput(key, this.#output?.target.key);
    return this.scale;
  }

  async #goTo(step: number): Promise<void> {
    const { scale } = this;
    requireMovable(scale.mode);
    const { min, max } = scale.read();
    const level = Math.max(Math.min(step, this.#highest(max)), min);
    scale.write(level);
    this.#changed();
    if (!(scale instanceof MakeshiftVolume)) await this.#parts.memory.save(this.#name(), level);
  }

  /** The loudest step that is allowed on this output. */
  limit(): number {
    return this.#highest(this.scale.read().max);
  }

  /**
   * Brought inside the range; what is louder is turned down at once. Resolves when it is in force and durable.
   * @throws Conflict VOLUME_FIXED; Unavailable while the output's mixer does not answer: its steps are not known
   */
  async setLimit(step: number): Promise<void> {
    const { scale } = this;
    requireAnswering(scale);
    const { volume, min, max } = scale.read();
    const highest = Math.max(Math.min(step, max), min);
    if (scale.mode === 'fixed' && highest === max) return;
    requireMovable(scale.mode);
    this.#limit = highest === max ? undefined : highest;
    if (volume <= highest) this.#changed();
    // Together: a refusal of one must not leave that of the other unheard.
    await Promise.all([
      this.#parts.memory.saveLimit(this.#name(), this.#limit),
      volume > highest ? this.#goTo(highest) : undefined,
    ]);
  }

  /** All that is told of it. @throws Unavailable */
  facts(): VolumeFacts {
    const { mode, control } = this.scale;
    const { volume, min, max } = this.read();
    return { mode, control, volume, min, max, limit: this.limit() };
  }

  /** By what the volume of this output is made. */
  mode(): VolumeMode {
    return this.scale.mode;
  }

  /**
   * Makes the volume by something else, never louder than it is: the new scale takes over at the same loudness or below,
   * while nothing sounds, and within the limit. Resolves when that is in force and durable.
   * @param confirmed somebody has said that the output may be as loud as it can, which is what `fixed` means
   * @throws Conflict CONFIRMATION_NEEDED, VOLUME_LIMITED (fixed, and a limit is set), NO_HARDWARE_VOLUME
   * @throws Conflict SUPERSEDED when another output plays meanwhile; Unavailable: nothing is changed
   */
  async setMode(mode: VolumeMode, { confirmed = false } = {}): Promise<void> {
    const { scale } = this;
    const output = this.#output;
    if (output === undefined || (mode === scale.mode && mode === this.#mode)) return;
    if (mode === 'fixed') {
      requireUnlimited(this.#limit);
      requireConfirmed(confirmed);
    }
    await requireChoosable(this.#parts.choose, output, mode);
    if (this.#scale?.isInForce !== true) await this.#comeIntoForce();
    this.scale.read(); // refuses while the card is gone
    await this.#turn(output.target.key, mode, false);
  }

  /**
   * Between the last look at what holds and the new scale nothing waits, so that no level or limit that somebody sets
   * meanwhile is lost; saving comes after, and before what is set from then on.
   * @param isKept mode and limits were changed where they are kept: they hold, and not those of before
   */
  async #turn(key: string, mode: VolumeMode, isKept: boolean): Promise<void> {
    const { memory, whileSilent, choose } = this.#parts;
    await whileSilent(async () => {
      const output = this.#output;
      if (output === undefined) return;
      requireSameOutput(key, output.target.key);
      const chosen = await choose(output, mode);
      const [name, isFixed] = [levelName(key, chosen), chosen.mode === 'fixed'];
      let from: VolumeScale;
      let anew: Standing | undefined;
      let before: number | undefined;
      let standing: Standing;
      try {
        do {
          from = this.scale;
          before = isFixed ? undefined : await memory.loadLimit(name);
          anew = isFixed || from.mode === 'fixed' ? await recall(this.#parts, output.target, chosen) : undefined;
        } while (from !== this.#scale); // a mixer that was in trouble may have come into force
        // What is chosen by hand is kept, and nobody knows yet what a mixer that does not answer can do.
        if (!isKept) [from, chosen].forEach(requireAnswering);
        if (isFixed && !isKept) requireUnlimited(this.#limit);
        const limit = isKept ? undefined : this.#limit;
        standing = anew ?? carriedOver(from, { level: from.read().volume, limit }, chosen, before);
      } catch (error) {
        chosen.close();
        throw error;
      }
      this.#take(output, mode, chosen, standing.limit);
      this.#enter(standing.level);
      this.#announce();
      const isCarried = anew === undefined && !(chosen instanceof MakeshiftVolume);
      await Promise.all([
        isCarried && standing.limit !== before ? memory.saveLimit(name, standing.limit) : undefined,
        isCarried && standing.level !== undefined ? keep(this.#parts, name, standing.level) : undefined,
        isKept ? undefined : memory.saveMode(key, mode),
      ]);
    });
  }

  /** What is remembered was changed where it is kept: what is louder than is allowed is turned down. Never rejects. */
  async reloadLimit(): Promise<void> {
    let scale: VolumeScale | undefined;
    // Another one that comes into force meanwhile may do so by what was remembered before.
    while (scale !== this.#scale) {
      scale = this.#scale;
      try {
        await this.#reload();
      } catch (error) {
        this.#parts.log.warn('volume limit not in force', { error });
      }
    }
  }

  async #reload(): Promise<void> {
    const output = this.#output;
    if (output === undefined) return;
    const { memory } = this.#parts;
    const { target } = output;
    const mode = await wantedMode(memory, target.key);
    if (output !== this.#output) return;
    if (mode !== this.#mode) await this.#turn(target.key, mode, true);
    const { scale } = this;
    if (output !== this.#output || scale.mode === 'fixed') return;
    const before = this.#limit;
    const limit = await recallLimit(memory, target, scale);
    if (scale !== this.#scale) return;
    const { volume, min, max } = scale.read();
    if (this.#limit === before) this.#limit = atLeast(min, limit); // else somebody has just set another
    if (volume > this.#highest(max)) await this.#goTo(this.#highest(max));
    else this.#changed();
  }

  #highest(max: number): number {
    return Math.min(this.#limit ?? max, max);
  }

  /** Calls `listener` after each change, whoever made it; returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** By this: the level or its limit. */
  #changed(): void {
    this.#guard?.look();
    this.#announce();
  }

  #announce(): void {
    this.#told = this.#standing();
    for (const listener of this.#listeners) listener();
  }

  #name(): string {
    return this.#output === undefined ? '' : levelName(this.#output.target.key, this.scale);
  }
}
