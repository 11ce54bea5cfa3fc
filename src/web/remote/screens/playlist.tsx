/** One playlist: its tracks and its menu. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { Button, IconButton, Page } from '../parts/page.js';
import { PlayButtons } from '../parts/play-buttons.js';
import { type MenuItem, openMenu } from '../parts/sheet.js';
import { Loaded } from '../parts/states.js';
import { TrackRow } from '../parts/list/track-row.js';
import { VirtualList } from '../parts/list/virtual-list.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { play } from '../state/choice.js';
import { MOST } from '../state/commands.js';
import { say } from '../state/language.js';
import { listOf } from '../state/lists.js';
import { PAGE, type Rows } from '../state/pages.js';
import { part } from '../state/player.js';
import { askForSmart, moveTrack, type PlaylistKind, playlistMusic, removeTrack } from '../state/playlists.js';
import { previewOf } from '../state/previews.js';
import { type Resource, useResource } from '../state/resource.js';
import { back, go } from '../state/route.js';
import { beginFilling } from '../state/selection.js';
import { savedMenu, smartMenu } from './playlists.js';
import type { ScreenProps } from './screen.js';

type Track = Schemas['Track'];
type Query = Readonly<{ limit: number; offset: number }>;

const ABOVE = ['playlists'] as const;

/** Leaves the screen of a deleted playlist. */
const gone = (): void => back(...ABOVE);

const revision = (): string => part.playlists.value?.revision ?? '';

export function SavedPlaylistScreen({ params: { id = '' } }: ScreenProps) {
  const path = { params: { path: { id } } };
  const found = useResource(`saved/${id}`, () => bodyOf(box.GET('/saved-playlists/{id}', path)), revision());
  const fill = (): void => {
    beginFilling({ id, name: found.value?.name ?? '' });
    go('library', 'tracks');
  };
  const adding: MenuItem = { icon: 'add', label: say('fill.tracks'), act: fill };
  const menu = found.value && [adding, ...savedMenu(found.value, [], gone)];
  return <PlaylistPage kind="saved" edits={(...of) => editsOf(id, ...of)} {...{ id, found, menu, fill }} />;
}

export function SmartPlaylistScreen({ params: { id = '' } }: ScreenProps) {
  const found = useResource(`smart/${id}`, () => askForSmart(id), revision());
  const menu = found.value && smartMenu(found.value, gone);
  const edit = (): void => go('playlists', 'smart', id, 'edit');
  const action = found.value?.is_system === false && (
    <IconButton icon="edit" label={say('smart.edit')} onClick={edit} />
  );
  return <PlaylistPage kind="smart" {...{ id, found, menu, action }} />;
}

/** Menu items of a track in its playlist. @param at its index */
type Edits = (track: Track, at: number, rows: Rows<Track>) => readonly MenuItem[];

function editsOf(id: string, track: Track, at: number, rows: Rows<Track>): MenuItem[] {
  const moving = (to: number, icon: 'up' | 'down', label: string): MenuItem[] => {
    const other = rows.at(to);
    return other === undefined ? [] : [{ icon, label, act: () => void moveTrack(id, track.id, at, other.id, to) }];
  };
  const remove = (): void => void removeTrack(id, track.id, at, track.title);
  return [
    ...moving(at - 1, 'up', say('state.up')),
    ...moving(at + 1, 'down', say('state.down')),
    { icon: 'trash', label: say('playlists.removeTrack'), act: remove },
  ];
}

interface PlaylistProps {
  readonly id: string;
  readonly kind: PlaylistKind;
  readonly found: Resource<{ readonly name: string; readonly track_count: number }>;
  readonly menu: readonly MenuItem[] | undefined;
  readonly action?: ComponentChildren;
  readonly edits?: Edits;
  /** Lets somebody choose tracks for it. */
  readonly fill?: () => void;
}

function PlaylistPage({ id, kind, found, menu, action, edits, fill }: PlaylistProps) {
  const known = previewOf('playlist', id);
  const name = (found.value ?? known)?.name ?? '';
  const actions = menu && (
    <>
      {action}
      <IconButton icon="more" label={say('state.menu', { name })} onClick={() => openMenu(name, menu)} />
    </>
  );
  const ask = (query: Query) =>
    bodyOf(box.GET(`/${kind}-playlists/{id}/tracks` as const, { params: { path: { id }, query } }));
  return (
    <Page title={name || say('nav.playlists')} above={ABOVE} actions={actions}>
      <Loaded of={known === undefined ? found : { ...found, value: found.value ?? known }}>
        {({ track_count: count }) => (
          <>
            {count > 0 && (
              <div class="play-line">
                <PlayButtons of={playlistMusic(kind, id)}>
                  <span class="faint">{say('track.count', { count })}</span>
                </PlayButtons>
              </div>
            )}
            <Tracks of={`${kind}-playlists/${id}`} revision={revision()} {...{ count, ask, edits, fill }} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface TracksProps {
  /** Names the playlist. */
  readonly of: string;
  /** Changes when the tracks may have changed. */
  readonly revision: string;
  readonly count: number;
  readonly ask: (query: Query) => Promise<readonly Track[]>;
  readonly edits: Edits | undefined;
  readonly fill: (() => void) | undefined;
}

function Tracks({ of, revision, count, ask, edits, fill }: TracksProps) {
  const pages = useMemo(() => {
    // Kept for the way back, for as long as no playlist has changed.
    const made = listOf<Track>(`${of} ${revision}`, (offset, limit) => ask({ offset, limit }));
    // A shorter list is known whole with its first piece; one that ends early has tracks that the library lacks.
    if (count > PAGE) made.expect(count);
    return made;
  }, []);
  const shown = useRef(revision);
  useEffect(() => {
    if (shown.current !== revision) pages.refresh();
    shown.current = revision;
  }, [revision]);
  const filling = fill && { hint: say('fill.hint'), children: <Button main label={say('fill.tracks')} act={fill} /> };
  return (
    <VirtualList
      rows={pages}
      label={say('playlists.tracks')}
      empty={{ icon: 'playlists', text: say('playlists.noTracks'), ...filling }}
      row={(track, at) => (
        <TrackRow track={track} onTap={() => void playAll(ask, at, track.title)} more={edits?.(track, at, pages)} />
      )}
    />
  );
}

/** Counts touches: only the newest plays, or asks. */
let touches = 0;

async function playAll(ask: TracksProps['ask'], at: number, title: string): Promise<void> {
  const touch = ++touches;
  const first = Math.max(0, at - MOST / 2);
  await done(
    ask({ offset: first, limit: MOST }).then((tracks) => {
      if (touch === touches) play({ title, locations: tracks.map(({ path }) => path), start: at - first });
    }),
  );
}
