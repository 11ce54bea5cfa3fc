/** Artists, genres and tracks: long lists of rows. */
import { Cover } from '../../parts/cover.js';
import { Icon } from '../../parts/icon.js';
import { openArtistMenu, openGenreMenu } from '../../parts/music-menu.js';
import { ListRow } from '../../parts/list/row.js';
import { Sorting } from '../../parts/list/sort.js';
import type { EmptyProps } from '../../parts/states.js';
import { TrackRow } from '../../parts/list/track-row.js';
import { VirtualList } from '../../parts/list/virtual-list.js';
import type { Schemas } from '../../state/box.js';
import { artistName, say } from '../../state/language.js';
import { artists, genres, listOf, type TrackOrder, tracksBy } from '../../state/lists.js';
import type { Rows } from '../../state/pages.js';
import { preview } from '../../state/previews.js';
import { addressOf } from '../../state/route-path.js';
import { RailedPage, useSorted } from './views.js';

export function ArtistsScreen() {
  const pages = listOf('artists', artists);
  return (
    <RailedPage view="artists" pages={pages}>
      <VirtualList
        rows={pages}
        label={say('library.artists')}
        empty={{ icon: 'artist', text: say('library.noArtists'), hint: say('library.emptyHint') }}
        row={({ id, name, image, genres: names }) => <ArtistRow {...{ id, name, image }} text={names} />}
      />
    </RailedPage>
  );
}

type ArtistRowProps = Readonly<{ id: string; name: string; image?: string | undefined; text?: string }>;

export function ArtistRow({ id, name, image, text }: ArtistRowProps) {
  return (
    <ListRow
      title={artistName(name)}
      text={text}
      lead={<Cover key={image} name={image} size={48} icon="artist" isRound />}
      href={addressOf('library', 'artists', id)}
      onTap={() => preview('artist', { id, name, ...(image && { image }), ...(text && { genres: text }) })}
      onMenu={() => openArtistMenu({ id, name })}
    />
  );
}

export function GenresScreen() {
  const pages = listOf('genres', genres);
  return (
    <RailedPage view="genres" pages={pages}>
      <VirtualList
        rows={pages}
        label={say('library.genres')}
        empty={{ icon: 'genre', text: say('library.noGenres'), hint: say('library.emptyHint') }}
        row={(genre) => <GenreRow {...genre} />}
      />
    </RailedPage>
  );
}

export function GenreRow({ id, name, track_count: count }: Schemas['Genre']) {
  return (
    <ListRow
      title={name}
      text={say('track.count', { count })}
      lead={<Icon name="genre" />}
      href={addressOf('library', 'genres', id)}
      onMenu={() => openGenreMenu({ id, name })}
    />
  );
}

const sorting = new Sorting<TrackOrder>('tracks', ['title', 'artist', 'album', 'added', 'played']);

export function TracksScreen() {
  const { key, pages, isNarrow } = useSorted('tracks', sorting, tracksBy);
  const empty = isNarrow ? { icon: 'search' as const, text: say('sort.none') } : undefined;
  return (
    <RailedPage view="tracks" {...{ pages, sorting, isNarrow }}>
      <TrackList key={key} rows={pages} label={say('library.tracks')} {...{ empty }} />
    </RailedPage>
  );
}

/** Tracks of a long list that a touch on one of them plays. */
const AROUND = 300;

interface TrackListProps {
  readonly rows: Rows<Schemas['Track']>;
  readonly label: string;
  /** What an empty list says; that the library has none when left out. */
  readonly empty?: EmptyProps | undefined;
}

export function TrackList({ rows, label, empty }: TrackListProps) {
  /** The track and those that follow it, as far as they are loaded. */
  const among = (index: number) => () => {
    const locations: string[] = [];
    for (let at = index; at < index + AROUND; at++) {
      const path = rows.at(at)?.path;
      if (path === undefined) break;
      locations.push(path);
    }
    return { locations, start: 0 };
  };
  return (
    <VirtualList
      rows={rows}
      label={label}
      empty={empty ?? { icon: 'track', text: say('library.noTracks'), hint: say('library.emptyHint') }}
      row={(track, index) => <TrackRow track={track} among={among(index)} />}
    />
  );
}
