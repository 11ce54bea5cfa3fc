import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const WINDOW = 1000;
/** Of one second, in milliseconds: as much as a recording may be too long. */
const MOST_WAIT = 100;

/**
 * Whether an emulator is given the processors that it asks for. One that stands ready and waits has its sound card play
 * holes, whatever the player inside does: then a recording says nothing about the player. The kernel counts that for
 * each thread (`/proc/<pid>/task/<tid>/schedstat`, the second number: nanoseconds on a run queue, in
 * Documentation/scheduler/sched-stats).
 */
export class Starvation {
  #read;
  #now;
  #last;
  #timer;
  /** The most that was waited for in one second, in milliseconds, over all threads. */
  worst = 0;

  /** @param pid of the emulator; what is read of it, and the clock (ms), can be others in a test */
  constructor(pid, read = () => waitOf(pid), now = () => performance.now()) {
    this.#read = read;
    this.#now = now;
  }

  get isStarved() {
    return this.worst > MOST_WAIT;
  }

  /** From now on; what was before does not count. */
  watch() {
    this.worst = 0;
    this.#last = { waited: this.#read(), at: this.#now() };
    this.#timer = setInterval(() => this.look(), WINDOW).unref();
  }

  look() {
    const [waited, at] = [this.#read(), this.#now()];
    // A thread that has ended takes its count with it.
    const wait = Math.max(0, waited - this.#last.waited);
    if (at > this.#last.at) this.worst = Math.max(this.worst, (wait * 1000) / Math.max(at - this.#last.at, WINDOW));
    this.#last = { waited, at };
  }

  end() {
    clearInterval(this.#timer);
    this.look();
  }

  /** For a person. */
  toString() {
    return `the emulator waited up to ${this.worst.toFixed(0)} ms of a second for a processor`;
  }
}

/** Milliseconds that the threads of a process have stood ready without running; 0 for one that has ended. */
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
    return 0; // it has just ended
  }
}
