/** What a search finds: its groups and their rows, the card of the best hit, and the screen with all of a group. */
import type { ComponentChildren } from 'preact';
import type { Word } from '../../locales/locales.js';
import { Cover } from '../../parts/cover.js';
import { ListRow, Lines } from '../../parts/list/row.js';
import { TrackRow } from '../../parts/list/track-row.js';
import { VirtualList } from '../../parts/list/virtual-list.js';
import { Logo } from '../../parts/logo.js';
import { IconButton, Page } from '../../parts/page.js';
import type { EmptyProps } from '../../parts/states.js';
import { bodyOf, box, type Schemas } from '../../state/box.js';
import { play } from '../../state/choice.js';
import { albumTitle, artistName, say } from '../../state/language.js';
import { listOf } from '../../state/lists.js';
import { playMusic } from '../../state/music.js';
import { shownTrack } from '../../state/player.js';
import { playlistMusic } from '../../state/playlists.js';
import { playStation } from '../../state/radio.js';
import { plain } from './recent-searches.js';
import { addressOf } from '../../state/route-path.js';
import { AlbumRow } from '../library/albums.js';
import { FolderRow, nameOf } from '../library/folders.js';
import { ArtistRow, GenreRow, TrackList } from '../library/lists.js';
import { StationRow } from '../radio.js';
import type { ScreenProps } from '../screen.js';

export type Found = Schemas['SearchResults'];
export type GroupName = Exclude<keyof Found, 'corrected'>;
type Item<Name extends GroupName> = NonNullable<Found[Name]>[number];

/** The card of the best hit. */
interface Card {
  readonly picture: ComponentChildren;
  /** What it is, below its name. */
  readonly kind: Word;
  /** Behind that. */
  readonly text?: string;
  readonly href?: string;
  readonly play: () => unknown;
}

interface Group<Name extends GroupName> {
  readonly title: Word;
  readonly keyOf: (item: Item<Name>) => string;
  readonly nameOf: (item: Item<Name>) => string;
  readonly row: (item: Item<Name>) => ComponentChildren;
  /** Left out where no item is ever the best hit. */
  readonly card?: (item: Item<Name>) => Card;
}

/** CSS pixels of the picture of the best hit. */
const PICTURE = 72;

const playlistIcon = ({ kind }: Item<'playlists'>) => (kind === 'saved' ? 'playlists' : 'smart');
const playlistAddress = ({ kind, id }: Item<'playlists'>) => addressOf('playlists', kind, id);

/** In the order in which they are shown, and looked through for the best hit. */
export const GROUPS: { readonly [Name in GroupName]: Group<Name> } = {
  artists: {
    title: 'library.artists',
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => artistName(name),
    row: (artist) => <ArtistRow {...artist} />,
    card: ({ id, image }) => ({
      picture: <Cover name={image} size={PICTURE} icon="artist" isRound />,
      kind: 'search.artist',
      href: addressOf('library', 'artists', id),
      play: () => playMusic({ of: 'artist', id }),
    }),
  },
  albums: {
    title: 'library.albums',
    keyOf: ({ id }) => id,
    nameOf: ({ title }) => albumTitle(title),
    row: (album) => <AlbumRow album={album} />,
    card: ({ id, artist, album_art: cover }) => ({
      picture: <Cover name={cover} size={PICTURE} />,
      kind: 'search.album',
      text: artistName(artist),
      href: addressOf('library', 'albums', id),
      play: () => playMusic({ of: 'album', id }),
    }),
  },
  tracks: {
    title: 'library.tracks',
    keyOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    row: (track) => <TrackRow track={track} />,
    card: ({ title, path, artist, album_id: album, album_art: cover }) => ({
      picture: <Cover name={cover} size={PICTURE} icon="track" />,
      kind: 'search.track',
      text: artistName(artist),
      href: addressOf('library', 'albums', album),
      play: () => play({ title, locations: [path] }),
    }),
  },
  playlists: {
    title: 'nav.playlists',
    keyOf: ({ kind, id }) => `${kind} ${id}`,
    nameOf: ({ name }) => name,
    row: (playlist) => (
      <ListRow
        title={playlist.name}
        lead={<Cover name="" size={48} icon={playlistIcon(playlist)} />}
        href={playlistAddress(playlist)}
      />
    ),
    card: (playlist) => ({
      picture: <Cover name="" size={PICTURE} icon={playlistIcon(playlist)} />,
      kind: 'search.playlist',
      href: playlistAddress(playlist),
      play: () => playMusic(playlistMusic(playlist.kind, playlist.id)),
    }),
  },
  stations: {
    title: 'nav.radio',
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    row: (station) => (
      <StationRow
        station={station}
        isCurrent={shownTrack.value?.path === station.url}
        onTap={() => void playStation(station)}
      />
    ),
    card: (station) => ({
      picture: <Logo address={station.image} size={PICTURE} />,
      kind: 'search.station',
      play: () => playStation(station),
    }),
  },
  genres: {
    title: 'library.genres',
    keyOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    row: (genre) => <GenreRow {...genre} />,
    card: ({ id }) => ({
      picture: <Cover name="" size={PICTURE} icon="genre" />,
      kind: 'search.genre',
      href: addressOf('library', 'genres', id),
      play: () => playMusic({ of: 'genre', id }),
    }),
  },
  folders: {
    title: 'library.folders',
    keyOf: ({ path }) => path,
    nameOf: ({ path }) => path,
    row: ({ path }) => <FolderRow path={path} text={nameOf(path.slice(0, path.lastIndexOf('/')))} />,
  },
};

