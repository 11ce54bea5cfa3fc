/** Runs checks and reports title, duration and result of each: a line at once, a table at the end. */
export class Table {
  #name;
  #rows = [];
  failed = 0;
  /** Message of the last failure. */
  lastError = '';

  /** @param name stands before each line */
  constructor(name = 'boot') {
    this.#name = name;
  }

  /** Runs one check; a failure becomes a row and does not end the run. @returns what `work` returns, or undefined */
  async check(title, work) {
    const begin = performance.now();
    let result;
    let said;
    try {
      result = await work();
      said = typeof result === 'string' ? result : 'ok';
    } catch (error) {
      this.failed++;
      this.lastError = error.message;
      said = `FAILED: ${error.message}`;
    }
    const seconds = ((performance.now() - begin) / 1000).toFixed(1);
    this.#rows.push({ title, seconds, said });
    process.stdout.write(`${this.#name}: ${title}: ${said} (${seconds} s)\n`);
    return result;
  }

  /** Prints the table; the last line is `N passed, N failed`. */
  print() {
    const width = Math.max(...this.#rows.map(({ title }) => title.length)) + 2;
    process.stdout.write('\n');
    for (const { title, seconds, said } of this.#rows)
      process.stdout.write(`${title.padEnd(width)}${seconds.padStart(7)} s  ${said.split('\n')[0]}\n`);
    process.stdout.write(`\n${this.#rows.length - this.failed} passed, ${this.failed} failed\n`);
  }
}

/** @throws Error with `message` unless `condition` holds */
export function expect(condition, message) {
  if (!condition) throw new Error(message);
}
