/** The sleep timer on the wire. */
import { InvalidInput } from '../../../errors.js';
import type { SleepTimerState } from '../../../playback/sleep-timer.js';
import { milliseconds, type Milliseconds } from '../../../units.js';
import { boolean, count, named, type Static, whole } from '../../schema.js';

/** A day. */
const LONGEST_SECONDS = 86_400;

export const NewSleepTimerSchema = named('NewSleepTimer').schema({
  type: 'object',
  description: 'Either member, not both; 0 cancels.',
  properties: {
    minutes: whole(0, LONGEST_SECONDS / 60, 'From now, at most a day.'),
    seconds: whole(0, LONGEST_SECONDS, 'From now, at most a day.'),
  },
});

export const SleepTimerSchema = named('SleepTimer').record('', {
  remaining: count('Milliseconds until it pauses; 0 when no timer is set.'),
  fading: boolean('Whether it fades out already.'),
});

/** @throws InvalidInput INVALID_BODY unless there is exactly one of both members */
export function toSleepDuration({ minutes, seconds }: Static<typeof NewSleepTimerSchema>): Milliseconds {
  if ((minutes === undefined) === (seconds === undefined)) {
    const message = 'needs either minutes or seconds';
    throw new InvalidInput('INVALID_BODY', `The body ${message}.`, [{ path: '', message }]);
  }
  return milliseconds((minutes ?? 0) * 60_000 + (seconds ?? 0) * 1000);
}

export function toSleepTimer({ remaining, fading }: SleepTimerState): SleepTimerState {
  return { remaining, fading };
}
