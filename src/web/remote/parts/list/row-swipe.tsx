/**
 * Actions of a row behind a swipe to the left or to the right: the row follows the finger and uncovers a picture of what
 * will happen, which takes the accent colour from where letting go does it. The menu of the row does the same.
 */
import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../icon.js';
import { type Pan, usePan } from './pan.js';
import { swipeOf } from './gesture.js';

export interface RowAction {
  readonly icon: IconName;
  readonly act: () => void;
  /** Whether the row goes away by it. */
  readonly removes?: boolean;
}

/** None where a direction does nothing. */
export type RowActions = Readonly<{ left?: RowAction; right?: RowAction }>;

const NONE: RowActions = {};
/** CSS pixels of the shortest flick that counts: a thumb that scrolls goes sideways by less. */
const SHORT = 48;

interface Uncovered {
  readonly action: RowAction;
  readonly side: 'left' | 'right';
  readonly isReady: boolean;
}

/** Handlers and class of a row, and what it uncovers. */
export function useRowSwipe({ left, right }: RowActions = NONE) {
  const [uncovered, setUncovered] = useState<Uncovered>();
  const actionOf = (along: number): RowAction | undefined => (along < 0 ? left : right);
  const readyAction = ({ axis, along, element, time }: Pan): RowAction | undefined =>
    swipeOf(axis, along, element.offsetWidth, time, SHORT) === undefined ? undefined : actionOf(along);

  const pan = usePan({
    axes: left === undefined && right === undefined ? [] : ['x'],
    isForFingers: true,
    move: (at) => {
      const action = actionOf(at.along);
      at.element.style.setProperty('--swiped', `${action === undefined ? 0 : at.along}px`);
      at.element.style.setProperty('--uncovered', `${action === undefined ? 0 : Math.abs(at.along)}px`);
      const isReady = readyAction(at) !== undefined;
      if (uncovered?.action.icon === action?.icon && uncovered?.isReady === isReady) return;
      setUncovered(action && { action, side: at.along < 0 ? 'left' : 'right', isReady });
    },
    end: (at) => {
      setUncovered(undefined);
      readyAction(at)?.act();
    },
    cancel: () => setUncovered(undefined),
  });
  const classes = ['swipes', uncovered && 'swiping'].filter(Boolean).join(' ');
  return {
    handlers: pan,
    class: (left ?? right) ? ` ${classes}` : '',
    under: uncovered && (
      <span
        class={`uncovered ${uncovered.side}${uncovered.isReady ? ' ready' : ''}${uncovered.action.removes === true ? ' removes' : ''}`}
        aria-hidden="true"
      >
        <Icon name={uncovered.action.icon} />
      </span>
    ),
  };
}
