/** One operation: folded to a line, and unfolded with all that is known of it. */
import { exampleText, parametersOf, type Description, type Way } from './document.js';
import { el, folded, prose } from './elements.js';
import { schemaView } from './schema-view.js';
import { tryOut } from './try-out.js';

function parametersView(way: Way, description: Description): HTMLElement | undefined {
  const parameters = parametersOf(way, description);
  if (parameters.length === 0) return undefined;
  const rows = parameters.flatMap(({ name, in: location, required, description, schema }) => [
    el('dt', {}, el('code', {}, name), ' ', el('i', {}, `${location}, ${required ? 'required' : 'optional'}`)),
    el('dd', {}, description === undefined ? undefined : prose('div', description), schemaView(schema, {})),
  ]);
  return el('div', {}, el('h3', {}, 'Parameters'), el('dl', {}, ...rows));
}

function bodyView({ operation }: Way, { components }: Description): HTMLElement | undefined {
  if (operation.requestBody === undefined) return undefined;
  const views = Object.entries(operation.requestBody.content).flatMap(([type, { schema = {} }]) => [
    el('p', {}, el('code', {}, type)),
    schemaView(schema, components.schemas),
  ]);
  return el('div', {}, el('h3', {}, 'Body'), ...views);
}

function answersView({ operation }: Way, { components }: Description): HTMLElement {
  const views = Object.entries(operation.responses).map(([status, { description, content = {}, headers = {} }]) =>
    el(
      'details',
      {},
      el('summary', {}, el('b', {}, status), prose('span', description)),
      // Names alone: what they mean is the same everywhere, and HTTP's own.
      Object.keys(headers).length === 0 ? '' : el('p', { class: 'soft' }, `With ${Object.keys(headers).join(', ')}`),
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
  const summary = el('summary', {}, el('b', {}, method), el('code', {}, path), el('span', {}, operation.summary));
  return folded(summary, { id: operation.operationId }, () => [
    operation.description === undefined ? '' : prose('p', operation.description),
    parametersView(way, description) ?? '',
    bodyView(way, description) ?? '',
    answersView(way, description),
    el('h3', {}, 'Try it on this box'),
    tryOut(way, description),
  ]);
}
