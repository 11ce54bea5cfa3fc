/** How large this phone's owner wants text: rows of a fixed height grow with it, so that nothing of it is cut off. */
import { signal } from '@preact/signals';

/** CSS pixels of text as browsers come. */
const USUAL = 16;

function measure(): number {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) ? Math.max(1, size / USUAL) : 1;
}

const scale = signal(measure());
// Whoever sets it anew while the page is open lays the page out anew.
addEventListener('resize', () => (scale.value = measure()));

/** CSS pixels of something with text in it, which has so many where text is as browsers come. */
export function withText(pixels: number): number {
  return Math.ceil(pixels * scale.value);
}

/** CSS pixels of a row of two lines. */
export function rowHeight(): number {
  return withText(64);
}
