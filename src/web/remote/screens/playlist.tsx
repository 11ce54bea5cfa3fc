/** One playlist: its tracks, and what can be done with it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Cover } from '../parts/cover.js';
import { openTrackMenu } from '../parts/music-menu.js';
import { IconButton, Page } from '../parts/page.js';
import { ListRow } from '../parts/row.js';
import { type MenuItem, openMenu } from '../parts/sheet.js';
import { Loaded } from '../parts/states.js';
import { VirtualList } from '../parts/virtual-list.js';
import { timeText } from '../model.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { play } from '../state/choice.js';
import { albumTitle, artistName, say } from '../state/language.js';
import { Pages, type Rows } from '../state/pages.js';
import { parts } from '../state/player.js';
import { askForSmart, moveTrack, playSaved, playSmart, removeTrack } from '../state/playlists.js';
import { useResource } from '../state/resource.js';
import { back, go } from '../state/route.js';
import { withText } from '../state/text-size.js';
import { savedMenu, smartMenu } from './playlists.js';
import type { ScreenProps } from './screen.js';

type Track = Schemas['Track'];

const ROW = 64;
/** A shorter list is known whole with its first piece. */
const PIECE = 100;
const ABOVE = ['playlists'] as const;

type Query = { readonly limit: number; readonly offset: number };

interface Playlist {
  readonly id: string;
  readonly name: string;
  readonly track_count: number;
}

/** What is asked of the box about a kind of playlist, and what can be done with one. */
interface Kind<Any extends Playlist> {
  /** Beginning of the names under which answers are kept. */
  readonly key: string;
  readonly ask: (id: string) => Promise<Any>;
  readonly tracks: (id: string, query: Query) => Promise<readonly Track[]>;
  readonly play: (id: string) => Promise<void>;
  /** @param gone leaves the screen before it is deleted */
  readonly menu: (playlist: Any, gone: () => void) => MenuItem[];
  /** Beside the menu. */
  readonly action?: (playlist: Any) => ComponentChildren;
  /** What else can be done with a track, which only some let. @param at its place @param rows those around it */
  readonly edits?: (id: string, track: Track, at: number, rows: Rows<Track>) => readonly MenuItem[];
}

const path = (id: string) => ({ params: { path: { id } } });
const piece = (id: string, query: Query) => ({ params: { path: { id }, query } });

const SAVED: Kind<Schemas['SavedPlaylist']> = {
  key: 'saved',
  ask: (id) => bodyOf(box.GET('/saved-playlists/{id}', path(id))),
  tracks: (id, query) => bodyOf(box.GET('/saved-playlists/{id}/tracks', piece(id, query))),
  play: playSaved,
  menu: (playlist, gone) => savedMenu(playlist, undefined, gone),
  edits(id, track, at, rows) {
    const moving = (to: number, icon: 'up' | 'down', label: string): MenuItem[] => {
      const other = rows.at(to);
      return other === undefined ? [] : [{ icon, label, act: () => void moveTrack(id, track.id, at, other.id, to) }];
    };
    return [
      ...moving(at - 1, 'up', say('state.up')),
      ...moving(at + 1, 'down', say('state.down')),
      {
        icon: 'trash',
        label: say('playlists.removeTrack'),
        act: () => void removeTrack(id, track.id, at, track.title),
      },
    ];
  },
};

const SMART: Kind<Schemas['SmartPlaylist']> = {
  key: 'smart',
  ask: askForSmart,
  tracks: (id, query) => bodyOf(box.GET('/smart-playlists/{id}/tracks', piece(id, query))),
  play: playSmart,
  menu: smartMenu,
  action: ({ id, is_system: isOfSystem }) =>
    !isOfSystem && (
      <IconButton icon="edit" label={say('smart.edit')} onClick={() => go('playlists', 'smart', id, 'edit')} />
    ),
};

export function SavedPlaylistScreen({ params: { id = '' } }: ScreenProps) {
  return <PlaylistScreen id={id} of={SAVED} />;
}

export function SmartPlaylistScreen({ params: { id = '' } }: ScreenProps) {
  return <PlaylistScreen id={id} of={SMART} />;
}

interface PlaylistProps<Any extends Playlist> {
  readonly id: string;
  readonly of: Kind<Any>;
}

function PlaylistScreen<Any extends Playlist>({ id, of: kind }: PlaylistProps<Any>) {
  const revision = parts.value?.playlists.revision ?? '';
  const found = useResource(`${kind.key}/${id}`, () => kind.ask(id), revision);
  const playlist = found.value;
  const { edits } = kind;
  const gone = (): void => back(...ABOVE);
  const actions = playlist && (
    <>
      {kind.action?.(playlist)}
      <IconButton
        icon="more"
        label={say('playlists.actions', { name: playlist.name })}
        onClick={() => openMenu(playlist.name, kind.menu(playlist, gone))}
      />
    </>
  );
  return (
    <Page title={playlist?.name || say('playlists.saved')} above={ABOVE} actions={actions}>
      <Loaded of={found}>
        {({ track_count: count }) => (
          <>
            {count > 0 && (
              <div class="play-line">
                <button type="button" class="main-button" onClick={() => void kind.play(id)}>
                  {say('playlists.play')}
                </button>
                <span class="faint">{say('track.count', { count })}</span>
              </div>
            )}
            <Tracks
              {...{ revision, count }}
              ask={(query) => kind.tracks(id, query)}
              {...(edits && { edits: (track, at, rows) => edits(id, track, at, rows) })}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface TracksProps {
  /** Another one: its tracks may be others. */
  readonly revision: string;
  readonly count: number;
  readonly ask: (query: Query) => Promise<readonly Track[]>;
  readonly edits?: (track: Track, at: number, rows: Rows<Track>) => readonly MenuItem[];
}

function Tracks({ revision, count, ask, edits }: TracksProps) {
  const pages = useMemo(() => {
    const made = new Pages<Track>((offset, limit) => ask({ offset, limit }));
    // Where the list ends before that, tracks of the playlist are not known to the library.
    if (count > PIECE) made.expect(count);
    return made;
  }, []);
  const shown = useRef(revision);
  useEffect(() => {
    if (shown.current !== revision) pages.refresh();
    shown.current = revision;
  }, [revision]);
  return (
    <VirtualList
      rows={pages}
      rowHeight={withText(ROW)}
      label={say('playlists.tracks')}
      empty={{ icon: 'playlists', text: say('playlists.noTracks') }}
      row={(track, at) => (
        <ListRow
          lead={<Cover name={track.album_art} size={48} />}
          title={track.title}
          text={[artistName(track.artist), track.album === '' ? '' : albumTitle(track.album)]
            .filter(Boolean)
            .join(' · ')}
          trail={timeText(track.length)}
          onTap={() => void playAll(ask, at, track.title)}
          onMenu={() => openTrackMenu(track, edits?.(track, at, pages))}
        />
      )}
    />
  );
}

/** Tracks that a queue takes of one list. */
const QUEUE = 5000;

/** Counts touches: only the newest plays, or asks. */
let touches = 0;

async function playAll(ask: TracksProps['ask'], at: number, title: string): Promise<void> {
  const touch = ++touches;
  const first = Math.max(0, at - QUEUE / 2);
  await done(
    ask({ offset: first, limit: QUEUE }).then((tracks) => {
      if (touch === touches) play({ title, locations: tracks.map(({ path }) => path), start: at - first });
    }),
  );
}
