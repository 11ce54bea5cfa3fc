/** Silence in place of what damage took away, so that what follows comes at its time. */
import type { PcmBlock } from '../decoder.js';

const MOST_FRAMES = 4096;
const SILENCE = new Float32Array(MOST_FRAMES);

/** A block of at most `frames` frames; ask again for the rest. */
export function silence(frames: number): PcmBlock {
  return { samples: SILENCE, left: 0, right: 0, frames: Math.min(frames, MOST_FRAMES) };
}
