/**
 * The volume of outputs that do not play: what is remembered of each and what its control is; and another limit, or
 * another way of making it, for when it plays again. Nothing is moved in an output here. Thread: main.
 */
import { Conflict, InvalidInput, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { scaleOf, wantedMode } from './choose-scale.js';
import { ctlNames, type Mixers, type NamedMixer } from './mixers.js';
import type { NativeMixer } from '../native.js';
import type { MixerName } from '../output/sinks/sink.js';
import { carryWaiting, levelName } from './transfer.js';
import type { VolumeMemory } from './memory.js';
import { requireConfirmed, requireUnlimited } from './preconditions.js';
import { SILENCE, type VolumeMode, type VolumeScale } from './scales.js';

/** What is told of the volume of an output; levels in its own steps. Undefined is not known. */
export interface VolumeFacts {
  readonly mode: VolumeMode | undefined;
  /** Name of its own control, also where that is kept at 0 dB; undefined as well where it has none. */
  readonly control: string | undefined;
  /** Where it stands, or will when it plays; undefined as well for one that was never heard: it begins quietly. */
  readonly volume: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** The loudest that is allowed: `max` where nobody has set a limit. */
  readonly limit: number | undefined;
}

/** An output as it is asked about. */
export interface RestingOutput {
  /** What its levels are remembered under. */
  readonly key: string;
  /** For a person. */
  readonly name: string;
  /** Where its control is, `''` being the best of its card; undefined: it has none. */
  readonly mixer: MixerName | undefined;
  /** Whether that is the only place where it may be. */
  readonly isMixerCertain: boolean;
  readonly isPresent: boolean;
}

export interface RestingVolumeMemory extends VolumeMemory {
  /** Names of the controls under which something is remembered of an output. */
  controls(key: string): Promise<readonly string[]>;
}

export interface RestingVolumesParts {
  readonly mixers: Mixers;
  readonly memory: RestingVolumeMemory;
  readonly log: Log;
}

/** A volume control, without its level. */
type Control = Pick<NativeMixer, 'control' | 'minimum' | 'maximum'>;

/** How the volume of an output is made, as far as that is known. */
interface Way {
  readonly mode: VolumeMode | undefined;
  readonly control: string | undefined;
  readonly range: { readonly min: number; readonly max: number } | undefined;
  /** Undefined: it is not known what its steps are. */
  readonly levels: string | undefined;
}

const SOFTWARE = { min: SILENCE, max: 0 };

export class RestingVolumes {
  readonly #parts: RestingVolumesParts;
  /** Controls that were found, by ctl and element: they stay what they are while their card is there. */
  readonly #controls = new Map<string, Control>();

  constructor(parts: RestingVolumesParts) {
    this.#parts = parts;
  }

  /** Cards have come or gone: another one may have the name of the last. */
  forget(): void {
    this.#controls.clear();
  }

  /** Never rejects. */
  async read(output: RestingOutput): Promise<VolumeFacts> {
    const { memory } = this.#parts;
    if (output.isPresent) await this.#carry(output);
    const { mode, control, range, levels } = await this.#way(output);
    if (mode === 'fixed') return { mode, control, volume: 0, ...SOFTWARE, limit: 0 };
    const level = levels === undefined ? undefined : await memory.load(levels);
    const highest = levels === undefined ? undefined : await memory.loadLimit(levels);
    const limit = within(highest ?? range?.max, range);
    const volume = within(level, range && { ...range, max: limit ?? range.max });
    return { mode, control, volume, min: range?.min, max: range?.max, limit };
  }

  /**
   * Takes effect when the output plays; level and limit go with it. Where an output turns out not to have a control then,
   * its volume is made in software. Resolves when it is durable.
   * @param confirmed somebody has said that the output may be as loud as it can, which is what `fixed` means
   * @throws Conflict VOLUME_LIMITED, CONFIRMATION_NEEDED, NO_HARDWARE_VOLUME; StateNotSaved
   */
  async setMode(output: RestingOutput, mode: VolumeMode, confirmed: boolean): Promise<void> {
    const { memory } = this.#parts;
    const { key } = output;
    const way = await this.#way(output);
    const wanted = await wantedMode(memory, key);
    if (mode === wanted && mode === (way.mode ?? mode)) return;
    const before = way.mode ?? wanted;
    const former = (await memory.loadFormerMode(key)) ?? (before === 'fixed' ? undefined : before);
    if (mode === 'fixed') await this.#requireFixable(output, [before, former], confirmed);
    if (mode === 'hardware' && (await this.#hasNoControl(output))) {
      throw new Conflict('NO_HARDWARE_VOLUME', `${output.name} has no volume control of its own.`);
    }
    await memory.saveMode(key, mode, mode === 'fixed' || former === mode ? undefined : former);
    if (output.isPresent) await this.#carry(output);
  }

  /**
   * The loudest step that is allowed when it plays; undefined for its own maximum. Resolves when it is durable.
   * @throws Conflict VOLUME_FIXED, Unavailable OUTPUT_MISSING (what its steps are is not known), InvalidInput, StateNotSaved
   */
  async setLimit(output: RestingOutput, step: number | undefined): Promise<void> {
    if (output.isPresent) await this.#carry(output);
    const { mode, range, levels } = await this.#way(output);
    if (mode === 'fixed') {
      if (step === undefined || step === 0) return;
      throw new Conflict('VOLUME_FIXED', 'The volume of this output is fixed: choose another volume mode to limit it.');
    }
    if (levels === undefined) {
      throw new Unavailable('OUTPUT_MISSING', `What steps ${output.name} has is not known while it is away.`);
    }
    if (step !== undefined && range !== undefined) requireStep(step, range);
    await this.#parts.memory.saveLimit(levels, step === range?.max ? undefined : step);
  }

  async #way(output: RestingOutput): Promise<Way> {
    const mode = await wantedMode(this.#parts.memory, output.key);
    const answer = await this.#find(output);
    const found = answer === 'late' ? undefined : answer;
    const [remembered] = await this.#parts.memory.controls(output.key);
    const control = output.mixer === undefined ? undefined : (found?.control ?? remembered);
    if (mode === 'fixed') return { mode, control, range: SOFTWARE, levels: undefined };
    if (mode === 'hardware' && control !== undefined) {
      const range = found && { min: found.minimum, max: found.maximum };
      return { mode, control, range, levels: levelName(output.key, { kind: hardwareKind(control) }) };
    }
    if (mode === 'hardware' && !(await this.#hasNoControl(output))) {
      return { mode: undefined, control: undefined, range: undefined, levels: undefined };
    }
    return { mode: 'software', control, range: SOFTWARE, levels: levelName(output.key, { kind: SOFTWARE_KIND }) };
  }

  /** Undefined as well where nobody can say; 'late' while it does not answer. */
  async #find(output: RestingOutput): Promise<Control | 'late' | undefined> {
    const { mixer, isPresent } = output;
    if (mixer === undefined || !isPresent) return undefined;
    const name = JSON.stringify([mixer.card, mixer.control]);
    const known = this.#controls.get(name);
    if (known !== undefined) return known;
    const opened = await this.#openMixer(output);
    if (opened === undefined || opened === 'late') return opened;
    const { control, minimum, maximum } = opened.mixer;
    opened.mixer.close();
    const found = { control, minimum, maximum };
    this.#controls.set(name, found);
    return found;
  }

  /** It is known that there is none. */
  async #hasNoControl(output: RestingOutput): Promise<boolean> {
    if (output.mixer === undefined) return true;
    return output.isPresent && output.isMixerCertain && (await this.#find(output)) === undefined;
  }

  /** @throws Conflict */
  async #requireFixable(
    { key }: RestingOutput,
    modes: readonly (VolumeMode | undefined)[],
    confirmed: boolean,
  ): Promise<void> {
    const { memory } = this.#parts;
    const kinds = modes.includes('hardware') ? (await memory.controls(key)).map(hardwareKind) : [];
    if (modes.includes('software')) kinds.push(SOFTWARE_KIND);
    for (const kind of kinds) {
      requireUnlimited(await memory.loadLimit(levelName(key, { kind })));
    }
    requireConfirmed(confirmed);
  }

  /** What waits for the output to be there is done. */
  async #carry(output: RestingOutput): Promise<void> {
    const { memory, log } = this.#parts;
    if ((await memory.loadFormerMode(output.key)) === undefined) return;
    const choose = async (mode: VolumeMode): Promise<VolumeScale> =>
      scaleOf(await this.#openMixer(output), mode, () => undefined);
    const to = await choose(await wantedMode(memory, output.key));
    await carryWaiting({ choose, memory, log }, output.key, to);
    to.close();
  }

  async #openMixer({ mixer }: RestingOutput): Promise<NamedMixer | 'late' | undefined> {
    if (mixer === undefined) return undefined;
    try {
      return await this.#parts.mixers.open(ctlNames(mixer), mixer.control);
    } catch {
      return undefined;
    }
  }
}

const SOFTWARE_KIND = 'software';
const hardwareKind = (control: string): string => `hardware ${control}`;

function within(step: number | undefined, range: Way['range']): number | undefined {
  if (step === undefined || range === undefined) return step;
  return Math.max(Math.min(step, range.max), range.min);
}

/** @throws InvalidInput */
export function requireStep(step: number, { min, max }: { readonly min: number; readonly max: number }): void {
  if (step >= min && step <= max) return;
  const message = `must be between ${min} and ${max}`;
  throw new InvalidInput('INVALID_BODY', `volume_limit ${message}`, [{ path: '/volume_limit', message }]);
}
