/** Where the track is, and the touch that moves it. A finger on it is left alone by what is told meanwhile. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { STOPPED, timeText } from '../model.js';
import { say } from '../state/language.js';
import { seek } from '../state/orders.js';
import { elapsed, parts, shownTrack, told } from '../state/player.js';

const STEP = 5000;
/** After so long without a word of the box it is shown again where it was, in ms. */
const PATIENCE = 3000;

export function SeekBar() {
  /** Milliseconds that the finger, or the order on its way, wants. */
  const wanted = useSignal<number | undefined>(undefined);
  const isStopped = (parts.value?.status.status ?? STOPPED) === STOPPED;
  const length = shownTrack.value?.length ?? 0;
  const at = Math.floor(wanted.value ?? elapsed.value);
  const isLasting = length > 0;

  useEffect(() => {
    wanted.value = undefined;
  }, [shownTrack.value?.path]);

  const send = async (to: number): Promise<void> => {
    const before = told.peek()?.positionSince;
    wanted.value = to;
    const isDone = await seek(to);
    const isHeard = (): boolean => told.peek()?.positionSince !== before;
    const end = performance.now() + PATIENCE;
    while (isDone && !isHeard() && performance.now() < end) await new Promise((next) => setTimeout(next, 50));
    if (wanted.peek() === to) wanted.value = undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const forward =
      document.dir === 'rtl' && event.key.startsWith('Arrow') && /Left|Right/.test(event.key) ? -step : step;
    void send(Math.max(0, Math.min(length, at + forward * STEP)));
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
        onChange={({ currentTarget }) => void send(currentTarget.valueAsNumber)}
        onKeyDown={onKeyDown}
      />
      <span aria-hidden="true">{isStopped ? '' : timeText(at)}</span>
      <span aria-hidden="true">{isLasting ? timeText(length) : ''}</span>
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -6,
  PageUp: 6,
};
