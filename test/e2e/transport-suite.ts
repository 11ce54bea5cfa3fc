/**
 * The one suite of transport tests that every kind of output passes, by the same commands of the REST interface: what they do to
 * the sound, and what they show. What differs between outputs is in the rig.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import type { Daemon } from './daemon.js';

const RATE = 44_100;
/** Seconds of a track of the commands, of which there are three. */
const LENGTH = 20;

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
  /** Undefined where nobody counts. */
  xruns(): Promise<number | undefined>;
  /** Largest difference of a sample whose format is that of the file, of 2^31. */
  readonly accuracy: number;
  /** Frames by which the ends of a sound are known. */
  readonly edge: number;
  /** Frames of a fade, and those by which the position of a pause is known. */
  readonly fade: number;
  /** Milliseconds until a command is seen in what is shown. */
  readonly patience: number;
  /** Makes the volume one that can be set, where the samples were to be left alone. */
  adjustable?(): Promise<unknown>;
  /** Somebody turns the output itself up to its loudest. */
  turnUp?(): Promise<unknown>;
  /** The output goes away while it plays, and is there again. */
  lose?(): unknown;
  comeBack?(): unknown;
}

type Begin = (t: Test) => Promise<TransportRig>;

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
export function transportSuite(t: Test, begin: Begin): void {
  soundSuite(t, begin);
  commandSuite(t, begin);
}

