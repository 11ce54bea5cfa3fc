/** Random operations of the schema, and random bytes: every one is answered, and nothing ends the daemon. */
import fc from 'fast-check';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import t from 'tap';
import { Messages, startGraphql } from './rig.js';

type Field = GraphQLField<unknown, unknown>;

const VALUES = [
  'null',
  '0',
  '-1',
  '2147483648',
  '1.5',
  '""',
  '"current"',
  'true',
  '[]',
  '{}',
  '[[1]]',
  'x',
  '"\\u0000"',
];

function value(type: GraphQLInputType, pick: (below: number) => number): string {
  if (pick(5) === 0) return VALUES[pick(VALUES.length)] ?? 'null';
  if (isNonNullType(type)) return value(type.ofType, pick);
  if (isListType(type)) return `[${Array.from({ length: pick(3) }, () => value(type.ofType, pick)).join(' ')}]`;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(() => pick(4) === 0);
    return `{ ${fields.map((field) => `${field.name}: ${value(field.type, pick)}`).join(' ')} }`;
  }
  const simple: Record<string, readonly string[]> = {
    ...{ Int: ['0', '1', '-3', '7'], Boolean: ['true', 'false'], String: ['"x"', '"/"', '"sys_90s_mix"', '"{}"'] },
  };
  const choices = simple[type.name] ?? ['null'];
  return choices[pick(choices.length)] ?? 'null';
}

function selection(field: Field, pick: (below: number) => number, depth: number): string {
  const type = getNamedType(field.type);
  const given = field.args.filter((arg) => isNonNullType(arg.type) || pick(2) === 0);
  const args = given.map((arg) => `${arg.name}: ${value(arg.type, pick)}`).join(' ');
  const head = `${pick(4) === 0 ? `a${pick(9)}: ` : ''}${field.name}${args === '' ? '' : `(${args})`}`;
  if (!isObjectType(type)) return head;
  const below = Object.values(type.getFields()).filter((each) => depth < 3 || !isObjectType(getNamedType(each.type)));
  const some = Array.from({ length: 1 + pick(4) }, () => below[pick(below.length)]).flatMap((each) => each ?? []);
  return `${head} { __typename ${some.map((each) => selection(each, pick, depth + 1)).join(' ')} }`;
}

t.test('random operations', async (t) => {
  const { graphql, post, http } = await startGraphql(t);
  const { schema } = await graphql.engine();
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => type ?? []);
  // These wait for as long as they are told.
  const slow = /^(?:bluetoothScan|scanLibrary)$/;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(1000), { minLength: 60, maxLength: 60 }), async (numbers) => {
      let at = 0;
      const pick = (below: number): number => (numbers[at++ % numbers.length] ?? 0) % below;
      const root = roots[pick(2)];
      const fields = Object.values(root?.getFields() ?? {}).filter(({ name }) => !slow.test(name));
      const some = Array.from({ length: 1 + pick(3) }, () => fields[pick(fields.length)]).flatMap(
        (field) => field ?? [],
      );
      const query = `${root?.name === 'Mutation' ? 'mutation' : 'query'} { ${some
        .map((field) => selection(field as Field, pick, 1))
        .join(' ')} }`;
      const { status, text } = await post({ query });
      const answer = JSON.parse(text) as { data?: unknown; errors?: { extensions?: { code?: string } }[] };
      const codes = (answer.errors ?? []).map(({ extensions }) => extensions?.code);
      if (status !== 200 || codes.some((code) => code === undefined || code === 'INTERNAL_ERROR'))
        throw new Error(`${query}\n${status} ${text}`);
    }),
    { numRuns: 400 },
  );
  t.strictSame(
    http.logged.filter((line) => /error/i.test(line)),
    [],
  );
});

t.test('random texts and messages', async (t) => {
  const { post, socket, data } = await startGraphql(t);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (query) => {
      const { status } = await post({ query });
      if (status !== 200) throw new Error(String(status));
    }),
    { numRuns: 200 },
  );
  const words = fc.constantFrom('connection_init', 'subscribe', 'start', 'complete', 'stop', 'ping', 'pong', 'x');
  const message = fc.record({ type: words, id: fc.constantFrom('1', '2', '', 3, null), payload: fc.json() });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('graphql-transport-ws', 'graphql-ws'),
      fc.array(message),
      async (protocol, all) => {
        const messages = new Messages(socket(protocol));
        await messages.opened();
        for (const each of all) messages.send(each);
        messages.socket.close();
        await messages.close();
      },
    ),
    { numRuns: 60 },
  );
  t.strictSame(await data('{ status }'), { status: 0 });
});
