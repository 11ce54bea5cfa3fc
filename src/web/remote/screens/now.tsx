/** Now Playing: the current track and its controls. */
import { LikeButton } from '../parts/like-button.js';
import { TrackPicture } from '../parts/logo.js';
import { addItem, linksOf } from '../parts/music-menu.js';
import { NoticeBar } from '../parts/notice-bar.js';
import { OutputLine } from '../parts/player/output-link.js';
import { IconButton, IconLink, Page } from '../parts/page.js';
import { SeekBar } from '../parts/player/seek-bar.js';
import { openMenu } from '../parts/sheet.js';
import { openSleepTimer } from '../parts/player/sleep-sheet.js';
import { useSwipe } from '../parts/list/swipe.js';
import { Tint } from '../parts/player/tint.js';
import { Transport } from '../parts/player/transport.js';
import { VolumeBar } from '../parts/player/volume-bar.js';
import { Loading } from '../parts/states.js';
import { albumTitle, bylineOf, say } from '../state/language.js';
import { later, loadLater } from '../state/later.js';
import { showsLyrics } from '../state/lyrics.js';
import { back } from '../state/route.js';
import { addressOf } from '../state/route-path.js';
import { shownTrack, sleepMinutes } from '../state/player.js';
import { previewAlbum, previewArtist } from '../state/previews.js';
import { next, previous } from '../state/skip.js';

export function NowScreen() {
  const track = shownTrack.value;
  const sleep = sleepMinutes.value;
  const sleepLabel = sleep > 0 ? `${say('sleep.title')}: ${say('sleep.left', { count: sleep })}` : say('sleep.title');
  const items = track?.id ? [addItem(track.title, () => Promise.resolve([track])), ...linksOf(track)] : [];
  const hasLyrics = Boolean(track?.id) && !/^https?:/.test(track?.path ?? '');
  const lyricsOf = showsLyrics.value && hasLyrics ? (track?.id ?? undefined) : undefined;
  const LyricsPane = later.value?.LyricsPane;
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
          {lyricsOf === undefined ? (
            <div class="now-art" {...swipe}>
              <TrackPicture of={track} size={640} />
            </div>
          ) : (
            <div class="now-art">{LyricsPane ? <LyricsPane key={lyricsOf} id={lyricsOf} /> : <Loading />}</div>
          )}
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
                    open={(id) => track && previewArtist(id, track)}
                  />
                  <Linked
                    to="albums"
                    id={track?.album_id ?? null}
                    text={track?.album ? albumTitle(track.album) : ''}
                    open={(id) => track && previewAlbum(id, track)}
                  />
                </p>
              </div>
              <LikeButton />
            </div>
            <SeekBar />
            <Transport />
            <VolumeBar />
            <div class="line">
              <OutputLine />
              <IconButton
                icon="lyrics"
                label={say('lyrics.title')}
                pressed={lyricsOf !== undefined}
                disabled={!hasLyrics}
                onClick={() => {
                  showsLyrics.value = lyricsOf === undefined;
                  void loadLater();
                }}
              />
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
  /** Called when it is followed. */
  readonly open: (id: string) => void;
}

function Linked({ to, id, text, open }: LinkedProps) {
  if (text === '') return null;
  if (id === null) return <span dir="auto">{text}</span>;
  return (
    <a dir="auto" href={addressOf('library', to, id)} onClick={() => open(id)}>
      {text}
    </a>
  );
}
