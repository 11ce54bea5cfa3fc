/**
 * Keeps the keyboard focus in the page. When the focused element goes, as the button of a deleted row does, the same control
 * of the row in its place takes the focus; without one, the title of the screen or of the open sheet.
 */
const CONTROLS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/** Where the focus was: all elements around it from inside, and its numbers among the rows and in its row. */
interface Spot {
  readonly trail: readonly Element[];
  readonly row: number;
  readonly control: number;
}

export function focusTitle(): void {
  const sheet = [...document.querySelectorAll<HTMLElement>('.sheet')].at(-1);
  (sheet ?? document.querySelector<HTMLElement>('#page h1'))?.focus({ preventScroll: true });
}

function spotOf(element: Element): Spot {
  const trail: Element[] = [];
  for (let around: Element | null = element; around !== null; around = around.parentElement) trail.push(around);
  const row = element.closest('li');
  return {
    trail,
    row: row === null ? -1 : [...(row.parentElement?.children ?? [])].indexOf(row),
    control: row === null ? -1 : [...row.querySelectorAll(CONTROLS)].indexOf(element),
  };
}

/** The control that takes the place of one that has gone; undefined where it was in no list, or its list is empty. */
function heirOf({ trail, row, control }: Spot): HTMLElement | undefined {
  const gone = trail.findIndex((each) => each.localName === 'li');
  const list = trail[gone + 1];
  if (gone < 0 || list?.isConnected !== true) return undefined;
  const next = list.children[row] ?? list.lastElementChild;
  const controls = [...(next?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  return controls[control] ?? controls.at(-1);
}

/** Called once, after the page was drawn. */
export function keepFocus(root: HTMLElement): void {
  let spot: Spot | undefined;
  document.addEventListener('focusin', ({ target }) => {
    spot = target instanceof Element && target !== document.body ? spotOf(target) : undefined;
  });
  new MutationObserver(() => {
    const [focused] = spot?.trail ?? [];
    if (spot === undefined || focused === undefined) return;
    // Rows before it may have come or gone.
    if (focused.isConnected) spot = spot.row < 0 ? spot : spotOf(focused);
    else if (document.activeElement === document.body) {
      const heir = heirOf(spot);
      if (heir === undefined) focusTitle();
      else heir.focus({ preventScroll: true });
    }
  }).observe(root, { childList: true, subtree: true });
}
