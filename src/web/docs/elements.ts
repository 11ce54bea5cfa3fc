/** Elements in few words. Text is only ever set as text: nothing that the daemon says becomes markup. */

type Child = Node | string | undefined;

export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** Prose of the description, in which backquotes mark code. */
export function prose(name: 'p' | 'span' | 'div', text: string): HTMLElement {
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? el('code', {}, part) : part));
  return el(name, {}, ...parts);
}

/** A summary that unfolds. @param content is made when it is first unfolded: a page has more than a hundred of them */
export function folded(
  summary: HTMLElement,
  attributes: Readonly<Record<string, string>>,
  content: () => readonly (Node | string)[],
): HTMLDetailsElement {
  const view = el('details', attributes, summary);
  view.addEventListener('toggle', () => view.append(...content()), { once: true });
  return view;
}
