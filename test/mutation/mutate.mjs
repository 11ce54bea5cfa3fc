/** Changes one place of the source at a time and looks whether a test fails: see README.md beside this file. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { transform } from 'esbuild';
import { filesUnder } from '../../native/setup/freshness.mjs';
import { at, ROOT } from '../../native/setup/paths.mjs';
import { mutationsOf } from './mutations.mjs';

const HELP = `node test/mutation/mutate.mjs [option ...]
  --count=300    how many mutations are drawn
  --seed=1       of the draw: the same seed draws the same mutations of the same source
  --skip=0       how many mutations at the beginning of the draw are left out: those that an earlier run has tried
  --rooms=playback,playlists,library,http
  --only=FILE[:LINE]   all mutations of a file or a line, instead of a draw
  --nearest=12   how many test files are run for a mutation at most
  --jobs=2       how many mutations are tested at a time
  --list         print the mutations, run nothing
  --help
`;
const OPTIONS = {
  count: { type: 'string', default: '300' },
  seed: { type: 'string', default: '1' },
  skip: { type: 'string', default: '0' },
  rooms: { type: 'string', default: 'playback,playlists,library,http' },
  only: { type: 'string' },
  nearest: { type: 'string', default: '12' },
  jobs: { type: 'string', default: '2' },
  list: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};
const NEVER = /^test\/(e2e|long|image|bluetooth-vm|bench|house|setup)\//;
const REPORT = at('build', 'mutation.json');
const USUAL = at('build', 'mutation', 'usual.json');
/** What is not under `src` and `test` is the same in every copy of the tree. */
const NOT_SHARED = ['.git', '.tap', 'build', 'native', 'src', 'test'];

const sourceOf = (file) => readFileSync(at(file), 'utf8');
const below = (folder, end) => filesUnder(at(folder), (name) => name.endsWith(end)).map((file) => relative(ROOT, file));

