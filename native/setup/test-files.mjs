import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { at, ROOT } from './paths.mjs';

/**
 * Runs test files, each in a Node of its own that imports TypeScript, and nothing else: what a runner would load
 * besides goes into every thread that a test starts, and costs each of them more than its own work.
 */
const TYPESCRIPT = at('native', 'setup', 'typescript.mjs');
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Beyond its time a file says itself what it waits for, and ends; unless its thread never rests. */
const LAST_WORDS_S = 15;

/**
 * @param files paths as they shall be called
 * @param jobs how many at a time
 * @param timeout seconds for a file; 0 means none
 * @param onLine told the lines of one TAP stream (version 14), a point a file, those of a file when it has ended;
 *   in comments what it wrote to its standard error
 */
export async function runTestFiles(files, { jobs, timeout }, onLine) {
  const running = new Set();
  const endAll = (signal) => {
    for (const child of running) child.kill(signal);
    process.kill(process.pid, signal);
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, endAll);
  const waiting = [...files.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, file] = next;
      const { lines, ...end } = await outputOf(file, timeout, running);
      const why = failureOf(lines, end);
      onLine(`# Subtest: ${file}`);
      for (const line of lines) onLine(line === '' ? '' : `    ${line}`);
      if (why !== undefined) onLine(`    # ${file} ${why}`);
      onLine(`${why === undefined ? 'ok' : 'not ok'} ${index + 1} - ${file}${skipOf(lines)}`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  for (const signal of ENDING_SIGNALS) process.off(signal, endAll);
}

function outputOf(file, timeout, running) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--enable-source-maps', `--import=${TYPESCRIPT}`, file], {
      cwd: ROOT,
      env: { ...process.env, TAP_TIMEOUT: String(timeout), TAP_OMIT_VERSION: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    const lines = [];
    const overdue = timeout > 0 && setTimeout(() => child.kill('SIGKILL'), (timeout + LAST_WORDS_S) * 1000);
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(`# ${line}`));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(overdue);
      running.delete(child);
      resolve({ lines, code, signal });
    });
  });
}

/** Why a file has failed; a plan without an exit code tells of no crash, an exit code without a plan of no test. */
function failureOf(lines, { code, signal }) {
  if (signal !== null) return `was ended by ${signal}`;
  if (code !== 0) return `ended with code ${code}`;
  const plan = lines.findLast((line) => /^1\.\.\d+/.test(line));
  return plan === undefined || plan === '1..0' ? 'ran no test' : undefined;
}

/** A plan of no tests that says why. */
function skipOf(lines) {
  const reason = lines.map((line) => /^1\.\.0 # (.+)$/.exec(line)?.[1]).find((text) => text !== undefined);
  return reason === undefined ? '' : ` # SKIP ${reason}`;
}
