/** Text size of this phone: rows of a fixed height grow with it, so that no text is cut off. */
import { signal } from '@preact/signals';

/** Default text size of browsers in CSS pixels. */
const USUAL = 16;

function measure(): number {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(size) ? Math.max(1, size / USUAL) : 1;
}

const scale = signal(measure());
// A change of the setting lays the page out anew.
addEventListener('resize', () => (scale.value = measure()));

/** Scales CSS pixels of a box with text by the text size. */
export function withText(pixels: number): number {
  return Math.ceil(pixels * scale.value);
}

/** CSS pixels of a row of two lines. */
export function rowHeight(): number {
  return withText(64);
}
