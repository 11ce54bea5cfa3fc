/**
 * Units of measure as branded numbers, so that a duration can never be passed where a count of PCM frames is meant.
 * Each constructor is a cast: it checks nothing and costs nothing.
 */
declare const unit: unique symbol;
type Branded<Name extends string> = number & { readonly [unit]: Name };

/** Whole milliseconds. */
export type Milliseconds = Branded<'Milliseconds'>;
/** PCM frames: one sample of every channel. */
export type FrameCount = Branded<'FrameCount'>;
/** A byte position in a file, counted from 0. */
export type ByteOffset = Branded<'ByteOffset'>;
/** PCM frames a second. */
export type SampleRateHz = Branded<'SampleRateHz'>;

export const milliseconds = (value: number): Milliseconds => value as Milliseconds;
export const frameCount = (value: number): FrameCount => value as FrameCount;
export const byteOffset = (value: number): ByteOffset => value as ByteOffset;
export const sampleRateHz = (value: number): SampleRateHz => value as SampleRateHz;

/** Frames at a rate as whole milliseconds, rounded down. */
export function framesToMilliseconds(frames: FrameCount, rate: SampleRateHz): Milliseconds {
  return milliseconds(Math.floor((frames * 1000) / rate));
}

/** Milliseconds as PCM frames at a rate, rounded down. */
export function millisecondsToFrames(duration: Milliseconds, rate: SampleRateHz): FrameCount {
  return frameCount(Math.floor((duration * rate) / 1000));
}
