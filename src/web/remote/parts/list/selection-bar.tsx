/** The bar above the navigation while tracks are chosen: how many, and what to do with them. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { reasonOf } from '../../state/box.js';
import { addToQueue } from '../../state/commands.js';
import { say } from '../../state/language.js';
import { isLiked, type Likeable, setLiked, useLookUp } from '../../state/likes.js';
import { notify } from '../../state/notices.js';
import { addTracks, namedBy } from '../../state/playlists.js';
import { removeRows } from '../../state/queue.js';
import { endSelection, type Selection, selection } from '../../state/selection.js';
import { sheets } from '../../state/sheets.js';
import { openAddToPlaylist } from '../add-to-playlist.js';
import { IconButton } from '../page.js';

export function SelectionBar({ of: { tracks, target } }: { readonly of: Selection }) {
  const bar = useRef<HTMLElement>(null);
  const [isBusy, setBusy] = useState(false);
  const count = tracks.size;
  const all = [...tracks.values()];

  useEffect(() => {
    // The menu that began the selection has gone with the button that had the focus.
    if (document.activeElement === document.body) focusOn('.tap[aria-pressed="true"]');
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && sheets.peek().length === 0) endSelection();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);

  const end = (): void => {
    const hadFocus = bar.current?.contains(document.activeElement) === true;
    endSelection();
    if (hadFocus) focusOn('#page h1');
  };
  const queue = async (isNext: boolean): Promise<void> => {
    const title = count === 1 ? (all[0]?.title ?? '') : say('track.count', { count });
    const locations = all.map(({ path }) => path);
    if ((await addToQueue(title, locations, isNext)) && isStill(tracks)) end();
  };
  const fill = async (): Promise<void> => {
    if (target === undefined || isBusy) return;
    setBusy(true);
    try {
      await addTracks(target, namedBy(all));
      if (isStill(tracks)) end();
    } catch (error) {
      notify(reasonOf(error));
    }
    setBusy(false);
  };
  const likeable = all.flatMap(({ id, title }): Likeable[] => (id ? [{ kind: 'track', id, title }] : []));
  useLookUp(likeable);
  const areLiked = likeable.length > 0 && likeable.every(isLiked);
  const like = async (): Promise<void> => {
    if ((await setLiked(likeable, !areLiked)) && isStill(tracks)) end();
  };
  const add = (): void => {
    const name = count === 1 ? (all[0]?.title ?? '') : '';
    openAddToPlaylist({ name, ask: () => Promise.resolve(namedBy(all)), done: () => isStill(tracks) && end() });
  };

  const entries = all.flatMap(({ entry }) => entry ?? []);
  const remove = (): void => {
    removeRows(entries);
    end();
  };

  return (
    <section ref={bar} class="line selection" aria-label={say('select.actions')} aria-busy={isBusy}>
      <IconButton icon="close" label={say('select.end')} onClick={end} />
      <p class="cut" role="status" dir="auto">
        {target === undefined ? say('select.count', { count }) : say('select.for', { name: target.name, count })}
      </p>
      {target === undefined ? (
        <>
          {entries.length > 0 ? (
            <IconButton icon="trash" label={say('queue.removeSelected')} onClick={remove} />
          ) : (
            <>
              <IconButton
                icon="playNext"
                label={say('track.playNext')}
                disabled={count === 0}
                onClick={() => void queue(true)}
              />
              <IconButton
                icon="queueAdd"
                label={say('track.add')}
                disabled={count === 0}
                onClick={() => void queue(false)}
              />
            </>
          )}
          <IconButton
            icon="heart"
            label={say('like.selected')}
            pressed={areLiked}
            filled={areLiked}
            disabled={likeable.length === 0}
            onClick={() => void like()}
          />
          <IconButton icon="playlistAdd" label={say('fill.title')} disabled={count === 0} onClick={add} />
        </>
      ) : (
        <button type="button" class="main-button" disabled={count === 0} onClick={() => void fill()}>
          {say('select.add')}
        </button>
      )}
    </section>
  );
}

/** Whether nothing was chosen or left out since. */
function isStill(tracks: Selection['tracks']): boolean {
  return selection.peek()?.tracks === tracks;
}

function focusOn(selector: string): void {
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
