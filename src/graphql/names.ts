/** Between the names of REST, in snake case, and those of GraphQL, in camel case. */
import { NotFound } from '../errors.js';

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, rename));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [rename(name), renamed(member, rename)]));
}

/** JSON of REST, by the names of GraphQL. */
export function toGraphql(value: unknown): unknown {
  return renamed(value, camel);
}

/** An input of GraphQL, by the names of REST; what is null or left out is left out. */
export function toRest(value: object): Readonly<Record<string, unknown>> {
  const given = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return renamed(Object.fromEntries(given), snake) as Readonly<Record<string, unknown>>;
}

/** Null for what there is not. */
export async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  return found.catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
}
