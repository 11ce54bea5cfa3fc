/**
 * The one gesture behind everything that is moved by a finger: a touch that goes along one axis, from the pixel at which it
 * is no tap any more until it is let go. Swipes of the player and of rows, and the handle that moves a row, are made of it.
 * A touch that goes mostly along another axis is given up at once and for good: a vertical scroll never becomes a swipe.
 */
import { useRef } from 'preact/hooks';
import { type Axis, axisOf } from './gesture.js';

/** A gesture at one of its events. */
export interface Pan {
  readonly element: HTMLElement;
  readonly axis: Axis;
  /** CSS pixels from the touch; right and down are positive. */
  readonly along: number;
  /** CSS pixels from the top of the window. */
  readonly clientY: number;
  /** Milliseconds since the touch. */
  readonly time: number;
}

export interface PanDeps {
  readonly axes: readonly Axis[];
  /** CSS pixels before a touch becomes a gesture; of 0 the touch itself begins one. */
  readonly slop?: number;
  /** Whether a mouse scrolls and clicks as usual. */
  readonly isForFingers?: boolean;
  /** Called when the touch becomes a gesture, before the first `move`. */
  readonly begin?: (pan: Pan) => void;
  readonly move: (pan: Pan) => void;
  readonly end: (pan: Pan) => void;
  /** Called instead of `end` when the browser takes the pointer away. */
  readonly cancel: (element: HTMLElement) => void;
}

interface Held {
  readonly x: number;
  readonly y: number;
  readonly since: number;
  axis?: Axis;
}

type PointerOn = PointerEvent & { readonly currentTarget: HTMLElement };

/** Pointer handlers of an element whose `touch-action` leaves the axes of the gesture to the page. */
export function usePan(deps: PanDeps) {
  const held = useRef<Held | undefined>(undefined);
  const wasPanned = useRef(false);

  const panAt = (event: PointerOn, { axis = 'x', x, y, since }: Held): Pan => ({
    element: event.currentTarget,
    axis,
    along: axis === 'x' ? event.clientX - x : event.clientY - y,
    clientY: event.clientY,
    time: event.timeStamp - since,
  });
  const begin = (event: PointerOn, touch: Held, axis: Axis): void => {
    touch.axis = axis;
    event.currentTarget.setPointerCapture(event.pointerId);
    deps.begin?.(panAt(event, touch));
  };

  return {
    onPointerDown: (event: PointerOn): void => {
      wasPanned.current = false;
      if (event.button !== 0 || !event.isPrimary) return;
      if (deps.isForFingers === true && event.pointerType === 'mouse') return;
      held.current = { x: event.clientX, y: event.clientY, since: event.timeStamp };
      const [axis] = deps.axes;
      if (deps.slop === 0 && axis !== undefined) begin(event, held.current, axis);
    },
    onPointerMove: (event: PointerOn): void => {
      const touch = held.current;
      if (touch === undefined) return;
      if (touch.axis === undefined) {
        const axis = axisOf(event.clientX - touch.x, event.clientY - touch.y, deps.slop);
        if (axis === undefined) return;
        if (!deps.axes.includes(axis)) {
          held.current = undefined;
          return;
        }
        begin(event, touch, axis);
      }
      deps.move(panAt(event, touch));
    },
    onPointerUp: (event: PointerOn): void => {
      const touch = held.current;
      held.current = undefined;
      if (touch?.axis === undefined) return;
      wasPanned.current = true;
      deps.end(panAt(event, touch));
    },
    onPointerCancel: (event: PointerOn): void => {
      const isPanned = held.current?.axis !== undefined;
      held.current = undefined;
      if (isPanned) deps.cancel(event.currentTarget);
    },
    /** The click that a browser makes of a gesture with the mouse is none. */
    onClickCapture: (event: MouseEvent): void => {
      if (!wasPanned.current) return;
      wasPanned.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
