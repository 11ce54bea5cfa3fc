import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { SetupError } from './console.mjs';
import { runNativeTest } from './native-test.mjs';
import { ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { buildTests } from './test-build.mjs';
import { runTestFiles } from './test-files.mjs';
import { knownTimes, Report } from './test-report.mjs';

/**
 * Selects, orders and runs test files, and reports. A test file belongs to a tier by its name:
 *
 *   NAME.test.ts        quick: `npm test`
 *   NAME.full.test.ts   full: `npm run test:full`
 *   NAME.alone.test.ts  full, run alone, as it measures real time
 *   test/long/          long: `npm run test:long`, one after the other
 *   test/browsers/      browsers: `npm run test:browsers`
 *   test/screens/       screens: `npm run screens`
 *
 * `N passed, N failed` at the end counts tests, not assertions.
 */
const TIMEOUT_S = 600;
/** More than processors, as tests of the whole daemon wait more than they compute. */
const JOBS = 2 * availableParallelism();

const FOLDERS = ['long', 'browsers', 'screens'];
const TIERS = ['quick', 'full', ...FOLDERS];

export function tierOf(file) {
  const folder = FOLDERS.find((name) => file.startsWith(`test/${name}/`));
  if (folder !== undefined) return folder;
  return isAlone(file) || file.endsWith('.full.test.ts') ? 'full' : 'quick';
}

const isAlone = (file) => file.endsWith('.alone.test.ts');

/**
 * Runs tests and prints the result.
 * @param tier which tests to run where no file is named
 * @param paths test files of any tier, or folders with files of `tier`; none means all of the tier, with the native
 * unit
 *   test in the quick tier
 * @param changed a git revision: run only tests that depend on files that differ from it
 * @param changedFiles run only tests that depend on these; tests that start `dist/` only if they changed themselves
 * @param repeat how often each file is run, one run after the other
 * @returns the exit code
 */
export async function runTests({ tier, paths = [], changed, changedFiles, jobs = JOBS, repeat = 1 }) {
  const graph = await buildTests(paths.map(fromTop).filter((path) => path.endsWith('.test.ts')));
  let files = selected(graph, tier, paths);
  if (changedFiles !== undefined) files = dependents(graph, files, changedFiles, { bundles: false });
  else if (changed !== undefined) files = dependents(graph, files, await differingFiles(changed));
  if (files.length === 0) {
    process.stdout.write(
      `no test of the ${tier} tier depends on ${changedFiles?.join(', ') ?? `what differs from ${changed}`}\n`,
    );
    return 0;
  }
  const report = new Report(files.length * repeat);
  const everything = tier === 'quick' && paths.length === 0 && changed === undefined && changedFiles === undefined;
  // At the same time as the others: the native test mostly waits.
  const native = everything ? runNativeTest().then((result) => report.addNative(result)) : undefined;
  native?.catch(() => undefined); // a failure is thrown below
  // With an editor open the first result should come soon, else the last one.
  const ordered = changedFiles === undefined ? longestFirst(files) : longestFirst(files).reverse();
  const options = { repeat, timeout: tier === 'long' ? 0 : TIMEOUT_S };
  const onRun = (run) => report.file(run);
  const others = ordered.filter((file) => !isAlone(file));
  await runTestFiles(others, { ...options, jobs }, onRun);
  await runTestFiles(ordered.filter(isAlone), { ...options, jobs: 1 }, onRun);
  await native;
  return report.end();
}

const fromTop = (path) => relative(ROOT, resolve(path));

/** Test files of the graph that `tier` and `paths` name. */
export function selected(graph, tier, paths) {
  const all = Object.keys(graph).filter((file) => file.endsWith('.test.ts'));
  const named = paths.map(fromTop);
  const ofTier = all.filter((file) => tierOf(file) === tier);
  if (named.length === 0) return ofTier;
  for (const path of named) {
    if (all.some((file) => file === path) || ofTier.some((file) => file.startsWith(`${path}/`))) continue;
    const others = TIERS.filter((other) => all.some((file) => tierOf(file) === other && file.startsWith(`${path}/`)));
    throw new SetupError(
      others.length === 0
        ? `no test file matches ${path}`
        : `no test file of the ${tier} tier lies below ${path}; there are some of the tier ${others.join(', ')}`,
    );
  }
  const isNamed = (file) =>
    named.includes(file) || (tierOf(file) === tier && named.some((path) => file.startsWith(`${path}/`)));
  return all.filter(isNamed);
}

/**
 * The test files that depend on a changed file: by imports, by a file that a test names, and, where a test starts the
 * bundles in `dist/`, by anything below `src/` and `native/`.
 */
export function dependents(graph, files, changed, { bundles = true } = {}) {
  const bundlesChange = bundles && changed.some((file) => /^(src|native|package)/.test(file));
  const differs = (path) => changed.some((file) => file === path || file.startsWith(`${path}/`));
  return files.filter((file) => (graph[file].bundles && bundlesChange) || graph[file].imports.some(differs));
}

async function differingFiles(revision) {
  const git = async (...args) => {
    const { code, stdout, stderr } = await run('git', args, { capture: true });
    if (code !== 0) throw new SetupError(`git cannot tell what differs from ${revision}: ${stderr.trim()}`);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const differing = await git('diff', '--name-only', '--relative', revision, '--');
  return [...differing, ...(await git('ls-files', '--others', '--exclude-standard'))];
}

/** Longest first, so that no long file begins at the end. Without a known time, tests of the daemon count as long. */
function longestFirst(files) {
  const times = knownTimes();
  const weight = (file) => times[file]?.seconds ?? (file.startsWith('test/e2e/') ? 10 : 1);
  return files.toSorted((one, other) => weight(other) - weight(one));
}
