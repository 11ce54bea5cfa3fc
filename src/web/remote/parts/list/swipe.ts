/** Swipes of the player: the element follows the finger, and springs back or acts when it is let go. */
import { type Axis, directionOf, type SwipeDirection, swipeOf } from './gesture.js';
import { type Pan, usePan } from './pan.js';

/** Milliseconds to spring back. */
const SPRING = 180;

/** What each direction does; the element does not follow a direction that does nothing. */
export type SwipeActions = Readonly<Partial<Record<SwipeDirection, () => void>>>;

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
