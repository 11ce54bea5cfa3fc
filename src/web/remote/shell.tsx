/** The frame of all screens: tabs or sidebar, player, notices and sheets. */
import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon, type IconName } from './parts/icon.js';
import { MiniPlayer } from './parts/player/mini-player.js';
import { PlayerBar } from './parts/player/player-bar.js';
import { BoxNoticeBar, NoticeBar, TroubleBar } from './parts/notice-bar.js';
import { SheetHost } from './parts/sheet.js';
import { NewVersionMark, Sidebar } from './parts/sidebar.js';
import type { TabName } from './screens/screen.js';
import { screenAt } from './screens/screens.js';
import { focusTitle } from './state/browser/focus.js';
import { bylineOf, say } from './state/language.js';
import { later } from './state/later.js';
import { hasPane, isWide } from './state/browser/layout.js';
import { announcement, connected, part } from './state/player.js';
import { addressOf } from './state/route-path.js';
import { path } from './state/route.js';
import { selection } from './state/selection.js';
import type { Word } from './locales/locales.js';

const TABS: readonly { readonly name: TabName; readonly icon: IconName; readonly word: Word }[] = [
  { name: 'home', icon: 'home', word: 'nav.home' },
  { name: 'library', icon: 'library', word: 'nav.library' },
  { name: 'search', icon: 'search', word: 'nav.search' },
  { name: 'playlists', icon: 'playlists', word: 'nav.playlists' },
  { name: 'radio', icon: 'radio', word: 'nav.radio' },
  { name: 'more', icon: 'more', word: 'nav.more' },
];

export function Shell() {
  const { screen, params } = screenAt(path.value);
  const Show = screen.show;
  const { QueuePane, DropZone, RingingBar } = later.value ?? {};
  const isFull = screen.isFull === true;
  const classes = [!connected.value && 'offline', isFull && 'full'].filter(Boolean).join(' ');

  useEffect(followTitle, []);

  return (
    <>
      {!isFull && isWide.value && (
        <>
          <SkipLink />
          <Sidebar />
        </>
      )}
      <div id="page" class={classes}>
        <TroubleBar />
        <BoxNoticeBar />
        {RingingBar && <RingingBar />}
        <div class="screen" key={addressOf(...path.value)}>
          <Show params={params} />
        </div>
        {!isFull && hasPane.value && QueuePane && <QueuePane />}
        {!isFull && <Dock tab={screen.tab} />}
      </div>
      {!isFull && isWide.value && DropZone && <DropZone />}
      <SheetHost />
      <p class="unseen" aria-live="polite">
        {announcement.value}
      </p>
    </>
  );
}

/** No `useSignalEffect`, which asks for a frame at each report of the daemon, whatever that is about. */
function followTitle(): () => void {
  return effect(() => {
    const track = part.current_track.value;
    document.title = track ? [track.title, bylineOf(track)].filter(Boolean).join(' – ') : say('box.name');
  });
}

/** For keyboards: the first Tab from the top of the page leads past the sidebar. */
function SkipLink() {
  return (
    <a
      class="skip text-button"
      href="#title"
      onClick={(event) => {
        // The address is that of the screen.
        event.preventDefault();
        focusTitle();
      }}
    >
      {say('nav.skip')}
    </a>
  );
}

/** What stays at the bottom. While tracks are chosen, their bar takes the place of the small player of a phone. */
function Dock({ tab }: { readonly tab: TabName | undefined }) {
  const chosen = selection.value;
  const SelectionBar = later.value?.SelectionBar;
  return (
    <div class="dock">
      <NoticeBar />
      {chosen && SelectionBar && <SelectionBar of={chosen} />}
      {isWide.value ? (
        <PlayerBar />
      ) : (
        <>
          {!chosen && <MiniPlayer />}
          <Tabs tab={tab} />
        </>
      )}
    </div>
  );
}

function Tabs({ tab }: { readonly tab: TabName | undefined }) {
  return (
    <nav aria-label={say('nav.label')}>
      {TABS.map(({ name, icon, word }) => (
        <a key={name} href={addressOf(name)} aria-current={tab === name ? 'page' : undefined}>
          <Icon name={icon} />
          {say(word)}
          {name === 'more' && <NewVersionMark />}
        </a>
      ))}
    </nav>
  );
}
