/** Progress of a run of the bench: number of the group, time elapsed, and time left as estimated from earlier runs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BENCH } from './paths.mjs';

const KEPT = join(BENCH, 'durations.json');

/** Rough seconds of a whole and of a quick run, for groups that have never been measured on this machine. */
const USUAL = {
  startup: [180, 60],
  latency: [300, 90],
  moving: [180, 60],
  status: [60, 20],
  queue: [150, 60],
  playing: [480, 120],
  formats: [600, 130],
  stopped: [260, 80],
  rested: [360, 5],
  library: [1200, 180],
  search: [240, 60],
  scanning: [300, 60],
  slices: [180, 60],
  smart: [120, 60],
  remote: [900, 180],
  covers: [150, 80],
  protocols: [460, 300],
};

/** Seconds that each group may take: those of its last run, or the usual ones. */
export function expectedSeconds({ quick }) {
  const usual = Object.entries(USUAL).map(([name, seconds]) => [name, seconds[quick ? 1 : 0]]);
  return { ...Object.fromEntries(usual), ...kept()[quick ? 'quick' : 'full'] };
}

/** Saves the duration of a group, for the estimate of the next run. */
export function keepSeconds(name, seconds, { quick }) {
  const all = kept();
  const kind = quick ? 'quick' : 'full';
  writeFileSync(KEPT, `${JSON.stringify({ ...all, [kind]: { ...all[kind], [name]: seconds } }, undefined, 2)}\n`);
}

function kept() {
  try {
    return JSON.parse(readFileSync(KEPT, 'utf8'));
  } catch {
    return {};
  }
}

export class Progress {
  #names;
  #expected;
  #now;
  #start;
  #group = -1;
  #groupStart;

  /** @param names the groups in their order @param expected seconds by name @param now a clock in seconds */
  constructor(names, expected, now = () => performance.now() / 1000) {
    this.#names = names;
    this.#expected = expected;
    this.#now = now;
    this.#start = this.#groupStart = now();
  }

  /** Marks the begin of the next group. */
  next() {
    this.#group += 1;
    this.#groupStart = this.#now();
  }

  /** Seconds since the group began. */
  get seconds() {
    return this.#now() - this.#groupStart;
  }

  /** `text` behind the progress of the run; may be called before the first group. */
  line(text) {
    const where = this.#group < 0 ? '' : `${this.#group + 1} of ${this.#names.length}, ${this.#names[this.#group]}, `;
    return `[${where}${clock(this.#now() - this.#start)} elapsed, about ${clock(this.#left())} left] ${text}`;
  }

  /** Seconds left; a group that takes longer than expected counts as finished. */
  #left() {
    const pending = this.#names.slice(this.#group + 1).map((name) => this.#expected[name]);
    const current = this.#group < 0 ? 0 : Math.max(this.#expected[this.#names[this.#group]] - this.seconds, 0);
    return pending.reduce((sum, seconds) => sum + seconds, current);
  }
}

/** Minutes and seconds: 75 is `1:15`. */
function clock(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
