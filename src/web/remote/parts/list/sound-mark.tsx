/** What leads a row of a track: its picture or number, with the mark of what plays. */
import type { ComponentChildren } from 'preact';
import { isPlaying } from '../../state/player.js';

interface LeadProps {
  readonly isCurrent: boolean;
  readonly children: ComponentChildren;
}

export function Lead({ isCurrent, children }: LeadProps) {
  return (
    <span class="marked-lead">
      {children}
      {isCurrent && <SoundMark />}
    </span>
  );
}

/** Bars that move while the music plays, and stand still while it is paused. `aria-current` says the same. */
function SoundMark() {
  return (
    <span class={isPlaying.value ? 'sound-mark moves' : 'sound-mark'} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
