/** The schema as clients see it, held against a text: `UPDATE_GRAPHQL=1 npm test -- test/graphql/schema.test.ts` writes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery, printSchema } from 'graphql';
import t from 'tap';
import { buildSchema } from '../../src/graphql/build.js';
import { library } from '../../src/graphql/library.js';
import { requireBounded } from '../../src/graphql/limits.js';
import { PARTS } from '../../src/graphql/schema/index.js';
import { startGraphql } from './rig.js';

const FILE = fileURLToPath(new URL('schema.txt', import.meta.url));

t.test('introspection gives the schema that is written down', async (t) => {
  const { post } = await startGraphql(t);
  const { text } = await post({ query: getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true }) });
  const { data, errors } = JSON.parse(text) as { data: IntrospectionQuery; errors?: unknown };
  t.equal(errors, undefined);
  const printed = `${printSchema(buildClientSchema(data))}\n`;
  if (process.env['UPDATE_GRAPHQL'] !== undefined) writeFileSync(FILE, printed);
  t.equal(printed, readFileSync(FILE, 'utf8'));
});

t.test('introspection stays well below what an operation may ask for', async (t) => {
  const { fields, depth, cost } = requireBounded(library, library.parse(getIntrospectionQuery()));
  t.ok(fields < 500 && depth <= 15 && cost < 50_000, JSON.stringify({ fields, depth, cost }));
});

t.test('a field without a resolver, and a resolver without a field, are mistakes', async (t) => {
  const part = { text: '\ntype Query {\n  one: Int!\n}\n' };
  t.throws(() => buildSchema(library, [part]), /Query has fields and resolvers that differ: one/);
  t.throws(() => buildSchema(library, [{ ...part, Query: { one: () => 1, two: () => 2 } }]), /two/);
  t.throws(() =>
    buildSchema(library, [{ text: '\ntype Query {\n  one: X!\n}\n', Query: { one: () => 1 } }]).toConfig(),
  );
  t.ok(buildSchema(library, PARTS).getQueryType());
});
