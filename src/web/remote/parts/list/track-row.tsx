/** A track in a list. */
import { computed } from '@preact/signals';
import { timeText } from '../../model.js';
import type { Schemas } from '../../state/box.js';
import { play } from '../../state/choice.js';
import { artistName } from '../../state/language.js';
import { contentWidth, isWide } from '../../state/browser/layout.js';
import { shownTrack } from '../../state/player.js';
import { selection } from '../../state/selection.js';
import { choosable, selectItem, trackSwipe } from '../choosable.js';
import { Cover } from '../cover.js';
import { Heart } from '../like-button.js';
import { openTrackMenu } from '../music-menu.js';
import { ListRow } from './row.js';
import { Lead } from './sound-mark.js';
import type { MenuItem } from '../sheet.js';

type Track = Schemas['Track'];

/** Least width of a list in which the album has a column of its own, in CSS pixels. */
const COLUMN = 620;

const hasColumn = computed(() => isWide.value && contentWidth.value >= COLUMN);

interface TrackRowProps {
  readonly track: Track;
  /** Tracks that a touch plays, and the index of this one; it alone when left out. */
  readonly among?: () => { readonly locations: readonly string[]; readonly start: number };
  /** In the list of its album: number instead of cover, and this text below the title. */
  readonly onAlbum?: string;
  /** What a touch does instead. */
  readonly onTap?: () => void;
  /** More items of its menu. */
  readonly more?: readonly MenuItem[] | undefined;
}

export function TrackRow({ track, among, onAlbum, onTap, more = [] }: TrackRowProps) {
  const { id, title, path, artist, album, length, track_number: number } = track;
  const isCurrent = shownTrack.value?.path === path;
  const isChoosing = selection.value !== undefined;
  return (
    <ListRow
      title={title}
      text={onAlbum ?? [artistName(artist), hasColumn.value ? '' : album].filter(Boolean).join(' – ')}
      lead={
        <Lead isCurrent={isCurrent}>
          {onAlbum !== undefined ? (
            <span class="number" aria-hidden="true">
              {number > 0 ? number : ''}
            </span>
          ) : (
            <Cover key={track.album_art} name={track.album_art} size={44} icon="track" />
          )}
        </Lead>
      }
      trail={<Trail time={length > 0 ? timeText(length) : ''} album={onAlbum === undefined ? album : ''} />}
      isCurrent={isCurrent}
      swipe={isChoosing ? undefined : trackSwipe(track)}
      {...choosable(track, onTap ?? (() => play({ title, ...(among?.() ?? { locations: [path] }) })), () =>
        openTrackMenu(track, [selectItem(track), ...more]),
      )}
      before={!isChoosing && <Heart kind="track" {...{ id, title }} />}
    />
  );
}

function Trail({ time, album }: Readonly<{ time: string; album: string }>) {
  return (
    <>
      {hasColumn.value && album !== '' && (
        <span class="trail album-column" dir="auto">
          {album}
        </span>
      )}
      {time && <span class="trail">{time}</span>}
    </>
  );
}
