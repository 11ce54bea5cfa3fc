/** What a refused body is told, and that telling it takes no more memory than the body. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import t from 'tap';
import { createJudge } from '../../src/http/body.js';
import type { InvalidInput } from '../../src/errors.js';
import type { JsonSchema } from '../../src/http/schema.js';

const LIST: JsonSchema = {
  type: 'object',
  required: ['tracks'],
  properties: {
    name: { type: 'string' },
    tracks: { type: 'array', items: { type: 'string' } },
    bands: { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'null' }] },
    few: { type: 'array', maxItems: 3, items: { type: 'integer' } },
    rows: { type: 'array', items: { type: 'object', required: ['a/b'], properties: { 'a/b': { type: 'integer' } } } },
  },
};

async function problems(value: unknown) {
  try {
    await createJudge(LIST)(value, '/body');
  } catch (error) {
    return (error as InvalidInput).violations.map(({ path, message }) => `${path} ${message}`);
  }
  return [];
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);

t.test('each mistake is told by its place', async (t) => {
  const cases: readonly (readonly [unknown, readonly string[]])[] = [
    [{ tracks: [] }, []],
    [{}, ['/body/tracks is required']],
    [[1], ['/body must be object']],
    [{ tracks: names(3), name: 5 }, ['/body/name must be string']],
    [{ tracks: ['a', 1, 'b', 2] }, ['/body/tracks/1 must be string', '/body/tracks/3 must be string']],
    [{ tracks: [...names(99), 1] }, ['/body/tracks/99 must be string']],
    [{ tracks: [...names(100), 1] }, ['/body/tracks/100 must be string']],
    [
      { tracks: [...names(5007), 1, 'b', 2, ...names(200), 3] },
      ['/body/tracks/5007 must be string', '/body/tracks/5009 must be string'],
    ],
    [{ tracks: [], rows: [{ 'a/b': 1 }, {}] }, ['/body/rows/1/a~1b is required']],
    [{ tracks: [], rows: [...names(150).map(() => ({ 'a/b': 1 })), {}] }, ['/body/rows/150/a~1b is required']],
    [{ tracks: [], bands: null, few: [1, 2, 'x'] }, ['/body/few/2 must be integer']],
    [{ tracks: [], few: ['x', 2, 3, 4] }, ['/body/few must not have more than 3 items']],
  ];
  for (const [value, expected] of cases)
    t.strictSame(await problems(value), expected, JSON.stringify(value).slice(0, 60));
});

t.test('what no schema knows is passed over, however much it is', async (t) => {
  const few = Array.from({ length: 101 }, () => 1);
  const unknown = Array.from({ length: 99 }, () => Array.from({ length: 99 }, () => few));
  const members = Object.fromEntries(names(100_000).map((name) => [name, 1]));
  t.strictSame(await problems({ unknown, ...members, tracks: [...names(5000), 1] }), [
    '/body/tracks/5000 must be string',
  ]);
});

t.test('a body that lies very deep is refused', async (t) => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 500_000; depth++) deep = [deep];
  t.strictSame(await problems({ tracks: [deep] }), ['/body/tracks/0 must be string']);
});

t.test('two megabytes of mistakes are told in a heap of 64 MB', async (t) => {
  const entry = fileURLToPath(new URL('../../src/http/body.ts', import.meta.url));
  const outfile = `${t.testdir()}/judge.mjs`;
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
  const bodies = {
    numbers: `{"tracks":[${'1,'.repeat(1_048_500)}1]}`,
    bands: `{"tracks":[],"bands":[${'"",'.repeat(600_000)}1]}`,
    texts: `{"tracks":[${'"",'.repeat(600_000)}1]}`,
    members: `{${names(180_000)
      .map((name) => `"${name}":1`)
      .join()}}`,
    lists: `{"tracks":[${'[],'.repeat(600_000)}1]}`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    const program = `
      import { createJudge } from ${JSON.stringify(outfile)};
      let text = '';
      for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
      const value = JSON.parse(text);
      text = '';
      const error = await createJudge(${JSON.stringify(LIST)})(value).catch((error) => error);
      process.stdout.write(error.code + ' ' + error.violations.length);
    `;
    const child = spawn(process.execPath, ['--max-old-space-size=64', '--input-type=module', '-e', program], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const answer: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => answer.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(body);
    await once(child, 'close');
    t.match(Buffer.concat(answer).toString(), /^INVALID_BODY [1-9]/, name);
  }
});
