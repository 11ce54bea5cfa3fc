/** One operation: folded to a line, and unfolded with all that is known of it. */
import { exampleText, parametersOf, type Description, type Schema, type Way } from './document.js';
import { el, prose } from './elements.js';
import { schemaView } from './schema-view.js';
import { tryOut } from './try-out.js';

function parametersView(way: Way, description: Description): HTMLElement | undefined {
  const parameters = parametersOf(way, description);
  if (parameters.length === 0) return undefined;
  const rows = parameters.flatMap(({ name, in: location, required, description, schema }) => [
    el('dt', {}, el('code', {}, name), ' ', el('i', {}, `${location}, ${required ? 'required' : 'optional'}`)),
    el('dd', {}, description === undefined ? undefined : prose('div', description), boundsOnly(schema)),
  ]);
  return el('div', {}, el('h3', {}, 'Parameters'), el('dl', {}, ...rows));
}

function boundsOnly(schema: Schema): HTMLElement {
  return schemaView(schema, {});
}

function bodyView({ operation }: Way, { components }: Description): HTMLElement | undefined {
  if (operation.requestBody === undefined) return undefined;
  const views = Object.entries(operation.requestBody.content).flatMap(([type, { schema = {} }]) => [
    el('p', {}, el('code', {}, type)),
    schemaView(schema, components.schemas),
  ]);
  return el('div', {}, el('h3', {}, 'Body'), ...views);
}

/** Names alone: what they mean is the same everywhere, and HTTP's own. */
function headersView(names: readonly string[]): HTMLElement | undefined {
  if (names.length === 0) return undefined;
  return el('p', { class: 'soft' }, `With ${names.join(', ')}`);
}

function answersView({ operation }: Way, { components }: Description): HTMLElement {
  const views = Object.entries(operation.responses).map(([status, { description, content = {}, headers = {} }]) =>
    el(
      'details',
      {},
      el('summary', {}, el('b', {}, status), prose('span', description)),
      headersView(Object.keys(headers)),
      ...Object.entries(content).flatMap(([type, { schema = {}, example }]) => [
        el('p', {}, el('code', {}, type)),
        schemaView(schema, components.schemas),
        ...(example === undefined ? [] : [el('p', {}, 'Such as'), el('pre', { tabindex: '0' }, exampleText(example))]),
      ]),
    ),
  );
  return el('div', {}, el('h3', {}, 'Answers'), ...views);
}

/** What it holds is made when it is first unfolded: there are more than a hundred. */
export function operationView(way: Way, description: Description): HTMLDetailsElement {
  const { method, path, operation } = way;
  const view = el(
    'details',
    { id: operation.operationId },
    el('summary', {}, el('b', {}, method), el('code', {}, path), el('span', {}, operation.summary)),
  );
  view.addEventListener(
    'toggle',
    () => {
      view.append(
        ...[
          operation.description === undefined ? undefined : prose('p', operation.description),
          parametersView(way, description),
          bodyView(way, description),
          answersView(way, description),
          el('h3', {}, 'Try it on this box'),
          tryOut(way, description),
        ].filter((part) => part !== undefined),
      );
    },
    { once: true },
  );
  return view;
}
