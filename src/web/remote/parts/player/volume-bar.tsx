/** The volume. It moves by as far as a finger moves, wherever that touches first: a stray touch is never a jump. */
import { useRef } from 'preact/hooks';
import { dragged, type Level, levelOf } from '../../level.js';
import { say } from '../../state/language.js';
import { setVolume, stepVolume } from '../../state/commands.js';
import { awayText, currentOutput } from '../../state/outputs.js';
import { part } from '../../state/player.js';
import { IconButton } from '../page.js';
import { stepsOf } from './slider-keys.js';

/** CSS pixels below which a touch is no drag. */
const STILL = 4;
interface Drag {
  readonly x: number;
  readonly percent: number;
  readonly width: number;
  isMoving: boolean;
}

export function VolumeBar() {
  const volume = part.volume.value ?? undefined;
  const level = volume && levelOf(volume);
  const drag = useRef<Drag | undefined>(undefined);
  if (volume === undefined || level === undefined) {
    const device = currentOutput.value;
    const text = device?.is_present === false ? awayText(device) : say('play.noVolume');
    return <p class="line volume faint">{text}</p>;
  }
  const { percent } = level;
  const direction = document.dir === 'rtl' ? -1 : 1;

  const down = (event: PointerEvent & { currentTarget: HTMLElement }): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { width } = event.currentTarget.getBoundingClientRect();
    drag.current = { x: event.clientX, percent, width, isMoving: false };
  };
  const move = ({ clientX }: PointerEvent): void => {
    const held = drag.current;
    if (held === undefined) return;
    held.isMoving ||= Math.abs(clientX - held.x) > STILL;
    if (!held.isMoving) return;
    setVolume(dragged(held.percent, (clientX - held.x) * direction, held.width, level.cap));
  };
  const up = (): void => {
    drag.current = undefined;
  };
  const keyDown = (event: KeyboardEvent): void => {
    const steps = stepsOf(event, 5);
    if (steps !== undefined) stepVolume(steps);
  };

  return (
    <div class="line volume">
      <IconButton icon="quieter" label={say('play.quieter')} onClick={() => stepVolume(-1)} />
      <div
        class="volume-bar"
        role="slider"
        tabIndex={0}
        aria-label={say('play.volume')}
        aria-valuemin={volume.min}
        aria-valuemax={level.loudest}
        aria-valuenow={volume.volume}
        aria-valuetext={valueText(percent, level)}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onKeyDown={keyDown}
      >
        <span class="track">
          <span class="fill" style={{ width: `${percent}%` }} />
          {level.cap < 100 && <span class="cap" style={{ insetInlineStart: `${level.cap}%` }} />}
        </span>
        <span class="value" aria-hidden="true">
          {valueText(percent, level)}
        </span>
      </div>
      <IconButton icon="louder" label={say('play.louder')} onClick={() => stepVolume(1)} />
    </div>
  );
}

function valueText(percent: number, { cap }: Level): string {
  const now = say('play.percent', { percent: Math.round(percent) });
  return cap < 100 ? `${now} (${say('play.volumeCap', { cap: Math.round(cap) })})` : now;
}
