/** The volume of every output, active or not: its status, and another level, mode or limit for it. Thread: main. */
import type { InactiveVolumes, LevelRequest, OutputDescription, VolumeStatus } from './inactive-volumes.js';
import { requireLimitInRange } from './preconditions.js';
import type { VolumeMode } from './scale.js';
import type { Volume } from './volume.js';

export interface OutputVolumesDeps {
  /** Volume of the output that is played to. */
  readonly active: Pick<Volume, 'status' | 'set' | 'setPercent' | 'setMode' | 'setLimit' | 'reload'>;
  /** Volumes of the other outputs. */
  readonly inactive: Pick<InactiveVolumes, 'read' | 'setLevel' | 'setMode' | 'setLimit' | 'forget'>;
  /** Id of the output that is played to. */
  readonly current: () => string;
}

export class OutputVolumes {
  constructor(private readonly deps: OutputVolumesDeps) {}

  /** What is stored, while the mixer of the current output does not answer. Never rejects. */
  async read(output: OutputDescription): Promise<VolumeStatus> {
    if (this.#isActive(output)) {
      try {
        return this.deps.active.status();
      } catch {
        // not opened yet, or just lost
      }
    }
    return this.deps.inactive.read(asKnown(output));
  }

  /**
   * @throws Conflict CONFIRMATION_NEEDED (`fixed` without `confirmed`), VOLUME_LIMITED, NO_HARDWARE_VOLUME, SUPERSEDED
   * @throws Unavailable, StateNotSaved
   */
  async setMode(output: OutputDescription, mode: VolumeMode, confirmed: boolean): Promise<void> {
    const { active, inactive } = this.deps;
    if (this.#isActive(output)) await active.setMode(mode, { confirmed });
    else await this.#change(output, () => inactive.setMode(asKnown(output), mode, confirmed));
  }

  /**
   * @param step undefined for the output's own maximum
   * @throws InvalidInput (it has no such step), Conflict VOLUME_FIXED, Unavailable, StateNotSaved
   */
  async setLimit(output: OutputDescription, step: number | undefined): Promise<void> {
    const { active, inactive } = this.deps;
    if (!this.#isActive(output)) return this.#change(output, () => inactive.setLimit(asKnown(output), step));
    const { min = 0, max = 0 } = active.status();
    if (step !== undefined) requireLimitInRange({ min, max }, step);
    await active.setLimit(step ?? max);
  }

  /**
   * @throws InvalidInput LEVEL_OUT_OF_RANGE, Conflict VOLUME_FIXED or SUPERSEDED, Unavailable OUTPUT_MISSING
   * @throws StateNotSaved
   */
  async setLevel(output: OutputDescription, level: LevelRequest): Promise<void> {
    const { active, inactive } = this.deps;
    if (!this.#isActive(output)) await this.#change(output, () => inactive.setLevel(asKnown(output), level));
    else if ('step' in level) await active.set(level.step);
    else await active.setPercent(level.percent);
  }

  /** Cards have come or gone. */
  forget(): void {
    this.deps.inactive.forget();
  }

  #isActive({ id, isPresent }: OutputDescription): boolean {
    return isPresent && id === this.deps.current();
  }

  /** The output may have become the current one meanwhile, or be the current one that is away. */
  async #change({ id }: OutputDescription, change: () => Promise<void>): Promise<void> {
    await change();
    if (id === this.deps.current()) await this.deps.active.reload();
  }
}

/** No more is known of a network player that is not played to than of an output that is away. */
function asKnown(output: OutputDescription): OutputDescription {
  return output.isRemote === true ? { ...output, isPresent: false } : output;
}
