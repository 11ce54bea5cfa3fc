import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from './paths.mjs';
import { countTap } from './tap-count.mjs';
import { compiledOf } from './test-build.mjs';

/**
 * Runs compiled test files, each in a Node process of its own without a runner in it: what a runner loads would be
 * loaded again in every thread that a test starts, which costs more than most of their work.
 */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
/** After its timeout a file reports what it waits for and ends; one whose thread is busy is killed after so long. */
const LAST_WORDS_S = 15;
/** Processes that a file has left running may hold its output open; they are killed so long after its end. */
const LEFT_OVERS_S = 5;
/** Reason that tap gives for a file without tests, which does not count as a skip. */
const NO_TESTS = 'no tests found';

/**
 * Runs test files; resolves when all have ended.
 * @param files paths from the top of the repository
 * @param jobs how many at a time
 * @param repeat how often each file is run: one run after the other, as all runs of a file share its test folder
 * @param timeout seconds for a file; 0 means none
 * @param outdir where the compiled files lie
 * @param onRun called as each run ends, with `{ file, lines, milliseconds, passed, failed, skipped }`. `lines` are
 *   its standard output, its standard error as comments, and why it failed. A run that fails although all its tests
 *   passed (a crash or a timeout) counts one failed test.
 */
export async function runTestFiles(files, { jobs, timeout, outdir, repeat = 1 }, onRun) {
  const running = new Set();
  const endAll = (signal) => {
    for (const child of running) killGroup(child, signal);
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, endAll);
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      for (let copy = 0; copy < repeat; copy++) onRun(await runFile(file, outdir, timeout, running));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  for (const signal of ENDING_SIGNALS) process.off(signal, endAll);
}

async function runFile(file, outdir, timeout, running) {
  const began = performance.now();
  const { lines, ...ended } = await outputOf(compiledOf(file, outdir), timeout, running);
  const milliseconds = performance.now() - began;
  const counts = countTap(lines);
  const why = failureOf(lines, ended);
  if (why !== undefined) {
    lines.push(`# ${file} ${why}`);
    counts.failed ||= 1;
  } else if (counts.passed + counts.failed + counts.skipped === 0) counts.skipped = 1;
  return { file, lines, milliseconds, ...counts };
}

function outputOf(program, timeout, running) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', program], {
      cwd: ROOT,
      env: { ...process.env, TAP_TIMEOUT: String(timeout), TAP_OMIT_VERSION: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, which the processes that it starts belong to.
      detached: true,
    });
    running.add(child);
    const lines = [];
    const overdue = timeout > 0 && setTimeout(() => killGroup(child, 'SIGKILL'), (timeout + LAST_WORDS_S) * 1000);
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(`# ${line}`));
    child.once('error', reject);
    let leftOvers;
    child.once('exit', () => {
      clearTimeout(overdue);
      leftOvers = setTimeout(() => {
        lines.push(`# what it has left running held its output for ${LEFT_OVERS_S} s`);
        killGroup(child, 'SIGKILL');
        // A process that has left the group may still hold the other end.
        child.stdout.destroy();
        child.stderr.destroy();
      }, LEFT_OVERS_S * 1000);
    });
    child.once('close', (code, signal) => {
      clearTimeout(leftOvers);
      running.delete(child);
      resolve({ lines, code, signal });
    });
  });
}

/** Signals a test file and all processes of its group. */
function killGroup({ pid }, signal) {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Why a file has failed: by its exit code, or without a plan; undefined when it has not. */
function failureOf(lines, { code, signal }) {
  if (signal !== null) return `was ended by ${signal}`;
  if (code !== 0) return `ended with code ${code}`;
  const plan = planOf(lines);
  return plan === undefined || (plan.tests === 0 && plan.reason === undefined) ? 'ran no test' : undefined;
}

/** The last plan in a file's output, with the reason that the file gives. */
function planOf(lines) {
  const plan = lines.map((line) => /^1\.\.(\d+)(?: # (.+))?/.exec(line)).findLast((match) => match !== null);
  if (plan === undefined) return undefined;
  const [, tests, reason] = plan;
  return { tests: Number(tests), reason: reason === NO_TESTS ? undefined : reason };
}
