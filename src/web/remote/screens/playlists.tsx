/** Playlists: folders, those that were saved, and those that are rules. */
import { FilePick, Group } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { IconButton, Page } from '../parts/page.js';
import { ListRow } from '../parts/row.js';
import { askForText, askToConfirm, type MenuItem, openMenu } from '../parts/sheet.js';
import { Empty, Loaded } from '../parts/states.js';
import { say } from '../state/language.js';
import { saveQueue } from '../state/commands.js';
import { parts } from '../state/player.js';
import { addressOf } from '../state/route-path.js';
import {
  addFolder,
  type AllPlaylists,
  alter,
  askForPlaylists,
  duplicate,
  type Folder,
  importFile,
  playSaved,
  playSmart,
  remove,
  removeFolder,
  removeSmart,
  renameFolder,
  type SavedPlaylistRow,
  type SmartPlaylistRow,
} from '../state/playlists.js';
import { useResource } from '../state/resource.js';
import { back, go } from '../state/route.js';
import { closeSheet, openSheet, type Sheet, withdrawSheet } from '../state/sheets.js';
import type { ScreenProps } from './screen.js';

/** Asked for anew whenever the box says that one of them is another. */
function usePlaylists() {
  return useResource('playlists', askForPlaylists, parts.value?.playlists.revision);
}

export function PlaylistsScreen() {
  const all = usePlaylists();
  return (
    <Page
      title={say('nav.playlists')}
      actions={<IconButton icon="add" label={say('playlists.add')} onClick={openNew} />}
    >
      <Loaded of={all}>{(value) => <Lists all={value} />}</Loaded>
    </Page>
  );
}

function Lists({ all }: { readonly all: AllPlaylists }) {
  const { folders, saved, smart } = all;
  const known = new Set(folders.map(({ id }) => id));
  const atTop = ({ folder_id: folder }: { readonly folder_id: string | null }) => folder === null || !known.has(folder);
  const [savedHere, smartHere] = [saved.filter(atTop), smart.filter(atTop)];
  return (
    <>
      {saved.length === 0 && folders.length === 0 && (
        <Empty icon="playlists" text={say('playlists.empty')} hint={say('playlists.emptyHint')}>
          <button type="button" class="main-button" onClick={openNew}>
            {say('playlists.add')}
          </button>
        </Empty>
      )}
      {folders.length > 0 && (
        <Group title={say('playlists.folders')}>
          <ul class="rows">
            {folders.map((folder) => (
              <li key={folder.id}>
                <ListRow
                  lead={<Icon name="folder" />}
                  title={folder.name}
                  href={addressOf('playlists', 'folders', folder.id)}
                  onMenu={() => openFolderMenu(folder)}
                />
              </li>
            ))}
          </ul>
        </Group>
      )}
      {savedHere.length > 0 && (
        <Group title={say('playlists.saved')}>
          <Rows kind="saved" rows={savedHere} menu={(playlist) => savedMenu(playlist, folders)} />
        </Group>
      )}
      {smartHere.length > 0 && (
        <Group title={say('playlists.smart')}>
          <Rows kind="smart" rows={smartHere} menu={(playlist) => smartMenu(playlist)} />
        </Group>
      )}
    </>
  );
}

interface RowsProps<Playlist> {
  readonly rows: readonly Playlist[];
  /** Name of their kind in addresses. */
  readonly kind: 'saved' | 'smart';
  readonly menu: (playlist: Playlist) => MenuItem[];
}

function Rows<Playlist extends Pick<SavedPlaylistRow, 'id' | 'name' | 'track_count'>>(props: RowsProps<Playlist>) {
  const { rows, kind, menu } = props;
  return (
    <ul class="rows">
      {rows.map((playlist) => (
        <li key={playlist.id}>
          <ListRow
            lead={<Icon name={kind === 'saved' ? 'playlists' : 'smart'} />}
            title={playlist.name}
            text={say('track.count', { count: playlist.track_count })}
            href={addressOf('playlists', kind, playlist.id)}
            onMenu={() => openMenu(playlist.name, menu(playlist))}
          />
        </li>
      ))}
    </ul>
  );
}

