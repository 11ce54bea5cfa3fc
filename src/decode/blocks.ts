/**
 * Blocks of PCM at their frames: cut to what is wanted, and with silence where something is missing. Thread: the decoder
 * worker's.
 */
import type { PcmBlock } from './decoder.js';

/** The frames of a block from `skip` on, `frames` of them. */
export function cut(block: PcmBlock, skip: number, frames = block.frames - skip): PcmBlock {
  return { ...block, left: block.left + skip, right: block.right + skip, frames };
}

/** Blocks that follow one another without a break, of which a span is wanted: behind encoder delay or a seek, to an end. */
export class WantedSpan {
  /** Frame that the next block begins with. */
  at = 0;

  constructor(
    /** The first frame that is wanted, and the first one behind those. */
    public from: number,
    readonly end: number,
  ) {}

  /** The wanted part of the next block; undefined where it has none. */
  take(block: PcmBlock): PcmBlock | undefined {
    const start = this.at;
    this.at += block.frames;
    const skip = Math.max(this.from - start, 0);
    const frames = Math.min(this.at, this.end) - start - skip;
    return frames > 0 ? cut(block, skip, frames) : undefined;
  }
}

const MOST_SILENT_FRAMES = 4096;
const SILENCE = new Float32Array(MOST_SILENT_FRAMES);

/** Blocks that say which frame they begin with: what damage took away is silence, so that the rest comes at its time. */
export class NumberedBlocks {
  /** Frame that is given away next. */
  at = 0;
  #waiting: { readonly first: number; readonly block: PcmBlock } | undefined;

  /** Takes over a block once the one before it was given away. */
  put(first: number, block: PcmBlock): void {
    this.#waiting = { first, block };
  }

  /** Silence for what is missing, or the block that waits; undefined when there is none. */
  take(): PcmBlock | undefined {
    if (this.#waiting === undefined) return undefined;
    const { first, block } = this.#waiting;
    let next: PcmBlock;
    if (first > this.at) {
      next = { samples: SILENCE, left: 0, right: 0, frames: Math.min(first - this.at, MOST_SILENT_FRAMES) };
    } else {
      this.#waiting = undefined;
      next = cut(block, this.at - first);
      if (next.frames <= 0) return undefined;
    }
    this.at += next.frames;
    return next;
  }

  /** Goes on at a frame; the block that waits is forgotten. */
  begin(at: number): void {
    this.#waiting = undefined;
    this.at = at;
  }
}
