/** A scanner that does what a test says. */
import type { ProblemPage } from '../../src/library/scan/problem-list.js';
import type { ScanEnd, ScannerState } from '../../src/library/scan/scanner.js';

export const FIRST_SCAN: ScannerState = { progress: undefined, last: undefined, volumes: [], ignored: [], revision: 0 };
export const ENDED: ScanEnd = { at: 1, milliseconds: 2, folders: 3, files: 4, read: 5, failed: 6, failure: undefined };

export class FakeScanner {
  state = FIRST_SCAN;
  page: ProblemPage = { total: 0, rows: [] };
  /** What was asked for, in short words. */
  readonly asked: string[] = [];
  /** Thrown by a scan. */
  failure: Error | undefined;
  readonly #listeners = new Set<() => void>();

  async scan(reread = false): Promise<ScanEnd> {
    this.asked.push(reread ? 'everything again' : 'everything');
    if (this.failure !== undefined) throw this.failure;
    return ENDED;
  }

  async scanFolder(path: string, reread = false): Promise<ScanEnd> {
    this.asked.push(reread ? `${path} again` : path);
    return ENDED;
  }

  read(): ScannerState {
    return this.state;
  }

  async problems(limit: number, offset: number): Promise<ProblemPage> {
    this.asked.push(`${limit} problems from ${offset}`);
    return this.page;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Is in this state from now on, and says so. */
  become(state: ScannerState): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
