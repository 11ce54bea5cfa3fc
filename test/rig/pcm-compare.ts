/**
 * Compares a reference with the capture of a rig, frame by frame.
 *
 * Both are raw interleaved PCM of the same format. Use noise or another signal
 * that never repeats as the reference: in a periodic one, "a period lost" and
 * "nothing lost" can look the same.
 */

/** A position where reference and capture differ; positions and lengths in frames. */
export interface PcmDifference {
  readonly kind: 'lost' | 'inserted' | 'replaced';
  readonly referenceFrame: number;
  readonly captureFrame: number;
  /** Reference frames that are missing here. */
  readonly lost: number;
  /** Captured frames that the reference does not have here. */
  readonly inserted: number;
  /** Whether each inserted byte is zero; false when nothing was inserted. */
  readonly insertedSilence: boolean;
}

/** Captured frames outside the reference. */
export interface PcmMargin {
  readonly frames: number;
  readonly silent: boolean;
}

export interface PcmComparison {
  /** The capture is the reference: no difference, nothing before or after it. */
  readonly exact: boolean;
  /** The reference is in the capture in one piece; `leading` and `trailing` say what surrounds it. */
  readonly intact: boolean;
  /** Capture frame at which the reference begins; undefined when none of it was found. */
  readonly offset: number | undefined;
  readonly referenceFrames: number;
  readonly captureFrames: number;
  readonly matchedFrames: number;
  readonly leading: PcmMargin;
  readonly trailing: PcmMargin;
  readonly events: readonly PcmDifference[];
}

/** Number of equal frames after which reference and capture count as aligned again. */
const ANCHOR_FRAMES = 16;
const SEARCH_FRAMES = 1 << 17;
const BLOCK_BYTES = 1 << 16;

/** PCM as a sequence of frames. */
class Frames {
  readonly count: number;

  constructor(
    readonly bytes: Buffer,
    readonly size: number,
  ) {
    if (bytes.length % size !== 0) throw new RangeError(`${bytes.length} bytes are not whole frames of ${size}`);
    this.count = bytes.length / size;
  }

  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(from * this.size, to * this.size);
  }

  silent(from: number, to: number): boolean {
    return this.slice(from, to).every((byte) => byte === 0);
  }

  /** Whether all frames of an anchor are equal, so that it would also match one frame further on. */
  flat(at: number): boolean {
    const anchor = this.slice(at, at + ANCHOR_FRAMES);
    return anchor.subarray(this.size).equals(anchor.subarray(0, -this.size));
  }

  key(at: number): string {
    return this.slice(at, at + ANCHOR_FRAMES).toString('latin1');
  }
}

/** Counts the equal frames from the two positions on. */
function commonRun(a: Frames, aFrom: number, b: Frames, bFrom: number): number {
  const limit = Math.min(a.count - aFrom, b.count - bFrom);
  const block = Math.max(1, Math.floor(BLOCK_BYTES / a.size));
  const equal = (from: number, to: number): boolean =>
    a.slice(aFrom + from, aFrom + to).equals(b.slice(bFrom + from, bFrom + to));
  let run = 0;
  while (run < limit && equal(run, Math.min(run + block, limit))) run = Math.min(run + block, limit);
  while (run < limit && equal(run, run + 1)) run++;
  return run;
}

/**
 * Finds the next positions at which the two are aligned again, with the fewest
 * frames skipped in both together; undefined when there are none.
 */
function resynchronise(
  reference: Frames,
  r: number,
  capture: Frames,
  c: number,
): { readonly lost: number; readonly inserted: number } | undefined {
  const furthest = Math.max(reference.count - r, capture.count - c);
  for (let reach = Math.min(SEARCH_FRAMES, furthest); ; reach = Math.min(reach * 4, furthest)) {
    const anchors = new Map<string, number>();
    const captureEnd = Math.min(capture.count - ANCHOR_FRAMES, c + reach);
    for (let at = c; at <= captureEnd; at++) {
      const key = capture.key(at);
      if (!anchors.has(key)) anchors.set(key, at - c);
    }
    let best: { lost: number; inserted: number } | undefined;
    const referenceEnd = Math.min(reference.count - ANCHOR_FRAMES - r, reach);
    for (let lost = 0; lost <= referenceEnd; lost++) {
      if (best !== undefined && lost >= best.lost + best.inserted) break;
      if (reference.flat(r + lost)) continue;
      const inserted = anchors.get(reference.key(r + lost));
      if (inserted === undefined) continue;
      if (best === undefined || lost + inserted < best.lost + best.inserted) best = { lost, inserted };
    }
    if (best !== undefined) return stepBack(reference, r, capture, c, best);
    if (reach >= furthest) return undefined;
  }
}

