/**
 * After a start, plays on what played when the daemon ended, from the position that was kept: as soon as its output and
 * its file are there, because a USB DAC, a Bluetooth speaker, a stick or a network share may come seconds later. Without
 * an output it is given up after two minutes, so that nobody is surprised hours later, and the position stays kept; a
 * file that is not there by then is skipped like any other. Thread: main.
 */
import { stat } from '../files/files.js';
import type { Log } from '../log.js';
import type { PlaybackClock } from '../playback-clock.js';
import type { LivePlayer } from './live-player.js';

const EVERY_MILLISECONDS = 1000;
const PATIENCE_MILLISECONDS = 120_000;
/** How the location of a part of a file ends. */
const PART = /#track=\d+$/;

export interface PlayOnDeps {
  readonly player: Pick<LivePlayer, 'awaitsStart' | 'goOn' | 'resumePoint'>;
  /** Whether the output can be played; where not, looks for it, for the next time. */
  readonly findOutput: () => boolean;
  readonly clock: PlaybackClock;
  readonly log: Log;
}

export class PlayOn {
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(private readonly deps: PlayOnDeps) {}

  /** Looks at once, and then every second until it plays, is given up, or somebody plays, pauses or stops. */
  start(): void {
    void this.#look(this.deps.clock.now() + PATIENCE_MILLISECONDS);
  }

  /** May be called twice. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Never rejects. @param deadline on the clock */
  async #look(deadline: number): Promise<void> {
    const { player, findOutput, clock, log } = this.deps;
    if (!player.awaitsStart()) return;
    const isLate = clock.now() >= deadline;
    const isFileThere = isLate || (await isThere(player.resumePoint()?.location));
    if (this.#isStopped) return;
    const hasOutput = findOutput();
    if (hasOutput && isFileThere) {
      await player.goOn().catch((error: unknown) => {
        log.warn('playing on after the start: not saved', { error });
      });
    } else if (isLate) {
      log.warn('playing on after the start: given up, the output did not come', { position: 'kept' });
    } else {
      this.#timer = clock.setTimeout(() => void this.#look(deadline), EVERY_MILLISECONDS).unref();
    }
  }
}

/** Streams find their own way: a server is tried again and again. Never rejects. */
async function isThere(location: string | undefined): Promise<boolean> {
  if (location?.startsWith('/') !== true) return true;
  for (const path of [location, location.replace(PART, '')]) {
    if ((await stat(path).catch(() => undefined)) !== undefined) return true;
  }
  return false;
}
