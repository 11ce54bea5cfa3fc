/** The position in the track. While a finger holds it, reports do not move it. */
import { effect, useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { STOPPED, timeText } from '../../model.js';
import { say } from '../../state/language.js';
import { seek, seekBy } from '../../state/commands.js';
import { elapsed, part, progress, shownTrack } from '../../state/player.js';
import { stepsOf } from './slider-keys.js';

/** Milliseconds of a key. */
export const SEEK_STEP = 5000;

export function SeekBar() {
  /** Position of the finger in milliseconds. */
  const wanted = useSignal<number | undefined>(undefined);
  const slider = useRef<HTMLInputElement>(null);
  const isStopped = (part.status.value?.status ?? STOPPED) === STOPPED;
  const { path, length = 0 } = shownTrack.value ?? {};
  const isLasting = length > 0;
  const time = useComputed(() => timeText(wanted.value ?? elapsed.value));

  useLayoutEffect(() => {
    wanted.value = undefined;
  }, [path]);
  // What changes all the time is bound and not rendered, which would be half of what the page costs while it plays.
  useLayoutEffect(() => {
    const input = slider.current;
    if (input === null) return undefined;
    const stops = [
      effect(() => {
        input.valueAsNumber = wanted.value ?? progress.value * length;
      }),
      effect(() => {
        const spoken = isLasting
          ? say('play.positionOf', { elapsed: time.value, length: timeText(length) })
          : time.value;
        input.setAttribute('aria-valuetext', spoken);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [length]);

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
        ref={slider}
        type="range"
        aria-label={say('play.position')}
        min={0}
        max={Math.max(1, length)}
        step={1}
        disabled={isStopped || !isLasting}
        onInput={({ currentTarget }) => (wanted.value = currentTarget.valueAsNumber)}
        onChange={({ currentTarget }) => send(currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
      <span aria-hidden="true">{isStopped ? '' : time}</span>
      <span aria-hidden="true">{isLasting ? timeText(length) : ''}</span>
    </div>
  );
}
