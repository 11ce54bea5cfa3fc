import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from './paths.mjs';
import { SetupError } from './console.mjs';

/** Added to our niceness for a program in the background (nice(1)). */
const BEHIND = 5;

/**
 * Runs a program without a shell and waits for its end. Output is passed through unless `capture` is set; standard
 * input is connected only with `interactive` (sudo may ask for a password). A program that takes longer than `timeout`
 * milliseconds is ended; with `background` it runs at a lower priority.
 *
 * @returns `{ code, stdout, stderr }`; a signal counts as code 1. A missing program is code 127.
 */
export function run(
  program,
  args,
  { cwd = ROOT, env = {}, capture = false, interactive = false, background = false, timeout } = {},
) {
  return new Promise((resolve) => {
    const output = capture ? 'pipe' : 'inherit';
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [interactive ? 'inherit' : 'ignore', output, output],
      shell: false,
      timeout,
    });
    if (background && child.pid !== undefined) setPriority(child.pid, Math.min(getPriority() + BEHIND, 19));
    const text = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name]?.setEncoding('utf8').on('data', (chunk) => {
        text[name] += chunk;
      });
    }
    child.once('error', (error) => resolve({ code: 127, ...text, stderr: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, ...text }));
  });
}

/** Runs a program that has to succeed. @throws SetupError that `what` failed, with the output */
export async function mustRun(what, program, args, options) {
  const result = await run(program, args, options);
  if (result.code !== 0) {
    const said = [result.stdout, result.stderr].join('\n').trim();
    throw new SetupError(`${what} failed (${program} ended with code ${result.code}).${said ? `\n${said}` : ''}`);
  }
  return result;
}

/** Full path of a program on PATH or in the system's administrative folders; undefined when there is none. */
export function findProgram(name) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin', '/sbin']) {
    if (folder === '') continue;
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}
