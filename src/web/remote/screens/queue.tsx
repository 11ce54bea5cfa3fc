/** The queue: jump to entries, move, remove, clear and save them. */
import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { openTrackMenu } from '../parts/music-menu.js';
import { Icon } from '../parts/icon.js';
import { IconButton, Page } from '../parts/page.js';
import { Lines, useLongPress } from '../parts/list/row.js';
import { askForText } from '../parts/sheet.js';
import { VirtualList } from '../parts/list/virtual-list.js';
import { type Parts, type Row, STOPPED } from '../model.js';
import { bylineOf, say } from '../state/language.js';
import { clearQueue, saveQueue } from '../state/commands.js';
import { announcement, parts } from '../state/player.js';
import { jumpToRow, moveRow, queue, removeRow } from '../state/queue.js';
import { rowHeight } from '../state/text-size.js';

/** CSS pixels of movement that begin a swipe; from the edge at which a drag scrolls the page. */
const STRAY = 12;
const EDGE = 110;
/** Part of the width after which a swipe removes the row. */
const GONE = 0.35;

/** The dragged row: its index, and by how many CSS pixels. */
const drag = signal<{ readonly from: number; readonly by: number } | undefined>(undefined);

function rowsDragged(by: number): number {
  return Math.round(by / rowHeight());
}

/** CSS pixels by which a row is dragged, or makes room for the dragged one. */
function shiftOf(index: number): number {
  const now = drag.value;
  if (now === undefined) return 0;
  const { from, by } = now;
  if (index === from) return by;
  const to = from + rowsDragged(by);
  if (from < index && index <= to) return -rowHeight();
  return to <= index && index < from ? rowHeight() : 0;
}

export function QueueScreen() {
  return (
    <Page title={titleOf(parts.value?.queue)} above={['now']} actions={<QueueActions />}>
      <QueueList />
    </Page>
  );
}

/** The queue beside another screen. */
export function QueuePane() {
  return (
    <aside class="pane" aria-label={say('nav.queue')}>
      <div class="head">
        <div class="line bar">
          <h2>{titleOf(parts.value?.queue)}</h2>
          <QueueActions />
        </div>
      </div>
      <div class="pane-list">
        <QueueList />
      </div>
    </aside>
  );
}

function titleOf(now: Parts['queue'] | undefined): string {
  const amount = now?.amount ?? 0;
  return amount > 0 ? say('queue.count', { count: amount }) : say(now ? 'queue.empty' : 'nav.queue');
}

function QueueActions() {
  const amount = parts.value?.queue.amount ?? 0;
  if (amount === 0) return null;
  return (
    <>
      <IconButton icon="target" label={say('queue.current')} onClick={showCurrent} />
      <IconButton icon="save" label={say('queue.save')} onClick={askForName} />
      <IconButton icon="trash" label={say('queue.clear')} onClick={() => void clearQueue()} />
    </>
  );
}

/** Begins at the current entry, unless it comes back to where it was left. */
function QueueList() {
  const now = parts.value?.queue;
  const hasBegun = useRef(false);

  useEffect(() => {
    if (now === undefined || hasBegun.current) return;
    hasBegun.current = true;
    if (now.index > 3 && scrollerOf(document.querySelector(LIST)).scrollTop === 0) showCurrent();
  }, [now === undefined]);

  return (
    <div class="queue">
      <VirtualList
        rows={queue}
        label={say('nav.queue')}
        keyOf={({ key }) => key}
        shift={shiftOf}
        held={drag.value?.from}
        empty={{ icon: 'queue', text: say('queue.empty'), hint: say('queue.hint') }}
        row={(row, index) => <QueueRow row={row} index={index} />}
      />
    </div>
  );
}

const LIST = '.queue > .virtual';

/** What scrolls the queue: the page, or its pane. */
function scrollerOf(inside: Element | null): Element {
  return inside?.closest('.pane') ?? document.documentElement;
}

function askForName(): void {
  const answer = new Date().toLocaleDateString(document.documentElement.lang);
  askForText({ title: say('queue.save'), label: say('queue.name'), answer, done: (name) => void saveQueue(name) });
}

