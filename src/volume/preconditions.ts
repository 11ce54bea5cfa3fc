/** What an output does not let be done to its volume, as it is told to who asks for it. */
import { Conflict, InvalidInput, Unavailable } from '../errors.js';
import type { Choose, OpenOutput } from './choose-scale.js';
import { MakeshiftVolume, type OutputVolume, type VolumeMode, type VolumeScale } from './scales.js';

/** @throws Conflict VOLUME_FIXED */
export function requireMovable(mode: VolumeMode): void {
  if (mode !== 'fixed') return;
  throw new Conflict('VOLUME_FIXED', 'The volume of this output is fixed: choose another volume mode to move it.');
}

/** @throws InvalidInput LEVEL_OUT_OF_RANGE */
export function requireInRange({ min, max }: OutputVolume, step: number): void {
  if (step >= min && step <= max) return;
  const message = `The levels of this output go from ${min} to ${max}.`;
  throw new InvalidInput('LEVEL_OUT_OF_RANGE', message, [{ path: '/level', message: `must be from ${min} to ${max}` }]);
}

/** For `fixed`. @param limit the loudest step that a person allows, if any @throws Conflict VOLUME_LIMITED */
export function requireUnlimited(limit: number | undefined): void {
  if (limit === undefined) return;
  throw new Conflict('VOLUME_LIMITED', 'A limit is set for this output: a fixed volume would be louder.');
}

/** For `fixed`: somebody has said that the output may be as loud as it can. @throws Conflict CONFIRMATION_NEEDED */
export function requireConfirmed(confirmed: boolean): void {
  if (confirmed) return;
  throw new Conflict('CONFIRMATION_NEEDED', 'A fixed volume is the loudest that the output has: confirm it.');
}

/** What is kept is meant for the scale of a mixer that answers. @throws Unavailable MIXER_UNAVAILABLE */
export function requireAnswering(scale: VolumeScale): void {
  if (!(scale instanceof MakeshiftVolume)) return;
  throw new Unavailable('MIXER_UNAVAILABLE', 'the mixer of the output does not answer');
}

/** What is asked of one output is never done to another. @throws Conflict SUPERSEDED */
export function requireSameOutput(key: string | undefined, present: string | undefined): void {
  if (key !== present) throw new Conflict('SUPERSEDED', 'Another output was chosen meanwhile.');
}

/** @throws Conflict NO_HARDWARE_VOLUME; Unavailable while the output's mixer does not answer */
export async function requireChoosable(choose: Choose, output: OpenOutput, mode: VolumeMode): Promise<void> {
  const tried = await choose(output, mode);
  tried.close();
  requireAnswering(tried);
  if (tried.mode === mode) return;
  throw new Conflict('NO_HARDWARE_VOLUME', 'This output has no volume control of its own.');
}
