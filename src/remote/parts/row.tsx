/** A row of a list: a picture, two lines, and a menu that comes by its button or by a long press. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
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

/** Handlers of an element whose long press opens a menu; the click that ends it is swallowed. */
export function useLongPress(onMenu: (() => void) | undefined) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined>(undefined);
  const isDone = useRef(false);
  if (onMenu === undefined) return {};
  const end = (): void => {
    clearTimeout(held.current?.timer);
    held.current = undefined;
  };
  const open = (): void => {
    if (isDone.current) return;
    isDone.current = true;
    end();
    onMenu();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      end();
      isDone.current = false;
      if (event.button === 0) held.current = { timer: setTimeout(open, LONG), x: event.clientX, y: event.clientY };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = held.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      open();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isDone.current) return;
      isDone.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
