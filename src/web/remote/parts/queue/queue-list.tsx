/**
 * The queue as a list: what was played is dimmed above the current row, what comes next stands below it under a heading.
 * A touch jumps to an entry, a swipe removes it, a long press chooses several, the handle moves one.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isPlayed, type Row } from '../../model.js';
import { bylineOf, say } from '../../state/language.js';
import { announcement, part } from '../../state/player.js';
import { jumpToRow, moveRow, queue, removeRow } from '../../state/queue.js';
import { beginSelection, isChosen, selection, toggleChosen } from '../../state/selection.js';
import { rowHeight, withText } from '../../state/browser/text-size.js';
import { selectItem } from '../choosable.js';
import { Cover } from '../cover.js';
import { Icon } from '../icon.js';
import { openTrackMenu } from '../music-menu.js';
import { usePan } from '../list/pan.js';
import { ListRow } from '../list/row.js';
import { Lead } from '../list/sound-mark.js';
import { VirtualList } from '../list/virtual-list.js';

/** CSS pixels from the edge of the window within which a drag scrolls the page. */
const EDGE = 110;
/** CSS pixels of the heading above what comes next. */
const HEADING = 44;
/** Part of a row that is seen of what was played, when the list opens at the current row. */
const PEEK = 0.4;

/** The dragged row: its index, and by how many CSS pixels. */
const drag = signal<{ readonly from: number; readonly by: number } | undefined>(undefined);

function rowsDragged(by: number): number {
  return Math.round(by / rowHeight());
}

/** CSS pixels of the heading, which only a list with something to come has. */
function headingHeight(): number {
  const { index = 0, amount = 0 } = part.queue.value ?? {};
  return index + 1 < amount ? withText(HEADING) : 0;
}

/** CSS pixels by which a row is moved down: below the heading, as far as it is dragged, or to make room for the dragged one. */
function shiftOf(index: number): number {
  const below = index > (part.queue.value?.index ?? 0) ? headingHeight() : 0;
  const now = drag.value;
  if (now === undefined) return below;
  const { from, by } = now;
  if (index === from) return below + by;
  const to = from + rowsDragged(by);
  if (from < index && index <= to) return below - rowHeight();
  return to <= index && index < from ? below + rowHeight() : below;
}

const LIST = '.queue > .virtual';

/** What scrolls the queue: the page, or its pane. */
function scrollerOf(inside: Element | null): Element {
  return inside?.closest('.pane') ?? document.documentElement;
}

/** Scrolls so that the current row is the first below the head of the screen or the pane. */
export function showCurrent(): void {
  const list = document.querySelector(LIST);
  if (list === null) return;
  const scroller = scrollerOf(list);
  const head = scroller.querySelector('.head')?.clientHeight ?? 0;
  const index = part.queue.peek()?.index ?? 0;
  scroller.scrollBy(0, list.getBoundingClientRect().top + (index - PEEK) * rowHeight() - head);
}

/** Begins at the current entry, unless it comes back to where it was left. */
export function QueueList() {
  const now = part.queue.value;
  const { index = 0, amount = 0 } = now ?? {};
  const hasBegun = useRef(false);
  useEffect(() => {
    if (now === undefined || hasBegun.current) return;
    hasBegun.current = true;
    if (index > 0 && scrollerOf(document.querySelector(LIST)).scrollTop === 0) showCurrent();
  }, [now === undefined]);
  const heading = headingHeight();
  // With the current row, when that makes room for the dragged one.
  const top = (index + 1) * rowHeight() + (drag.value?.from === index ? 0 : shiftOf(index));
  return (
    <div class="queue">
      {heading > 0 && (
        <h2 class="line" style={{ height: `${heading}px`, transform: `translateY(${top}px)` }}>
          {say('queue.next')}
          <span class="faint">{say('track.count', { count: amount - index - 1 })}</span>
        </h2>
      )}
      <VirtualList
        rows={queue}
        label={say('nav.queue')}
        keyOf={({ key }) => key}
        shift={shiftOf}
        extra={heading}
        held={drag.value?.from}
        empty={{ icon: 'queue', text: say('queue.empty'), hint: say('queue.hint') }}
        row={(row, at) => <QueueRow row={row} index={at} />}
      />
    </div>
  );
}