function showCurrent(): void {
  const list = document.querySelector(LIST);
  const index = parts.value?.queue.index ?? 0;
  if (list) scrollerOf(list).scrollBy(0, list.getBoundingClientRect().top + index * rowHeight() - innerHeight / 3);
}

function QueueRow({ row, index }: Readonly<{ row: Row; index: number }>) {
  const { title, album } = row;
  const now = parts.value;
  const isCurrent = now?.queue.index === index;
  const isSounding = isCurrent && now.status.status !== STOPPED;
  const swipe = useSwipe(() => removeRow(row));
  const press = useLongPress(() => openTrackMenu(row));
  const handle = useDrag(row, index);
  return (
    <div
      class={drag.value?.from === index ? 'line queue-row dragged' : 'line queue-row'}
      aria-current={isCurrent ? 'true' : undefined}
      {...swipe}
    >
      <button type="button" class="icon-button handle" aria-label={say('queue.move', { title })} {...handle}>
        <Icon name={isSounding ? 'louder' : 'drag'} />
      </button>
      <button type="button" class="line tap" {...press} onClick={() => jumpToRow(row)}>
        <Lines title={title} text={[bylineOf(row), album].filter(Boolean).join(' – ')} />
      </button>
      <IconButton icon="close" label={say('queue.remove', { title })} onClick={() => removeRow(row)} />
    </div>
  );
}

/** Handlers of a row that a swipe removes. */
function useSwipe(remove: () => void) {
  const from = useRef<{ readonly x: number; readonly y: number; isSwiping: boolean } | undefined>(undefined);
  const by = useSignal(0);
  const end = (): void => {
    from.current = undefined;
    by.value = 0;
  };
  return {
    style:
      by.value === 0 ? {} : { transform: `translateX(${by.value}px)`, opacity: String(1 - Math.abs(by.value) / 400) },
    onPointerDown: ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
      if (pointerType !== 'mouse' && drag.value === undefined) from.current = { x, y, isSwiping: false };
    },
    onPointerMove: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      const start = from.current;
      if (start === undefined || drag.value !== undefined) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.isSwiping) {
        if (Math.abs(y) > STRAY) from.current = undefined;
        if (Math.abs(x) <= STRAY || Math.abs(y) > STRAY) return;
        start.isSwiping = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      by.value = x;
    },
    onPointerUp: ({ currentTarget }: PointerEvent & { currentTarget: HTMLElement }) => {
      const isFar = Math.abs(by.value) > currentTarget.clientWidth * GONE;
      end();
      if (isFar) remove();
    },
    onPointerCancel: end,
  };
}

/** Handlers of the handle that moves its row, with a finger or with the arrow keys. */
function useDrag(row: Row, index: number) {
  const start = useRef<{ readonly y: number; readonly top: number; readonly scroller: Element } | undefined>(undefined);
  const frame = useRef(0);
  const end = (): void => {
    start.current = undefined;
    cancelAnimationFrame(frame.current);
    drag.value = undefined;
  };
  useEffect(() => end, []);
  const follow = (clientY: number): void => {
    const from = start.current;
    if (from === undefined) return;
    const { scroller } = from;
    const by = clientY - from.y + (scroller.scrollTop - from.top);
    drag.value = {
      from: index,
      by: Math.max(-index * rowHeight(), Math.min((queue.total - 1 - index) * rowHeight(), by)),
    };
    cancelAnimationFrame(frame.current);
    const speed =
      clientY < EDGE ? clientY - EDGE : clientY > innerHeight - 2 * EDGE ? clientY - innerHeight + 2 * EDGE : 0;
    if (speed === 0) return;
    frame.current = requestAnimationFrame(() => {
      scroller.scrollBy(0, speed / 8);
      follow(clientY);
    });
  };
  return {
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      const scroller = scrollerOf(event.currentTarget);
      start.current = { y: event.clientY, top: scroller.scrollTop, scroller };
    },
    onPointerMove: ({ clientY }: PointerEvent) => follow(clientY),
    onPointerUp: () => {
      const by = rowsDragged(drag.value?.by ?? 0);
      end();
      if (by !== 0) moved(row, by);
    },
    onPointerCancel: end,
    onKeyDown: (event: KeyboardEvent) => {
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
