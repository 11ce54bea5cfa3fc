/** A row of a list: a picture, two lines, and a menu that comes by its button or by a long press. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../state/language.js';
import { IconButton } from './page.js';

/** A finger that rests for so long means the menu, in ms; one that moves so many CSS pixels means to scroll. */
const LONG = 500;
const STILL = 10;

interface RowProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** In front of it. */
  readonly lead?: ComponentChildren;
  /** Behind it, such as a duration. */
  readonly trail?: ComponentChildren;
  /** A touch on it; a place to go to is an address instead. */
  readonly onTap?: () => void;
  readonly href?: string;
  readonly onMenu?: (() => void) | undefined;
  readonly isCurrent?: boolean;
}

export function ListRow({ title, text, lead, trail, onTap, href, onMenu, isCurrent = false }: RowProps) {
  const press = useLongPress(onMenu);
  const inside = (
    <>
      {lead}
      <span class="lines">
        <span class="title" dir="auto">
          {title}
        </span>
        {text && (
          <span class="text" dir="auto">
            {text}
          </span>
        )}
      </span>
      {trail && <span class="trail">{trail}</span>}
    </>
  );
  return (
    <div class="list-row" aria-current={isCurrent ? 'true' : undefined}>
      {href === undefined ? (
        <button type="button" class="tap" {...press} onClick={onTap}>
          {inside}
        </button>
      ) : (
        <a class="tap" href={href} {...press}>
          {inside}
        </a>
      )}
      {onMenu && <IconButton icon="more" label={say('track.menu', { title })} onClick={onMenu} />}
    </div>
  );
}

/** A finger on an element, or the mouse. */
interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
  /** True once the menu is open: the browser's own context menu is suppressed then. */
  isDone: boolean;
}

/** Handlers of an element whose menu comes by a long press, a right click, or the keyboard's own key for it. */
export function useLongPress(onMenu: (() => void) | undefined) {
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
    onMenu();
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
    // What a key does is no part of a touch before it.
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

/** A browser may end a long press with a click, on whatever is beneath the finger by then: the menu, or what closes it. */
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
