/** The library as its folders are. */
import { Icon } from '../../parts/icon.js';
import { openFolderMenu, openPlaylistFileMenu, openTrackMenu } from '../../parts/music-menu.js';
import { Page } from '../../parts/page.js';
import { ListRow } from '../../parts/row.js';
import { Loaded } from '../../parts/states.js';
import { VirtualList } from '../../parts/virtual-list.js';
import { bodyOf, box, type Schemas } from '../../state/box.js';
import { play } from '../../state/choice.js';
import { say } from '../../state/language.js';
import { type Rows, wholeRows } from '../../state/pages.js';
import { addressOf } from '../../state/route-path.js';
import { shownTrack } from '../../state/player.js';
import { useResource } from '../../state/resource.js';
import { withText } from '../../state/text-size.js';
import type { ScreenProps } from '../screen.js';
import { LibraryPage } from './views.js';

/** What a directory has in `attr`. */
const DIRECTORY = 16;
/** CSS pixels. */
const ROW = 64;

/** Names of the files that stand for several tracks. */
const PLAYLIST = /\.(?:m3u8?|pls|xspf|cue)$/i;

type Entry = Schemas['TreeEntry'];

function useFolder(path: string) {
  return useResource(`library/folder/${path}`, async () => {
    const query = path === '' ? {} : { q: path };
    return wholeRows(await bodyOf(box.GET('/browse/tree-entries', { params: { query } })));
  });
}

export function FoldersScreen() {
  const found = useFolder('');
  return (
    <LibraryPage view="folders">
      <Loaded of={found}>{(rows) => <Entries rows={rows} />}</Loaded>
    </LibraryPage>
  );
}

export function FolderScreen({ params: { path = '' } }: ScreenProps) {
  const found = useFolder(path);
  return (
    <Page title={nameOf(path)} above={['library', 'folders']}>
      <Loaded of={found}>{(rows) => <Entries rows={rows} />}</Loaded>
    </Page>
  );
}

function nameOf(path: string): string {
  return path.replace(/\/+$/, '').split('/').pop() ?? path;
}

function Entries({ rows }: { readonly rows: Rows<Entry> }) {
  /** All tracks of the folder, and which of them was touched. */
  const among = (path: string) => {
    const locations: string[] = [];
    for (let at = 0; at < rows.total; at++) {
      const entry = rows.at(at);
      if (entry && entry.attr !== DIRECTORY && !PLAYLIST.test(entry.name)) locations.push(entry.name);
    }
    return { locations, start: locations.indexOf(path) };
  };
  return (
    <VirtualList
      rows={rows}
      rowHeight={withText(ROW)}
      label={say('library.folders')}
      empty={{ icon: 'folder', text: say('library.emptyFolder') }}
      row={({ name: path, attr }) => {
        const title = nameOf(path);
        if (attr === DIRECTORY) {
          return (
            <ListRow
              title={title}
              lead={<Icon name="folder" />}
              href={addressOf('library', 'folders', path)}
              onMenu={() => openFolderMenu(title, path)}
            />
          );
        }
        if (PLAYLIST.test(path)) {
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
        return (
          <ListRow
            title={title}
            lead={<Icon name="track" />}
            isCurrent={shownTrack.value?.path === path}
            onTap={() => play({ title, ...among(path) })}
            onMenu={() => openTrackMenu({ title, path })}
          />
        );
      }}
    />
  );
}
