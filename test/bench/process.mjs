/**
 * Starts, ends and observes the processes that are measured, by pid and through /proc. CPU time is the sum over all
 * live threads of the scheduler's count, in nanoseconds (proc_pid_schedstat(5)); the 10 ms ticks of /proc/PID/stat are
 * used only for threads that have ended.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const NANOSECONDS_PER_TICK = 1e7;
const STOP_MILLISECONDS = 8000;

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

/** Starts a program without a shell; its output goes to `logFile`. `started` is a time of `now()`. */
export function launch(program, args, { env = {}, cwd, logFile } = {}) {
  const log = openSync(logFile, 'a');
  const started = now();
  const child = spawn(program, args, { env: { ...process.env, ...env }, cwd, stdio: ['ignore', log, log] });
  closeSync(log);
  running.add(child);
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', resolve);
  });
  void ended.then(() => running.delete(child));
  return { child, pid: child.pid, started, ended };
}

/** The end of a log, for an error message. */
export const lastWords = (logFile) => readFileSync(logFile, 'utf8').slice(-2000).trim();

/** Ends a process: SIGTERM, then SIGKILL. May be called twice. */
export async function end({ child, ended }) {
  if (!running.has(child)) return;
  child.kill('SIGTERM');
  const patience = AbortSignal.timeout(STOP_MILLISECONDS);
  patience.addEventListener('abort', () => child.kill('SIGKILL'));
  await ended;
}

/** Nanoseconds of CLOCK_MONOTONIC, the clock of the sink's log. */
export const now = () => Number(process.hrtime.bigint());

/**
 * Waits until `condition` gives a value other than undefined or false. @returns that value @throws after `timeout` ms
 */
export async function until(what, condition, { timeout = 20_000, pause = 5 } = {}) {
  const deadline = Date.now() + timeout;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`waited ${timeout} ms in vain for ${what}`);
    await delay(pause);
  }
}

/** `{ name, cpu, switches }` of each live thread: CPU in nanoseconds, and the number of voluntary context switches. */
export function threadsOf(pid) {
  const threads = {};
  for (const tid of readdirSync(`/proc/${pid}/task`)) {
    try {
      const task = `/proc/${pid}/task/${tid}`;
      const status = readFileSync(`${task}/status`, 'utf8');
      threads[tid] = {
        name: /^Name:\s*(.*)$/m.exec(status)[1],
        cpu: Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]),
        switches: Number(/^voluntary_ctxt_switches:\s*(\d+)$/m.exec(status)[1]),
      };
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
    }
  }
  return threads;
}

/** CPU of a process since its start in nanoseconds, user and system. */
export function cpuOf(pid) {
  const live = Object.values(threadsOf(pid)).reduce((sum, { cpu }) => sum + cpu, 0);
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Math.max(live, (Number(fields[11]) + Number(fields[12])) * NANOSECONDS_PER_TICK);
}

/** Memory in MiB: everything resident, and the anonymous part, which belongs to no file. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mebibytes = (field) => Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(status)[1]) / 1024;
  return { resident: mebibytes('VmRSS'), anonymous: mebibytes('RssAnon') };
}

/** Observes a process for `milliseconds`: CPU in % of a core, wake-ups a second, and both by thread. */
export async function observe(pid, milliseconds) {
  const before = { at: now(), threads: threadsOf(pid) };
  await delay(milliseconds);
  const after = { at: now(), threads: threadsOf(pid) };
  const seconds = (after.at - before.at) / 1e9;
  const threads = Object.entries(after.threads).map(([tid, { name, cpu, switches }]) => ({
    name,
    cpuPercent: (cpu - (before.threads[tid]?.cpu ?? 0)) / seconds / 1e7,
    wakeUps: (switches - (before.threads[tid]?.switches ?? 0)) / seconds,
  }));
  const sum = (key) => threads.reduce((total, thread) => total + thread[key], 0);
  return {
    cpuPercent: sum('cpuPercent'),
    wakeUps: sum('wakeUps'),
    threads: threads.filter(({ cpuPercent, wakeUps }) => cpuPercent > 0 || wakeUps > 0),
  };
}