async function compiled(text) {
  const options = { loader: 'ts', format: 'esm', target: 'node20', tsconfigRaw: sourceOf('tsconfig.json') };
  return (await transform(text, options)).code;
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Mutations of a file but for those that `equivalent.json` names by the text of their line. */
function sitesOf(file, equivalents) {
  const text = sourceOf(file);
  const lines = text.split('\n');
  return mutationsOf(file, text).flatMap((mutation) => {
    const line = text.slice(0, mutation.start).split('\n').length;
    const change = `${mutation.before.replaceAll(/\s+/g, ' ').trim().slice(0, 100)} → ${mutation.after}`;
    const code = lines[line - 1].trim();
    const isEquivalent = equivalents.some((each) => each.file === file && each.line === code && each.change === change);
    return isEquivalent ? [] : [{ ...mutation, file, line, change, code }];
  });
}

/** Draws a file by its size, then one of its mutations. */
function drawn(files, sites, count, seed) {
  const random = randomFrom(seed);
  const left = new Map(files.map((file) => [file, { sites: [...sites(file)], size: sourceOf(file).length }]));
  const result = [];
  while (result.length < count) {
    const open = [...left].filter(([, { sites }]) => sites.length > 0);
    let mark = random() * open.reduce((sum, [, { size }]) => sum + size, 0);
    const chosen = open.find(([, { size }]) => (mark -= size) < 0);
    if (chosen === undefined) break;
    const [, { sites: rest }] = chosen;
    result.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return result;
}

/** Files that each file needs at run time: by import, or as the entry of a worker that a rig bundles. */
function graphOf(code) {
  const graph = new Map();
  for (const [file, text] of code) {
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)\.js"/g)];
    const entries = [...text.matchAll(/"(?:\.\.\/)*(src\/[\w/.-]+\.ts)"/g)].map(([, path]) => path);
    const paths = imports.map(([, path]) => relative(ROOT, resolve(ROOT, dirname(file), `${path}.ts`)));
    graph.set(file, [...new Set([...paths, ...(file.startsWith('test/') ? entries : [])])]);
  }
  return graph;
}

/** All that a file needs, itself included, with the number of imports in between. */
function distancesFrom(file, graph) {
  const distances = new Map([[file, 0]]);
  for (const [each, distance] of distances) {
    for (const next of graph.get(each) ?? []) if (!distances.has(next)) distances.set(next, distance + 1);
  }
  return distances;
}

const wordsOf = (path) =>
  path
    .replace(/(\.\w+)*\.ts$/, '')
    .split(/[/-]/)
    .slice(1)
    .map((word) => word.replace(/s$/, ''));

/** Words of a test file's name; the contract's tests are those of the wire. */
const subjectsOf = (test) => [...new Set(wordsOf(test.replace('/contract-', '/wire-contract-')))];

/** Test files that need `file`, the nearest first: few imports in between, and words of its path in their own. */
function nearestTo(file, reach, count) {
  const words = wordsOf(file);
  const far = (test) => reach.get(test).get(file) - 2 * subjectsOf(test).filter((word) => words.includes(word)).length;
  return [...reach.keys()]
    .filter((test) => reach.get(test).has(file))
    .sort((one, other) => far(one) - far(other) || (one < other ? -1 : 1))
    .slice(0, count);
}

/** A copy of the tree whose source may be changed; scripts lie beside their sources. */
function makeTree(number, code) {
  const tree = at('build', 'mutation', `tree-${process.pid}-${number}`);
  process.once('exit', () => rmSync(tree, { recursive: true, force: true }));
  for (const folder of ['src', 'test']) cpSync(at(folder), join(tree, folder), { recursive: true });
  mkdirSync(join(tree, 'build'));
  mkdirSync(join(tree, 'native'));
  const share = (path) => symlinkSync(at(path), join(tree, path));
  for (const name of readdirSync(ROOT)) if (!NOT_SHARED.includes(name)) share(name);
  for (const name of readdirSync(at('native'))) share(join('native', name));
  for (const name of readdirSync(at('build')))
    if (!/^(mutation|typescript|test)/.test(name)) share(join('build', name));
  for (const [file, script] of code) writeFileSync(join(tree, file.replace(/\.ts$/, '.js')), script);
  return tree;
}

/** Runs one test file in a copy of the tree: the one place that knows how. @returns 'passed', 'failed' or 'timed out' */
function runTest(tree, test, seconds) {
  return new Promise((done) => {
    const temporary = mkdtempSync(join(tmpdir(), 'mutation-'));
    chmodSync(temporary, 0o755); // tests of other users' rights go through it
    const child = spawn(process.execPath, [test.replace(/\.ts$/, '.js')], {
      cwd: tree,
      env: { ...process.env, TMPDIR: temporary, TAP_BAIL: '1', TAP_TIMEOUT: '600' },
      stdio: 'ignore',
      detached: true,
    });
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // All of its group have ended.
      }
    };
    let result;
    const timer = setTimeout(() => {
      result = 'timed out';
      end();
    }, seconds * 1000);
    process.once('exit', end);
    child.once('exit', (status) => {
      clearTimeout(timer);
      process.off('exit', end);
      end();
      // Paths in it may be longer than Node removes.
      spawnSync('rm', ['-rf', temporary]);
      done((result ??= status === 0 ? 'passed' : 'failed'));
    });
  });
}

/** Seconds that a test file takes where nothing is mutated; undefined for one that fails there. */
async function usualSeconds(tree, test, { reach, usual }) {
  const hash = createHash('sha256');
  for (const file of reach.get(test).keys()) if (existsSync(at(file))) hash.update(sourceOf(file));
  const key = hash.digest('hex');
  if (usual[test]?.key !== key) {
    const start = performance.now();
    const result = await runTest(tree, test, 600);
    usual[test] = { key, result, seconds: (performance.now() - start) / 1000 };
    writeFileSync(USUAL, JSON.stringify(usual, null, 1));
  }
  if (usual[test].result === 'passed') return usual[test].seconds;
  process.stderr.write(`${test} ${usual[test].result} without a mutation: it counts for nothing\n`);
  return undefined;
}