function QueueRow({ row, index }: Readonly<{ row: Row; index: number }>) {
  const { title, album, album_art: art, id, path } = row;
  const now = part.queue.value;
  const isCurrent = now?.index === index;
  const handle = useHandle(row, index);
  const isChoosing = selection.value !== undefined;
  const chosen = { title, path, id, entry: row };
  const remove = (): void => removeRow(row);
  const removal = { icon: 'trash', act: remove, removes: true } as const;
  const menu = (): void =>
    openTrackMenu(row, [selectItem(chosen), { icon: 'trash', label: say('queue.remove', { title }), act: remove }]);
  const classes = [
    'queue-row',
    now !== undefined && isPlayed(now, index) && 'played',
    drag.value?.from === index && 'dragged',
  ];
  return (
    <ListRow
      class={classes.filter(Boolean).join(' ')}
      title={title}
      text={[bylineOf(row), album].filter(Boolean).join(' – ')}
      lead={
        <Lead isCurrent={isCurrent}>
          <Cover key={art} name={art} size={44} icon="track" />
        </Lead>
      }
      isCurrent={isCurrent}
      swipe={isChoosing ? undefined : { left: removal, right: removal }}
      {...(isChoosing
        ? { onTap: () => toggleChosen(chosen), chosen: isChosen(chosen) }
        : { onTap: () => jumpToRow(row), onMenu: menu, onHold: () => beginSelection(chosen) })}
    >
      {!isChoosing && (
        <button
          type="button"
          class="icon-button handle"
          aria-label={say('queue.move', { title })}
          aria-keyshortcuts="ArrowUp ArrowDown Delete"
          {...handle}
        >
          <Icon name="drag" />
        </button>
      )}
    </ListRow>
  );
}

/** Handlers of the handle that moves its row, by a finger or the arrow keys; Delete removes it. Near an edge the page scrolls. */
function useHandle(row: Row, index: number) {
  /** What scrolls, and its position at the touch. */
  const start = useRef<{ readonly scroller: Element; readonly top: number } | undefined>(undefined);
  const frame = useRef(0);
  const end = (): void => {
    cancelAnimationFrame(frame.current);
    drag.value = undefined;
  };
  useEffect(() => end, []);
  /** @param along CSS pixels of the finger in the window */
  const follow = (along: number, clientY: number): void => {
    if (start.current === undefined) return;
    const { scroller, top } = start.current;
    const by = along + scroller.scrollTop - top;
    const [least, most] = [-index * rowHeight(), (queue.total - 1 - index) * rowHeight()];
    drag.value = { from: index, by: Math.max(least, Math.min(most, by)) };
    cancelAnimationFrame(frame.current);
    const speed =
      clientY < EDGE ? clientY - EDGE : clientY > innerHeight - 2 * EDGE ? clientY - innerHeight + 2 * EDGE : 0;
    if (speed === 0) return;
    frame.current = requestAnimationFrame(() => {
      scroller.scrollBy(0, speed / 8);
      follow(along, clientY);
    });
  };
  const pan = usePan({
    axes: ['y'],
    slop: 0,
    begin: ({ element }) => {
      const scroller = scrollerOf(element);
      start.current = { scroller, top: scroller.scrollTop };
    },
    move: ({ along, clientY }) => follow(along, clientY),
    end: () => {
      const by = rowsDragged(drag.value?.by ?? 0);
      end();
      if (by !== 0) moved(row, by);
    },
    cancel: end,
  });
  return {
    ...pan,
    onPointerDown: (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
      // The row is not swiped meanwhile.
      event.stopPropagation();
      pan.onPointerDown(event);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Delete') removeRow(row);
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
      if (by === 0) return;
      event.preventDefault();
      moved(row, by);
    },
  };
}

function moved(row: Row, by: number): void {
  const index = moveRow(row, by);
  if (index === undefined) return;
  announcement.value = say('queue.moved', { title: row.title, place: index + 1, total: queue.total });
}
