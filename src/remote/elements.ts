/** The page's elements by their id, and small changes to them that cost nothing when nothing changed. */

/** @throws Error when the page has no such element: a mistake in `index.html` */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no element ${id}`);
  return found;
}

/** @throws Error when the page has no such element of this kind */
export function elementOf<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = element(id);
  if (!(found instanceof kind)) throw new Error(`element ${id} is another one`);
  return found;
}

export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

export function setLabel(target: Element, label: string): void {
  if (target.getAttribute('aria-label') !== label) target.setAttribute('aria-label', label);
}

/** A range that its user may be dragging: events leave it alone then. */
export class Slider {
  readonly input: HTMLInputElement;
  #held = false;

  /**
   * @param moved on every movement
   * @param released when a movement has ended
   */
  constructor(id: string, moved: (value: number) => void, released: (value: number) => void) {
    this.input = elementOf(id, HTMLInputElement);
    this.input.addEventListener('pointerdown', () => (this.#held = true));
    for (const end of ['pointerup', 'pointercancel']) this.input.addEventListener(end, () => (this.#held = false));
    this.input.addEventListener('input', () => {
      moved(this.input.valueAsNumber);
    });
    this.input.addEventListener('change', () => {
      this.#held = false;
      released(this.input.valueAsNumber);
    });
  }

  show(value: number, min: number, max: number, text: string): void {
    const { input } = this;
    if (this.#held) return;
    if (input.min !== String(min)) input.min = String(min);
    if (input.max !== String(max)) input.max = String(max);
    if (input.valueAsNumber !== value) input.value = String(value);
    input.setAttribute('aria-valuetext', text);
  }
}
