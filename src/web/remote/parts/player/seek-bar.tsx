/** The position in the track. While a finger holds it, reports do not move it. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { STOPPED, timeText } from '../../model.js';
import { say } from '../../state/language.js';
import { seek, seekBy } from '../../state/commands.js';
import { elapsed, part, shownTrack } from '../../state/player.js';
import { stepsOf } from './slider-keys.js';

/** Milliseconds of a key. */
export const SEEK_STEP = 5000;

export function SeekBar() {
  /** Position of the finger in milliseconds. */
  const wanted = useSignal<number | undefined>(undefined);
  const isStopped = (part.status.value?.status ?? STOPPED) === STOPPED;
  const length = shownTrack.value?.length ?? 0;
  const at = Math.floor(wanted.value ?? elapsed.value);
  const isLasting = length > 0;

  useEffect(() => {
    wanted.value = undefined;
  }, [shownTrack.value?.path]);

  const send = (to: number): void => {
    seek(to);
    wanted.value = undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = stepsOf(event, 6);
    if (steps === undefined) return;
    seekBy(steps * SEEK_STEP);
    wanted.value = undefined;
  };
  return (
    <div class="seek">
      <input
        type="range"
        aria-label={say('play.position')}
        aria-valuetext={
          isLasting ? say('play.positionOf', { elapsed: timeText(at), length: timeText(length) }) : timeText(at)
        }
        min={0}
        max={isLasting ? length : Math.max(1, at)}
        step={1}
        value={at}
        disabled={isStopped || !isLasting}
        onInput={({ currentTarget }) => (wanted.value = currentTarget.valueAsNumber)}
        onChange={({ currentTarget }) => send(currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
      <span aria-hidden="true">{isStopped ? '' : timeText(at)}</span>
      <span aria-hidden="true">{isLasting ? timeText(length) : ''}</span>
    </div>
  );
}