/** Moves the aligned positions back over equal frames that were too few, or too uniform, for an anchor. */
function stepBack(
  reference: Frames,
  r: number,
  capture: Frames,
  c: number,
  found: { readonly lost: number; readonly inserted: number },
): { readonly lost: number; readonly inserted: number } {
  let { lost, inserted } = found;
  while (
    lost > 0 &&
    inserted > 0 &&
    reference.slice(r + lost - 1, r + lost).equals(capture.slice(c + inserted - 1, c + inserted))
  ) {
    lost--;
    inserted--;
  }
  return { lost, inserted };
}

function difference(
  capture: Frames,
  position: { readonly referenceFrame: number; readonly captureFrame: number },
  lost: number,
  inserted: number,
): PcmDifference {
  const { captureFrame } = position;
  return {
    kind: inserted === 0 ? 'lost' : lost === 0 ? 'inserted' : 'replaced',
    ...position,
    lost,
    inserted,
    insertedSilence: inserted > 0 && capture.silent(captureFrame, captureFrame + inserted),
  };
}

/**
 * Lists every run that was lost, inserted or replaced between `reference` and
 * `capture`. Frames before and after the reference are reported as `leading`
 * and `trailing`, never trimmed. Throws RangeError if a buffer does
 * not hold whole frames.
 */
export function comparePcm(reference: Buffer, capture: Buffer, frameBytes: number): PcmComparison {
  const wanted = new Frames(reference, frameBytes);
  const captured = new Frames(capture, frameBytes);
  const events: PcmDifference[] = [];
  let r = 0;
  let c = 0;
  let matchedFrames = 0;
  let offset: number | undefined;
  let leading = 0;
  while (r < wanted.count && c < captured.count) {
    const run = commonRun(wanted, r, captured, c);
    if (run > 0) offset ??= c;
    matchedFrames += run;
    r += run;
    c += run;
    if (r === wanted.count || c === captured.count) break;
    const found = resynchronise(wanted, r, captured, c);
    if (found === undefined) break;
    if (found.lost === 0 && belongsBefore(wanted, r, captured, c, found.inserted)) {
      // A silent beginning matched the silence before it: all inserted frames are leading frames.
      leading += found.inserted;
      offset = leading;
    } else {
      events.push(difference(captured, { referenceFrame: r, captureFrame: c }, found.lost, found.inserted));
    }
    r += found.lost;
    c += found.inserted;
  }
  if (r < wanted.count) {
    events.push(difference(captured, { referenceFrame: r, captureFrame: c }, wanted.count - r, captured.count - c));
    c = captured.count;
  }
  const intact = events.length === 0;
  return {
    exact: intact && leading === 0 && c === captured.count,
    intact,
    offset,
    referenceFrames: wanted.count,
    captureFrames: captured.count,
    matchedFrames,
    leading: { frames: leading, silent: captured.silent(0, leading) },
    trailing: { frames: captured.count - c, silent: captured.silent(c, captured.count) },
    events,
  };
}

/** Whether inserted frames lie before the reference rather than inside it. */
function belongsBefore(reference: Frames, r: number, capture: Frames, c: number, inserted: number): boolean {
  return r === 0 || (reference.silent(0, r) && capture.silent(c, c + inserted));
}

/** One line for a test's failure message. */
export function describeComparison(comparison: PcmComparison): string {
  const { matchedFrames, referenceFrames, captureFrames, leading, trailing, events } = comparison;
  const margin = (name: string, { frames, silent }: PcmMargin): string =>
    frames === 0 ? '' : `; ${name} ${frames} frames${silent ? ' of silence' : ''}`;
  const differences = events.map(
    (event) =>
      `; at ${event.referenceFrame}: lost ${event.lost}, inserted ${event.inserted}` +
      (event.insertedSilence ? ' of silence' : ''),
  );
  return (
    `${matchedFrames} of ${referenceFrames} frames found, ${captureFrames} captured` +
    margin('leading', leading) +
    margin('trailing', trailing) +
    differences.slice(0, 8).join('') +
    (differences.length > 8 ? `; and ${differences.length - 8} more` : '')
  );
}

/**
 * Allowed difference of a sample after a seek, full scale being 1: a float decoder adds its products in another order, and
 * rounds differently.
 */
export const ROUNDING = 1e-6;

/** Finds the largest difference between samples at the same index of two S32 buffers, full scale being 1. */
export function farthestApart(one: Buffer, other: Buffer): number {
  let farthest = 0;
  for (let at = 0; at + 4 <= Math.min(one.length, other.length); at += 4)
    farthest = Math.max(farthest, Math.abs(one.readInt32LE(at) - other.readInt32LE(at)));
  return farthest / 2 ** 31;
}
