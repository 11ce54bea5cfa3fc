/**
 * The volume of outputs that are not played to: what is stored for each, the range of its control, and another limit or
 * mode for when it is played to again. Never moves a mixer. Thread: main.
 */
import { Conflict, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import type { MixerName } from '../output/sinks/sink.js';
import { requestedMode, scaleOf } from './choose-scale.js';
import { hardwareKind } from './hardware-scale.js';
import { SOFTWARE_STEPS, stepsOf } from './closed-scale.js';
import { percentOf, type SteppedLevel, stepAt } from './mapping.js';
import { levelKey } from './memory.js';
import type { VolumeMemory } from './volume-store.js';
import { ctlNames, type Mixers, type NamedMixer } from './mixers.js';
import {
  requireConfirmed,
  requireInRange,
  requireLimitInRange,
  requireMovable,
  requireUnlimited,
} from './preconditions.js';
import { SOFTWARE_RANGE, type VolumeMode, type VolumeScale } from './scale.js';
import { transferPending } from './transfer.js';

/** The volume of an output as clients see it; levels in its own steps. Undefined is not known. */
export interface VolumeStatus {
  readonly mode: VolumeMode | undefined;
  /** Name of its own control, also where that is held at 0 dB; undefined as well where it has none. */
  readonly control: string | undefined;
  /** The level now, or when it is played to; undefined as well for an output that was never used. */
  readonly volume: number | undefined;
  /** Percent of a slider that is even to the ear, in tenths; missing where level or scale is not known. */
  readonly percent?: number;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** The loudest step that is allowed: `max` where nobody has set a limit. */
  readonly limit: number | undefined;
}

/** What the room needs to know of an output that may be closed. */
export interface OutputDescription {
  readonly id: string;
  /** Levels, limits and modes are stored under it. */
  readonly key: string;
  /** For a person. */
  readonly name: string;
  /** Where its control is (`''`: the best of its card); undefined: it has none. */
  readonly mixer: MixerName | undefined;
  /** Whether `mixer` is the only place where its control may be. */
  readonly isMixerCertain: boolean;
  readonly isPresent: boolean;
  /** A network player plays: what volume it has is known while it is played to. */
  readonly isRemote?: boolean;
}

export interface InactiveVolumesDeps {
  readonly mixers: Mixers;
  readonly memory: VolumeMemory;
  readonly log: Log;
}

/** A volume control without its level. */
interface Control {
  readonly control: string;
  readonly steps: SteppedLevel;
}

/** A step of the output, or percent of a slider that is even to the ear. */
export type LevelRequest = { readonly step: number } | { readonly percent: number };

/** How the volume of an output would be set, as far as that is known. */
interface Setup {
  readonly mode: VolumeMode | undefined;
  readonly control: string | undefined;
  readonly steps: SteppedLevel | undefined;
  /** Key of level and limit; undefined: the scale is not known. */
  readonly storedAs: string | undefined;
}

export class InactiveVolumes {
  /** Controls that were found, by ctl and element: they stay what they are while their card is there. */
  readonly #controls = new Map<string, Control>();

  constructor(private readonly deps: InactiveVolumesDeps) {}

  /** Cards have come or gone: another card may have the name of an earlier one. */
  forget(): void {
    this.#controls.clear();
  }

  /** Never rejects. */
  async read(output: OutputDescription): Promise<VolumeStatus> {
    const { memory } = this.deps;
    if (output.isPresent) await this.#transferPending(output);
    const { mode, control, steps, storedAs } = await this.#setupOf(output);
    const range = steps?.read();
    if (mode === 'fixed') return { mode, control, volume: 0, ...SOFTWARE_RANGE, limit: 0 };
    const level = storedAs === undefined ? undefined : await memory.load(storedAs);
    const highest = storedAs === undefined ? undefined : await memory.loadLimit(storedAs);
    const limit = clamp(highest ?? range?.max, range);
    const volume = clamp(level, range && { ...range, max: limit ?? range.max });
    const percent = steps === undefined || volume === undefined ? undefined : inTenths(percentOf(steps, volume));
    const status = { mode, control, volume, min: range?.min, max: range?.max, limit };
    return percent === undefined ? status : { ...status, percent };
  }

  /**
   * Takes effect when the output is played to; level and limit are transferred. Where the output turns out to have no
   * control then, software volume is used. Resolves when it is durable.
   * @param confirmed a person has said that the output may be as loud as it can, which is what `fixed` means
   * @throws Conflict VOLUME_LIMITED, CONFIRMATION_NEEDED, NO_HARDWARE_VOLUME; StateNotSaved
   */
  async setMode(output: OutputDescription, mode: VolumeMode, confirmed: boolean): Promise<void> {
    const { memory } = this.deps;
    const { key } = output;
    const setup = await this.#setupOf(output);
    const requested = await requestedMode(memory, key);
    if (mode === requested && mode === (setup.mode ?? mode)) return;
    const before = setup.mode ?? requested;
    const former = (await memory.loadFormerMode(key)) ?? (before === 'fixed' ? undefined : before);
    if (mode === 'fixed') await this.#requireFixable(output, [before, former], confirmed);
    if (mode === 'hardware' && (await this.#hasNoControl(output))) {
      throw new Conflict('NO_HARDWARE_VOLUME', `${output.name} has no volume control of its own.`);
    }
    await memory.saveMode(key, mode, mode === 'fixed' || former === mode ? undefined : former);
    if (output.isPresent) await this.#transferPending(output);
  }

  /**
   * Sets the loudest step that is allowed when the output is played to; undefined for its own maximum. Resolves when it is
   * durable.
   * @throws Conflict VOLUME_FIXED, Unavailable OUTPUT_MISSING (its steps are not known), InvalidInput, StateNotSaved
   */
  async setLimit(output: OutputDescription, step: number | undefined): Promise<void> {
    if (output.isPresent) await this.#transferPending(output);
    const { mode, steps, storedAs } = await this.#setupOf(output);
    const range = steps?.read();
    if (mode === 'fixed') {
      if (step === undefined || step === 0) return;
      throw new Conflict('VOLUME_FIXED', 'The volume of this output is fixed: choose another volume mode to limit it.');
    }
    if (storedAs === undefined) {
      throw new Unavailable('OUTPUT_MISSING', `What steps ${output.name} has is not known while it is away.`);
    }
    if (step !== undefined && range !== undefined) requireLimitInRange(range, step);
    await this.deps.memory.saveLimit(storedAs, step === range?.max ? undefined : step);
  }

  /**
   * Sets the level that the output begins at when it is played to; the limit where it is above that. Resolves when it is
   * durable.
   * @throws Conflict VOLUME_FIXED, Unavailable OUTPUT_MISSING (its steps are not known), InvalidInput, StateNotSaved
   */
  async setLevel(output: OutputDescription, level: LevelRequest): Promise<void> {
    const { memory } = this.deps;
    if (output.isPresent) await this.#transferPending(output);
    const { mode, steps, storedAs } = await this.#setupOf(output);
    if (mode !== undefined) requireMovable(mode);
    if (storedAs === undefined || steps === undefined) {
      throw new Unavailable('OUTPUT_MISSING', `What steps ${output.name} has is not known while it is away.`);
    }
    const step = 'step' in level ? level.step : stepAt(steps, level.percent);
    requireInRange(steps.read(), step, '/volume');
    await memory.save(storedAs, Math.min(step, (await memory.loadLimit(storedAs)) ?? step));
  }

  async #setupOf(output: OutputDescription): Promise<Setup> {
    const { key, mixer } = output;
    const mode = await requestedMode(this.deps.memory, key);
    const answer = await this.#findControl(output);
    const found = answer === 'late' ? undefined : answer;
    const [stored] = await this.deps.memory.controls(key);
    const control = mixer === undefined ? undefined : (found?.control ?? stored);
    if (mode === 'fixed') return { mode, control, steps: SOFTWARE_STEPS, storedAs: undefined };
    if (mode === 'hardware' && control !== undefined) {
      return { mode, control, steps: found?.steps, storedAs: levelKey(key, { kind: hardwareKind(control) }) };
    }
    if (mode === 'hardware' && !(await this.#hasNoControl(output))) {
      return { mode: undefined, control: undefined, steps: undefined, storedAs: undefined };
    }
    return { mode: 'software', control, steps: SOFTWARE_STEPS, storedAs: levelKey(key, { kind: 'software' }) };
  }

  /** 'late' while the mixer does not answer; undefined: there is none, or it cannot be looked for. */
  async #findControl(output: OutputDescription): Promise<Control | 'late' | undefined> {
    const { mixer, isPresent } = output;
    if (mixer === undefined || !isPresent) return undefined;
    const name = JSON.stringify([mixer.card, mixer.control]);
    const known = this.#controls.get(name);
    if (known !== undefined) return known;
    const opened = await this.#openMixer(output);
    if (opened === undefined || opened === 'late') return opened;
    const found = { control: opened.mixer.control, steps: stepsOf(opened.mixer) };
    opened.mixer.close();
    this.#controls.set(name, found);
    return found;
  }

  /** Whether it is certain that the output has no control. */
  async #hasNoControl(output: OutputDescription): Promise<boolean> {
    if (output.mixer === undefined) return true;
    return output.isPresent && output.isMixerCertain && (await this.#findControl(output)) === undefined;
  }

  /** @throws Conflict */
  async #requireFixable(
    { key }: OutputDescription,
    modes: readonly (VolumeMode | undefined)[],
    confirmed: boolean,
  ): Promise<void> {
    const { memory } = this.deps;
    const kinds = modes.includes('hardware') ? (await memory.controls(key)).map(hardwareKind) : [];
    if (modes.includes('software')) kinds.push('software');
    for (const kind of kinds) requireUnlimited(await memory.loadLimit(levelKey(key, { kind })));
    requireConfirmed(confirmed);
  }

  /** Makes the transfer that waits for the output to be there. */
  async #transferPending(output: OutputDescription): Promise<void> {
    const { memory, log } = this.deps;
    if ((await memory.loadFormerMode(output.key)) === undefined) return;
    const choose = async (mode: VolumeMode): Promise<VolumeScale> =>
      scaleOf(await this.#openMixer(output), mode, () => undefined);
    const to = await choose(await requestedMode(memory, output.key));
    await transferPending({ choose, memory, log }, output.key, to);
    to.close();
  }

  async #openMixer({ mixer }: OutputDescription): Promise<NamedMixer | 'late' | undefined> {
    if (mixer === undefined) return undefined;
    try {
      return await this.deps.mixers.open(ctlNames(mixer), mixer.control);
    } catch {
      return undefined;
    }
  }
}

const inTenths = (percent: number): number => Math.round(10 * percent) / 10;

interface Range {
  readonly min: number;
  readonly max: number;
}

function clamp(step: number | undefined, range: Range | undefined): number | undefined {
  if (step === undefined || range === undefined) return step;
  return Math.max(Math.min(step, range.max), range.min);
}
