/** The buttons that play, pause, skip, shuffle and repeat. */
import type { Word } from '../../locales/locales.js';
import { stepRepeat, togglePlay, toggleShuffle } from '../../state/commands.js';
import { say } from '../../state/language.js';
import { isPlaying, part } from '../../state/player.js';
import { next, previous } from '../../state/skip.js';
import { IconButton } from '../page.js';

/** Marks of the repeat button by mode. */
const REPEAT_MARKS = ['', '', '1', '⤮', 'AB'];

export function Transport() {
  const settings = part.settings.value;
  const { repeat_mode: mode = 0, playlist_shuffle: shuffled = false } = settings ?? {};
  const isOff = settings === undefined;
  return (
    <div class="line transport" role="group" aria-label={say('settings.playback')}>
      <IconButton
        icon="shuffle"
        label={say('play.shuffle')}
        pressed={shuffled}
        disabled={isOff}
        onClick={toggleShuffle}
      />
      <IconButton icon="previous" label={say('play.previous')} disabled={isOff} onClick={previous} />
      <PlayButton class="play" />
      <IconButton icon="next" label={say('play.next')} disabled={isOff} onClick={next} />
      <span class="marked">
        <IconButton
          icon="repeat"
          label={say('play.repeat', { mode: say(`playback.repeat.${mode}` as Word) })}
          class={mode === 0 ? '' : 'on'}
          disabled={isOff}
          onClick={stepRepeat}
        />
        <span class="mark" aria-hidden="true">
          {REPEAT_MARKS[mode]}
        </span>
      </span>
    </div>
  );
}

/** Plays, or pauses what plays. */
export function PlayButton({ class: name = '' }: { readonly class?: string }) {
  const word = isPlaying.value ? 'pause' : 'play';
  const isOff = part.status.value === undefined;
  return <IconButton icon={word} label={say(`play.${word}`)} class={name} disabled={isOff} onClick={togglePlay} />;
}
