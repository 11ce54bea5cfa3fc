import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { say } from './console.mjs';
import { filesUnder, fingerprint, readStamp, stamped } from './freshness.mjs';
import { at, BUILD, NATIVE } from './paths.mjs';
import { mustRun, run } from './run.mjs';
import { countTap } from './tap-count.mjs';

/** The unit test of `native/core`, without Node: compiled by g++, warnings are errors, prints TAP. */
const FOLDER = join(BUILD, 'native-test');
const BINARY = join(FOLDER, 'native-test');
const FLAGS = ['-std=c++17', '-O1', '-g', '-Wall', '-Wextra', '-Werror', '-pthread'];

/** Builds and runs the test. @returns the counts of its tests, and what it printed */
export async function runNativeTest() {
  await build();
  const { code, stdout, stderr } = await run(BINARY, [], { capture: true });
  const text = `${stdout}${stderr}`;
  const counts = countTap(stdout.split('\n'));
  // A crash without a failed test counts as one.
  return { text, ...counts, ...(code !== 0 && counts.failed === 0 ? { failed: 1 } : {}) };
}

/** Compiles one object a source file, on all cores. A changed header makes all objects stale. */
async function build() {
  const sources = [...filesUnder(at('native', 'core')), ...filesUnder(at('native', 'test'))];
  const headers = sources.filter((name) => name.endsWith('.h'));
  const objects = sources
    .filter((name) => name.endsWith('.cpp'))
    .map((unit) => ({
      unit,
      object: join(FOLDER, `${relative(NATIVE, unit).replaceAll('/', '-')}.o`),
      stamp: fingerprint([unit, ...headers], ...FLAGS),
    }));
  const stale = objects.filter(({ object, stamp }) => !existsSync(object) || readStamp(`${object}.stamp`) !== stamp);
  const linked = fingerprint([], ...objects.map(({ stamp }) => stamp));
  const linkStamp = `${BINARY}.stamp`;
  if (stale.length === 0 && existsSync(BINARY) && readStamp(linkStamp) === linked) return;

  say('building the native unit test');
  const queue = [...stale];
  const compileSome = async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await compile(next);
  };
  mkdirSync(FOLDER, { recursive: true });
  await Promise.all(Array.from({ length: availableParallelism() }, compileSome));
  const link = ['-pthread', '-o', BINARY, ...objects.map(({ object }) => object), '-lasound', '-lsoxr'];
  await stamped(linkStamp, linked, () => mustRun('linking the native unit test', 'g++', link, { capture: true }));
}

function compile({ unit, object, stamp }) {
  const args = [...FLAGS, '-I', NATIVE, '-I', at('native', 'core'), '-c', '-o', object, unit];
  const doing = `compiling ${relative(NATIVE, unit)}`;
  return stamped(`${object}.stamp`, stamp, () => mustRun(doing, 'g++', args, { capture: true }));
}
