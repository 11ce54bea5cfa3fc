/** Artists and genres: their albums, and all of their tracks. */
import { useEffect, useState } from 'preact/hooks';
import { Cover } from '../../parts/cover.js';
import { openArtistMenu, openGenreMenu } from '../../parts/music-menu.js';
import { IconButton, Page } from '../../parts/page.js';
import { SortButton, Sorting } from '../../parts/list/sort.js';
import { PlayButtons } from '../../parts/play-buttons.js';
import { Loaded } from '../../parts/states.js';
import { bodyOf, box, type Schemas } from '../../state/box.js';
import { artistName, say } from '../../state/language.js';
import { isWide } from '../../state/browser/layout.js';
import { type AlbumOrder, listOf } from '../../state/lists.js';
import type { Pages } from '../../state/pages.js';
import { previewOf } from '../../state/previews.js';
import { addressOf } from '../../state/route-path.js';
import { useResource } from '../../state/resource.js';
import type { ScreenProps } from '../screen.js';
import { AlbumList } from './albums.js';
import { TrackList } from './lists.js';

/** Owners of albums and tracks, as named in addresses of the page and of the API. */
type Kind = 'artists' | 'genres';

const useArtist = (id: string) =>
  useResource(`library/artist/${id}`, () => bodyOf(box.GET('/artists/{id}', { params: { path: { id } } })));
const useGenre = (id: string) =>
  useResource(`library/genre/${id}`, () => bodyOf(box.GET('/genres/{id}', { params: { path: { id } } })));

type GenreOrder = Exclude<AlbumOrder, 'played'>;

const genreSorting = new Sorting<GenreOrder>('genre', ['title', 'artist', 'year', 'added']);

const albumsOfGenre = (id: string, sort: GenreOrder) =>
  listOf(`genres/${id}/albums/${sort}`, (offset, limit) =>
    bodyOf(box.GET('/genres/{id}/albums', { params: { path: { id }, query: { offset, limit, sort } } })),
  );
/** Albums of an artist by year, or those of others on which the artist is heard. */
const albumsOfArtist = (id: string, whose: 'own' | 'others') =>
  listOf(`artists/${id}/albums/${whose}`, (offset, limit) =>
    bodyOf(
      box.GET('/artists/{id}/albums', { params: { path: { id }, query: { offset, limit, whose, sort: 'year' } } }),
    ),
  );
const tracksOf = (kind: Kind, id: string) =>
  listOf(`${kind}/${id}/tracks`, (offset, limit) =>
    bodyOf(box.GET(`/${kind}/{id}/tracks` as const, { params: { path: { id }, query: { offset, limit } } })),
  );

export function ArtistScreen({ params: { id = '' } }: ScreenProps) {
  const found = useArtist(id);
  const artist = found.value ?? previewOf('artist', id);
  const title = artist === undefined ? say('library.artists') : artistName(artist.name);
  const actions = artist && <MenuButton {...{ title }} open={() => openArtistMenu(artist)} />;
  return (
    <Page {...{ title, actions }} above={['library', 'artists']}>
      {artist === undefined ? (
        <Loaded of={found}>{() => null}</Loaded>
      ) : (
        <>
          <div class="line album-head">
            <Cover key={artist.image} name={artist.image} size={isWide.value ? 160 : 96} icon="artist" isRound />
            <div class="lines">
              <h2 class="cut" dir="auto">
                {title}
              </h2>
              <p class="faint facts" dir="auto">
                {artist.genres}
              </p>
              <AllTracks kind="artists" id={id} />
            </div>
            <PlayButtons of={{ of: 'artist', id }} />
          </div>
          <Albums rows={albumsOfArtist(id, 'own')} title={say('library.albums')} isOfArtist />
          <Albums rows={albumsOfArtist(id, 'others')} title={say('library.guest')} />
        </>
      )}
    </Page>
  );
}

type AlbumsProps = Readonly<{ rows: Pages<Schemas['Album']>; title: string; isOfArtist?: boolean }>;

/** Albums under a heading; nothing where there are none. */
function Albums({ rows, title, isOfArtist = false }: AlbumsProps) {
  const [, setVersion] = useState(0);
  useEffect(() => rows.subscribe(() => setVersion((version) => version + 1)), [rows]);
  // One sign of loading is enough.
  if (rows.isLoaded ? rows.total === 0 : !isOfArtist) return null;
  return (
    <section aria-label={title}>
      {rows.isLoaded && <h2 class="section">{title}</h2>}
      <AlbumList rows={rows} label={title} isOfArtist={isOfArtist} />
    </section>
  );
}

function MenuButton({ title, open }: { readonly title: string; readonly open: () => void }) {
  return <IconButton icon="more" label={say('state.menu', { name: title })} onClick={open} />;
}

function AllTracks({ kind, id }: { readonly kind: Kind; readonly id: string }) {
  return (
    <a class="text-button" href={addressOf('library', kind, id, 'tracks')}>
      {say('library.appearsOn')}
    </a>
  );
}

export function GenreScreen({ params: { id = '' } }: ScreenProps) {
  const { value } = useGenre(id);
  const actions = (
    <>
      <AllTracks kind="genres" id={id} />
      {value && <MenuButton title={value.name} open={() => openGenreMenu(value)} />}
    </>
  );
  return (
    <Page title={value?.name ?? say('library.genres')} above={['library', 'genres']} actions={actions}>
      {value && (
        <div class="play-line">
          <PlayButtons of={{ of: 'genre', id }}>
            <span class="faint">{say('track.count', { count: value.track_count })}</span>
          </PlayButtons>
        </div>
      )}
      <SortButton of={genreSorting} />
      <AlbumList key={genreSorting.order} rows={albumsOfGenre(id, genreSorting.order)} label={say('library.albums')} />
    </Page>
  );
}

export function ArtistTracksScreen({ params: { id = '' } }: ScreenProps) {
  const { value } = useArtist(id);
  return <Tracks kind="artists" id={id} title={value && artistName(value.name)} />;
}

export function GenreTracksScreen({ params: { id = '' } }: ScreenProps) {
  return <Tracks kind="genres" id={id} title={useGenre(id).value?.name} />;
}

type TracksProps = Readonly<{ kind: Kind; id: string; title: string | undefined }>;

function Tracks({ kind, id, title = say('library.tracks') }: TracksProps) {
  return (
    <Page title={title} above={['library', kind, id]}>
      <TrackList rows={tracksOf(kind, id)} label={say('library.tracks')} />
    </Page>
  );
}
