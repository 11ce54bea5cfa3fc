import { createWriteStream, mkdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { SetupError } from './console.mjs';
import { filesUnder } from './freshness.mjs';
import { runNativeTest } from './native-test.mjs';
import { at, BUILD, ROOT } from './paths.mjs';
import { TapCount } from './tap-count.mjs';
import { runTestFiles } from './test-files.mjs';
import { compileAll } from './typescript-hooks.mjs';

/**
 * Everything that `npm test` runs: the native unit test, then the files of `test/**`, at last the plain line
 * `N passed, N failed`. A test here is a named test of a file; assertions count through theirs.
 */
const JOBS = 2;
const TIMEOUT_S = 600;

/** Files that play in real time: side by side on two cores they would report xruns that are not the daemon's. */
const REAL_TIME = 'test/e2e/';
/** A card that waits for data has none to report; they take long, and so they begin first. */
const PATIENT = 'test/e2e/patient/';
/** Run by commands of their own. */
const LONG = 'test/long/';
const NOT_HERE = ['test/bench/', LONG];

/** @param only paths of test files or folders; none means all, with the native test. @returns the exit code. */
export async function runTests(only = []) {
  const files = select(only);
  const patient = files.filter((file) => file.startsWith(PATIENT));
  const serial = files.filter((file) => file.startsWith(REAL_TIME) && !file.startsWith(PATIENT));
  const parallel = [...patient, ...files.filter((file) => !file.startsWith(REAL_TIME))];
  const total = { passed: 0, failed: 0, skipped: 0 };
  const add = (counts) => {
    for (const outcome of Object.keys(total)) total[outcome] += counts[outcome];
  };
  if (only.length === 0) add(await runNativeTest());
  if (parallel.length > 0) add(await runFiles(parallel, 'tests'));
  if (serial.length > 0) add(await runFiles(serial, 'real-time-tests', { jobs: 1 }));
  return report(total);
}

/** @param only paths of files below `test/long`; none means all. @returns the exit code. */
export async function runLongTests(only = []) {
  const files = select(only, (file) => file.startsWith(LONG));
  return report(await runFiles(files, 'long-tests', { jobs: 1, timeout: 0 }));
}

function select(only, belongs = (file) => !NOT_HERE.some((folder) => file.startsWith(folder))) {
  const all = filesUnder(at('test'), (name) => name.endsWith('.test.ts'))
    .map((file) => relative(ROOT, file))
    .filter(belongs);
  if (only.length === 0) return all;
  const wanted = only.map((path) => relative(ROOT, resolve(path)));
  const files = all.filter((file) => wanted.some((path) => file === path || file.startsWith(`${path}/`)));
  if (files.length === 0) throw new SetupError(`no test file matches ${only.join(' ')}`);
  return files;
}

/** The whole TAP goes to `build/<name>.tap`; the person sees a line a file, and everything of a file that failed. */
async function runFiles(files, name, { jobs = JOBS, timeout = TIMEOUT_S } = {}) {
  mkdirSync(BUILD, { recursive: true });
  await compileAll(['src', 'test'].flatMap((folder) => filesUnder(at(folder), (file) => file.endsWith('.ts'))));
  const raw = createWriteStream(at('build', `${name}.tap`));
  const count = new TapCount(1, (file) => {
    const tests = file.passed + file.failed + file.skipped;
    process.stdout.write(`${file.failed > 0 ? 'FAIL' : 'ok  '} ${file.title} (${tests})\n`);
    if (file.failed > 0) process.stdout.write(`${file.lines.join('\n')}\n`);
  });
  const { ended, failed } = await runTestFiles(files, { jobs, timeout }, (line) => {
    raw.write(`${line}\n`);
    count.line(line);
  });
  raw.end();
  if (ended !== files.length) throw new SetupError(`only ${ended} of ${files.length} test files have ended`);
  // What a file printed is its own account of itself; how it ended is not.
  return { passed: count.passed, failed: Math.max(count.failed, failed.length), skipped: count.skipped };
}

function report({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  if (passed + failed === 0) throw new SetupError('no test ran at all');
  process.stdout.write(`\n${line}\n`);
  return failed === 0 ? 0 : 1;
}
