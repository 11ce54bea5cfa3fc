/** A line of the outermost level, which no diagnostic of a file can have: the runner's own. */
const RUNNER_SAYS = /^(?:# Subtest:|(?:not )?ok\b)/;

/**
 * Reads a TAP stream (testanything.org, version 14) line by line and counts tests: the points at nesting level
 * `level`, 0 for a plain TAP program, 1 for the tests inside the files of a runner. Assertions inside a test count
 * through their test. A file that fails although its own tests passed (it crashed, or ran out of time) is one failure.
 */
export class TapCount {
  passed = 0;
  failed = 0;
  skipped = 0;
  #level;
  #onFile;
  /** Passed, failed and skipped at `level` since the last point above it. */
  #inFile = { passed: 0, failed: 0, skipped: 0, lines: [] };
  /** Inside a YAML diagnostic, whose text may look like anything: the indentation that ends it. */
  #yamlIndent;

  /** `onFile({ title, milliseconds, passed, failed, skipped, lines })` is called as each file of a runner is complete. */
  constructor(level, onFile = () => undefined) {
    this.#level = level;
    this.#onFile = onFile;
  }

  line(line) {
    this.#inFile.lines.push(line);
    const indent = line.length - line.trimStart().length;
    const body = line.trim();
    // Whoever is killed while it explains a failure leaves its diagnostic open: what the runner says ends that.
    if (indent === 0 && RUNNER_SAYS.test(line)) this.#yamlIndent = undefined;
    if (this.#yamlIndent !== undefined) {
      if (indent === this.#yamlIndent && body === '...') this.#yamlIndent = undefined;
      return;
    }
    if (body === '---' && indent % 4 === 2) {
      this.#yamlIndent = indent;
      return;
    }
    const point = /^(not )?ok\b(?: \d+)?(?: - )?(.*?)(?: # time=([\d.]+)?.*)?$/.exec(body);
    if (point === null) return;
    const outcome = /#\s*(skip|todo)\b/i.test(point[2]) ? 'skipped' : point[1] === undefined ? 'passed' : 'failed';
    if (indent === 4 * this.#level) {
      this.#inFile[outcome] += 1;
      if (this.#level === 0) this.#closeFile('', 0);
    } else if (indent === 0) {
      const { passed, failed, skipped } = this.#inFile;
      if (outcome === 'failed' && failed === 0) this.#inFile.failed = 1;
      if (outcome === 'skipped' && passed + failed + skipped === 0) this.#inFile.skipped = 1;
      this.#closeFile(point[2], Number(point[3] ?? 0));
    }
  }

  #closeFile(title, milliseconds) {
    const file = this.#inFile;
    this.#inFile = { passed: 0, failed: 0, skipped: 0, lines: [] };
    for (const outcome of ['passed', 'failed', 'skipped']) this[outcome] += file[outcome];
    this.#onFile({ title, milliseconds, ...file });
  }
}

/** The counts of a plain TAP program's whole output. */
export function countTap(text) {
  const count = new TapCount(0);
  for (const line of text.split('\n')) count.line(line);
  return { passed: count.passed, failed: count.failed, skipped: count.skipped };
}
