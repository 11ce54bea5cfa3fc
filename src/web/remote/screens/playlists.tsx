/** The playlists: folders, saved and smart ones, and their menus. */
import { FilePick } from '../parts/form.js';
import { Icon, type IconName } from '../parts/icon.js';
import { Mosaic } from '../parts/mosaic.js';
import { Button, IconButton, Page } from '../parts/page.js';
import { playItems } from '../parts/play-buttons.js';
import { ListRow, List } from '../parts/list/row.js';
import { VirtualList } from '../parts/list/virtual-list.js';
import { askForText, askToConfirm, Menu, type MenuItem, openMenu } from '../parts/sheet.js';
import { Empty, Loaded } from '../parts/states.js';
import { say } from '../state/language.js';
import { bodyOf, box, done } from '../state/box.js';
import { saveQueue } from '../state/commands.js';
import { downloadByLink } from '../state/files.js';
import { wholeRows } from '../state/pages.js';
import { part } from '../state/player.js';
import { preview } from '../state/previews.js';
import { addressOf } from '../state/route-path.js';
import {
  addFolder,
  type AllPlaylists,
  alter,
  askForPlaylists,
  duplicate,
  type Folder,
  importFile,
  playlistMusic,
  remove,
  removeFolder,
  removeSmart,
  renameFolder,
  type SavedPlaylistRow,
  type SmartPlaylistRow,
} from '../state/playlists.js';
import { useResource } from '../state/resource.js';
import { back, go } from '../state/route.js';
import { openSheet, type Sheet, withdrawSheet } from '../state/sheets.js';
import type { ScreenProps } from './screen.js';

