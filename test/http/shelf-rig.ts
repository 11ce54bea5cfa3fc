/** The real application in front of a real library that holds a few tracks. */
import type { Test } from 'tap';
import { Compile } from 'typebox/schema';
import { type LibraryRig, libraryRig } from '../library/rig.js';
import { putOnShelf, setAvailable, type ShelfTrack } from '../library/shelf.js';
import { type Rig, startRig } from './rig.js';

export const ROOT = '/music';

export interface Shelf extends Omit<Rig, 'library'>, LibraryRig {
  /** What a GET answers with 200. */
  readonly get: (path: string) => Promise<unknown>;
  /** The same, when `GET /openapi.json` describes it so. @param described the path as it stands there */
  readonly checked: (path: string, described?: string) => Promise<unknown>;
  /** The titles, or names, of a list. */
  readonly titlesOf: (path: string) => Promise<string[]>;
  readonly put: (tracks: readonly ShelfTrack[], root?: string) => Promise<void>;
  readonly pull: (away: boolean, root?: string) => Promise<void>;
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { schema: object }>> }>>;
}

/** References are resolved by hand: the document's components are few and flat. */
function resolved(node: unknown, schemas: Described['components']['schemas']): unknown {
  if (Array.isArray(node)) return node.map((each) => resolved(each, schemas));
  if (typeof node !== 'object' || node === null) return node;
  if ('$ref' in node) return resolved(schemas[String(node.$ref).split('/').at(-1) ?? ''], schemas);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value, schemas)]));
}

/** Throws unless `value` is just what the description of this answer says: no member more. */
export function conforms(document: unknown, method: string, path: string, value: unknown): void {
  const { paths, components } = document as Described;
  const schema = paths[path]?.[method.toLowerCase()]?.responses['200']?.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`${method} ${path} is not described`);
  const whole = resolved(schema, components.schemas) as { items?: object; properties?: object };
  const closed = whole.items === undefined ? close(whole) : { ...whole, items: close(whole.items) };
  const validator = Compile(closed as never);
  if (!validator.Check(value)) throw new Error(`${path}: ${JSON.stringify(validator.Errors(value)[1])}`);
}

function close(schema: object): object {
  return 'properties' in schema ? { ...schema, additionalProperties: false } : schema;
}

export async function startShelf(t: Test, tracks: readonly ShelfTrack[] = []): Promise<Shelf> {
  const { library, ...rest } = await libraryRig(t);
  const rig = await startRig(t, { library });
  const get = async (path: string): Promise<unknown> => {
    const { status, json, text } = await rig.send('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return json;
  };
  const put = async (more: readonly ShelfTrack[], root = ROOT): Promise<void> => {
    await rest.write((sql) => putOnShelf(sql, root, more));
  };
  if (tracks.length > 0) await put(tracks);
  return {
    ...rig,
    ...rest,
    library,
    get,
    put,
    checked: async (path, described = path) => {
      const value = await get(path);
      conforms((await rig.send('GET', '/openapi.json')).json, 'GET', described, value);
      return value;
    },
    titlesOf: async (path) =>
      ((await get(path)) as { title?: string; name?: string }[]).map(({ title, name }) => title ?? name ?? ''),
    pull: (away, root = ROOT) => rest.write((sql) => setAvailable(sql, root, !away)),
  };
}