export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[];

const BUILT_IN = [
  ...(['sys_recently_added', 'sys_recently_played', 'sys_rarely_played', 'sys_most_played'] as const),
  ...(['sys_forgotten_favorites', 'sys_new_favorites', 'sys_old_but_gold', 'sys_90s_mix'] as const),
  ...(['sys_discovery_queue', 'sys_rediscover', 'sys_skipped_too_often', 'sys_loved_rarely_played'] as const),
  'sys_smart_daily_mix',
] as const;

/** Built-in playlists of which the name on this page has all words of a question. */
function builtInNamed(question: string): Item<'playlists'>[] {
  const words = plain(question).split(/\s+/);
  return BUILT_IN.map((id) => ({ kind: 'smart' as const, id, name: say(`playlists.${id}`), is_system: true })).filter(
    ({ name }) => words.every((word) => ` ${plain(name)}`.includes(` ${word}`)),
  );
}

/** The box knows its built-in playlists by their English names, this page by those of its language. */
export function withBuiltIn(found: Found, question: string): Found {
  const others = itemsOf(found, 'playlists').filter(({ is_system: isBuiltIn }) => !isBuiltIn);
  return { ...found, playlists: [...others, ...builtInNamed(found.corrected ?? question)] };
}

interface Hit {
  readonly name: GroupName;
  readonly key: string;
  readonly title: string;
  readonly card: Card;
}

/** What has the searched name itself, else what begins with it; the first group that has such a hit wins. */
export function bestOf(found: Found, question: string): Hit | undefined {
  const wanted = plain(question);
  const isSame = (name: string) => name === wanted;
  const begins = (name: string) => name.startsWith(wanted);
  for (const fits of [isSame, begins]) {
    for (const name of GROUP_NAMES) {
      const hit = hitIn(name, itemsOf(found, name), fits);
      if (hit !== undefined) return hit;
    }
  }
  return undefined;
}

function hitIn<Name extends GroupName>(
  name: Name,
  items: readonly Item<Name>[],
  fits: (name: string) => boolean,
): Hit | undefined {
  const { keyOf, nameOf, card }: Group<Name> = GROUPS[name];
  // Only the first ones: the others are no better.
  const item = items.slice(0, 3).find((each) => fits(plain(nameOf(each))));
  if (item === undefined || card === undefined) return undefined;
  return { name, key: keyOf(item), title: nameOf(item), card: card(item) };
}

export function itemsOf<Name extends GroupName>(found: Found, name: Name): readonly Item<Name>[] {
  return found[name] ?? [];
}

/** A touch on the card opens the hit, one on its button plays it. */
export function BestHit({ hit: { title, card } }: { readonly hit: Hit }) {
  const { picture, kind, text, href, play: playIt } = card;
  const act = (): void => void playIt();
  const inside = (
    <>
      {picture}
      <Lines title={title} text={[say(kind), text].filter(Boolean).join(' · ')} />
    </>
  );
  return (
    <div class="line best">
      {href === undefined ? (
        <button type="button" class="line tap" onClick={act}>
          {inside}
        </button>
      ) : (
        <a class="line tap" href={href}>
          {inside}
        </a>
      )}
      <IconButton icon="play" label={say('search.play', { name: title })} onClick={act} />
    </div>
  );
}

/** All hits of one group, as far as they are seen. */
const rowsOf = <Name extends GroupName>(of: Name, q: string) =>
  listOf<Item<Name>>(`search/${of}/${q}`, async (offset, limit) => {
    const found = await bodyOf(box.GET('/search', { params: { query: { q, of, offset, limit } } }));
    return itemsOf(offset === 0 && of === 'playlists' ? withBuiltIn(found, q) : found, of);
  });

export function FoundScreen({ params: { group = '', question = '' } }: ScreenProps) {
  const name = GROUP_NAMES.find((each) => each === group) ?? 'tracks';
  const label = say(GROUPS[name].title);
  const empty: EmptyProps = { icon: 'search', text: say('search.nothing', { question }) };
  return (
    <Page title={label} above={['search']} head={<p class="faint question">“{question}”</p>}>
      {name === 'tracks' ? (
        <TrackList rows={rowsOf(name, question)} {...{ label, empty }} />
      ) : (
        <Rows name={name} {...{ label, empty, question }} />
      )}
    </Page>
  );
}

type RowsProps<Name extends GroupName> = Readonly<{ name: Name; label: string; empty: EmptyProps; question: string }>;

function Rows<Name extends GroupName>({ name, question, label, empty }: RowsProps<Name>) {
  const { row }: Group<Name> = GROUPS[name];
  return <VirtualList rows={rowsOf(name, question)} {...{ label, empty, row }} />;
}
