/** An artist and a genre: their albums, and all of their tracks. */
import { Cover } from '../../parts/cover.js';
import { openArtistMenu, openGenreMenu } from '../../parts/music-menu.js';
import { IconButton, Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { bodyOf, box } from '../../state/box.js';
import { artistName, say } from '../../state/language.js';
import { listOf } from '../../state/lists.js';
import { addressOf } from '../../state/route-path.js';
import { useResource } from '../../state/resource.js';
import type { ScreenProps } from '../screen.js';
import { AlbumList } from './albums.js';
import { TrackList } from './lists.js';

export function ArtistScreen({ params: { id = '' } }: ScreenProps) {
  const found = useResource(`library/artist/${id}`, () =>
    bodyOf(box.GET('/artists/{id}', { params: { path: { id } } })),
  );
  const albums = listOf(`artist/${id}/albums`, (offset, limit) =>
    bodyOf(box.GET('/artists/{id}/albums', { params: { path: { id }, query: { offset, limit } } })),
  );
  const artist = found.value;
  const title = artist === undefined ? say('library.artists') : artistName(artist.name);
  const actions = artist && <MenuButton {...{ title }} open={() => openArtistMenu(artist)} />;
  return (
    <Page {...{ title, actions }} above={['library', 'artists']}>
      <Loaded of={found}>
        {({ name, image, genres }) => (
          <>
            <div class="album-head">
              <Cover name={image} size={96} icon="artist" isRound />
              <div class="lines">
                <h2 dir="auto">{artistName(name)}</h2>
                <p class="faint" dir="auto">
                  {genres}
                </p>
                <a class="text-button" href={addressOf('library', 'artists', id, 'tracks')}>
                  {say('library.appearsOn')}
                </a>
              </div>
            </div>
            <AlbumList rows={albums} label={say('library.albums')} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function MenuButton({ title, open }: { readonly title: string; readonly open: () => void }) {
  return <IconButton icon="more" label={say('track.menu', { title })} onClick={open} />;
}

export function ArtistTracksScreen({ params: { id = '' } }: ScreenProps) {
  const { value } = useResource(`library/artist/${id}`, () =>
    bodyOf(box.GET('/artists/{id}', { params: { path: { id } } })),
  );
  const tracks = listOf(`artist/${id}/tracks`, (offset, limit) =>
    bodyOf(box.GET('/artists/{id}/tracks', { params: { path: { id }, query: { offset, limit } } })),
  );
  return (
    <Page
      title={value === undefined ? say('library.tracks') : artistName(value.name)}
      above={['library', 'artists', id]}
    >
      <TrackList rows={tracks} label={say('library.tracks')} />
    </Page>
  );
}

export function GenreScreen({ params: { id = '' } }: ScreenProps) {
  const { value } = useResource(`library/genre/${id}`, () =>
    bodyOf(box.GET('/genres/{id}', { params: { path: { id } } })),
  );
  const albums = listOf(`genre/${id}/albums`, (offset, limit) =>
    bodyOf(box.GET('/genres/{id}/albums', { params: { path: { id }, query: { offset, limit } } })),
  );
  const actions = (
    <>
      <a class="text-button" href={addressOf('library', 'genres', id, 'tracks')}>
        {say('library.appearsOn')}
      </a>
      {value && <MenuButton title={value.name} open={() => openGenreMenu(value)} />}
    </>
  );
  return (
    <Page title={value?.name ?? say('library.genres')} above={['library', 'genres']} actions={actions}>
      <AlbumList rows={albums} label={say('library.albums')} />
    </Page>
  );
}

export function GenreTracksScreen({ params: { id = '' } }: ScreenProps) {
  const { value } = useResource(`library/genre/${id}`, () =>
    bodyOf(box.GET('/genres/{id}', { params: { path: { id } } })),
  );
  const tracks = listOf(`genre/${id}/tracks`, (offset, limit) =>
    bodyOf(box.GET('/genres/{id}/tracks', { params: { path: { id }, query: { offset, limit } } })),
  );
  return (
    <Page title={value?.name ?? say('library.tracks')} above={['library', 'genres', id]}>
      <TrackList rows={tracks} label={say('library.tracks')} />
    </Page>
  );
}
