/** Now Playing: the current track and its controls. */
import { Cover } from '../parts/cover.js';
import { LikeButton } from '../parts/like-button.js';
import { PlayButton } from '../parts/player/mini-player.js';
import { addItem, linksOf } from '../parts/music-menu.js';
import { NoticeBar } from '../parts/notice-bar.js';
import { OutputLine } from '../parts/player/output-link.js';
import { IconButton, IconLink, Page } from '../parts/page.js';
import { SeekBar } from '../parts/player/seek-bar.js';
import { openMenu } from '../parts/sheet.js';
import { openSleepTimer } from '../parts/player/sleep-sheet.js';
import { useSwipe } from '../parts/list/swipe.js';
import { Tint } from '../parts/player/tint.js';
import { VolumeBar } from '../parts/player/volume-bar.js';
import { albumTitle, bylineOf, say } from '../state/language.js';
import { stepRepeat, toggleShuffle } from '../state/commands.js';
import { back } from '../state/route.js';
import { addressOf } from '../state/route-path.js';
import { parts, shownTrack, sleepMinutes } from '../state/player.js';
import { next, previous } from '../state/skip.js';
import type { Word } from '../locales/locales.js';

/** Marks of the repeat button by mode. */
const REPEAT_MARKS = ['', '', '1', '⤮', 'AB'];

export function NowScreen() {
  const track = shownTrack.value;
  const sleep = sleepMinutes.value;
  const sleepLabel = sleep > 0 ? `${say('sleep.title')}: ${say('sleep.left', { count: sleep })}` : say('sleep.title');
  const items = track?.id ? [addItem(track.title, () => Promise.resolve([track])), ...linksOf(track)] : [];
  const swipe = useSwipe({ left: next, right: previous, down: () => back('library') });
  return (
    <Page
      title={say('nav.now')}
      above={['library']}
      backIcon="down"
      actions={
        <IconButton
          icon="more"
          label={say('state.menu', { name: track?.title ?? '' })}
          disabled={items.length === 0}
          onClick={() => openMenu(track?.title ?? '', items)}
        />
      }
    >
      <Tint name={track?.album_art} />
      <div class="now">
        <div class="now-grid">
          <div class="now-art" {...swipe}>
            <Cover key={track?.album_art} name={track?.album_art} size={640} />
          </div>
          <NoticeBar />
          <div class="now-controls">
            <div class="line now-title">
              <div class="lines">
                <h2 class="cut" dir="auto">
                  {track?.title ?? say('play.nothing')}
                </h2>
                <p>
                  <Linked
                    to="artists"
                    id={track?.artist_id ?? null}
                    text={track ? bylineOf(track) : say('play.nothingHint')}
                  />
                  <Linked to="albums" id={track?.album_id ?? null} text={track?.album ? albumTitle(track.album) : ''} />
                </p>
              </div>
              <LikeButton />
            </div>
            <SeekBar />
            <Transport />
            <VolumeBar />
            <div class="line">
              <OutputLine />
              <IconButton icon="moon" label={sleepLabel} class={sleep > 0 ? 'on' : ''} onClick={openSleepTimer} />
              <IconLink icon="queue" label={say('nav.queue')} href={addressOf('queue')} />
            </div>
          </div>
        </div>
      </div>
    </Page>
  );
}

interface LinkedProps {
  readonly to: 'artists' | 'albums';
  /** Null where the text is no link. */
  readonly id: string | null;
  readonly text: string;
}

function Linked({ to, id, text }: LinkedProps) {
  if (text === '') return null;
  if (id === null) return <span dir="auto">{text}</span>;
  return (
    <a dir="auto" href={addressOf('library', to, id)}>
      {text}
    </a>
  );
}

function Transport() {
  const now = parts.value;
  const { repeat_mode: mode = 0, playlist_shuffle: shuffled = false } = now?.settings ?? {};
  const isOff = now === undefined;
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
