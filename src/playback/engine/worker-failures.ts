/** What is to be done about decoder workers that die or hang: a track that kills two is given up, and so is haste. Pure. */
import type { PlayId } from '../../decode/decoder-messages.js';

const MOST_IN_HASTE = 2;
const LONGEST_RESTART_MILLISECONDS = 30_000;

export type Remedy =
  /** Start another at once, and go on where the last one was. */
  | { readonly kind: 'restart' }
  /** As `restart`, without the track at which two died. */
  | { readonly kind: 'giveUp'; readonly playId: PlayId }
  /** No worker lives, whatever it is given: start another after so many milliseconds. */
  | { readonly kind: 'restartLater'; readonly delay: number }
  /** The worker hung at an earlier file: another one has the present load to begin with. */
  | { readonly kind: 'replace' }
  /** The worker hangs at this track, on a share that does not answer, and all that it decoded was played. */
  | { readonly kind: 'hung'; readonly playId: PlayId };

/** Why a track fails by a remedy: code and reason of `trackFailed`. */
export const WHY_FAILED = {
  giveUp: ['DECODER_FAILED', 'the decoder ended twice on this track'],
  hung: ['UNREADABLE_FILE', 'the network share does not answer'],
} as const;

/** Arguments of `trackFailed`. */
export function failureOf({ kind, playId }: Extract<Remedy, { kind: 'giveUp' | 'hung' }>) {
  const [code, reason] = WHY_FAILED[kind];
  return [playId, code, reason, false] as const;
}

export class WorkerFailures {
  /** Workers that died since a track was decoded. */
  #count = 0;
  #total = 0;
  /** The track at which a worker died last. */
  #culprit: PlayId | undefined;

  /** Workers that died in all. */
  get total(): number {
    return this.#total;
  }

  /** A worker has decoded something. */
  lived(): void {
    this.#count = 0;
  }

  /** A worker died while this track was played or about to be (undefined: none was). */
  died(culprit: PlayId | undefined): Remedy {
    this.#count++;
    this.#total++;
    if (this.#count > MOST_IN_HASTE) {
      const delay = 1000 * 2 ** (this.#count - MOST_IN_HASTE - 1);
      return { kind: 'restartLater', delay: Math.min(delay, LONGEST_RESTART_MILLISECONDS) };
    }
    if (culprit === undefined) return { kind: 'restart' };
    const isAgain = culprit === this.#culprit;
    this.#culprit = culprit;
    return isAgain ? { kind: 'giveUp', playId: culprit } : { kind: 'restart' };
  }
}
