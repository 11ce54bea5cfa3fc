/**
 * One suite of transport tests for every kind of output: the same commands of the REST interface, and the same that is to be
 * seen there. What differs is how an output is lost and comes back.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import type { Daemon } from '../e2e/daemon.js';

/** Seconds of a track, of which there are three. */
export const LENGTH = 20;
export const NAMES = ['one', 'two', 'three'] as const;

export interface TestedOutput {
  readonly daemon: Daemon;
  /** Absolute paths of the three tracks, which are in the library. */
  readonly tracks: readonly string[];
  /** The output goes away while it plays, and is there again. */
  readonly lose: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
  /** Somebody turns the output itself up to its loudest; undefined where nobody can. */
  readonly turnUp?: () => Promise<void>;
  /** Milliseconds until it plays, pauses or has moved after a command. */
  readonly patience: number;
}

/** Makes the tracks in a library and has it scanned. @returns their paths */
export async function makeTracks(library: string): Promise<string[]> {
  const paths = NAMES.map((name) => join(library, `${name}.mp3`));
  for (const [at, path] of paths.entries()) {
    await makeMp3(path, { seconds: LENGTH, seed: 900 + at, lame: ['-b', '64', '--tt', NAMES[at] ?? ''] });
  }
  return paths;
}

export async function transportSuite(t: Test, { daemon, tracks, lose, comeBack, turnUp, patience }: TestedOutput) {
  const put = async (path: string, body?: unknown): Promise<void> => {
    const { status, text } = await daemon.put(path, body);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  };
  const now = async () => {
    const track = await daemon.currentTrack();
    return { name: track?.path.replace(/^.*\/|\.mp3$/g, '') ?? '', elapsed: track?.elapsed ?? -1 };
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

  await t.test('pause: the position stays', async (t) => {
    await put('/player/pause');
    await status('it is paused', 3);
    await delay(300);
    const before = (await now()).elapsed;
    await delay(1500);
    t.ok(Math.abs((await now()).elapsed - before) < 50, 'it rests');
  });

  await t.test('resume: it goes on from there', async () => {
    const { elapsed } = await now();
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
    if (turnUp === undefined) return;
    await turnUp();
    t.equal((await daemon.volume()).volume, limit);
  });

  await t.test('the end of the queue: it stops', async () => {
    await start(2, (LENGTH - 3) * 1000);
    await plays('it is near its end', 'three', (LENGTH - 3) * 1000);
    await status('it has stopped', 0);
  });

  await t.test('an output that is lost pauses, and goes on when it is soon back', async (t) => {
    await start(1, 5000);
    await plays('it plays', 'two', 5500);
    await lose();
    await status('it is paused', 3);
    t.match((await daemon.get('/player/status')).body, { output_problem: { code: 'OUTPUT_MISSING' } });
    const { elapsed } = await now();
    t.ok(elapsed > 5000 && elapsed < LENGTH * 1000, `the position is kept: ${elapsed}`);
    await comeBack();
    await plays('it goes on', 'two', elapsed - 1500, LENGTH * 1000);
  });
}
