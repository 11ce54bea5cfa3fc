/** An album: a touch on a track plays the album from there. */
import { Cover } from '../../parts/cover.js';
import { Heart } from '../../parts/like-button.js';
import { openAlbumMenu, tracksOfAlbum } from '../../parts/music-menu.js';
import { IconButton, Page } from '../../parts/page.js';
import { PlayButtons } from '../../parts/play-buttons.js';
import { Loaded } from '../../parts/states.js';
import { TrackRow } from '../../parts/list/track-row.js';
import { VirtualList } from '../../parts/list/virtual-list.js';
import { bodyOf, box, type Schemas } from '../../state/box.js';
import { albumTitle, artistName, say } from '../../state/language.js';
import { isRoomy, isWide } from '../../state/browser/layout.js';
import { wholeRows } from '../../state/pages.js';
import { previewArtist, previewOf } from '../../state/previews.js';
import { addressOf } from '../../state/route-path.js';
import { useResource } from '../../state/resource.js';
import type { ScreenProps } from '../screen.js';

export function AlbumScreen({ params: { id = '' } }: ScreenProps) {
  const found = useResource(`library/album/${id}`, async () => {
    const [album, tracks] = await Promise.all([
      bodyOf(box.GET('/albums/{id}', { params: { path: { id } } })),
      tracksOfAlbum(id),
    ]);
    return { album, tracks, rows: wholeRows(tracks) };
  });
  const shown = found.value?.album ?? previewOf('album', id);
  return (
    <Page title={shown === undefined ? say('library.albums') : albumTitle(shown.title)} above={['library']}>
      {shown && <AlbumHead album={shown} tracks={found.value?.tracks} />}
      <Loaded of={found}>
        {({ album, tracks, rows }) => {
          const locations = tracks.map(({ path }) => path);
          const isOfDiscs = tracks.some(({ disc_number: disc }) => disc > 1);
          return (
            <VirtualList
              rows={rows}
              label={say('library.tracks')}
              empty={{ icon: 'track', text: say('library.noTracks') }}
              row={(track, start) => (
                <TrackRow
                  track={track}
                  onAlbum={lineOf(track, album, isOfDiscs)}
                  among={() => ({ locations, start })}
                />
              )}
            />
          );
        }}
      </Loaded>
    </Page>
  );
}

/** Text below the title of a track: the disc where there are several, and an artist other than that of the album. */
function lineOf(track: Schemas['Track'], album: Schemas['Album'], isOfDiscs: boolean): string {
  const disc = isOfDiscs ? say('library.disc', { number: track.disc_number }) : '';
  return [disc, track.artist === album.artist ? '' : artistName(track.artist)].filter(Boolean).join(' · ');
}

/** @param tracks undefined while they are loaded */
type AlbumHeadProps = Readonly<{
  album: Pick<Schemas['Album'], 'id' | 'title' | 'artist' | 'artist_id' | 'album_art'> & { readonly year?: number };
  tracks: readonly Schemas['Track'][] | undefined;
}>;

function AlbumHead({ album, tracks }: AlbumHeadProps) {
  const title = albumTitle(album.title);
  const { year = 0 } = album;
  const minutes = Math.round((tracks ?? []).reduce((sum, { length }) => sum + length, 0) / 60_000);
  const facts = [
    year > 0 ? String(year) : '',
    tracks === undefined ? '' : say('track.count', { count: tracks.length }),
    minutes > 0 ? say('library.minutes', { count: minutes }) : '',
  ];
  return (
    <div class="line album-head">
      <Cover key={album.album_art} name={album.album_art} size={isRoomy.value ? 232 : isWide.value ? 160 : 136} />
      <div class="lines">
        <h2 class="cut" dir="auto">
          {title}
        </h2>
        <p dir="auto">
          {album.artist_id ? (
            <a
              class="link"
              href={addressOf('library', 'artists', album.artist_id)}
              onClick={() => previewArtist(album.artist_id, album)}
            >
              {artistName(album.artist)}
            </a>
          ) : (
            <span class="link">{artistName(album.artist)}</span>
          )}
        </p>
        <p class="faint facts">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <PlayButtons of={{ of: 'album', id: album.id }}>
        <Heart kind="album" id={album.id} title={title} />
        <IconButton icon="more" label={say('state.menu', { name: title })} onClick={() => openAlbumMenu(album)} />
      </PlayButtons>
    </div>
  );
}
