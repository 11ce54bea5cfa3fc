/**
 * The volume of the output that is played to, in its own native steps, and what is remembered of every output: its level,
 * the loudest that a person allows, and by what its volume is made. Thread: main.
 */
import { Conflict, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { LimitGuard, type LimitPace } from './limit-guard.js';
import type { SinkTarget } from './sinks/sink.js';
import type { VolumeFacts } from './resting-volumes.js';
import { carriedOver, carryWaiting, levelName, type KeptVolume } from './volume-carry.js';
import { isSilent, percentOf, stepAt } from './volume-mapping.js';
import type { VolumeMemory } from './volume-memory.js';
import type { OpenOutput, OutputVolume, VolumeMode, VolumeScale } from './volume-scales.js';

/** Quiet enough for an output that was never heard before. */
const FIRST_DECIBELS = -30;
const DEFAULT_MODE: VolumeMode = 'hardware';
/** When a mixer that did not answer is tried again by itself, in milliseconds; afterwards when the volume is moved. */
const TRIES = [300, 1000, 3000, 10_000, 30_000];
/** The output whose levels were once remembered by the names of its PCM and of its mixer's card. */
const EARLIEST_KEY = 'builtin';

export interface VolumeParts {
  /** The scale for an open output that comes nearest to this mode. */
  readonly choose: (output: OpenOutput, mode: VolumeMode) => VolumeScale;
  readonly memory: VolumeMemory;
  /** Makes a change while nothing sounds. */
  readonly whileSilent: (change: () => Promise<void>) => Promise<void>;
  /** How often what others turn up is turned down. */
  readonly pace?: LimitPace;
  readonly log: Log;
}

/** A level, and what it is to people. */
export interface VolumeReading extends OutputVolume {
  /** Place on a slider that is even to the ear (volume-mapping.ts), 0 to 100 in tenths. */
  readonly percent: number;
  /** Missing where the control does not know, and in silence. */
  readonly decibels?: number;
  /** The loudest step that a person allows; missing where that is the output's own maximum. */
  readonly limit?: number;
  /** Its place on the slider. */
  readonly limitPercent?: number;
}

/** How an output stands when it comes into force; no level: its mixer does not answer. */
interface Standing {
  readonly level: number | undefined;
  /** The loudest step that a person allows; undefined for the scale's own maximum. */
  readonly limit: number | undefined;
}

const FIXED: Standing = { level: 0, limit: undefined };

export class Volume {
  readonly #parts: VolumeParts;
  readonly #listeners = new Set<() => void>();
  #scale: VolumeScale | undefined;
  #output: OpenOutput | undefined;
  /** What a person wants; the scale's own mode says what there is. */
  #mode = DEFAULT_MODE;
  /** The loudest step that a person allows; undefined for the scale's own maximum. */
  #limit: number | undefined;
  #guard: LimitGuard | undefined;
  /** The step that listeners were told of. */
  #told: number | undefined;
  /** The scale is where it should be: its mixer did answer when it came into force. */
  #stands = false;
  /** How often it was tried since it last stood. */
  #tries = 0;

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
    const { key } = output.target;
    const { memory, log } = this.#parts;
    const chosenByHand = await memory.loadMode(key);
    const mode = chosenByHand ?? DEFAULT_MODE;
    if (this.#isInForce(output, mode)) return () => undefined;
    const chosen = this.#parts.choose(output, mode);
    const isKept = this.#stands && this.#output?.target.key === key && chosen.name === this.#scale?.name;
    if (isKept && chosen.mode === 'software' && mode === this.#mode) {
      return () => {
        const { volume } = this.scale.read();
        this.#take(output, mode, chosen, this.#limit);
        this.#enter(volume);
      };
    }
    if (chosenByHand === 'hardware' && chosen.mode !== 'hardware') {
      log.warn('the output has no volume control now, using software volume', { output: key });
    }
    const choose = (former: VolumeMode): VolumeScale => this.#parts.choose(output, former);
    const waiting = await carryWaiting({ choose, memory, log }, key, chosen);
    const { level, limit } = await this.#remembered(output.target, chosen, waiting);
    return () => {
      this.#take(output, mode, chosen, limit);
      this.#enter(level);
      this.#announce();
      if (mode === 'hardware' && chosen.mode !== mode && card >= 0) this.#lookForControl(output);
    };
  }

  /** The scale that would be chosen is the one that there is; one that is not what is wanted is chosen anew. */
  #isInForce(output: OpenOutput, mode: VolumeMode): boolean {
    const scale = this.#scale;
    if (!this.#stands) return false;
    return isSame(this.#output, output) && scale?.stands() === true && mode === this.#mode && scale.mode === mode;
  }

  #take(output: OpenOutput, mode: VolumeMode, scale: VolumeScale, limit: number | undefined): void {
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
      this.#stands = false;
      if (level === undefined) throw new Unavailable('MIXER_UNAVAILABLE', `${scale.name} does not answer`);
      scale.enter(level);
      this.#stands = true;
      this.#tries = 0;
    } catch (error) {
      this.#parts.log.warn('volume not restored', { scale: scale.name, error });
      scale.quieten(FIRST_DECIBELS);
      this.#tryLater(scale);
    }
  }

  #tryLater(scale: VolumeScale): void {
    const pause = TRIES[this.#tries++];
    if (pause === undefined) return;
    const again = async (): Promise<void> => {
      if (scale !== this.#scale) return;
      await this.#comeIntoForce();
      if (scale === this.#scale && !this.#stands) this.#tryLater(scale);
    };
    setTimeout(() => void again(), pause).unref();
  }

  /** A card that was just plugged in may not let its control be opened at once: then its own limit holds a little later. */
  #lookForControl(output: OpenOutput): void {
    const look = (): void => {
      if (output !== this.#output || !this.#hasControl(output)) return;
      this.#stands = false;
      void this.#comeIntoForce();
    };
    setTimeout(look, TRIES[0]).unref();
  }

  /** As soon as its mixer answers: its level comes before its samples are as they were, so that it is never too loud. */
  async #comeIntoForce(): Promise<void> {
    const output = this.#output;
    if (this.#stands || output === undefined || !this.scale.stands()) return;
    const putInForce = await this.ready(output.target, output.card);
    if (output === this.#output) putInForce();
  }

  /**
   * The level of the last time within the limit, or a quiet one for an output that is new.
   * @param waiting what goes before what is remembered
   */
  async #remembered(target: SinkTarget, scale: VolumeScale, waiting?: KeptVolume): Promise<Standing> {
    if (scale.mode === 'fixed') return FIXED;
    const { memory, log } = this.#parts;
    const name = levelName(target.key, scale);
    let limit: number | undefined;
    try {
      if (target.key === EARLIEST_KEY) await memory.adopt(formerName(target, scale), name);
      limit = waiting === undefined ? await memory.loadLimit(name) : waiting.limit;
      const { volume, min, max } = scale.read();
      limit = atLeast(min, limit);
      const remembered = waiting?.level ?? (await memory.load(name));
      const first = scale.atMost(FIRST_DECIBELS);
      const isSoftware = scale.mode === 'software'; // whose present level is not what the output had
      const wanted = remembered ?? (isSoftware ? first : Math.min(volume, first));
      const level = Math.max(Math.min(wanted, limit ?? max, max), min);
      if (remembered === undefined) await this.#keep(name, level);
      return { level, limit };
    } catch (error) {
      log.debug('what is remembered of the volume does not help', { scale: scale.name, error });
      return { level: scale.mode === 'software' ? scale.atMost(FIRST_DECIBELS) : undefined, limit };
    }
  }

  async #keep(name: string, level: number): Promise<void> {
    try {
      await this.#parts.memory.save(name, level);
    } catch (error) {
      this.#parts.log.warn('volume not remembered', { output: name, error });
    }
  }

  /** @throws Unavailable when the mixer does not answer */
  read(): VolumeReading {
    const { scale } = this;
    const range = this.#heard();
    const decibels = scale.decibels(range.volume);
    const highest = this.#highest(range.max);
    return {
      ...range,
      percent: placeOf(scale, range.volume),
      ...(decibels === undefined || isSilent(decibels) ? {} : { decibels }),
      ...(highest < range.max ? { limit: highest, limitPercent: placeOf(scale, highest) } : {}),
    };
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

  /** Moves by whole steps inside the range; resolves when the new level is in force and durable. */
  async adjust(steps: number): Promise<void> {
    if (!this.#stands) await this.#comeIntoForce();
    await this.set(this.#heard().volume + steps);
  }

  /**
   * Goes to a step, brought inside the range; resolves when it is in force and durable.
   * @throws Conflict VOLUME_FIXED
   */
  async set(step: number): Promise<void> {
    if (!this.#stands) await this.#comeIntoForce();
    const { scale } = this;
    this.#requireMovable();
    const { min, max } = scale.read();
    const level = Math.max(Math.min(step, this.#highest(max)), min);
    scale.write(level);
    this.#changed();
    await this.#parts.memory.save(this.#name(), level);
  }

  /** Goes to a place on a slider from 0 to 100 that is even to the ear. As `set`. */
  async setPercent(percent: number): Promise<void> {
    await this.set(stepAt(this.scale, percent));
  }

  /** The loudest step that is allowed on this output. */
  limit(): number {
    return this.#highest(this.scale.read().max);
  }

  /**
   * Brought inside the range; what is louder is turned down at once. Resolves when it is in force and durable.
   * @throws Conflict VOLUME_FIXED
   */
  async setLimit(step: number): Promise<void> {
    const { scale } = this;
    const { volume, min, max } = scale.read();
    const highest = Math.max(Math.min(step, max), min);
    if (scale.mode === 'fixed' && highest === max) return;
    this.#requireMovable();
    this.#limit = highest === max ? undefined : highest;
    if (volume <= highest) this.#changed();
    // Together: a refusal of one must not leave that of the other unheard.
    await Promise.all([
      this.#parts.memory.saveLimit(this.#name(), this.#limit),
      volume > highest ? this.set(highest) : undefined,
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
   * @throws Conflict SUPERSEDED when another output plays meanwhile: nothing is changed
   */
  async setMode(mode: VolumeMode, { confirmed = false } = {}): Promise<void> {
    const { scale } = this;
    const output = this.#output;
    if (output === undefined || (mode === scale.mode && mode === this.#mode)) return;
    if (mode === 'fixed') this.#requireUnlimited();
    if (mode === 'fixed' && !confirmed) {
      throw new Conflict('CONFIRMATION_NEEDED', 'A fixed volume is the loudest that the output has: confirm it.');
    }
    if (mode === 'hardware' && !this.#hasControl(output)) {
      throw new Conflict('NO_HARDWARE_VOLUME', 'This output has no volume control of its own.');
    }
    if (!this.#stands) await this.#comeIntoForce();
    this.scale.read(); // refuses while the card is gone
    await this.#turn(output.target.key, mode, false);
  }

  #requireUnlimited(): void {
    if (this.#limit === undefined) return;
    throw new Conflict('VOLUME_LIMITED', 'A limit is set for this output: a fixed volume would be louder.');
  }

  #hasControl(output: OpenOutput): boolean {
    const tried = this.#parts.choose(output, 'hardware');
    tried.close();
    return tried.mode === 'hardware';
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
      const from = this.#scale;
      if (output === undefined || from === undefined) return;
      if (output.target.key !== key) throw new Conflict('SUPERSEDED', 'Another output was chosen meanwhile.');
      const chosen = choose(output, mode);
      const name = levelName(output.target.key, chosen);
      let standing = FIXED;
      let before: number | undefined;
      try {
        if (chosen.mode === 'fixed') {
          if (!isKept) this.#requireUnlimited();
        } else if (from.mode === 'fixed') {
          standing = await this.#remembered(output.target, chosen);
        } else {
          before = await memory.loadLimit(name);
          const was = { level: from.read().volume, limit: isKept ? undefined : this.#limit };
          standing = carriedOver(from, was, chosen, before);
        }
      } catch (error) {
        chosen.close();
        throw error;
      }
      this.#take(output, mode, chosen, standing.limit);
      this.#enter(standing.level);
      this.#announce();
      const isCarried = chosen.mode !== 'fixed' && from.mode !== 'fixed';
      await Promise.all([
        isCarried && standing.limit !== before ? memory.saveLimit(name, standing.limit) : undefined,
        isCarried && standing.level !== undefined ? this.#keep(name, standing.level) : undefined,
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
    const mode = (await memory.loadMode(target.key)) ?? DEFAULT_MODE;
    if (output !== this.#output) return;
    if (mode !== this.#mode) await this.#turn(target.key, mode, true);
    const { scale } = this;
    if (output !== this.#output || scale.mode === 'fixed') return;
    const name = levelName(target.key, scale);
    if (target.key === EARLIEST_KEY) await memory.adopt(formerName(target, scale), name);
    const before = this.#limit;
    const limit = await memory.loadLimit(name);
    if (scale !== this.#scale) return;
    const { volume, min, max } = scale.read();
    if (this.#limit === before) this.#limit = atLeast(min, limit); // else somebody has just set another
    if (volume > this.#highest(max)) await this.set(this.#highest(max));
    else this.#changed();
  }

  #requireMovable(): void {
    if (this.scale.mode !== 'fixed') return;
    throw new Conflict('VOLUME_FIXED', 'The volume of this output is fixed: choose another volume mode to move it.');
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

/** In tenths of a percent. */
function placeOf(scale: VolumeScale, step: number): number {
  return Math.round(10 * percentOf(scale, step)) / 10;
}

/** A limit that was set while its output was away may lie below all of its steps. */
function atLeast(min: number, limit: number | undefined): number | undefined {
  return limit === undefined ? undefined : Math.max(limit, min);
}

function formerName({ sink }: SinkTarget, scale: VolumeScale): string {
  return `${sink.name}, ${scale.name}`;
}

function isSame(one: OpenOutput | undefined, other: OpenOutput): boolean {
  if (one === undefined || one.card !== other.card || one.target.key !== other.target.key) return false;
  const [mixer, another] = [one.target.mixer, other.target.mixer];
  if (typeof mixer !== 'object' || typeof another !== 'object') return mixer === another;
  return mixer.card === another.card && mixer.control === another.control;
}