export function PlaylistFolderScreen({ params: { id = '' } }: ScreenProps) {
  const all = usePlaylists();
  const folder = all.value?.folders.find((each) => each.id === id);
  return (
    <Page
      title={folder?.name ?? say('playlists.folders')}
      above={['playlists']}
      actions={
        folder && (
          <IconButton
            icon="more"
            label={say('playlists.actions', { name: folder.name })}
            onClick={() => openFolderMenu(folder, true)}
          />
        )
      }
    >
      <Loaded of={all}>
        {({ saved, smart, folders }) => {
          const [savedHere, smartHere] = [
            saved.filter(({ folder_id: at }) => at === id),
            smart.filter(({ folder_id: at }) => at === id),
          ];
          if (savedHere.length + smartHere.length === 0)
            return <Empty icon="folder" text={say('playlists.folderEmpty')} />;
          return (
            <>
              <Rows kind="saved" rows={savedHere} menu={(playlist) => savedMenu(playlist, folders)} />
              <Rows kind="smart" rows={smartHere} menu={(playlist) => smartMenu(playlist)} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

/** @param folders undefined where it is not known which there are @param gone leaves its screen before it is deleted */
export function savedMenu(playlist: SavedPlaylistRow, folders?: readonly Folder[], gone?: () => void): MenuItem[] {
  const { id, name } = playlist;
  const save = (ending: string) => () =>
    (location.href = `/saved-playlists/${encodeURIComponent(id)}/export.${ending}`);
  return [
    { icon: 'play', label: say('playlists.play'), act: () => void playSaved(id) },
    {
      icon: 'edit',
      label: say('playlists.rename'),
      act: () => {
        askForText({
          title: say('playlists.rename'),
          label: say('playlists.name'),
          answer: name,
          done: (given) => void alter(playlist, { name: given }),
        });
      },
    },
    { icon: 'playlists', label: say('playlists.duplicate'), act: () => void duplicate(playlist) },
    ...(folders !== undefined && folders.length > 0
      ? [{ icon: 'folder', label: say('playlists.move'), act: () => openFolders(playlist, folders) } as const]
      : []),
    { icon: 'download', label: say('playlists.export', { format: 'M3U8' }), act: save('m3u8') },
    { icon: 'download', label: say('playlists.export', { format: 'XSPF' }), act: save('xspf') },
    {
      icon: 'trash',
      label: say('playlists.delete'),
      act: () => {
        gone?.();
        void remove(playlist);
      },
    },
  ];
}

export function smartMenu(playlist: SmartPlaylistRow, gone?: () => void): MenuItem[] {
  const { id, is_system: isOfSystem } = playlist;
  const play: MenuItem = { icon: 'play', label: say('playlists.play'), act: () => void playSmart(id) };
  if (isOfSystem) return [play];
  return [
    play,
    { icon: 'edit', label: say('smart.edit'), act: () => go('playlists', 'smart', id, 'edit') },
    {
      icon: 'trash',
      label: say('playlists.delete'),
      act: () => {
        gone?.();
        void removeSmart(playlist);
      },
    },
  ];
}

function openFolders(playlist: SavedPlaylistRow, folders: readonly Folder[]): void {
  openMenu(say('playlists.move'), [
    { icon: 'close', label: say('playlists.noFolder'), act: () => void alter(playlist, { folder_id: null }) },
    ...folders.map(({ id, name }): MenuItem => ({
      icon: 'folder',
      label: name,
      act: () => void alter(playlist, { folder_id: id }),
    })),
  ]);
}

function openFolderMenu({ id, name }: Folder, isShown = false): void {
  openMenu(name, [
    {
      icon: 'edit',
      label: say('playlists.rename'),
      act: () => {
        askForText({
          title: say('playlists.rename'),
          label: say('playlists.name'),
          answer: name,
          done: (given) => void renameFolder(id, given),
        });
      },
    },
    {
      icon: 'trash',
      label: say('playlists.deleteFolder'),
      act: () => {
        askToConfirm({
          title: name,
          text: say('playlists.deleteFolderText'),
          label: say('playlists.deleteFolder'),
          done: () => {
            void removeFolder(id).then((isDone) => {
              if (isDone && isShown) back('playlists');
            });
          },
        });
      },
    },
  ]);
}

/** The ways to a new one; a file is chosen in the sheet itself, for no browser opens its dialog without a touch. */
function openNew(): void {
  const asking = (word: 'playlists.newEmpty' | 'playlists.newFolder', done: (name: string) => Promise<void>) => () => {
    closeSheet();
    askForText({ title: say(word), label: say('playlists.name'), done: (name) => void done(name) });
  };
  const sheet: Sheet = {
    title: say('playlists.add'),
    body: () => (
      <ul class="menu">
        <li>
          <button type="button" data-first="" onClick={asking('playlists.newEmpty', saveQueue)}>
            <Icon name="queue" />
            {say('playlists.newEmpty')}
          </button>
        </li>
        <li>
          <button
            type="button"
            onClick={() => {
              closeSheet();
              go('playlists', 'new-smart');
            }}
          >
            <Icon name="smart" />
            {say('playlists.newSmart')}
          </button>
        </li>
        <li>
          <button type="button" onClick={asking('playlists.newFolder', addFolder)}>
            <Icon name="folder" />
            {say('playlists.newFolder')}
          </button>
        </li>
        <li>
          <FilePick
            icon="upload"
            label={say('playlists.import')}
            accept=".m3u,.m3u8,.pls,.xspf"
            chosen={([file]) => {
              // Something else may have risen over it while the file was looked for.
              withdrawSheet(sheet);
              if (file) void importFile(file);
            }}
          />
        </li>
      </ul>
    ),
  };
  openSheet(sheet);
}
