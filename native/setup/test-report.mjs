/** Prints the progress and the result of a test run, and keeps the times of its files. */
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './console.mjs';
import { writeAtomically } from './freshness.mjs';
import { TEST_BUILD } from './test-build.mjs';

const TIMES = join(TEST_BUILD, 'times.json');
const SLOWEST = 10;
/** Tests that measure: what they say is printed, also where they pass. */
const LONG = 'test/long/';

/** What a test says by `t.comment`, from within a test. */
const figuresIn = (lines) => lines.flatMap((line) => /^ +# (?!Subtest: |time=|\{ total: )(.+)$/.exec(line)?.[1] ?? []);

/** Seconds and counts of the last run of each file, by path. */
export function knownTimes() {
  try {
    return JSON.parse(readFileSync(TIMES, 'utf8')).files;
  } catch {
    return {};
  }
}

/** Writes to standard output and to `times.json`. The output of all files goes to `build/test/run.tap`. */
export class Report {
  #total;
  #done = 0;
  #began = performance.now();
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #ran = new Map();
  #failures = [];
  #output;

  constructor(total) {
    this.#total = total;
    mkdirSync(TEST_BUILD, { recursive: true });
    this.#output = createWriteStream(join(TEST_BUILD, 'run.tap'));
  }

  #add(counts) {
    for (const outcome of Object.keys(this.#counts)) this.#counts[outcome] += counts[outcome];
  }

  addNative({ text, ...counts }) {
    this.#add(counts);
    const failed = counts.failed > 0;
    process.stdout.write(`${failed ? 'FAIL' : 'ok  '} native unit test (${counts.passed + counts.failed} tests)\n`);
    if (failed)
      this.#failures.push({ title: 'native unit test', lines: text.split('\n'), again: 'npm run test:native' });
  }

  /** A run of a test file, as `runTestFiles` reports it. */
  file({ file: title, passed, failed, skipped, milliseconds, lines }) {
    this.#output.write([`# ${title}`, ...lines, ''].join('\n'));
    this.#add({ passed, failed, skipped });
    this.#done += 1;
    const seconds = milliseconds / 1000;
    const before = this.#ran.get(title)?.seconds ?? 0;
    this.#ran.set(title, { seconds: Math.max(before, seconds), passed, failed, skipped });
    const tests = passed + failed + skipped;
    const words = `${tests} ${tests === 1 ? 'test' : 'tests'}, ${seconds.toFixed(1)} s`;
    const left = this.#total - this.#done;
    process.stdout.write(`${failed > 0 ? 'FAIL' : 'ok  '} ${title} (${words}) [${this.#done} done, ${left} left]\n`);
    if (title.startsWith(LONG)) for (const line of figuresIn(lines)) process.stdout.write(`     ${line}\n`);
    if (failed > 0) this.#failures.push({ title, lines, again: `npm test -- ${title}` });
  }

  /** Prints failures and totals. @returns the exit code */
  end() {
    this.#output.end();
    const { passed, failed, skipped } = this.#counts;
    if (passed + failed === 0) throw new SetupError('no test ran at all');
    const seconds = (performance.now() - this.#began) / 1000;
    this.#keepTimes(seconds);
    for (const { title, lines, again } of this.#failures) {
      process.stdout.write(`\n== FAIL ${title}\n${lines.join('\n')}\n   again: ${again}\n`);
    }
    this.#printSlowest(seconds);
    process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
    return failed === 0 ? 0 : 1;
  }

  #printSlowest(seconds) {
    const slowest = [...this.#ran].toSorted(([, one], [, other]) => other.seconds - one.seconds).slice(0, SLOWEST);
    if (slowest.length < 2) return;
    process.stdout.write(`\n${this.#done} files in ${Math.round(seconds)} s; the slowest:\n`);
    for (const [title, { seconds }] of slowest) process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${title}\n`);
  }

  #keepTimes(seconds) {
    const files = { ...knownTimes(), ...Object.fromEntries(this.#ran) };
    writeAtomically(TIMES, `${JSON.stringify({ at: new Date().toISOString(), seconds, files }, undefined, 1)}\n`);
  }
}
