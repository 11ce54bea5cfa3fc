/** What pause, resume, seek, next and previous do to the sound, whatever output plays it: every kind of output passes this. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import type { Daemon } from './daemon.js';

const RATE = 44_100;
/** Frames of a fade, and some more. */
const FADE = 750;

export interface Made {
  readonly path: string;
  /** What an output has to play: interleaved, full scale is 2^31. */
  readonly reference: Int32Array;
}

/** A daemon whose current output keeps what it plays. */
export interface TransportRig {
  readonly daemon: Daemon;
  make(name: string, of: { readonly seconds: number; readonly seed: number }): Promise<Made>;
  /** What was played, as `reference`; without the silence that an output adds by itself. */
  capture(): Promise<Int32Array>;
  /** Resolves when nothing more is played. */
  silent(): Promise<void>;
  /** Stops the clock of the output once it has played so many frames, where it can be stopped, until `release`. */
  hold(frames: number): Promise<void>;
  /** Resolves when the clock stands. */
  held(): Promise<void>;
  release(): Promise<void>;
  /** How often the sound was stopped; undefined where nobody counts. */
  stops(): Promise<number | undefined>;
  xruns(): Promise<number>;
  /** Largest difference of a sample whose format is that of the file, of 2^31. */
  readonly accuracy: number;
  /** Frames by which the ends of a sound are known. */
  readonly edge: number;
}

/** Largest difference between consecutive samples of one channel; full scale is 1. */
function largestJump(samples: Int32Array): number {
  let largest = 0;
  for (let i = 2; i < samples.length; i++) {
    largest = Math.max(largest, Math.abs((samples[i] ?? 0) - (samples[i - 2] ?? 0)));
  }
  return largest / 2 ** 31;
}

const isSame = (one: Int32Array, other: Int32Array): boolean =>
  Buffer.from(one.buffer, one.byteOffset, one.byteLength).equals(
    Buffer.from(other.buffer, other.byteOffset, other.byteLength),
  );

/** @param begin starts a daemon, anew for each test */
export function transportSuite(t: Test, begin: (t: Test) => Promise<TransportRig>): void {
  t.test('pause falls silent without a click, resume goes on at the first frame not played', async (t) => {
    const rig = await begin(t);
    const { daemon } = rig;
    const { path, reference } = await rig.make('a', { seconds: 5, seed: 90 });
    await rig.hold(1.8 * RATE);
    await daemon.play([path]);
    await daemon.put('/player/play');
    await daemon.until('it plays', async () => (await daemon.elapsed()) > 1500);
    await rig.held();
    await daemon.put('/player/pause');
    await rig.release();
    t.equal(await daemon.playbackStatus(), 3);
    await rig.silent();
    const elapsed = await daemon.elapsed();
    const played = (await rig.capture()).length;
    await delay(300);
    t.equal(await daemon.elapsed(), elapsed, 'time stands still');
    t.equal((await rig.capture()).length, played);
    await daemon.put('/player/resume');
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    await rig.silent();

    const capture = await rig.capture();
    const paused = Math.round((elapsed * RATE) / 1000);
    const before = (paused - FADE) * 2;
    t.ok(
      isSame(capture.subarray(0, before), reference.subarray(0, before)),
      "before the fade every sample is the file's",
    );
    const rest = reference.length - (paused + FADE) * 2;
    t.ok(isSame(capture.subarray(-rest), reference.subarray(-rest)), 'behind it as well, to the last frame');
    t.ok(largestJump(capture) <= largestJump(reference) * 1.01, 'and nowhere is a click');
    t.equal(await rig.xruns(), 0);
  });

  t.test('seek lands on the exact frame, playing and paused', async (t) => {
    const rig = await begin(t);
    const { daemon, edge } = rig;
    const { path, reference } = await rig.make('a', { seconds: 12, seed: 91 });
    await rig.hold(0.6 * RATE);
    await daemon.play([path]);
    await daemon.put('/player/play');
    await daemon.until('it plays', async () => (await daemon.elapsed()) > 300);
    await daemon.api.PUT('/player/ff-rewind', { params: { query: { newtime: 9000 } } });
    await rig.hold((await rig.capture()).length / 2 + RATE);
    await daemon.until('it plays there', async () => (await daemon.elapsed()) > 9300);
    await daemon.put('/player/pause');
    await rig.release();
    await daemon.api.PUT('/player/ff-rewind', { params: { query: { newtime: -1500 } } });
    t.equal(await daemon.playbackStatus(), 3, 'a seek leaves it paused');
    await daemon.until('the position is there', async () => (await daemon.elapsed()) === 10_500);
    await rig.silent();
    const stops = await rig.stops();
    if (stops !== undefined) t.equal(stops, 1, 'the pause, not the seek, stopped it');
    const played = (await rig.capture()).length;
    await daemon.put('/player/resume');
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    await rig.silent();

    const capture = await rig.capture();
    const tail = capture.subarray(-RATE * 2);
    let worst = 0;
    for (let i = 0; i < tail.length; i++) {
      worst = Math.max(worst, Math.abs((tail[i] ?? 0) - (reference[reference.length - tail.length + i] ?? 0)));
    }
    t.ok(worst / 2 ** 31 <= rig.accuracy, 'behind the seek every frame is the one of the file');
    const wrong = Math.abs((capture.length - played) / 2 - 1.5 * RATE);
    t.ok(wrong <= edge, `from there to the end, to the frame: ${wrong} wrong`);
    t.equal(await rig.xruns(), 0);
  });

  t.test('next and previous move at once and stay paused when paused', async (t) => {
    const rig = await begin(t);
    const { daemon } = rig;
    await rig.hold(RATE);
    const files: string[] = [];
    for (const [at, name] of ['a', 'b', 'c'].entries()) {
      files.push((await rig.make(name, { seconds: 10, seed: 95 + at })).path);
    }
    const current = async () => (await daemon.currentTrack())?.path ?? 'none';
    await daemon.play(files);
    t.equal(await current(), 'none', 'stopped, there is no current track');
    await daemon.put('/player/play');
    await daemon.put('/player/next');
    await rig.hold((await rig.capture()).length / 2 + RATE);
    t.equal(await current(), files[1]);
    await daemon.until('it plays', async () => (await daemon.elapsed()) > 200);
    await daemon.put('/player/pause');
    await daemon.put('/player/next');
    t.equal(await current(), files[2]);
    t.equal(await daemon.playbackStatus(), 3);
    await daemon.put('/player/next');
    t.equal(await current(), files[2], 'there is nothing behind the last');
    await daemon.put('/player/previous');
    t.equal(await current(), files[1]);
    t.equal(await daemon.elapsed(), 0);
    await daemon.put('/player/stop');
    t.equal(await daemon.playbackStatus(), 0);
    t.equal(await daemon.currentTrack(), null);
  });
}
