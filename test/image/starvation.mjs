import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds between two readings. */
const WINDOW = 1000;
/** Tolerated waiting time in milliseconds a second; equal to the tolerance for the length of a recording. */
const MOST_WAIT = 100;

/**
 * Measures whether an emulator gets the processor time that it needs. An emulator that is ready to run but waits
 * records holes, whatever the player inside does, so that a recording is no evidence against the player. The kernel
 * counts the waiting time for each thread (`/proc/<pid>/task/<tid>/schedstat`, the second number: nanoseconds on a run
 * queue, see Documentation/scheduler/sched-stats).
 */
export class Starvation {
  #read;
  #now;
  #last;
  #timer;
  /** Longest waiting time in one second, in milliseconds, summed over all threads. */
  worst = 0;

  /** @param pid of the emulator @param read total waiting time in ms; a test can replace it, and the clock (ms) */
  constructor(pid, read = () => waitOf(pid), now = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  get isStarved() {
    return this.worst > MOST_WAIT;
  }

  /** Begins to measure anew. */
  watch() {
    this.worst = 0;
    this.#last = { waited: this.#read(), at: this.#now() };
    this.#timer = setInterval(() => this.look(), WINDOW).unref();
  }

  look() {
    const [waited, at] = [this.#read(), this.#now()];
    // The sum becomes smaller when a thread has ended.
    const wait = Math.max(0, waited - this.#last.waited);
    if (at > this.#last.at) this.worst = Math.max(this.worst, (wait * 1000) / Math.max(at - this.#last.at, WINDOW));
    this.#last = { waited, at };
  }

  end() {
    clearInterval(this.#timer);
    this.look();
  }

  /** Sentence for a report. */
  toString() {
    return `the emulator waited up to ${this.worst.toFixed(0)} ms of a second for a processor`;
  }
}

/** Total milliseconds that the threads of a process were ready to run but waited; 0 for a process that has ended. */
export function waitOf(pid) {
  const folder = `/proc/${pid}/task`;
  try {
    return readdirSync(folder).reduce((sum, thread) => sum + waitOfThread(`${folder}/${thread}/schedstat`), 0);
  } catch {
    return 0;
  }
}

function waitOfThread(file) {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0; // the thread has just ended
  }
}
