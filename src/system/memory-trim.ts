/**
 * Gives memory back to the kernel when something is over that took more of it than stays in use: malloc keeps what it
 * was once given (mallopt(3)). Thread: main, for some milliseconds.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AFTER_START_MILLISECONDS = 3000;
/** V8 has collected by itself until then, and the scan's worker has gone. */
const AFTER_SCAN_MILLISECONDS = 12_000;
/** V8 compiles the decoder for good while it decodes its first bursts. */
const AFTER_FIRST_PLAY_MILLISECONDS = 15_000;

/** The scanner, as far as it is needed here. */
interface ScannerReading {
  subscribe(listener: () => void): () => void;
  read(): { readonly progress: object | undefined; readonly last: { readonly read: number } | undefined };
}

/** The player, as far as it is needed here. */
interface PlayerReading {
  subscribe(listener: () => void): () => void;
  status(): { readonly kind: string };
}

export class MemoryTrim {
  readonly #giveBack: () => void;
  #timer: NodeJS.Timeout | undefined;
  #hasPlayed = false;

  /** @param giveBack free memory of malloc, to the kernel */
  constructor(giveBack: () => void) {
    this.#giveBack = giveBack;
  }

  /** From now on memory is given back after the start, after each scan that read files, and once while playing. */
  start(scanner: ScannerReading, player: PlayerReading): void {
    setTimeout(() => {
      collectGarbage();
      this.#giveBack();
    }, AFTER_START_MILLISECONDS).unref();
    scanner.subscribe(() => {
      const { progress, last } = scanner.read();
      if (progress === undefined && last !== undefined && last.read > 0) this.#in(AFTER_SCAN_MILLISECONDS);
    });
    player.subscribe(() => {
      if (this.#hasPlayed || player.status().kind !== 'playing') return;
      this.#hasPlayed = true;
      this.#in(AFTER_FIRST_PLAY_MILLISECONDS);
    });
  }

  /** One that is due already gives way. */
  #in(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#giveBack, milliseconds).unref();
  }
}

/**
 * One full collection: what only the start needed is gone afterwards. Without it the daemon has 2 to 4 MiB more resident. Node
 * has no way to it but a flag.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
