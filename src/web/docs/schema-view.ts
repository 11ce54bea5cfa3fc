/** A schema as a list of its members, each with type, bounds and meaning. */
import { referenceOf, type Description, type Schema } from './document.js';
import { el, prose } from './elements.js';

type Components = Description['components']['schemas'];

/** Schemas may refer to each other for ever. */
const DEEPEST = 4;

/** Members of a schema that bound its values, with the words around them. */
const BOUNDS = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'at least', ' characters'],
  ['maxLength', 'at most', ' characters'],
  ['maxItems', 'at most', ' of them'],
] as const;

function typeText(schema: Schema): string {
  const name = referenceOf(schema);
  if (name !== undefined) return name;
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' or ');
  const { type = 'any', items } = schema;
  const names = typeof type === 'string' ? [type] : type;
  return names
    .map((each) => (each === 'array' && items !== undefined ? `list of ${typeText(items)}` : each))
    .join(' or ');
}

function boundsText(schema: Schema): string {
  const { enum: values, default: usual } = schema;
  const texts = [
    values === undefined ? undefined : values.map((value) => JSON.stringify(value)).join(' | '),
    ...BOUNDS.map(([name, before, after = '']) => schema[name] !== undefined && `${before} ${schema[name]}${after}`),
    usual === undefined ? undefined : `${JSON.stringify(usual)} by default`,
  ];
  return texts.filter(Boolean).join(', ');
}

/** The part of a schema that has members: itself, what it refers to, the rows of a list. */
function membersOf(schema: Schema, components: Components): Schema | undefined {
  const name = referenceOf(schema);
  if (name !== undefined) return membersOf(components[name] ?? {}, components);
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return membersOf(schema.items, components);
  return schema.anyOf?.map((each) => membersOf(each, components)).find((each) => each !== undefined);
}

function membersView(schema: Schema, components: Components, depth: number): HTMLElement | undefined {
  const members = membersOf(schema, components);
  if (members?.properties === undefined || depth >= DEEPEST) return undefined;
  const rows = Object.entries(members.properties).flatMap(([name, inner]) => {
    const isRequired = members.required?.includes(name) === true;
    const words = [typeText(inner), boundsText(inner), isRequired ? '' : 'may be missing'].filter(
      (text) => text !== '',
    );
    return [
      el('dt', {}, el('code', {}, name), ' ', el('i', {}, words.join('; '))),
      el(
        'dd',
        {},
        inner.description === undefined ? undefined : prose('div', inner.description),
        membersView(inner, components, depth + 1),
      ),
    ];
  });
  return el('dl', {}, ...rows);
}

export function schemaView(schema: Schema, components: Components): HTMLElement {
  const bounds = boundsText(schema);
  return el(
    'div',
    {},
    el('p', { class: 'soft' }, typeText(schema) + (bounds === '' ? '' : `; ${bounds}`)),
    schema.description === undefined ? undefined : prose('p', schema.description),
    membersView(schema, components, 0),
  );
}
