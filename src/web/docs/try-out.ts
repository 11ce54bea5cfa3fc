/** A form that sends one operation to the daemon that served the page, and shows what came. */
import { exampleText, parametersOf, sampleOf, type Description, type Parameter, type Way } from './document.js';
import { el } from './elements.js';

/** Most characters shown of an answer that does not end, such as the events. */
const LONGEST_ANSWER = 20_000;
/** Milliseconds for which an answer that does not end is read. */
const PATIENCE = 10_000;

type Field = Readonly<{ parameter: Parameter; input: HTMLInputElement }>;

function fieldFor(operationId: string, parameter: Parameter): Field {
  const id = `${operationId}-${parameter.name}`;
  const input = el('input', { id, autocomplete: 'off', spellcheck: 'false' });
  input.required = parameter.in === 'path';
  const { default: usual } = parameter.schema;
  if (usual !== undefined) input.placeholder = JSON.stringify(usual);
  return { parameter, input };
}

/** The address with what was filled in; an empty field of the query is left out. */
function addressOf(path: string, fields: readonly Field[]): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { parameter, input } of fields) {
    if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encodeURIComponent(input.value));
    else if (parameter.in === 'query' && input.value !== '') query.set(parameter.name, input.value);
  }
  return query.size > 0 ? `${address}?${query.toString()}` : address;
}

/** The header fields that were filled in. */
function headersOf(fields: readonly Field[]): Record<string, string> {
  const filled = fields.filter(({ parameter, input }) => parameter.in === 'header' && input.value !== '');
  return Object.fromEntries(filled.map(({ parameter, input }) => [parameter.name, input.value]));
}

/** The text of an answer, as far as it comes before the signal. */
async function textOf(response: Response, signal: AbortSignal): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (type !== '' && !/^text\/|json|xml|mpegurl/.test(type)) {
    const { size } = await response.blob();
    return `${size} bytes of ${type}`;
  }
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      text += part.value;
      if (text.length > LONGEST_ANSWER) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  await reader?.cancel().catch(() => undefined);
  return text.length > LONGEST_ANSWER ? `${text.slice(0, LONGEST_ANSWER)}…` : text;
}

/** With line breaks where it is JSON. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function tryOut(way: Way, description: Description): HTMLElement {
  const { method, path, operation } = way;
  const { components } = description;
  const fields = parametersOf(way, description).map((parameter) => fieldFor(operation.operationId, parameter));
  const [bodyType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const id = `${operation.operationId}-body`;
  const area = body === undefined ? undefined : el('textarea', { id, spellcheck: 'false' });
  if (area !== undefined && body !== undefined) {
    area.value = exampleText(body.example ?? sampleOf(body.schema ?? {}, components.schemas));
  }
  const command = el('pre', {});
  const outcome = el('div', { role: 'status' });

  const show = (): void => {
    const address = new URL(addressOf(path, fields), location.href).href;
    const heads = Object.entries(headersOf(fields)).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`);
    const body = area === undefined ? '' : ` -H 'Content-Type: ${bodyType ?? ''}' -d ${quoted(area.value)}`;
    command.textContent = `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}${heads.join('')}${body}`;
  };

  async function send(): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE);
    outcome.replaceChildren('Asked …');
    const type = area === undefined ? {} : { 'content-type': bodyType ?? '' };
    const init = { headers: { ...headersOf(fields), ...type }, ...(area !== undefined && { body: area.value }) };
    try {
      const response = await fetch(addressOf(path, fields), { method, signal, ...init });
      const kind = response.headers.get('content-type') ?? 'no body';
      const text = await textOf(response, signal);
      outcome.replaceChildren(
        el('p', {}, `${response.status} ${response.statusText}, ${kind}`),
        text === '' ? '' : el('pre', { tabindex: '0' }, readable(text)),
      );
    } catch (error) {
      outcome.replaceChildren(el('p', {}, `No answer: ${error instanceof Error ? error.message : String(error)}`));
    }
  }

  const form = el(
    'form',
    {},
    ...fields.flatMap(({ parameter, input }) => [
      el('label', { for: input.id }, `${parameter.name} (${parameter.in})`),
      input,
    ]),
    area === undefined ? undefined : el('label', { for: id }, `Body (${bodyType ?? ''})`),
    area,
    command,
    el('button', { type: 'submit' }, `Send ${method}`),
    outcome,
  );
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  show();
  return form;
}
