/** Swipes of the player: the element follows the finger, and springs back or acts when it is let go. */
import { type Axis, type Pan, usePan } from './pan.js';

/** CSS pixels below which nothing is a flick. */
const SHORT = 10;
/** Part of the element's width or height that it has to be moved by, when it is moved slowly. */
const FAR = 0.3;
/** CSS pixels in a millisecond from which a flick counts, however short it was. */
const FAST = 0.45;
/** Milliseconds to spring back. */
const SPRING = 180;

export type SwipeDirection = 'left' | 'right' | 'up' | 'down';

/** What each direction does; the element does not follow a direction that does nothing. */
export type SwipeActions = Readonly<Partial<Record<SwipeDirection, () => void>>>;

export function directionOf(axis: Axis, along: number): SwipeDirection {
  if (axis === 'x') return along < 0 ? 'left' : 'right';
  return along < 0 ? 'up' : 'down';
}

/**
 * Which way a pointer has gone that was moved by `along` pixels, if that was far or fast enough.
 * @param size CSS pixels of the element @param short CSS pixels below which nothing is a flick
 */
export function swipeOf(
  axis: Axis,
  along: number,
  size: number,
  milliseconds: number,
  short = SHORT,
): SwipeDirection | undefined {
  const isFar = Math.abs(along) >= size * FAR;
  const isFast = Math.abs(along) > short && Math.abs(along) / Math.max(1, milliseconds) >= FAST;
  return isFar || isFast ? directionOf(axis, along) : undefined;
}

/** Pointer handlers for an element with `touch-action: none`, `pan-x` or `pan-y`, as its directions want it. */
export function useSwipe(actions: SwipeActions) {
  const follows = ({ axis, along }: Pan): number => (actions[directionOf(axis, along)] === undefined ? 0 : along);
  const settle = (element: HTMLElement): void => {
    element.style.transition = `translate ${SPRING}ms ease-out`;
    element.style.translate = '';
  };
  const axes: Axis[] = [];
  if (actions.left ?? actions.right) axes.push('x');
  if (actions.up ?? actions.down) axes.push('y');
  return usePan({
    axes,
    begin: ({ element }) => {
      element.style.transition = 'none';
    },
    move: (pan) => {
      pan.element.style.translate = pan.axis === 'x' ? `${follows(pan)}px` : `0 ${follows(pan)}px`;
    },
    end: (pan) => {
      const { element, axis, time } = pan;
      settle(element);
      const size = axis === 'x' ? element.offsetWidth : element.offsetHeight;
      const direction = swipeOf(axis, follows(pan), size, time);
      if (direction !== undefined) actions[direction]?.();
    },
    cancel: settle,
  });
}
