/**
 * What is wrong with a value that a schema refuses. The schema's own list is made over the whole value, in hundreds of
 * bytes for each member: over a long list of mistakes that is more memory than a small box has. Here lengths are looked
 * at first, and long lists a window at a time until there is something to say.
 */
import type { Validator } from 'typebox/schema';
import type { TLocalizedValidationError } from 'typebox/error';
import type { Violation } from '../errors.js';
import type { JsonSchema } from './schema.js';

/** Entries of a list that are judged at a time. */
const WINDOW = 100;

type Path = readonly (string | number)[];

interface LongList {
  readonly path: Path;
  readonly length: number;
}

/** What is followed of a schema: members and lists that it knows. All else of a value is passed over, as it is ignored. */
interface Known {
  readonly properties?: Readonly<Record<string, Known>>;
  readonly items?: Known;
  readonly maxItems?: number;
  readonly anyOf?: readonly Known[];
}

/** A list or an object that may be null as well: the first of the two. */
const plain = (schema: Known): Known => schema.anyOf?.[0] ?? schema;

/** @param value that `validator`, made of `schema`, has refused */
export function violationsIn(schema: JsonSchema, validator: Validator, value: unknown): Violation[] {
  const known = schema as Known;
  const tooLong = lengthViolations(known, value);
  if (tooLong.length > 0) return tooLong;
  const lists: LongList[] = [];
  const first = listed(validator, cut(known, value, [], lists));
  if (first.length > 0) return first;
  for (const { path, length } of lists) {
    for (let start = WINDOW; start < length; start += WINDOW) {
      const window = cut(known, value, [], [], { path, start });
      if (!validator.Check(window)) return listed(validator, window, { path, start });
    }
  }
  return [];
}

/** Lists that are longer than their schema allows. */
function lengthViolations(schema: Known, value: unknown, path: Path = []): Violation[] {
  const { properties, items, maxItems } = plain(schema);
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems)
      return [{ path: pointerOf(path), message: `must not have more than ${maxItems} items` }];
    if (items === undefined) return [];
    return value.slice(0, WINDOW).flatMap((item, at) => lengthViolations(items, item, [...path, at]));
  }
  return membersOf(properties, value).flatMap(([name, known, member]) =>
    lengthViolations(known, member, [...path, name]),
  );
}

/**
 * A copy in which no list is longer than a window: its first, or the one that begins at `start` for the list at that path.
 * Every list that was cut is put into `lists`.
 */
function cut(
  schema: Known,
  value: unknown,
  path: Path,
  lists: LongList[],
  at?: { readonly path: Path; readonly start: number },
): unknown {
  const { properties, items } = plain(schema);
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    if (value.length > WINDOW) lists.push({ path, length: value.length });
    const start = at !== undefined && isSame(at.path, path) ? at.start : 0;
    return value
      .slice(start, start + WINDOW)
      .map((item, index) => cut(items, item, [...path, start + index], lists, at));
  }
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    membersOf(properties, value).map(([name, schema, member]) => [
      name,
      cut(schema, member, [...path, name], lists, at),
    ]),
  );
}

/** The members that the schema knows, each with its schema. */
function membersOf(properties: Known['properties'], value: unknown): [string, Known, unknown][] {
  if (properties === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(properties).flatMap(([name, schema]): [string, Known, unknown][] =>
    Object.hasOwn(value, name) ? [[name, schema, (value as Record<string, unknown>)[name]]] : [],
  );
}

const isSame = (one: Path, other: Path) => one.length === other.length && one.every((part, at) => part === other[at]);

const pointerOf = (path: Path) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function listed(
  validator: Validator,
  value: unknown,
  window: { readonly path: Path; readonly start: number } = { path: [], start: 0 },
): Violation[] {
  const list = `${pointerOf(window.path)}/`;
  return validator
    .Errors(value)[1]
    .flatMap(violationsOf)
    .map(({ path, message }) => {
      if (window.start === 0 || !path.startsWith(list)) return { path, message };
      const [index = '', ...rest] = path.slice(list.length).split('/');
      return { path: `${list}${[Number(index) + window.start, ...rest].join('/')}`, message };
    });
}

/** JSON Pointer (RFC 6901) of a mistake; a missing member is named itself, not the object that lacks it. */
function violationsOf(error: TLocalizedValidationError): Violation[] {
  if (error.keyword === 'enum') {
    return [
      { path: error.instancePath, message: `must be one of ${error.params.allowedValues.map(String).join(', ')}` },
    ];
  }
  if (error.keyword !== 'required') return [{ path: error.instancePath, message: error.message }];
  return error.params.requiredProperties.map((name) => ({
    path: `${error.instancePath}${pointerOf([name])}`,
    message: 'is required',
  }));
}
