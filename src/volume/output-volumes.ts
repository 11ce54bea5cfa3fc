/** The volume of each output, whether it plays or not: how it is told, and another mode or limit for it. */
import { requireStep, type RestingOutput } from './inactive-volumes.js';
import type { OutputDevice } from '../devices/output-device.js';
import type { VolumeFacts, VolumeMode, VolumeModes, VolumesAtRest } from '../devices/volume-mode.js';

export interface OutputVolumesParts {
  /** Of the output that plays. */
  readonly volume: VolumeModes;
  /** Of the others. */
  readonly volumesAtRest: VolumesAtRest;
  /** Id of the output that plays. */
  readonly current: () => string;
}

export class OutputVolumes {
  readonly #parts: OutputVolumesParts;

  constructor(parts: OutputVolumesParts) {
    this.#parts = parts;
  }

  /** Never rejects: of the current output while its mixer does not answer this is what is remembered. */
  async read(device: OutputDevice): Promise<VolumeFacts> {
    if (this.#isPlaying(device)) {
      try {
        return this.#parts.volume.facts();
      } catch {
        // not opened yet, or just lost
      }
    }
    return this.#parts.volumesAtRest.read(restingOf(device));
  }

  /** @throws Conflict CONFIRMATION_NEEDED (`fixed`) and what else stands in the way of a mode, Unavailable, StateNotSaved */
  async setMode(device: OutputDevice, mode: VolumeMode, confirmed: boolean): Promise<void> {
    const { volume, volumesAtRest } = this.#parts;
    if (this.#isPlaying(device)) await volume.setMode(mode, { confirmed });
    else await this.#change(device, () => volumesAtRest.setMode(restingOf(device), mode, confirmed));
  }

  /**
   * @param step undefined for the output's own maximum
   * @throws InvalidInput (it has no such step), Conflict VOLUME_FIXED, Unavailable, StateNotSaved
   */
  async setLimit(device: OutputDevice, step: number | undefined): Promise<void> {
    const { volume, volumesAtRest } = this.#parts;
    if (!this.#isPlaying(device)) {
      await this.#change(device, () => volumesAtRest.setLimit(restingOf(device), step));
      return;
    }
    const { min = 0, max = 0 } = volume.facts();
    if (step !== undefined) requireStep(step, { min, max });
    await volume.setLimit(step ?? max);
  }

  forget(): void {
    this.#parts.volumesAtRest.forget();
  }

  #isPlaying({ id, isPresent }: OutputDevice): boolean {
    return isPresent && id === this.#parts.current();
  }

  /** It may have been chosen meanwhile, or be the current one that is away. */
  async #change({ id }: OutputDevice, change: () => Promise<void>): Promise<void> {
    await change();
    if (id === this.#parts.current()) await this.#parts.volume.reloadLimit();
  }
}

function restingOf({ id, key = id, name, mixer, ctl, pcm, isPresent }: OutputDevice): RestingOutput {
  // A PCM that names no card may have a control of its own name; of what is away and unknown nothing can be said.
  const guess = { card: ctl ?? pcm, control: '' };
  const isUnknown = !isPresent && pcm === '';
  const isGuess = isUnknown || (mixer === 'card' && ctl === undefined);
  return { key, name, mixer: isUnknown || mixer === 'card' ? guess : mixer, isMixerCertain: !isGuess, isPresent };
}
