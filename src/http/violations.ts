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
/** No schema knows an object of more members. */
const MOST_MEMBERS = 256;
/** Nor one that lies deeper. */
const DEEPEST = 16;

type Path = readonly (string | number)[];

interface LongList {
  readonly path: Path;
  readonly length: number;
}

/** @param value that `validator`, made of `schema`, has refused */
export function violationsIn(schema: JsonSchema, validator: Validator, value: unknown): Violation[] {
  const tooLong = lengthViolations(schema, value);
  if (tooLong.length > 0) return tooLong;
  const lists: LongList[] = [];
  const first = listed(validator, cut(value, [], lists));
  if (first.length > 0) return first;
  for (const { path, length } of lists) {
    for (let start = WINDOW; start < length; start += WINDOW) {
      const window = cut(value, [], [], { path, start });
      if (!validator.Check(window)) return listed(validator, window, { path, start });
    }
  }
  return [];
}

/** Lists that are longer than their schema allows, and objects of more members than any has. */
function lengthViolations(schema: unknown, value: unknown, path: Path = []): Violation[] {
  if (typeof value !== 'object' || value === null || path.length > DEEPEST) return [];
  const { properties, items, maxItems } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, unknown>>;
    readonly items?: unknown;
    readonly maxItems?: number;
  };
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems)
      return [{ path: pointerOf(path), message: `must not have more than ${maxItems} items` }];
    return value.slice(0, WINDOW).flatMap((item, at) => lengthViolations(items, item, [...path, at]));
  }
  const members = Object.entries(value);
  if (members.length > MOST_MEMBERS)
    return [{ path: pointerOf(path), message: `must not have more than ${MOST_MEMBERS} members` }];
  return members.flatMap(([name, member]) => lengthViolations(properties?.[name], member, [...path, name]));
}

/**
 * A copy in which no list is longer than a window: its first, or the one that begins at `start` for the list at that path.
 * Every list that was cut is put into `lists`.
 */
function cut(
  value: unknown,
  path: Path,
  lists: LongList[],
  at?: { readonly path: Path; readonly start: number },
): unknown {
  if (typeof value !== 'object' || value === null || path.length > DEEPEST) return value;
  if (Array.isArray(value)) {
    if (value.length > WINDOW) lists.push({ path, length: value.length });
    const start = at !== undefined && isSame(at.path, path) ? at.start : 0;
    return value.slice(start, start + WINDOW).map((item, index) => cut(item, [...path, start + index], lists, at));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, cut(member, [...path, name], lists, at)]),
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
  if (error.keyword !== 'required') return [{ path: error.instancePath, message: error.message }];
  return error.params.requiredProperties.map((name) => ({
    path: `${error.instancePath}${pointerOf([name])}`,
    message: 'is required',
  }));
}
