/** Albums, as covers or as rows. */
import { signal } from '@preact/signals';
import { Cover } from '../../parts/cover.js';
import { openAlbumMenu } from '../../parts/music-menu.js';
import { IconButton } from '../../parts/page.js';
import { ListRow, useLongPress } from '../../parts/row.js';
import { useColumns, VirtualList } from '../../parts/virtual-list.js';
import { bodyOf, box, type Schemas } from '../../state/box.js';
import { albumTitle, artistName, say } from '../../state/language.js';
import { albums, listOf } from '../../state/lists.js';
import type { Rows } from '../../state/pages.js';
import { wholeRows } from '../../state/pages.js';
import { addressOf } from '../../state/route-path.js';
import { useResource } from '../../state/resource.js';
import { withText } from '../../state/text-size.js';
import { Loaded } from '../../parts/states.js';
import { LibraryPage, Rail } from './views.js';

type Album = Schemas['Album'];

/** CSS pixels: of a cover at least, of the text below it, of a row. */
const CELL = 150;
const CELL_TEXT = 52;
const ROW = 64;
/** Tracks whose albums are the ones that were added last. */
const RECENT = 2000;

const STORED = 'albums as a list';
const isList = signal(wasList());

function wasList(): boolean {
  try {
    return localStorage.getItem(STORED) === 'yes';
  } catch {
    return false; // a browser may be told to keep nothing
  }
}

function toggle(): void {
  isList.value = !isList.value;
  try {
    localStorage.setItem(STORED, isList.value ? 'yes' : 'no');
  } catch {
    // Then it holds for this visit.
  }
}

function LayoutButton() {
  return (
    <IconButton
      icon={isList.value ? 'grid' : 'queue'}
      label={say(isList.value ? 'library.grid' : 'library.list')}
      onClick={toggle}
    />
  );
}

export function AlbumsScreen() {
  const pages = listOf('albums', albums);
  const { columns, columnWidth } = useColumns(CELL);
  const layout = isList.value
    ? { rowHeight: withText(ROW) }
    : { rowHeight: Math.floor(columnWidth) + withText(CELL_TEXT), columns };
  return (
    <LibraryPage view="albums" actions={<LayoutButton />}>
      <div class="railed">
        <AlbumList rows={pages} label={say('library.albums')} />
        <Rail of="albums" pages={pages} {...layout} />
      </div>
    </LibraryPage>
  );
}

export function RecentScreen() {
  const body = { sort_by: 'date_added', sort_order: 'DESC', limit: RECENT } as const;
  const found = useResource('library/recent', async () =>
    wholeRows(await bodyOf(box.POST('/albums/filter', { body }))),
  );
  return (
    <LibraryPage view="recent" actions={<LayoutButton />}>
      <Loaded of={found}>{(rows) => <AlbumList rows={rows} label={say('library.recent')} />}</Loaded>
    </LibraryPage>
  );
}

interface AlbumListProps {
  readonly rows: Rows<Album>;
  readonly label: string;
}

/** Albums of anything, in the layout that was chosen. */
export function AlbumList({ rows, label }: AlbumListProps) {
  const { columns, columnWidth } = useColumns(CELL);
  const empty = { icon: 'album', text: say('library.noAlbums'), hint: say('library.emptyHint') } as const;
  if (isList.value) {
    return (
      <VirtualList
        rows={rows}
        rowHeight={withText(ROW)}
        label={label}
        empty={empty}
        row={(album) => (
          <ListRow
            title={albumTitle(album.title)}
            text={artistName(album.artist)}
            lead={<Cover key={album.album_art} name={album.album_art} size={48} />}
            trail={album.year > 0 ? album.year : undefined}
            href={addressOf('library', 'albums', album.id)}
            onMenu={() => openAlbumMenu(album)}
          />
        )}
      />
    );
  }
  return (
    <VirtualList
      rows={rows}
      rowHeight={Math.floor(columnWidth) + withText(CELL_TEXT)}
      columns={columns}
      label={label}
      empty={empty}
      row={(album) => <AlbumCell album={album} size={Math.floor(columnWidth) - 12} />}
    />
  );
}

function AlbumCell({ album, size }: { readonly album: Album; readonly size: number }) {
  const press = useLongPress(() => openAlbumMenu(album));
  return (
    <a class="cell" href={addressOf('library', 'albums', album.id)} {...press}>
      <Cover key={album.album_art} name={album.album_art} size={size} />
      <span class="lines">
        <span class="title" dir="auto">
          {albumTitle(album.title)}
        </span>
        <span class="text" dir="auto">
          {artistName(album.artist)}
        </span>
      </span>
    </a>
  );
}
