/** What the movement of a pointer means. Needs no document, so that Node can test it. */

export type Axis = 'x' | 'y';

export type SwipeDirection = 'left' | 'right' | 'up' | 'down';

const SLOP = 10;
/** A touch is horizontal when it goes by this much more to the side than up or down. */
const LEVEL = 1.3;

/** CSS pixels below which nothing is a flick. */
const SHORT = 10;
/** Part of the element's width or height that it has to be moved by, when it is moved slowly. */
const FAR = 0.3;
/** CSS pixels in a millisecond from which a flick counts, however short it was. */
const FAST = 0.45;

/** Along which axis a touch goes that was moved by these pixels; undefined while it may still be a tap. */
export function axisOf(across: number, down: number, slop = SLOP): Axis | undefined {
  if (Math.max(Math.abs(across), Math.abs(down)) < slop) return undefined;
  return Math.abs(across) > Math.abs(down) * LEVEL ? 'x' : 'y';
}

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
