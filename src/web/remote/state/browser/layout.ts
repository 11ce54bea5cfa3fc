/**
 * How much room the window has. A phone shows one column above tabs. From the width of a tablet on there are a sidebar and
 * a large player bar, and with more room a pane with the queue. All widths are CSS pixels, and grow with the text.
 */
import { computed, effect, signal } from '@preact/signals';
import { path } from '../route.js';
import { store, stored } from './stored.js';
import { withText } from './text-size.js';

/** Least size of a window with a sidebar: a phone on its side is wide, but low. */
const WIDE = 768;
const HIGH = 500;
/** Least width of a window with a pane. */
const ROOMY = 1200;
const NARROW_SIDEBAR = 192;
const SIDEBAR = 232;
const PANE = 344;
/** Most width of a list or a grid. */
const COLUMN = 960;
const WIDE_COLUMN = 1680;

const width = signal(0);
const height = signal(0);

export const isWide = computed(() => width.value >= withText(WIDE) && height.value >= withText(HIGH));
export const isRoomy = computed(() => isWide.value && width.value >= withText(ROOMY));

const STORED = 'queue beside';
const isPaneWanted = signal(stored(STORED) !== 'no');

/** Whether the queue is shown beside the screen. */
export const hasPane = computed(() => isRoomy.value && isPaneWanted.value && path.value[0] !== 'queue');

export function togglePane(): void {
  isPaneWanted.value = !isPaneWanted.value;
  store(STORED, isPaneWanted.value ? 'yes' : 'no');
}

const sidebar = computed(() => (isWide.value ? withText(isRoomy.value ? SIDEBAR : NARROW_SIDEBAR) : 0));
const pane = computed(() => (hasPane.value ? withText(PANE) : 0));

/** Space at each side of a screen's content. */
const gap = computed(() => (isWide.value ? 24 : 16));

/** Width of the content of a screen. */
export const contentWidth = computed(() => {
  const room = width.value - sidebar.value - pane.value;
  return Math.min(room, isWide.value ? WIDE_COLUMN : COLUMN) - 2 * gap.value;
});

/** Keeps the style in step with the room. Called once. */
export function followLayout(): void {
  const { documentElement: root } = document;
  const measure = (): void => {
    // Without the scroll bar.
    width.value = root.clientWidth;
    height.value = innerHeight;
  };
  measure();
  addEventListener('resize', measure);
  // A scroll bar that comes or goes changes the width, too.
  new ResizeObserver(measure).observe(root);
  effect(() => {
    root.classList.toggle('wide', isWide.value);
    root.style.setProperty('--sidebar', `${sidebar.value}px`);
    root.style.setProperty('--pane', `${pane.value}px`);
  });
}
