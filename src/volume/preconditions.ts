/** Conditions that a volume command needs; each refusal says what the person can do. */
import { Conflict, InvalidInput, Unavailable } from '../errors.js';
import type { Choose, OpenOutput } from './choose-scale.js';
import type { VolumeLevel, VolumeMode, VolumeScale } from './scale.js';

/** @throws Conflict VOLUME_FIXED */
export function requireMovable(mode: VolumeMode): void {
  if (mode !== 'fixed') return;
  throw new Conflict('VOLUME_FIXED', 'The volume of this output is fixed: choose another volume mode to move it.');
}

/** @param path of the member that says the step @throws InvalidInput LEVEL_OUT_OF_RANGE */
export function requireInRange({ min, max }: Pick<VolumeLevel, 'min' | 'max'>, step: number, path = '/level'): void {
  if (step >= min && step <= max) return;
  const message = `The levels of this output go from ${min} to ${max}.`;
  throw new InvalidInput('LEVEL_OUT_OF_RANGE', message, [{ path, message: `must be from ${min} to ${max}` }]);
}

/** @throws InvalidInput when the output has no such step to be its limit */
export function requireLimitInRange({ min, max }: Pick<VolumeLevel, 'min' | 'max'>, step: number): void {
  if (step >= min && step <= max) return;
  const message = `must be between ${min} and ${max}`;
  throw new InvalidInput('INVALID_BODY', `volume_limit ${message}`, [{ path: '/volume_limit', message }]);
}

/** For `fixed`. @param limit the loudest step that a person allows, if any @throws Conflict VOLUME_LIMITED */
export function requireUnlimited(limit: number | undefined): void {
  if (limit === undefined) return;
  throw new Conflict('VOLUME_LIMITED', 'A limit is set for this output: a fixed volume would be louder.');
}

/** For `fixed`: a person has said that the output may be as loud as it can. @throws Conflict CONFIRMATION_NEEDED */
export function requireConfirmed(confirmed: boolean): void {
  if (confirmed) return;
  throw new Conflict('CONFIRMATION_NEEDED', 'A fixed volume is the loudest that the output has: confirm it.');
}

/** For what is stored: a fallback's steps are not those of the mixer. @throws Unavailable MIXER_UNAVAILABLE */
export function requireMixer(scale: VolumeScale): void {
  if (scale.state !== 'fallback') return;
  throw new Unavailable('MIXER_UNAVAILABLE', 'the mixer of the output does not answer');
}

/** A command for one output never acts on another. @throws Conflict SUPERSEDED */
export function requireSameOutput(key: string | undefined, present: string | undefined): void {
  if (key !== present) throw new Conflict('SUPERSEDED', 'Another output was chosen meanwhile.');
}

/** @throws Conflict NO_HARDWARE_VOLUME; Unavailable while the output's mixer does not answer */
export async function requireChoosable(choose: Choose, output: OpenOutput, mode: VolumeMode): Promise<void> {
  const scale = await choose(output, mode);
  scale.close();
  requireMixer(scale);
  if (scale.mode === mode) return;
  throw new Conflict('NO_HARDWARE_VOLUME', 'This output has no volume control of its own.');
}
