/** Steps of a hardware mixer: setting them, and finding the one for a level in dB. Thread: main. */
import { Unavailable } from '../errors.js';
import type { NativeMixer } from '../native.js';
import { lowerBound } from './mapping.js';

/** @param name of the scale, for the message @throws Unavailable when the mixer does not answer */
export function askMixer<Result>(name: string, call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    throw new Unavailable('MIXER_UNAVAILABLE', `${name} does not answer`, { cause });
  }
}

/** Sets a step and unmutes. @throws Error from the addon when the card is gone */
export function setStep(mixer: NativeMixer, step: number): void {
  mixer.write(step);
  if (mixer.read().muted) mixer.mute(false);
}

/** The step of 0 dB or the next below; the top where the control knows no decibels, or has none at or below 0. */
export function unityStepOf(mixer: NativeMixer): number {
  return loudestStep(mixer, 0) ?? mixer.maximum;
}

/** The loudest step at or below a level in dB; undefined where there is none, or the control does not know. */
export function loudestStep(mixer: NativeMixer, decibels: number): number | undefined {
  const { minimum, maximum } = mixer;
  const over = lowerBound(minimum, maximum + 1, (step) => (mixer.decibels(step) ?? Infinity) > decibels);
  return over > minimum ? over - 1 : undefined;
}