/** @returns the test that failed, and how; neither where the mutation survives. */
async function tried(tree, mutation, tests, context) {
  const { file, start, end, after } = mutation;
  const source = sourceOf(file);
  const mutated = source.slice(0, start) + after + source.slice(end);
  const put = (text, script) => {
    writeFileSync(join(tree, file), text);
    writeFileSync(join(tree, file.replace(/\.ts$/, '.js')), script);
  };
  const script = await compiled(mutated);
  for (const test of tests) {
    const seconds = await usualSeconds(tree, test, context);
    if (seconds === undefined) continue;
    put(mutated, script);
    const result = await runTest(tree, test, 3 * seconds + 10);
    put(source, context.code.get(file));
    if (result !== 'passed') return { by: test, result: result === 'failed' ? 'killed' : result };
  }
  return { result: 'survived' };
}

function summary(results) {
  const rooms = [...new Set(results.map(({ file }) => file.split('/')[1])), 'all'];
  return rooms.map((room) => {
    const of = results.filter(({ file }) => room === 'all' || file.startsWith(`src/${room}/`));
    const survived = of.filter(({ result }) => result === 'survived').length;
    return {
      room,
      mutations: of.length,
      survived,
      score: Math.round((1000 * (of.length - survived)) / of.length) / 10,
    };
  });
}

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  if (values.help) return process.stdout.write(HELP);
  const [count, seed, skip, nearest, jobs] = ['count', 'seed', 'skip', 'nearest', 'jobs'].map((name) => {
    if (!/^\d{1,9}$/.test(values[name])) throw new Error(`--${name} is a whole number, not '${values[name]}'`);
    return Number(values[name]);
  });
  const equivalents = JSON.parse(sourceOf('test/mutation/equivalent.json'));
  const sites = (file) => sitesOf(file, equivalents);
  const [file, line] = values.only?.split(':') ?? [];
  const files = values.rooms.split(',').flatMap((room) => below(`src/${room}`, '.ts'));
  if (files.length === 0) throw new Error(`no source lies in the rooms '${values.rooms}'`);
  const mutations =
    file === undefined
      ? drawn(files, sites, count, seed).slice(skip)
      : sites(file).filter((site) => line === undefined || site.line === Number(line));
  const name = (mutation) => `${mutation.file}:${mutation.line}  ${mutation.change}`;
  if (values.list) return process.stdout.write(mutations.map((mutation) => `${name(mutation)}\n`).join(''));
  const code = new Map();
  for (const path of ['src', 'test'].flatMap((folder) => below(folder, '.ts')))
    code.set(path, await compiled(sourceOf(path)));
  const graph = graphOf(code);
  const tests = [...graph.keys()].filter((path) => path.endsWith('.test.ts') && !NEVER.test(path));
  const reach = new Map(tests.map((test) => [test, distancesFrom(test, graph)]));
  const trees = Array.from({ length: jobs }, (_, number) => makeTree(number, code));
  const known = existsSync(USUAL) ? JSON.parse(readFileSync(USUAL, 'utf8')) : {};
  const usual = Object.fromEntries(Object.entries(known).filter(([, { result }]) => result === 'passed'));
  const waiting = [...mutations];
  const results = [];
  const work = async (tree) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const outcome = await tried(tree, next, nearestTo(next.file, reach, nearest), { code, reach, usual });
      results.push({ ...next, ...outcome });
      const by = outcome.by === undefined ? '' : `  (${outcome.by})`;
      process.stdout.write(`[${results.length}/${mutations.length}] ${outcome.result.padEnd(9)} ${name(next)}${by}\n`);
    }
  };
  await Promise.all(trees.map(work));
  const rooms = summary(results);
  writeFileSync(REPORT, `${JSON.stringify({ seed, rooms, results }, null, 2)}\n`);
  process.stdout.write('\nroom        mutations  survived  score\n');
  for (const { room, mutations: all, survived, score } of rooms) {
    process.stdout.write(
      `${room.padEnd(12)}${String(all).padStart(9)}${String(survived).padStart(10)}${String(score).padStart(6)} %\n`,
    );
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
try {
  await main();
} catch (error) {
  process.stderr.write(`mutate: ${error.message}; --help tells the options\n`);
  process.exitCode = 2;
}
