/**
 * Swipes with a finger or a mouse: the element follows the pointer along one axis, and springs back or acts when it is let
 * go. A touch that stays within a few pixels is still a tap.
 */
import { useRef } from 'preact/hooks';

/** CSS pixels before a touch becomes a swipe. */
const SLOP = 10;
/** Part of the element's width or height that it has to be moved by, when it is moved slowly. */
const FAR = 0.3;
/** CSS pixels in a millisecond from which a flick counts, however short it was. */
const FAST = 0.45;
/** Milliseconds to spring back. */
const SPRING = 180;

export type SwipeDirection = 'left' | 'right' | 'up' | 'down';

/** What each direction does; the element does not follow a direction that does nothing. */
export type SwipeActions = Readonly<Partial<Record<SwipeDirection, () => void>>>;

interface Swipe {
  readonly x: number;
  readonly y: number;
  readonly since: number;
  axis?: 'x' | 'y';
}

/** Which way a pointer has gone that was moved by `along` pixels, if that was far or fast enough. */
export function swipeOf(
  axis: 'x' | 'y',
  along: number,
  size: number,
  milliseconds: number,
): SwipeDirection | undefined {
  const isFar = Math.abs(along) >= size * FAR;
  const isFast = Math.abs(along) > SLOP && Math.abs(along) / Math.max(1, milliseconds) >= FAST;
  if (!isFar && !isFast) return undefined;
  if (axis === 'x') return along < 0 ? 'left' : 'right';
  return along < 0 ? 'up' : 'down';
}

/** Pointer handlers for an element with `touch-action: none`, `pan-x` or `pan-y`, as its directions want it. */
export function useSwipe(actions: SwipeActions) {
  const swipe = useRef<Swipe | undefined>(undefined);
  const wasSwiped = useRef(false);

  const moved = ({ clientX, clientY }: PointerEvent, { axis, x, y }: Swipe): number => {
    const along = axis === 'x' ? clientX - x : clientY - y;
    const direction = axis === 'x' ? (along < 0 ? 'left' : 'right') : along < 0 ? 'up' : 'down';
    return actions[direction] === undefined ? 0 : along;
  };
  const settle = (element: HTMLElement): void => {
    element.style.transition = `translate ${SPRING}ms ease-out`;
    element.style.translate = '';
  };

  return {
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      wasSwiped.current = false;
      if (event.button !== 0 || !event.isPrimary) return;
      swipe.current = { x: event.clientX, y: event.clientY, since: event.timeStamp };
    },
    onPointerMove: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      const held = swipe.current;
      if (held === undefined) return;
      if (held.axis === undefined) {
        const [across, down] = [Math.abs(event.clientX - held.x), Math.abs(event.clientY - held.y)];
        if (Math.max(across, down) < SLOP) return;
        held.axis = across > down ? 'x' : 'y';
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.style.transition = 'none';
      }
      const along = moved(event, held);
      event.currentTarget.style.translate = held.axis === 'x' ? `${along}px` : `0 ${along}px`;
    },
    onPointerUp: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      const held = swipe.current;
      swipe.current = undefined;
      if (held?.axis === undefined) return;
      wasSwiped.current = true;
      settle(event.currentTarget);
      const { offsetWidth, offsetHeight } = event.currentTarget;
      const size = held.axis === 'x' ? offsetWidth : offsetHeight;
      const direction = swipeOf(held.axis, moved(event, held), size, event.timeStamp - held.since);
      if (direction !== undefined) actions[direction]?.();
    },
    onPointerCancel: (event: PointerEvent & { currentTarget: HTMLElement }): void => {
      swipe.current = undefined;
      settle(event.currentTarget);
    },
    /** The click that a browser makes of a swipe with the mouse is none. */
    onClickCapture: (event: MouseEvent): void => {
      if (!wasSwiped.current) return;
      wasSwiped.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
