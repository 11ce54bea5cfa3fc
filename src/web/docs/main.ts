/** The documentation of the interface: made in the browser from what the daemon says of itself. */
import { waysOf, type Description } from './document.js';
import { el, prose } from './elements.js';
import { guideView } from './guide.js';
import { operationView } from './operation-view.js';

/** @throws Error when the page has no such element: a mistake in `index.html` */
function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no element ${id}`);
  return found;
}

/** An operation, and what is searched of it, in lower case. */
type Row = Readonly<{ view: HTMLDetailsElement; words: string }>;

function show(description: Description): void {
  const { description: about, version } = description.info;
  const programs = 'The description for programs is at `/openapi.json`.';
  element('about').replaceWith(prose('p', `${about} Interface version ${version}. ${programs}`));
  const ways = waysOf(description);
  const sections = new Map<string, Row[]>();
  for (const way of ways) {
    const [tag = ''] = way.operation.tags;
    const words = `${way.method} ${way.path} ${way.operation.summary} ${way.operation.operationId}`.toLowerCase();
    const rows = sections.get(tag) ?? [];
    rows.push({ view: operationView(way, description), words });
    sections.set(tag, rows);
  }
  const views = [...sections].map(([tag, rows]) => ({
    rows,
    section: el('section', { 'aria-label': tag }, el('h2', {}, tag), ...rows.map(({ view }) => view)),
  }));
  element('operations').replaceChildren(...views.map(({ section }) => section));
  const codes = Object.entries(description['x-error-codes']).flatMap(([code, { meaning, remedy }]) => [
    el('dt', {}, el('code', {}, code)),
    el('dd', {}, prose('span', `${meaning} ${remedy}`)),
  ]);
  element('operations').after(el('details', { id: 'codes' }, el('summary', {}, 'Error codes'), el('dl', {}, ...codes)));

  const filter = element('filter') as HTMLInputElement;
  const narrow = (): void => {
    const wanted = filter.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const { rows, section } of views) {
      for (const { view, words } of rows) view.hidden = !wanted.every((word) => words.includes(word));
      const shown = rows.filter(({ view }) => !view.hidden).length;
      section.hidden = shown === 0;
      count += shown;
    }
    element('count').textContent = `${count} of ${ways.length} operations`;
  };
  filter.addEventListener('input', narrow);
  narrow();
  const asked = document.getElementById(location.hash.slice(1));
  if (asked instanceof HTMLDetailsElement) {
    asked.open = true;
    asked.scrollIntoView();
  }
}

async function main(): Promise<void> {
  element('guide').replaceChildren(...guideView());
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`the daemon answered ${response.status}`);
  show((await response.json()) as Description);
}

main().catch((error: unknown) => {
  element('about').textContent =
    `The description could not be read: ${error instanceof Error ? error.message : String(error)}. Load the page again.`;
});
