/**
 * The bounds and defaults of every number, text and list of the interface, as clients rely on them: `wire-limits.txt` beside
 * this file has a line for each. A limit that is changed on purpose is changed there too.
 */
import { readFileSync } from 'node:fs';
import t from 'tap';
import { startRig } from './rig.js';

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default', 'enum', 'pattern'];

/** Schemas that are named are listed by their names, once. */
function* limitsOf(node: unknown, place: string): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const bounds = Object.entries(node).filter(([name, value]) => BOUNDS.includes(name) && !isSchema(value));
  if (bounds.length > 0)
    yield `${place}: ${bounds.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')}`;
  for (const [name, value] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples')
      yield* limitsOf(value, `${place}${name.startsWith('/') ? '' : '/'}${labelOf(value) ?? name}`);
  }
}

/** A member of an object may be called as a bound is. */
const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters stand in a list: their names tell more than their places in it. */
const labelOf = (value: unknown): string | undefined =>
  isSchema(value) && 'in' in (value as object) ? (value as { name?: string }).name : undefined;

t.test('the limits of the interface are those that it is known by', async (t) => {
  const { send } = await startRig(t);
  const { paths, components } = (await send('GET', '/openapi.json')).json as Record<string, object>;
  const found = [...limitsOf(paths, ''), ...limitsOf(components, '')].join('\n');
  t.equal(found, readFileSync(new URL('wire-limits.txt', import.meta.url), 'utf8').trim());
});
