import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './console.mjs';
import { filesUnder, fingerprint, readStamp, removeStamp, writeStamp } from './freshness.mjs';
import { at, BUILD } from './paths.mjs';
import { mustRun, run } from './run.mjs';
import { countTap } from './tap-count.mjs';

/** The unit test of `native/core`, which knows nothing of Node: plain g++, every warning an error, TAP on stdout. */
const BINARY = join(BUILD, 'native-test');
const STAMP = join(BUILD, 'native-test.stamp');
const FLAGS = ['-std=c++17', '-O1', '-g', '-Wall', '-Wextra', '-Werror', '-pthread'];

const sources = () => [...filesUnder(at('native', 'core')), ...filesUnder(at('native', 'test'))];

/** @returns counts of its test points, all zero when there is no native test yet. */
export async function runNativeTest() {
  const units = sources().filter((name) => name.endsWith('.cpp'));
  if (!existsSync(at('native', 'test'))) return { passed: 0, failed: 0, skipped: 0 };
  const stamp = fingerprint(sources(), ...FLAGS);
  if (!existsSync(BINARY) || readStamp(STAMP) !== stamp) {
    say('building the native unit test');
    removeStamp(STAMP);
    mkdirSync(BUILD, { recursive: true });
    await mustRun(
      'building the native unit test',
      'g++',
      [...FLAGS, '-I', at('native'), '-o', BINARY, ...units, '-lasound'],
      {
        capture: true,
      },
    );
    writeStamp(STAMP, stamp);
  }
  const { code, stdout, stderr } = await run(BINARY, [], { capture: true });
  process.stdout.write(`native unit test\n${stdout}${stderr}`);
  const counts = countTap(stdout);
  // A crash ends the output early: without a failed point of its own it counts as one.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
