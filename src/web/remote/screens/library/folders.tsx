/** The folders of the library. */
import { choosable, selectItem, trackSwipe } from '../../parts/choosable.js';
import { Icon } from '../../parts/icon.js';
import { openFolderMenu, openPlaylistFileMenu, openTrackMenu } from '../../parts/music-menu.js';
import { Page } from '../../parts/page.js';
import { ListRow } from '../../parts/list/row.js';
import { Lead } from '../../parts/list/sound-mark.js';
import { Loaded } from '../../parts/states.js';
import { VirtualList } from '../../parts/list/virtual-list.js';
import { bodyOf, box, type Schemas } from '../../state/box.js';
import { play } from '../../state/choice.js';
import { say } from '../../state/language.js';
import { wholeRows } from '../../state/pages.js';
import { addressOf } from '../../state/route-path.js';
import { shownTrack } from '../../state/player.js';
import { useResource } from '../../state/resource.js';
import { selection } from '../../state/selection.js';
import type { ScreenProps } from '../screen.js';
import { LibraryPage } from './views.js';

/** `attr` of a directory. */
const DIRECTORY = 16;
/** File names of playlists. */
const PLAYLIST = /\.(?:m3u8?|pls|xspf|cue)$/i;

type Entry = Schemas['TreeEntry'];

export function FoldersScreen() {
  return (
    <LibraryPage view="folders">
      <Entries path="" />
    </LibraryPage>
  );
}

export function FolderScreen({ params: { path = '' } }: ScreenProps) {
  return (
    <Page title={nameOf(path)} above={['library', 'folders']}>
      <Entries path={path} />
    </Page>
  );
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.replace(/\/+$/, '').split('/').pop() ?? path;
}

function Entries({ path }: { readonly path: string }) {
  const found = useResource(`library/folder/${path}`, () =>
    bodyOf(box.GET('/browse/tree-entries', { params: { query: path === '' ? {} : { q: path } } })),
  );
  return (
    <Loaded of={found}>
      {(entries) => (
        <VirtualList
          rows={wholeRows(entries)}
          label={say('library.folders')}
          empty={{ icon: 'folder', text: say('library.emptyFolder') }}
          row={(entry) => <EntryRow {...{ entry, entries }} />}
        />
      )}
    </Loaded>
  );
}

/** @param text below its name */
export function FolderRow({ path, text }: { readonly path: string; readonly text?: string }) {
  const title = nameOf(path);
  return (
    <ListRow
      title={title}
      text={text}
      lead={<Icon name="folder" />}
      href={addressOf('library', 'folders', path)}
      onMenu={() => openFolderMenu(title, path)}
    />
  );
}

const isTrack = ({ attr, name }: Entry): boolean => attr !== DIRECTORY && !PLAYLIST.test(name);

function EntryRow({ entry, entries }: Readonly<{ entry: Entry; entries: readonly Entry[] }>) {
  const path = entry.name;
  const title = nameOf(path);
  if (entry.attr === DIRECTORY) return <FolderRow path={path} />;
  if (!isTrack(entry)) {
    return (
      <ListRow
        title={title}
        text={say('library.playlistFile')}
        lead={<Icon name="playlists" />}
        onTap={() => play({ title, locations: [path] })}
        onMenu={() => openPlaylistFileMenu(title, path)}
      />
    );
  }
  const track = { title, path };
  const playAll = (): void => {
    const locations = entries.filter(isTrack).map(({ name }) => name);
    play({ title, locations, start: locations.indexOf(path) });
  };
  const isCurrent = shownTrack.value?.path === path;
  return (
    <ListRow
      title={title}
      lead={
        <Lead isCurrent={isCurrent}>
          <Icon name="track" />
        </Lead>
      }
      isCurrent={isCurrent}
      swipe={selection.value === undefined ? trackSwipe(track) : undefined}
      {...choosable(track, playAll, () => openTrackMenu(track, [selectItem(track)]))}
    />
  );
}
