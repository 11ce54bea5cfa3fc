/** Scans of the library that clients ask for, with the numbers that the protocol gives them. Thread: main. */
import type { Log } from '../log.js';
import type { Scanner } from '../library/scan/scanner.js';

/** MPD's highest job number (`src/db/update/Service.hxx`). */
const MOST = 2 ** 15;

export class Updates {
  #last = 0;
  #asked = 0;

  constructor(
    private readonly scanner: Pick<Scanner, 'scan' | 'scanFolder' | 'read'>,
    /** Called when a scan that a client asked for begins, and when it is over. */
    private readonly changed: () => void,
    private readonly log: Log,
  ) {}

  /** Number of the scan that runs, whoever began it; 0 for none. */
  get running(): number {
    if (this.#asked === 0 && this.scanner.read().progress === undefined) return 0;
    return Math.max(this.#last, 1);
  }

  /** @param path undefined for everything @param reread also files that did not change @returns the number of the scan */
  start(path: string | undefined, reread: boolean): number {
    this.#last = (this.#last % MOST) + 1;
    this.#asked += 1;
    const scanning = path === undefined ? this.scanner.scan(reread) : this.scanner.scanFolder(path, reread);
    scanning
      .catch((error: unknown) => this.log.debug('scan: ended early (the scanner has logged why)', { error }))
      .finally(() => {
        this.#asked -= 1;
        this.changed();
      });
    this.changed();
    return this.#last;
  }
}
