/** What plays, with all that can be done to it. */
import type { ComponentChildren } from 'preact';
import { Cover } from '../parts/cover.js';
import { Icon } from '../parts/icon.js';
import { LikeButton } from '../parts/like-button.js';
import { OutputLink } from '../parts/output-link.js';
import { IconButton, Page } from '../parts/page.js';
import { QualityLine } from '../parts/quality-line.js';
import { SeekBar } from '../parts/seek-bar.js';
import { openSleepTimer } from '../parts/sleep-sheet.js';
import { VolumeBar } from '../parts/volume-bar.js';
import { albumTitle, bylineOf, say } from '../state/language.js';
import { stepRepeat, togglePlay, toggleShuffle } from '../state/commands.js';
import { addressOf } from '../state/route-path.js';
import { isPlaying, parts, shownTrack, sleepMinutes } from '../state/player.js';
import { next, previous } from '../state/skip.js';
import type { Word } from '../locales/en.js';

/** Behind the sign of the repeat button, by mode. */
const REPEAT_MARKS = ['', '', '1', '⤮', 'AB'];

export function NowScreen() {
  const track = shownTrack.value;
  const sleep = sleepMinutes.value;
  const sleepLabel = sleep > 0 ? `${say('sleep.title')}: ${say('sleep.left', { count: sleep })}` : say('sleep.title');
  return (
    <Page
      title={say('nav.now')}
      above={['library']}
      actions={
        <>
          <IconButton icon="moon" label={sleepLabel} class={sleep > 0 ? 'on' : ''} onClick={openSleepTimer} />
          <OutputLink />
          <a class="icon-button" href={addressOf('queue')} aria-label={say('nav.queue')}>
            <Icon name="queue" />
          </a>
        </>
      }
    >
      <div class="now">
        <Cover key={track?.album_art} name={track?.album_art} size={320} />
        <div class="now-title">
          <div class="lines">
            <h2 dir="auto">{track?.title ?? say('play.nothing')}</h2>
            <p dir="auto">
              {track ? (
                <Linked to="artists" id={track.artist_id}>
                  {bylineOf(track)}
                </Linked>
              ) : (
                say('play.nothingHint')
              )}
            </p>
            <p dir="auto">
              {track && (
                <Linked to="albums" id={track.album_id}>
                  {track.album !== '' && albumTitle(track.album)}
                </Linked>
              )}
            </p>
          </div>
          <LikeButton />
        </div>
        <SeekBar />
        <Transport />
        <VolumeBar />
        <QualityLine />
      </div>
    </Page>
  );
}

interface LinkedProps {
  readonly to: 'artists' | 'albums';
  /** Without one it is only a text. */
  readonly id: string | null;
  readonly children: ComponentChildren;
}

function Linked({ to, id, children }: LinkedProps) {
  return id ? <a href={addressOf('library', to, id)}>{children}</a> : <>{children}</>;
}

function Transport() {
  const now = parts.value;
  const { repeat_mode: mode = 0, playlist_shuffle: shuffled = false } = now?.settings ?? {};
  const isOff = now === undefined;
  return (
    <div class="transport" role="group" aria-label={say('play.controls')}>
      <IconButton
        icon="shuffle"
        label={say('play.shuffle')}
        pressed={shuffled}
        class={shuffled ? 'on' : ''}
        disabled={isOff}
        onClick={toggleShuffle}
      />
      <IconButton icon="previous" label={say('play.previous')} disabled={isOff} onClick={previous} />
      <IconButton
        icon={isPlaying.value ? 'pause' : 'play'}
        label={say(isPlaying.value ? 'play.pause' : 'play.play')}
        class="play"
        disabled={isOff}
        onClick={togglePlay}
      />
      <IconButton icon="next" label={say('play.next')} disabled={isOff} onClick={next} />
      <span class="marked">
        <IconButton
          icon="repeat"
          label={say('play.repeat', { mode: say(`play.repeat.${mode}` as Word) })}
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
