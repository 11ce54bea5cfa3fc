/**
 * What the scan worker is doing, in memory that both threads see: it costs neither of them a message. The worker counts,
 * and writes the path that it is at; the main thread reads both a few times a second, and knows which file to blame when the
 * worker dies or hangs.
 */
export const SCAN_PHASES = ['starting', 'walking', 'reading', 'writing', 'finishing'] as const;
export type ScanPhase = (typeof SCAN_PHASES)[number];

export interface ScanCounts {
  readonly folders: number;
  /** Files that were met, and those that were opened. */
  readonly files: number;
  readonly read: number;
  /** Files that were opened and could not be read. */
  readonly failed: number;
}

const FOLDERS = 0;
const FILES = 1;
const READ = 2;
const FAILED = 3;
const PHASE = 4;
/** Raised with every step. */
const STEP = 5;
const PATH_BYTES = 6;
const NUMBERS = 8;
/** The revision does not fit into 32 bits. */
const HEAD = NUMBERS * 4 + 8;
/** PATH_MAX of Linux, `limits.h`. */
const PATH_MAX = 4096;

export function gaugeMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEAD + PATH_MAX);
}

export class Gauge {
  readonly #numbers: Int32Array;
  readonly #revision: Float64Array;
  readonly #path: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.#numbers = new Int32Array(memory, 0, NUMBERS);
    this.#revision = new Float64Array(memory, NUMBERS * 4, 1);
    this.#path = new Uint8Array(memory, HEAD);
  }

  /** Worker: begins to count anew. */
  reset(): void {
    this.#numbers.fill(0);
  }

  /** Worker: enters `phase` at `path`; without one the path before is kept. */
  enter(phase: ScanPhase, path?: string): void {
    if (path !== undefined) this.#numbers[PATH_BYTES] = encoder.encodeInto(path, this.#path).written;
    this.#numbers[PHASE] = SCAN_PHASES.indexOf(phase);
    Atomics.add(this.#numbers, STEP, 1);
  }

  countFolder(files: number): void {
    this.#add(FOLDERS, 1);
    this.#add(FILES, files);
  }

  countRead(failed: boolean): void {
    this.#add(READ, 1);
    if (failed) this.#add(FAILED, 1);
  }

  #add(at: number, count: number): void {
    this.#numbers[at] = (this.#numbers[at] ?? 0) + count;
  }

  get counts(): ScanCounts {
    const [folders = 0, files = 0, read = 0, failed = 0] = this.#numbers;
    return { folders, files, read, failed };
  }

  get phase(): ScanPhase {
    return SCAN_PHASES[this.#numbers[PHASE] ?? 0] ?? 'starting';
  }

  /** Revision of the library, as it was last written or read; 0 before that. */
  get revision(): number {
    return this.#revision[0] ?? 0;
  }

  /** Worker. */
  set revision(value: number) {
    this.#revision[0] = value;
  }

  get step(): number {
    return Atomics.load(this.#numbers, STEP);
  }

  /** Path of the file that is read, or of the folder that is looked at. */
  get path(): string {
    return new TextDecoder().decode(this.#path.slice(0, this.#numbers[PATH_BYTES] ?? 0));
  }
}

const encoder = new TextEncoder();
