/** What the keys of a slider mean (WAI-ARIA Authoring Practices, "Slider"). */

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

/**
 * Steps that a key asks for, and keeps the key from the browser; undefined for other keys. On a page that is read from
 * right to left the left arrow goes up. @param page steps of the keys that turn a page
 */
export function stepsOf(event: KeyboardEvent, page: number): number | undefined {
  const { key } = event;
  const steps = key === 'PageUp' ? page : key === 'PageDown' ? -page : STEPS[key];
  if (steps !== undefined) event.preventDefault();
  return steps !== undefined && document.dir === 'rtl' && /Left|Right/.test(key) ? -steps : steps;
}
