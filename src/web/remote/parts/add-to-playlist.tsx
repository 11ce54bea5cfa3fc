/** The sheet that adds tracks to a playlist, or to a new one that is named in it. Stays open until the box has them. */
import { useState } from 'preact/hooks';
import { bodyOf, box, reasonOf } from '../state/box.js';
import { say } from '../state/language.js';
import { addTracks, makePlaylist, type NamedTracks, type SavedPlaylistRow } from '../state/playlists.js';
import { part } from '../state/player.js';
import { useResource } from '../state/resource.js';
import { openSheet, type Sheet, withdrawSheet } from '../state/sheets.js';
import { Icon } from './icon.js';
import { Lines } from './list/row.js';
import { LONGEST_NAME, SheetField, SheetForm } from './sheet.js';
import { Loaded } from './states.js';

export interface Addition {
  /** Name that is offered for a new playlist; empty for none. */
  readonly name: string;
  /** Called once, when a playlist was chosen. */
  readonly ask: () => Promise<NamedTracks>;
  /** Called when the tracks are in the playlist. */
  readonly done?: () => void;
}

export function openAddToPlaylist(addition: Addition): void {
  const sheet: Sheet = {
    title: say('fill.title'),
    body: () => <AddToPlaylist {...addition} close={() => withdrawSheet(sheet)} />,
  };
  openSheet(sheet);
}

/** From so many playlists on they can be searched, and this many are shown at most. */
const MANY = 12;
const SHOWN = 100;

function AddToPlaylist({ name, ask, done, close }: Addition & { readonly close: () => void }) {
  const [isNaming, setNaming] = useState(false);
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const found = useResource(
    'playlists/saved',
    async () => newestFirst(await bodyOf(box.GET('/saved-playlists'))),
    part.playlists.value?.revision,
  );
  const act = async (id: string, put: (tracks: NamedTracks) => Promise<void>): Promise<void> => {
    if (busy !== undefined) return;
    setBusy(id);
    setProblem(undefined);
    try {
      await put(await ask());
      close();
      done?.();
    } catch (error) {
      setProblem(reasonOf(error));
      setBusy(undefined);
    }
  };
  const trouble = problem !== undefined && (
    <p class="problem" role="alert">
      {problem}
    </p>
  );
  if (isNaming) {
    return (
      <SheetForm
        label={say('fill.make')}
        busy={busy !== undefined}
        send={({ name: given = '' }) => {
          if (given.trim() !== '') void act('new', (tracks) => makePlaylist(given.trim(), tracks));
        }}
      >
        <NameField name={name} />
        {trouble}
      </SheetForm>
    );
  }
  return (
    <>
      {trouble}
      <ul class="menu">
        <li>
          <button type="button" class="line" data-first="" onClick={() => setNaming(true)}>
            <Icon name="add" />
            {say('fill.new')}
          </button>
        </li>
      </ul>
      <Loaded of={found}>
        {(all) => (
          <Playlists of={all} busy={busy} choose={(one) => void act(one.id, (tracks) => addTracks(one, tracks))} />
        )}
      </Loaded>
    </>
  );
}

function newestFirst(all: readonly SavedPlaylistRow[]): SavedPlaylistRow[] {
  return [...all].sort((one, other) => other.updated_at - one.updated_at);
}

const select = (field: HTMLInputElement | null): void => field?.select();

/** Takes the focus when it appears: the sheet is open already. */
function NameField({ name }: { readonly name: string }) {
  return (
    <SheetField
      ref={select}
      label={say('queue.name')}
      type="text"
      name="name"
      required
      defaultValue={name}
      maxLength={LONGEST_NAME}
    />
  );
}

interface PlaylistsProps {
  readonly of: readonly SavedPlaylistRow[];
  /** Id of the one that is added to. */
  readonly busy: string | undefined;
  readonly choose: (playlist: SavedPlaylistRow) => void;
}

function Playlists({ of: all, busy, choose }: PlaylistsProps) {
  const [wanted, setWanted] = useState('');
  const part = wanted.trim().toLocaleLowerCase();
  const found = all.filter(({ name }) => name.toLocaleLowerCase().includes(part)).slice(0, SHOWN);
  return (
    <>
      {all.length > MANY && (
        <input
          type="search"
          autocomplete="off"
          aria-label={say('fill.find')}
          placeholder={say('fill.find')}
          value={wanted}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      )}
      {found.length === 0 && part !== '' && <p class="hint">{say('fill.none')}</p>}
      <ul class="menu">
        {found.map((playlist) => (
          <li key={playlist.id}>
            <button type="button" class="line" aria-busy={busy === playlist.id} onClick={() => choose(playlist)}>
              <Icon name="playlists" />
              <Lines title={playlist.name} text={say('track.count', { count: playlist.track_count })} />
              {busy === playlist.id && <span class="spinner" aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