function usePlaylists() {
  return useResource('playlists', askForPlaylists, part.playlists.value?.revision);
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

function Lists({ all: { folders, saved, smart } }: { readonly all: AllPlaylists }) {
  const known = new Set(folders.map(({ id }) => id));
  const atTop = ({ folder_id: folder }: { readonly folder_id: string | null }) => folder === null || !known.has(folder);
  return (
    <>
      {saved.length === 0 && folders.length === 0 && (
        <Empty icon="playlists" text={say('playlists.empty')} hint={say('playlists.emptyHint')}>
          <Button main label={say('playlists.add')} act={openNew} />
        </Empty>
      )}
      {folders.length > 0 && (
        <List
          of={folders}
          label={say('library.folders')}
          keyOf={({ id }) => id}
          row={(folder) => (
            <ListRow
              lead={
                <span class="cover" style={{ '--cover': '48px' }}>
                  <Icon name="folder" />
                </span>
              }
              title={folder.name}
              href={addressOf('playlists', 'folders', folder.id)}
              onMenu={() => openFolderMenu(folder)}
            />
          )}
        />
      )}
      <Rows saved={saved.filter(atTop)} smart={smart.filter(atTop)} folders={folders} />
    </>
  );
}

/** Saved and smart playlists in one list: what people made, the newest change first, then those of the system. */
function Rows({ saved, smart, folders }: AllPlaylists) {
  const made = (one: AnyPlaylist): number => (one.kind === 'smart' && one.is_system ? 0 : one.updated_at);
  const all: AnyPlaylist[] = [
    ...saved.map((one) => ({ ...one, kind: 'saved' as const })),
    ...smart.map((one) => ({ ...one, kind: 'smart' as const })),
  ].sort((one, other) => made(other) - made(one));
  return (
    <VirtualList
      rows={wholeRows(all)}
      label={say('nav.playlists')}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      empty={{ icon: 'playlists', text: say('playlists.empty') }}
      row={(one) => <PlaylistRow of={one} folders={folders} />}
    />
  );
}

type AnyPlaylist = (SavedPlaylistRow & { readonly kind: 'saved' }) | (SmartPlaylistRow & { readonly kind: 'smart' });

const SMART = (
  <span class="trail">
    <Icon name="smart" />
  </span>
);

function PlaylistRow({ of, folders }: { readonly of: AnyPlaylist; readonly folders: readonly Folder[] }) {
  const { kind, id, name, track_count: count } = of;
  const menu = (): void => openMenu(name, kind === 'saved' ? savedMenu(of, folders) : smartMenu(of));
  return (
    <ListRow
      lead={<Mosaic kind={kind} id={id} version={`${of.updated_at} ${count}`} />}
      title={name}
      text={[kind === 'smart' ? say('playlists.smart') : '', say('track.count', { count })].filter(Boolean).join(' · ')}
      trail={kind === 'smart' ? SMART : undefined}
      href={addressOf('playlists', kind, id)}
      onTap={() => preview('playlist', of)}
      onMenu={menu}
    />
  );
}

export function PlaylistFolderScreen({ params: { id = '' } }: ScreenProps) {
  const all = usePlaylists();
  const folder = all.value?.folders.find((each) => each.id === id);
  return (
    <Page
      title={folder?.name ?? say('library.folders')}
      above={['playlists']}
      actions={
        folder && (
          <IconButton
            icon="more"
            label={say('state.menu', { name: folder.name })}
            onClick={() => openFolderMenu(folder, true)}
          />
        )
      }
    >
      <Loaded of={all}>
        {({ saved, smart, folders }) => {
          const here = ({ folder_id: folder }: { readonly folder_id: string | null }) => folder === id;
          if (![...saved, ...smart].some(here)) return <Empty icon="folder" text={say('playlists.folderEmpty')} />;
          return <Rows saved={saved.filter(here)} smart={smart.filter(here)} folders={folders} />;
        }}
      </Loaded>
    </Page>
  );
}

/** @param gone leaves its screen before it is deleted */
function removal(remove: () => Promise<boolean>, gone?: () => void): MenuItem {
  const act = (): void => {
    gone?.();
    void remove();
  };
  return { icon: 'trash', label: say('playlists.delete'), act };
}

function renaming(answer: string, rename: (name: string) => Promise<unknown>): MenuItem {
  const label = say('playlists.rename');
  const question = { title: label, label: say('state.name'), answer, done: (name: string) => void rename(name) };
  return { icon: 'edit', label, act: () => askForText(question) };
}

/** @param folders none where it is not known which there are @param gone leaves its screen before it is deleted */
export function savedMenu(playlist: SavedPlaylistRow, folders: readonly Folder[], gone?: () => void): MenuItem[] {
  const { id, name } = playlist;
  const exporting = (format: string): MenuItem => ({
    icon: 'download',
    label: say('playlists.export', { format }),
    act: () => downloadByLink(`/saved-playlists/${encodeURIComponent(id)}/export.${format.toLowerCase()}`),
  });
  const moving: MenuItem = {
    icon: 'folder',
    label: say('playlists.move'),
    act: () => openFolders(playlist, folders),
  };
  return [
    ...playItems(playlistMusic('saved', id)),
    renaming(name, (given) => alter(playlist, { name: given })),
    { icon: 'playlists', label: say('playlists.duplicate'), act: () => void duplicate(playlist) },
    ...(folders.length > 0 ? [moving] : []),
    exporting('M3U8'),
    exporting('XSPF'),
    removal(() => remove(playlist), gone),
  ];
}

export function smartMenu(playlist: SmartPlaylistRow, gone?: () => void): MenuItem[] {
  const { id, is_system: isOfSystem } = playlist;
  const play = playItems(playlistMusic('smart', id));
  if (isOfSystem) return play;
  const edit = (): void => go('playlists', 'smart', id, 'edit');
  return [...play, { icon: 'edit', label: say('smart.edit'), act: edit }, removal(() => removeSmart(playlist), gone)];
}

function openFolders(playlist: SavedPlaylistRow, folders: readonly Folder[]): void {
  const move = (icon: IconName, label: string, folder: string | null): MenuItem => ({
    ...{ icon, label, act: () => void alter(playlist, { folder_id: folder }) },
  });
  openMenu(say('playlists.move'), [
    move('close', say('playlists.noFolder'), null),
    ...folders.map(({ id, name }) => move('folder', name, id)),
  ]);
}

function openFolderMenu({ id, name }: Folder, isShown = false): void {
  const label = say('playlists.deleteFolder');
  const remove = async (): Promise<void> => {
    if ((await removeFolder(id)) && isShown) back('playlists');
  };
  const ask = (): void => {
    askToConfirm({ title: name, text: say('playlists.deleteFolderText'), label }, () => void remove());
  };
  openMenu(name, [renaming(name, (given) => renameFolder(id, given)), { icon: 'trash', label, act: ask }]);
}

async function openNewPlaylist(name: string): Promise<void> {
  await done(async () => {
    const { id } = await bodyOf(box.POST('/saved-playlists', { body: { name } }));
    go('playlists', 'saved', id);
  });
}

/** A file is chosen in the sheet itself: no browser opens its dialog without a touch. */
function openNew(): void {
  const asking = (icon: IconName, title: string, done: (name: string) => Promise<void>): MenuItem => ({
    ...{ icon, label: title },
    act: () => askForText({ title, label: say('state.name'), done: (name) => void done(name) }),
  });
  const items: readonly MenuItem[] = [
    asking('add', say('fill.empty'), openNewPlaylist),
    asking('queue', say('playlists.newEmpty'), saveQueue),
    { icon: 'smart', label: say('playlists.newSmart'), act: () => go('playlists', 'new-smart') },
    asking('folder', say('playlists.newFolder'), addFolder),
  ];
  const chosen = ([file]: readonly File[]): void => {
    // Another sheet may have opened over it meanwhile.
    withdrawSheet(sheet);
    if (file) void importFile(file);
  };
  const sheet: Sheet = {
    title: say('playlists.add'),
    body: () => (
      <Menu items={items}>
        <li>
          <FilePick icon="upload" label={say('playlists.import')} accept=".m3u,.m3u8,.pls,.xspf" chosen={chosen} />
        </li>
      </Menu>
    ),
  };
  openSheet(sheet);
}
