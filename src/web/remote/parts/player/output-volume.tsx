/** The volume of one output: of the one that plays as everywhere, of another one for when it plays. */
import { useState } from 'preact/hooks';
import { say } from '../../state/language.js';
import { percentText } from '../../state/measures.js';
import { type Device, setVolumeOf } from '../../state/outputs.js';
import { VolumeBar } from './volume-bar.js';

export function OutputVolume({ device }: { readonly device: Device }) {
  const { name, is_current_device: isCurrent, is_present: isPresent, volume_mode: mode } = device;
  const { volume_percent: percent, volume_min: min, volume_max: max } = device;
  /** While a finger holds the slider. */
  const [held, setHeld] = useState<number>();
  if (mode === 'fixed') return null;
  if (isCurrent) return isPresent ? <VolumeBar /> : null;
  if (percent === null || min === max) return null;
  const level = held ?? percent;
  const text = percentText(level);
  return (
    <label class="line output-volume">
      <input
        type="range"
        aria-label={say('outputs.volumeOf', { name })}
        aria-valuetext={text}
        min={0}
        max={100}
        value={level}
        onInput={({ currentTarget }) => setHeld(currentTarget.valueAsNumber)}
        onChange={({ currentTarget }) => {
          void setVolumeOf(device, currentTarget.valueAsNumber).then(() => setHeld(undefined));
        }}
      />
      <span class="value" aria-hidden="true">
        {text}
      </span>
    </label>
  );
}
