/** Rows and lists: a picture, two lines, and a menu that opens by its button or by a long press. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../../state/language.js';
import { Icon } from '../icon.js';
import { IconButton } from '../page.js';
import { type RowActions, useRowSwipe } from './row-swipe.js';

/** Milliseconds of a long press, and CSS pixels of movement that make it a scroll. */
const LONG = 500;
const STILL = 10;

interface LinesProps {
  readonly title: string;
  /** Below the title; an empty text keeps its room, an undefined one takes none. */
  readonly text?: string | undefined;
  /** Whether the text says what is wrong; as an alert it is read aloud. */
  readonly isProblem?: boolean | 'alert' | undefined;
  /** Below both. */
  readonly children?: ComponentChildren;
}

/** The texts of a row, each in the direction of its own script. */
export function Lines({ title, text, isProblem = false, children }: LinesProps) {
  return (
    <span class="lines">
      <span class="title" dir="auto">
        {title}
      </span>
      {text !== undefined && (
        <span
          class={isProblem ? 'text wraps problem' : 'text'}
          role={isProblem === 'alert' ? 'alert' : undefined}
          dir="auto"
        >
          {text}
        </span>
      )}
      {children}
    </span>
  );
}

interface RowProps extends LinesProps {
  /** In front of the texts. */
  readonly lead?: ComponentChildren;
  /** Behind the texts: a short text such as a duration, or an element. */
  readonly trail?: ComponentChildren;
  /** A touch; of a link, before it is followed. */
  readonly onTap?: () => void;
  readonly href?: string;
  readonly onMenu?: (() => void) | undefined;
  /** A long press; opens the menu when left out. */
  readonly onHold?: (() => void) | undefined;
  /** Whether it is chosen, while a selection is open. */
  readonly chosen?: boolean | undefined;
  readonly isCurrent?: boolean;
  readonly class?: string;
  /** State of a row that is a toggle button. */
  readonly pressed?: boolean | undefined;
  readonly busy?: boolean;
  /** What a swipe of a finger does. */
  readonly swipe?: RowActions | undefined;
  /** A button before that of the menu. */
  readonly before?: ComponentChildren;
  /** Buttons at the end of the row. */
  readonly children?: ComponentChildren;
}

export function ListRow(props: RowProps) {
  const {
    title,
    text,
    isProblem,
    lead,
    trail,
    onTap,
    href,
    onMenu,
    onHold,
    chosen,
    isCurrent = false,
    class: name = '',
    pressed,
    busy,
    swipe,
    before,
    children,
  } = props;
  const swiped = useRowSwipe(swipe);
  const press = useLongPress(onMenu, onHold);
  const inside = (
    <>
      {chosen !== undefined && (
        <span class="chosen-mark">
          <Icon name="check" />
        </span>
      )}
      {lead}
      <Lines title={title} text={text || undefined} isProblem={isProblem} />
      {typeof trail === 'object' ? trail : trail && <span class="trail">{trail}</span>}
    </>
  );
  return (
    <div
      class={`line list-row${swiped.class} ${name}`}
      aria-current={isCurrent ? 'true' : undefined}
      {...swiped.handlers}
    >
      {swiped.under}
      {href === undefined ? (
        <button
          type="button"
          class="line tap"
          {...press}
          aria-pressed={chosen ?? pressed}
          aria-busy={busy}
          onClick={onTap}
        >
          {inside}
        </button>
      ) : (
        <a class="line tap" href={href} {...press} onClick={onTap}>
          {inside}
        </a>
      )}
      {before}
      {onMenu && <IconButton icon="more" label={say('state.menu', { name: title })} onClick={onMenu} />}
      {children}
    </div>
  );
}

interface ListProps<Item> {
  readonly of: readonly Item[];
  /** Names an item while the list changes. */
  readonly keyOf: (item: Item) => string;
  readonly row: (item: Item, at: number) => ComponentChildren;
  readonly label?: string;
  readonly busy?: boolean;
  readonly class?: string;
}

/** A list that is short enough to be in the document as a whole; `VirtualList` is for long ones. */
export function List<Item>({ of: items, keyOf, row, label, busy, class: name = 'rows' }: ListProps<Item>) {
  return (
    <ul class={name} aria-label={label} aria-busy={busy}>
      {items.map((item, at) => (
        <li key={keyOf(item)}>{row(item, at)}</li>
      ))}
    </ul>
  );
}

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  /** True once the menu is open: the browser's own context menu is suppressed then. */
  isDone: boolean;
}

/** Handlers of an element whose menu opens by a right click, the menu key or, unless `onHold` takes it, a long press. */
export function useLongPress(onMenu: (() => void) | undefined, onHold = onMenu) {
  const press = useRef<Press | undefined>(undefined);
  const end = (): void => clearTimeout(press.current?.timer);
  useEffect(() => end, []);
  if (onMenu === undefined) return {};
  const open = (): void => {
    const by = press.current;
    if (by?.isDone === true) return;
    end();
    if (by) by.isDone = true;
    if (by?.timer !== undefined) swallowClick();
    if (by?.timer === undefined) onMenu();
    else onHold?.();
  };
  return {
    onPointerDown: ({ button, clientX: x, clientY: y }: PointerEvent) => {
      end();
      press.current = { x, y, timer: button === 0 ? setTimeout(open, LONG) : undefined, isDone: false };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = press.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    // A key ends a press.
    onKeyDown: () => {
      end();
      press.current = undefined;
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      open();
    },
  };
}

/** Swallows the click with which a browser may end a long press, on whatever is beneath the finger by then. */
function swallowClick(): void {
  const next = ['click', 'pointerdown', 'keydown'];
  const swallow = (event: Event): void => {
    for (const type of next) removeEventListener(type, swallow, true);
    if (event.type !== 'click' || (event as MouseEvent).detail === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of next) addEventListener(type, swallow, true);
}
