/** Albums as covers or as rows. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { queueSwipe } from '../../parts/choosable.js';
import { Cover } from '../../parts/cover.js';
import { Heart } from '../../parts/like-button.js';
import { openAlbumMenu, tracksOfAlbum } from '../../parts/music-menu.js';
import { IconButton } from '../../parts/page.js';
import { Lines, ListRow, useLongPress } from '../../parts/list/row.js';
import { Sorting } from '../../parts/list/sort.js';
import { columnsOf, VirtualList } from '../../parts/list/virtual-list.js';
import { bodyOf, box, done, type Schemas } from '../../state/box.js';
import { carryOut } from '../../state/choice.js';
import { albumTitle, artistName, say } from '../../state/language.js';
import { contentWidth, isWide } from '../../state/browser/layout.js';
import { type AlbumOrder, albumsBy } from '../../state/lists.js';
import { playMusic } from '../../state/music.js';
import { type Rows, wholeRows } from '../../state/pages.js';
import { preview } from '../../state/previews.js';
import { addressOf } from '../../state/route-path.js';
import { useResource } from '../../state/resource.js';
import { store, stored } from '../../state/browser/stored.js';
import { rowHeight, withText } from '../../state/browser/text-size.js';
import { type EmptyProps, Loaded } from '../../parts/states.js';
import { LibraryPage, RailedPage, useSorted } from './views.js';

type Album = Schemas['Album'];

/** Least width of a cover, the same where there is much room, and height of the text below it, in CSS pixels. */
const CELL = 150;
const LARGE_CELL = 184;
const MUCH = 1000;
const CELL_TEXT = 52;
/** Recently added tracks whose albums are shown. */
const RECENT = 2000;

const STORED = 'albums as a list';
const isList = signal(stored(STORED) === 'yes');

function toggle(): void {
  isList.value = !isList.value;
  store(STORED, isList.value ? 'yes' : 'no');
}

/** Height of a row, columns, and size of a cover, in CSS pixels. */
function layoutOf() {
  const { columns, columnWidth } = columnsOf(contentWidth.value > MUCH ? LARGE_CELL : CELL);
  if (isList.value) return { height: rowHeight(), columns: 1, cover: 48 };
  const width = Math.floor(columnWidth);
  return { height: width + withText(CELL_TEXT), columns, cover: width - 12 };
}

export function LayoutButton() {
  return (
    <IconButton
      icon={isList.value ? 'grid' : 'queue'}
      label={say(isList.value ? 'library.grid' : 'library.list')}
      onClick={toggle}
    />
  );
}

const sorting = new Sorting<AlbumOrder>('albums', ['title', 'artist', 'year', 'added', 'played']);

export function AlbumsScreen() {
  const { key, pages, isNarrow } = useSorted('albums', sorting, albumsBy);
  const empty = isNarrow ? { icon: 'search' as const, text: say('sort.none') } : undefined;
  const { height, columns } = layoutOf();
  return (
    <RailedPage view="albums" actions={<LayoutButton />} {...{ pages, height, columns, sorting, isNarrow }}>
      <AlbumList key={key} rows={pages} label={say('library.albums')} {...{ empty }} />
    </RailedPage>
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
  /** What an empty list says; that the library has none when left out. */
  readonly empty?: EmptyProps | undefined;
  /** Whether they are told apart by their years: all of them are of one artist. */
  readonly isOfArtist?: boolean;
}

/** Albums in the chosen layout. */
export function AlbumList({ rows, label, empty, isOfArtist = false }: AlbumListProps) {
  const { height, columns, cover } = layoutOf();
  return (
    <VirtualList
      {...{ rows, label, columns }}
      rowHeight={height}
      empty={empty ?? { icon: 'album', text: say('library.noAlbums'), hint: say('library.emptyHint') }}
      row={(album) => {
        const year = album.year > 0 ? String(album.year) : '';
        const text = isOfArtist ? year : artistName(album.artist);
        if (!isList.value) return <AlbumCell {...{ album, text }} size={cover} />;
        return <AlbumRow {...{ album, text }} trail={isOfArtist ? undefined : year} />;
      }}
    />
  );
}

type AlbumRowProps = Readonly<{ album: Schemas['FoundAlbum'] | Album; text?: string; trail?: ComponentChildren }>;

/** @param text below the title; the album artist when left out */
export function AlbumRow({ album, text = artistName(album.artist), trail }: AlbumRowProps) {
  const title = albumTitle(album.title);
  const queue = async (choice: 'next' | 'last'): Promise<void> => {
    const locations = (await tracksOfAlbum(album.id)).map(({ path }) => path);
    carryOut(choice, { title, locations });
  };
  return (
    <ListRow
      title={title}
      swipe={queueSwipe((choice) => void done(queue(choice)))}
      text={text}
      lead={<Cover key={album.album_art} name={album.album_art} size={48} />}
      trail={trail}
      href={addressOf('library', 'albums', album.id)}
      onTap={() => preview('album', album)}
      onMenu={() => openAlbumMenu(album)}
      before={<Heart kind="album" id={album.id} title={title} />}
    />
  );
}

type AlbumCellProps = Readonly<{ album: Album; size: number; text?: string; isPlain?: boolean }>;

/** An album as a cover. @param size of its cover, in CSS pixels @param isPlain without its heart, which its menu has too */
export function AlbumCell({ album, size, text = artistName(album.artist), isPlain = false }: AlbumCellProps) {
  const press = useLongPress(() => openAlbumMenu(album));
  return (
    <div class="cell" style={{ '--cell': `${size}px` }}>
      <a href={addressOf('library', 'albums', album.id)} {...press} onClick={() => preview('album', album)}>
        <Cover key={album.album_art} name={album.album_art} size={size} />
        <Lines title={albumTitle(album.title)} text={text} />
      </a>
      {isWide.value && (
        <IconButton
          icon="play"
          class="cell-play"
          label={say('play.of', { name: albumTitle(album.title) })}
          isAside
          onClick={() => void playMusic({ of: 'album', id: album.id })}
        />
      )}
      {!isPlain && <Heart kind="album" id={album.id} title={albumTitle(album.title)} />}
    </div>
  );
}
