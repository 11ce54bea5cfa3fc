/**
 * Lists of records in an answer. graphql-js would hold all of a list at once, and take one long turn for it: a library of
 * 100,000 tracks would cost a hundred MB. So it gets an empty list, a hole, and the rows are written into the JSON when the
 * rest of the answer is known, page by page. Fields of a row have no arguments and no resolvers, so that their selection is
 * all that has to be looked at.
 */
import type { GraphQLFormattedError, GraphQLObjectType, GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import type { GraphqlLibrary } from './library.js';

type Row = unknown;

/** What a row shows under the name of a field. */
export type Readers = Readonly<Record<string, (row: never) => unknown>>;

/** Rows that are made while they are sent. */
export class Rows {
  private constructor(
    private readonly first: IteratorResult<readonly Row[]>,
    private readonly rest: AsyncIterator<readonly Row[]>,
    readonly readers: Readers,
  ) {}

  /** Reads the first page: what cannot be read is refused in words, before anything is sent. */
  static async of(pages: AsyncIterable<readonly Row[]>, readers: Readers): Promise<Rows> {
    const rest = pages[Symbol.asyncIterator]();
    return new Rows(await rest.next(), rest, readers);
  }

  async *pages(): AsyncGenerator<readonly Row[]> {
    try {
      for (let page = this.first; page.done !== true; page = await this.rest.next()) yield page.value;
    } finally {
      await this.rest.return?.();
    }
  }
}

interface Hole {
  readonly rows: Rows;
  /** Response names with what stands there. */
  readonly fields: readonly (readonly [name: string, read: (row: never) => unknown])[];
}

/** What graphql-js has made of an operation; `data` is left out when it was not run. */
export interface Result {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLFormattedError[];
}

export class Holes {
  readonly #holes = new Map<string, Hole>();

  constructor(private readonly library: GraphqlLibrary) {}

  /** Keeps the rows for a field. @returns what graphql-js takes for its value */
  keep(rows: Rows, info: GraphQLResolveInfo): readonly [] {
    this.#holes.set(pathOf(info.path), { rows, fields: this.#fieldsOf(rows, info) });
    return [];
  }

  /** The answer as JSON, in pieces; the rows are read now. */
  async *json(result: Result): AsyncGenerator<string> {
    const { data, errors } = result;
    if (errors !== undefined) yield `{"errors":${JSON.stringify(errors)}`;
    if (data !== undefined) {
      yield errors === undefined ? '{"data":' : ',"data":';
      yield* this.#value(data, '');
    }
    yield '}';
  }

  async *#value(value: unknown, path: string): AsyncGenerator<string> {
    const hole = this.#holes.get(path);
    if (hole !== undefined) yield* listOf(hole);
    else if (typeof value !== 'object' || value === null || !this.#isAbove(path)) yield JSON.stringify(value);
    else if (Array.isArray(value)) {
      for (const [index, each] of value.entries()) {
        yield index === 0 ? '[' : ',';
        yield* this.#value(each, joined(path, index));
      }
      yield value.length === 0 ? '[]' : ']';
    } else {
      const members = Object.entries(value);
      for (const [index, [name, member]] of members.entries()) {
        yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
        yield* this.#value(member, joined(path, name));
      }
      yield members.length === 0 ? '{}' : '}';
    }
  }

  /** Whether there is a hole somewhere below a path. */
  #isAbove(path: string): boolean {
    if (path === '') return this.#holes.size > 0;
    return [...this.#holes.keys()].some((hole) => hole.startsWith(`${path}.`));
  }

  #fieldsOf({ readers }: Rows, info: GraphQLResolveInfo): Hole['fields'] {
    const names = new Map<string, string>();
    for (const { selectionSet } of info.fieldNodes) this.#select(selectionSet, info, names);
    const type = this.library.getNamedType(info.returnType) as GraphQLObjectType;
    return [...names].map(([response, name]) => {
      if (name === '__typename') return [response, () => type.name] as const;
      return [response, readers[name] ?? (() => null)] as const;
    });
  }

  /** Adds the fields of a selection by their response names; all types are object types, so that every fragment applies. */
  #select(set: SelectionSetNode | undefined, info: GraphQLResolveInfo, names: Map<string, string>): void {
    const { GraphQLIncludeDirective: Include, GraphQLSkipDirective: Skip, getDirectiveValues, Kind } = this.library;
    for (const node of set?.selections ?? []) {
      if (getDirectiveValues(Skip, node, info.variableValues)?.['if'] === true) continue;
      if (getDirectiveValues(Include, node, info.variableValues)?.['if'] === false) continue;
      if (node.kind === Kind.FIELD) names.set(node.alias?.value ?? node.name.value, node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) this.#select(node.selectionSet, info, names);
      else this.#select(info.fragments[node.name.value]?.selectionSet, info, names);
    }
  }
}

async function* listOf({ rows, fields }: Hole): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const page of rows.pages()) {
    if (page.length === 0) continue;
    const texts = page.map((row) => {
      const members = fields.map(([name, read]) => [name, read(row as never)]);
      return JSON.stringify(Object.fromEntries(members));
    });
    yield `${isEmpty ? '[' : ','}${texts.join(',')}`;
    isEmpty = false;
  }
  yield isEmpty ? '[]' : ']';
}

function pathOf(path: GraphQLResolveInfo['path']): string {
  return path.prev === undefined ? String(path.key) : `${pathOf(path.prev)}.${path.key}`;
}

const joined = (path: string, key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
