/**
 * Returns free memory of malloc to the kernel after the start, after scans and early in playback: malloc keeps it
 * otherwise (mallopt(3)). Thread: main, for some milliseconds.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const AFTER_START_MILLISECONDS = 3000;
/** By then V8 has collected its garbage, and the worker of the scan has ended. */
const AFTER_SCAN_MILLISECONDS = 12_000;
/** By then V8 has optimised the decoder. */
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
  #timer: NodeJS.Timeout | undefined;
  #hasPlayed = false;

  /** @param giveBack returns free memory of malloc to the kernel */
  constructor(private readonly giveBack: () => void) {}

  /** From now on memory is given back after the start, after each scan that read files, and once while playing. */
  start(scanner: ScannerReading, player: PlayerReading): void {
    setTimeout(() => {
      collectGarbage();
      this.giveBack();
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

  /** Replaces a trim that is scheduled. */
  #in(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.giveBack, milliseconds).unref();
  }
}

/**
 * Runs one full garbage collection, after which the daemon has 2 to 4 MiB less resident. Node offers it behind a flag
 * only.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
