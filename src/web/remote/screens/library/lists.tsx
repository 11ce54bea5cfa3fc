/** Artists, genres and tracks: long lists of rows. */
import { Cover } from '../../parts/cover.js';
import { Icon } from '../../parts/icon.js';
import { openArtistMenu, openGenreMenu } from '../../parts/music-menu.js';
import { ListRow } from '../../parts/row.js';
import { trackHeight, TrackRow } from '../../parts/track-row.js';
import { VirtualList } from '../../parts/virtual-list.js';
import type { Schemas } from '../../state/box.js';
import { artistName, say } from '../../state/language.js';
import { artists, genres, listOf, tracks } from '../../state/lists.js';
import type { Rows } from '../../state/pages.js';
import { addressOf } from '../../state/route-path.js';
import { withText } from '../../state/text-size.js';
import { LibraryPage, Rail } from './views.js';

/** CSS pixels. */
const ROW = 64;

const HINT = 'library.emptyHint';

export function ArtistsScreen() {
  const pages = listOf('artists', artists);
  return (
    <LibraryPage view="artists">
      <div class="railed">
        <VirtualList
          rows={pages}
          rowHeight={withText(ROW)}
          label={say('library.artists')}
          empty={{ icon: 'artist', text: say('library.noArtists'), hint: say(HINT) }}
          row={({ id, name, image, genres: names }) => (
            <ListRow
              title={artistName(name)}
              text={names}
              lead={<Cover key={image} name={image} size={48} icon="artist" isRound />}
              href={addressOf('library', 'artists', id)}
              onMenu={() => openArtistMenu({ id, name })}
            />
          )}
        />
        <Rail of="artists" pages={pages} rowHeight={withText(ROW)} />
      </div>
    </LibraryPage>
  );
}

export function GenresScreen() {
  const pages = listOf('genres', genres);
  return (
    <LibraryPage view="genres">
      <div class="railed">
        <VirtualList
          rows={pages}
          rowHeight={withText(ROW)}
          label={say('library.genres')}
          empty={{ icon: 'genre', text: say('library.noGenres'), hint: say(HINT) }}
          row={({ id, name, track_count: count }) => (
            <ListRow
              title={name}
              text={say('track.count', { count })}
              lead={<Icon name="genre" />}
              href={addressOf('library', 'genres', id)}
              onMenu={() => openGenreMenu({ id, name })}
            />
          )}
        />
        <Rail of="genres" pages={pages} rowHeight={withText(ROW)} />
      </div>
    </LibraryPage>
  );
}

export function TracksScreen() {
  const pages = listOf('tracks', tracks);
  return (
    <LibraryPage view="tracks">
      <div class="railed">
        <TrackList rows={pages} label={say('library.tracks')} />
        <Rail of="tracks" pages={pages} rowHeight={trackHeight()} />
      </div>
    </LibraryPage>
  );
}

/** Tracks that are played together with a touch on one of them: those of a long list that are near it. */
const AROUND = 300;

interface TrackListProps {
  readonly rows: Rows<Schemas['Track']>;
  readonly label: string;
}

export function TrackList({ rows, label }: TrackListProps) {
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
      rowHeight={trackHeight()}
      label={label}
      empty={{ icon: 'track', text: say('library.noTracks'), hint: say(HINT) }}
      row={(track, index) => <TrackRow track={track} among={among(index)} />}
    />
  );
}