/** What commands do to the sound: no sample is wrong, lost or repeated. */
export function soundSuite(t: Test, begin: Begin): void {
  t.test('pause falls silent without a click, resume goes on at the first frame not played', async (t) => {
    const rig = await begin(t);
    const { daemon, fade } = rig;
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
    const before = (paused - fade) * 2;
    t.ok(
      isSame(capture.subarray(0, before), reference.subarray(0, before)),
      "before the fade every sample is the file's",
    );
    const rest = reference.length - (paused + fade) * 2;
    t.ok(isSame(capture.subarray(-rest), reference.subarray(-rest)), 'behind it as well, to the last frame');
    t.ok(largestJump(capture) <= largestJump(reference) * 1.01, 'and nowhere is a click');
    t.notOk(await rig.xruns(), 'no underrun');
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
    t.notOk(await rig.xruns(), 'no underrun');
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

/** What commands show: track, position, state and volume. */
export function commandSuite(t: Test, begin: Begin): void {
  t.test('each command is seen in what is shown', async (t) => {
    const rig = await begin(t);
    const { daemon, patience } = rig;
    const names = ['one', 'two', 'three'];
    const tracks: string[] = [];
    for (const [at, name] of names.entries()) {
      tracks.push((await rig.make(name, { seconds: LENGTH, seed: 900 + at })).path);
    }
    const put = async (path: string, body?: unknown): Promise<void> => {
      const { status, text } = await daemon.put(path, body);
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    };
    const now = async () => {
      const track = await daemon.currentTrack();
      return { name: names[tracks.indexOf(track?.path ?? '')] ?? '', elapsed: track?.elapsed ?? -1 };
    };
    const plays = async (what: string, name: string, from: number, to = from + patience + 3000): Promise<void> => {
      await daemon.until(what, async () => {
        const { name: current, elapsed } = await now();
        return current === name && elapsed > from && elapsed < to && (await daemon.playbackStatus()) === 1;
      });
    };
    const status = (what: string, wanted: number) =>
      daemon.until(what, async () => (await daemon.playbackStatus()) === wanted);
    const start = (index: number, elapsed = 0) => put(`/playlists/start?start_index=${index}&elapsed=${elapsed}`);

    await daemon.play(tracks);
    await t.test('play: the first track, from its beginning', async () => {
      await start(0);
      await plays('it plays', 'one', 500);
    });

    await t.test('pause: the position stays; resume: it goes on from there', async (t) => {
      await put('/player/pause');
      await status('it is paused', 3);
      await delay(300);
      const { elapsed } = await now();
      await delay(1500);
      t.ok(Math.abs((await now()).elapsed - elapsed) < 50, 'it rests');
      await put('/player/resume');
      await plays('it goes on', 'one', elapsed + 300);
    });

    await t.test('seek: forwards, backwards, and while it is paused', async (t) => {
      await put('/player/ff-rewind?newtime=12000');
      await plays('it is farther on', 'one', 12_200);
      await put('/player/ff-rewind?newtime=4000');
      await plays('it is back', 'one', 4200);
      await put('/player/pause');
      await put('/player/ff-rewind?newtime=9000');
      t.ok(Math.abs((await now()).elapsed - 9000) < 1000, 'it shows the new position');
      t.equal(await daemon.playbackStatus(), 3, 'and stays paused');
      await put('/player/resume');
      await plays('it goes on there', 'one', 9200);
    });

    await t.test('next and previous', async () => {
      await put('/player/next');
      await plays('the second one plays', 'two', 300);
      await put('/player/next');
      await plays('the third one plays', 'three', 300);
      await put('/player/previous');
      await plays('the second one plays again', 'two', 300);
    });

    await t.test('a track boundary: the next one follows by itself', async () => {
      await start(0, (LENGTH - 4) * 1000);
      await plays('it is near its end', 'one', (LENGTH - 4) * 1000 + 200);
      await plays('the second one plays', 'two', 300);
    });

    await t.test('stop: nothing is current, and play begins again', async (t) => {
      await put('/player/stop');
      await status('it is stopped', 0);
      t.equal(await daemon.currentTrack(), null);
      await put('/player/play');
      await plays('it plays', 'two', 300);
    });

    await t.test('volume: as it is set, within its range', async (t) => {
      await rig.adjustable?.();
      const { min, max } = await daemon.volume();
      const middle = Math.round((min + max) / 2);
      t.match((await daemon.put('/player/volume/level', { level: middle })).body, { volume: middle });
      t.equal((await daemon.volume()).volume, middle);
      await put('/player/volume', { steps: -3 });
      t.equal((await daemon.volume()).volume, middle - 3);
      t.equal((await daemon.put('/player/volume/level', { level: max + 1 })).status, 400);
      await put('/player/volume', { steps: 100_000 });
      t.equal((await daemon.volume()).volume, max);
    });

    await t.test('limit: nothing is louder, whoever asks for it', async (t) => {
      const { min, max } = await daemon.volume();
      const limit = Math.round(min + (max - min) * 0.6);
      await put('/devices/current/volume-limit', { volume_limit: limit });
      t.equal((await daemon.volume()).volume, limit, 'what is louder is turned down');
      await put('/player/volume', { steps: 100_000 });
      t.equal((await daemon.volume()).volume, limit);
      if (rig.turnUp === undefined) return;
      await rig.turnUp();
      await delay(patience);
      t.equal((await daemon.volume()).volume, limit);
    });

    await t.test('the end of the queue: it stops', async () => {
      await start(2, (LENGTH - 3) * 1000);
      await plays('it is near its end', 'three', (LENGTH - 3) * 1000);
      await status('it has stopped', 0);
    });

    const cannotBeLost = rig.lose === undefined && 'nobody can take this output away';
    await t.test(
      'an output that is lost pauses, and goes on when it is soon back',
      { skip: cannotBeLost },
      async (t) => {
        await start(1, 5000);
        await plays('it plays', 'two', 5500);
        await rig.lose?.();
        await status('it is paused', 3);
        t.match((await daemon.get('/player/status')).body, { output_problem: { code: 'OUTPUT_MISSING' } });
        const { elapsed } = await now();
        t.ok(elapsed > 5000 && elapsed < LENGTH * 1000, `the position is kept: ${elapsed}`);
        await rig.comeBack?.();
        await plays('it goes on', 'two', elapsed - 1500, LENGTH * 1000);
      },
    );
  });
}
