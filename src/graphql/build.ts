/**
 * Makes the schema of its text, of which all parts add to the same root types. `Int` has as many bits as a number carries
 * exactly, as in rockboxd: sizes of files and checksums do not fit into the 32 bits of graphql-js.
 */
import type {
  GraphQLFieldConfig,
  GraphQLInputType,
  GraphQLNamedType,
  GraphQLOutputType,
  GraphQLResolveInfo,
  GraphQLScalarType,
  GraphQLSchema,
  InputValueDefinitionNode,
  TypeNode,
} from 'graphql';
import { Rows } from './holes.js';
import type { GraphqlLibrary } from './library.js';
import type { Arguments, GraphqlRequest, Resolver, Resolvers, SchemaPart } from './request.js';

type Field = GraphQLFieldConfig<unknown, GraphqlRequest, Arguments>;

const ROOTS = ['Query', 'Mutation', 'Subscription'] as const;

/** @throws Error when a root field has no resolver, or a resolver no field */
export function buildSchema(library: GraphqlLibrary, parts: readonly SchemaPart[]): GraphQLSchema {
  const { parse, Kind, GraphQLNonNull, GraphQLList, GraphQLObjectType, GraphQLInputObjectType, GraphQLSchema } =
    library;
  const types = new Map<string, GraphQLNamedType>([
    ['Int', wholeNumber(library)],
    ['String', library.GraphQLString],
    ['Boolean', library.GraphQLBoolean],
  ]);
  const typeOf = (node: TypeNode): GraphQLOutputType & GraphQLInputType => {
    if (node.kind === Kind.NON_NULL_TYPE) return new GraphQLNonNull(typeOf(node.type)) as never;
    if (node.kind === Kind.LIST_TYPE) return new GraphQLList(typeOf(node.type)) as never;
    const type = types.get(node.name.value);
    if (type === undefined) throw new Error(`graphql: there is no type ${node.name.value}`);
    return type as never;
  };
  const inputsOf = (nodes: readonly InputValueDefinitionNode[] = []) =>
    Object.fromEntries(
      nodes.map(({ name, type, description }) => [name.value, { type: typeOf(type), description: description?.value }]),
    );
  const resolvers = rootResolvers(parts);
  const document = parse(textOf(parts), { noLocation: true });
  for (const node of document.definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) continue;
    const { name, description } = node;
    const about = { name: name.value, description: description?.value };
    if (node.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) {
      types.set(name.value, new GraphQLInputObjectType({ ...about, fields: () => inputsOf(node.fields) }));
      continue;
    }
    const own = resolvers.get(name.value);
    const names = node.fields?.map((field) => field.name.value) ?? [];
    if (own !== undefined) requireSame(name.value, names, Object.keys(own));
    const fields = (): Record<string, Field> =>
      Object.fromEntries(
        (node.fields ?? []).map((field) => [
          field.name.value,
          {
            type: typeOf(field.type),
            args: inputsOf(field.arguments),
            description: field.description?.value,
            ...waysOf(name.value, own?.[field.name.value]),
          },
        ]),
      );
    types.set(name.value, new GraphQLObjectType({ ...about, fields }));
  }
  const [query, mutation, subscription] = ROOTS.map((name) => types.get(name) as never);
  return new GraphQLSchema({ query, mutation, subscription });
}

/** How graphql-js comes to the value of a field; without a resolver it is a member of its object. */
function waysOf(type: string, resolver: Resolver | undefined): Pick<Field, 'resolve' | 'subscribe'> {
  const shown = (value: unknown, request: GraphqlRequest, info: GraphQLResolveInfo): unknown =>
    value instanceof Rows ? request.holes.keep(value, info) : value;
  if (resolver === undefined) {
    return {
      resolve: (source, _args, request, info) =>
        shown((source as Readonly<Record<string, unknown>>)[info.fieldName], request, info),
    };
  }
  if (type !== 'Subscription') {
    return {
      resolve: async (_source, args, request, info) =>
        shown(await resolver(args as never, request, info), request, info),
    };
  }
  return {
    subscribe: (_source, args, request, info) => resolver(args as never, request, info),
    // What the iterator gives is the value.
    resolve: (source) => source,
  };
}

function rootResolvers(parts: readonly SchemaPart[]): ReadonlyMap<string, Resolvers> {
  return new Map(ROOTS.map((root) => [root, Object.assign({}, ...parts.map((part) => part[root])) as Resolvers]));
}

/** The text of all parts; what each says of a root type is put together. */
function textOf(parts: readonly SchemaPart[]): string {
  const rest = parts.map(({ text }) => text.replace(ROOT_TEXT, '')).join('\n');
  const roots = ROOTS.map((root) => {
    const fields = parts.flatMap(({ text }) =>
      [...text.matchAll(ROOT_TEXT)].filter(([, name]) => name === root).map(([, , body = '']) => body),
    );
    return fields.length === 0 ? '' : `type ${root} {\n${fields.join('\n')}\n}`;
  });
  return [rest, ...roots].join('\n');
}

const ROOT_TEXT = /^type (Query|Mutation|Subscription) \{\n([\s\S]*?)\n\}$/gm;

function requireSame(type: string, fields: readonly string[], resolved: readonly string[]): void {
  const missing = fields.filter((name) => !resolved.includes(name));
  const unknown = resolved.filter((name) => !fields.includes(name));
  if (missing.length + unknown.length > 0)
    throw new Error(`graphql: ${type} has fields and resolvers that differ: ${[...missing, ...unknown].join(', ')}`);
}

function wholeNumber({ GraphQLScalarType, GraphQLError, Kind }: GraphqlLibrary): GraphQLScalarType {
  const requireWhole = (value: unknown): number => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw new GraphQLError(
      `Int cannot represent ${JSON.stringify(value ?? null).slice(0, 100)}: it is no whole number.`,
    );
  };
  return new GraphQLScalarType({
    name: 'Int',
    description: 'A whole number, of up to 53 bits.',
    serialize: requireWhole,
    parseValue: requireWhole,
    parseLiteral: (node) => requireWhole(node.kind === Kind.INT ? Number(node.value) : undefined),
  });
}
