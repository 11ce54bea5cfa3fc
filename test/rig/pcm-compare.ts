/**
 * Compares what was played with what was heard, frame by frame.
 *
 * Both are raw interleaved PCM of the same format. Use noise or another signal
 * that never repeats as the reference: in a periodic one, "a period lost" and
 * "nothing lost" can look the same.
 */

/** A place where reference and capture part; positions and lengths in frames. */
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

/** Frames that must agree before the two are taken to be in step again. */
const ANCHOR_FRAMES = 16;
const SEARCH_FRAMES = 1 << 17;
const BLOCK_BYTES = 1 << 16;

/** PCM as a row of frames. */
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

  /** Whether an anchor cannot be told from its neighbours: all of its frames are the same. */
  flat(at: number): boolean {
    const anchor = this.slice(at, at + ANCHOR_FRAMES);
    return anchor.subarray(this.size).equals(anchor.subarray(0, -this.size));
  }

  key(at: number): string {
    return this.slice(at, at + ANCHOR_FRAMES).toString('latin1');
  }
}

/** How many frames agree from the two positions on. */
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
 * Finds where the two are in step again, with the fewest frames skipped in
 * both together; undefined when they never are.
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

/** Moves the meeting point back over frames that agree but were too few or too flat for an anchor. */
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
 * and `trailing`, never trimmed in silence. Throws RangeError if a buffer does
 * not hold whole frames.
 */
export function comparePcm(reference: Buffer, capture: Buffer, frameBytes: number): PcmComparison {
  const wanted = new Frames(reference, frameBytes);
  const heard = new Frames(capture, frameBytes);
  const events: PcmDifference[] = [];
  let r = 0;
  let c = 0;
  let matchedFrames = 0;
  let offset: number | undefined;
  let leading = 0;
  while (r < wanted.count && c < heard.count) {
    const run = commonRun(wanted, r, heard, c);
    if (run > 0) offset ??= c;
    matchedFrames += run;
    r += run;
    c += run;
    if (r === wanted.count || c === heard.count) break;
    const found = resynchronise(wanted, r, heard, c);
    if (found === undefined) break;
    if (found.lost === 0 && belongsBefore(wanted, r, heard, c, found.inserted)) {
      // A silent beginning matched the silence before it: all of that is one lead.
      leading += found.inserted;
      offset = leading;
    } else {
      events.push(difference(heard, { referenceFrame: r, captureFrame: c }, found.lost, found.inserted));
    }
    r += found.lost;
    c += found.inserted;
  }
  if (r < wanted.count) {
    events.push(difference(heard, { referenceFrame: r, captureFrame: c }, wanted.count - r, heard.count - c));
    c = heard.count;
  }
  const intact = events.length === 0;
  return {
    exact: intact && leading === 0 && c === heard.count,
    intact,
    offset,
    referenceFrames: wanted.count,
    captureFrames: heard.count,
    matchedFrames,
    leading: { frames: leading, silent: heard.silent(0, leading) },
    trailing: { frames: heard.count - c, silent: heard.silent(c, heard.count) },
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
  const places = events.map(
    (event) =>
      `; at ${event.referenceFrame}: lost ${event.lost}, inserted ${event.inserted}` +
      (event.insertedSilence ? ' of silence' : ''),
  );
  return (
    `${matchedFrames} of ${referenceFrames} frames heard, ${captureFrames} captured` +
    margin('leading', leading) +
    margin('trailing', trailing) +
    places.slice(0, 8).join('') +
    (places.length > 8 ? `; and ${places.length - 8} more` : '')
  );
}

/** The same place behind a seek, full scale being 1: a decoder of floats has rounded its sums in another order. */
export const ROUNDING = 1e-6;

/** The largest difference between samples at the same place, S32 of both, full scale being 1. */
export function farthestApart(one: Buffer, other: Buffer): number {
  let farthest = 0;
  for (let at = 0; at + 4 <= Math.min(one.length, other.length); at += 4)
    farthest = Math.max(farthest, Math.abs(one.readInt32LE(at) - other.readInt32LE(at)));
  return farthest / 2 ** 31;
}
