/** The document of the interface under Redocly's recommended rules, examples included: each of them is an error. */
import { fileURLToPath } from 'node:url';

import { createConfig, lintFromString, type NormalizedProblem } from '@redocly/openapi-core';
import t from 'tap';

import { Described } from './described.js';
import { startRig } from './rig.js';

const EXAMPLES = fileURLToPath(new URL('../../src/http/examples.json', import.meta.url));

/**
 * Complaints that are let pass, each with its reason. A rule is never turned off as a whole.
 *
 * The contract's own paths: `folders` is a segment of its own and no playlist's id, and is matched first. No client can
 * mean the other one, since ids are made by the daemon and none of them is "folders".
 */
const LET_PASS: readonly (readonly [rule: string, message: RegExp])[] = [
  ['no-ambiguous-paths', /`\/saved-playlists\/folders\/\{id\}`/],
];

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly description?: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

interface Document {
  readonly 'x-error-codes': Readonly<Record<string, unknown>>;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

async function complaints(source: string): Promise<NormalizedProblem[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return problems.filter(
    ({ ruleId, message }) => !LET_PASS.some(([rule, words]) => rule === ruleId && words.test(message)),
  );
}

const inWords = ({ ruleId, message, location: [path] }: NormalizedProblem) =>
  `${ruleId} at ${path?.pointer ?? ''}: ${message}`;

const { send } = await startRig(t, { examples: EXAMPLES });
const { json, text } = await send('GET', '/openapi.json');
const document = json as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

t.test('the document keeps every recommended rule', async (t) => {
  t.strictSame((await complaints(text)).map(inWords), []);
});

t.test('what would break a rule is told', async (t) => {
  const [path = '', methods] = Object.entries(document.paths)[0] ?? [];
  const [method = '', operation] = Object.entries(methods ?? {})[0] ?? [];
  const silent = { ...operation, operationId: undefined, summary: undefined };
  const broken = { ...document, paths: { ...document.paths, [path]: { ...methods, [method]: silent } } };
  const rules = (await complaints(JSON.stringify(broken))).map(({ ruleId }) => ruleId);
  t.strictSame(rules.sort(), ['operation-operationId', 'operation-summary']);
});

t.test('what is let pass is still there to be let pass', async (t) => {
  const config = await createConfig({ extends: ['recommended'] });
  const all = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
  for (const [rule, words] of LET_PASS) {
    t.ok(
      all.some(({ ruleId, message }) => ruleId === rule && words.test(message)),
      `${rule}: take it off the list`,
    );
  }
});

t.test('every example is of its schema, with no member more', async (t) => {
  const described = new Described(document);
  let seen = 0;
  const check = (path: string, type: string, { schema, example }: Media): void => {
    if (example === undefined) return;
    seen++;
    t.equal(described.schemaMistake(schema, example), undefined, `${path} (${type})`);
  };
  for (const { operationId, requestBody, responses } of operations) {
    for (const [type, media] of Object.entries(requestBody?.content ?? {})) check(`${operationId} body`, type, media);
    for (const [status, { content = {} }] of Object.entries(responses)) {
      for (const [type, media] of Object.entries(content)) check(`${operationId} ${status}`, type, media);
    }
  }
  t.ok(seen > operations.length / 2, `${seen} examples`);
});

/** What a number of the query counts. */
const UNITS = /millisecond|byte|index|rows|pixel|how many|files|minute|second/i;

t.test('every tag and every parameter is explained, and every number says what it counts', async (t) => {
  for (const { name, description } of document.tags) t.ok(description, `add the tag "${name}" to src/http/openapi.ts`);
  for (const { operationId, parameters = [] } of operations) {
    for (const { name, description = '', schema } of parameters) {
      const isNumber = 'type' in schema && schema.type === 'integer';
      t.match(description, isNumber ? UNITS : /\w+ \w+/, `${operationId} ${name}`);
    }
  }
});
