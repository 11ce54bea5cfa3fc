/** One playlist: its tracks, and what can be done with it. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Cover } from '../parts/cover.js';
import { IconButton, Page } from '../parts/page.js';
import { ListRow } from '../parts/row.js';
import { type MenuItem, openMenu } from '../parts/sheet.js';
import { Loaded } from '../parts/states.js';
import { VirtualList } from '../parts/virtual-list.js';
import { timeText } from '../model.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { play } from '../state/choice.js';
import { say } from '../state/language.js';
import { addToQueue, playFrom } from '../state/orders.js';
import { Pages } from '../state/pages.js';
import { parts } from '../state/player.js';
import { playSaved, playSmart, removeTrack } from '../state/playlists.js';
import { useResource } from '../state/resource.js';
import { back, go } from '../state/route.js';
import { savedMenu, smartMenu } from './playlists.js';
import type { ScreenProps } from './screen.js';

type Track = Schemas['Track'];

const ROW = 64;
/** A shorter list is known whole with its first piece. */
const PIECE = 100;
const ABOVE = ['playlists'] as const;

export function SavedPlaylistScreen({ params: { id = '' } }: ScreenProps) {
  const revision = parts.value?.playlists.revision ?? '';
  const found = useResource(
    `saved/${id}`,
    () => bodyOf(box.GET('/saved-playlists/{id}', { params: { path: { id } } })),
    revision,
  );
  const playlist = found.value;
  const menu =
    playlist &&
    (() =>
      openMenu(
        playlist.name,
        savedMenu(playlist, undefined, () => back(...ABOVE)),
      ));
  return (
    <Frame name={playlist?.name ?? ''} menu={menu} play={() => void playSaved(id)} count={playlist?.track_count}>
      <Loaded of={found}>
        {({ track_count: count }) => (
          <Tracks
            revision={revision}
            count={count}
            ask={(query) => bodyOf(box.GET('/saved-playlists/{id}/tracks', { params: { path: { id }, query } }))}
            remove={(track, at) => void removeTrack(id, track.id, at, track.title)}
          />
        )}
      </Loaded>
    </Frame>
  );
}

export function SmartPlaylistScreen({ params: { id = '' } }: ScreenProps) {
  const revision = parts.value?.playlists.revision ?? '';
  const found = useResource(
    `smart/${id}`,
    () => bodyOf(box.GET('/smart-playlists/{id}', { params: { path: { id } } })),
    revision,
  );
  const playlist = found.value;
  const menu =
    playlist &&
    (() =>
      openMenu(
        playlist.name,
        smartMenu(playlist, () => back(...ABOVE)),
      ));
  const edit = playlist?.is_system === false && (
    <IconButton icon="edit" label={say('smart.edit')} onClick={() => go('playlists', 'smart', id, 'edit')} />
  );
  return (
    <Frame
      {...{ menu, edit }}
      name={playlist?.name ?? ''}
      play={() => void playSmart(id)}
      count={playlist?.track_count}
    >
      <Loaded of={found}>
        {({ track_count: count }) => (
          <Tracks
            revision={revision}
            count={count}
            ask={(query) => bodyOf(box.GET('/smart-playlists/{id}/tracks', { params: { path: { id }, query } }))}
          />
        )}
      </Loaded>
    </Frame>
  );
}

interface FrameProps {
  readonly name: string;
  readonly count: number | undefined;
  readonly play: () => void;
  readonly menu: (() => void) | undefined;
  readonly edit?: ComponentChildren;
  readonly children: ComponentChildren;
}

function Frame({ name, count, play, menu, edit, children }: FrameProps) {
  const actions = menu && (
    <>
      {edit}
      <IconButton icon="more" label={say('playlists.actions', { name })} onClick={menu} />
    </>
  );
  return (
    <Page title={name || say('playlists.saved')} above={ABOVE} actions={actions}>
      {count !== undefined && count > 0 && (
        <div class="play-line">
          <button type="button" class="main-button" onClick={play}>
            {say('playlists.play')}
          </button>
          <span class="faint">{say('track.count', { count })}</span>
        </div>
      )}
      {children}
    </Page>
  );
}

interface TracksProps {
  /** Another one: its tracks may be others. */
  readonly revision: string;
  readonly count: number;
  readonly ask: (query: { readonly limit: number; readonly offset: number }) => Promise<readonly Track[]>;
  readonly remove?: (track: Track, at: number) => void;
}

function Tracks({ revision, count, ask, remove }: TracksProps) {
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
  const menu = (track: Track, at: number): MenuItem[] => [
    { icon: 'play', label: say('track.playNow'), act: () => void playFrom([track.path], 0) },
    { icon: 'playNext', label: say('track.playNext'), act: () => void addToQueue(track.title, [track.path], true) },
    { icon: 'add', label: say('track.add'), act: () => void addToQueue(track.title, [track.path], false) },
    ...(remove ? [{ icon: 'trash', label: say('playlists.removeTrack'), act: () => remove(track, at) } as const] : []),
  ];
  return (
    <VirtualList
      rows={pages}
      rowHeight={ROW}
      label={say('playlists.tracks')}
      empty={{ icon: 'playlists', text: say('playlists.noTracks') }}
      row={(track, at) => (
        <ListRow
          lead={<Cover name={track.album_art} size={48} />}
          title={track.title}
          text={[track.artist, track.album].filter(Boolean).join(' · ')}
          trail={timeText(track.length)}
          onTap={() => void playAll(ask, at, track.title)}
          onMenu={() => openMenu(track.title, menu(track, at))}
        />
      )}
    />
  );
}

/** Tracks that a queue takes of one list. */
const QUEUE = 5000;

async function playAll(ask: TracksProps['ask'], at: number, title: string): Promise<void> {
  const first = Math.max(0, at - QUEUE / 2);
  await done(
    ask({ offset: first, limit: QUEUE }).then((tracks) => {
      play({ title, locations: tracks.map(({ path }) => path), start: at - first });
    }),
  );
}
