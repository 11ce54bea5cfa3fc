import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import t, { type Test } from 'tap';

import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { broadcast, LAME } from './broadcast.js';
import { createHouse, xruns, type Daemon } from './daemon.js';

const OPEN = { TONEARM_STREAM_ALLOW: '127.0.0.0/8' };
const RATE = 44_100;
/**
 * Tolerance in units of 2^-31: rounding to 24 bits, and the decoder's first frames, which lack the frames before them.
 */
const TOLERANCE = 512;
const WARM_UP_FRAMES = 2 * 1152;
/** Frames of the longest crossfade (20 ms) where buffered sound is replaced. */
const SPLICE_FRAMES = RATE / 50;

/** Options of tests that mostly wait for playback, so that they can run at the same time. */
const sideBySide = () => ({ buffered: true }); // a new object each time, since tap writes into it
t.jobs = 4;

/** Starts a station and plays it. @returns also the decoded programme */
async function onAir(t: Test) {
  const { start, rig, library } = await createHouse(t);
  const file = join(library, 'programme.mp3');
  await makeMp3(file, { seconds: 60, seed: 17, rate: RATE, lame: LAME });
  const programme = samplesOf(await referenceS32(file));
  const station = await broadcast(t, file);
  const daemon = await start({ environment: OPEN });
  await daemon.play([station.url]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 2000);
  return { daemon, rig, station, programme, played: async () => samplesOf(await rig.capture()) };
}

const samplesOf = (bytes: Buffer): Int32Array =>
  new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));

/** Removes the silence that follows a fade-out where the next decoder was late. */
function withoutSilence(samples: Int32Array) {
  const kept: number[] = [];
  let gaps = 0;
  for (let frame = 0; 2 * frame < samples.length; frame++) {
    const isSilent = (at: number) => samples[2 * at] === 0 && samples[2 * at + 1] === 0;
    if (!isSilent(frame)) kept.push(samples[2 * frame] ?? 0, samples[2 * frame + 1] ?? 0);
    else if (frame === 0 || !isSilent(frame - 1)) gaps += 1;
  }
  return { samples: Int32Array.from(kept), gaps };
}

/** Frame of the programme at which the played samples begin; -1 when they are not in it. */
function startInProgramme(programme: Int32Array, played: Int32Array, from: number): number {
  const isHere = (frame: number) => {
    for (let at = 0; at < 200; at++) {
      if (Math.abs((played[2 * from + at] ?? 0) - (programme[2 * frame + at] ?? 0)) > TOLERANCE) return false;
    }
    return true;
  };
  for (let frame = 0; 2 * frame < programme.length; frame++) if (isHere(frame)) return frame - from;
  return -1;
}

async function problem(daemon: Daemon): Promise<{ code: string } | undefined> {
  return ((await daemon.get('/player/status')).body as { output_problem?: { code: string } }).output_problem;
}

t.test('five seconds without network data do not interrupt the sound', sideBySide(), async (t) => {
  const { daemon, rig, station, programme, played } = await onAir(t);
  station.fallSilent();
  await delay(5000);
  station.goOn();
  const until = (await daemon.elapsed()) + 3000;
  await daemon.until('it played on', async () => (await daemon.elapsed()) > until);
  const samples = await played();
  const start = startInProgramme(programme, samples, WARM_UP_FRAMES);
  t.ok(start >= 0);
  t.ok(samples.length > 2 * 9 * RATE);
  const torn = samples.findIndex(
    (sample, at) => at > 2 * WARM_UP_FRAMES && Math.abs(sample - (programme[at + 2 * start] ?? 0)) > TOLERANCE,
  );
  t.equal(torn, -1, 'in one piece');
  t.notMatch(daemon.text, /stream waits|stream dropped/);
  t.equal(await xruns(rig), 0);
  t.equal(station.connections, 1);
});

t.test('other sound settings apply at once, and nothing is left out or played twice', sideBySide(), async (t) => {
  const { daemon, rig, station, programme, played } = await onAir(t);
  for (const channels of [6, 0, 6]) {
    t.equal((await daemon.put('/settings', { channel_config: channels })).status, 204);
    await delay(1500);
  }
  const { samples, gaps } = withoutSilence(await played());
  const start = startInProgramme(programme, samples, WARM_UP_FRAMES);
  const stretches: { swapped: boolean; frames: number }[] = [];
  let strangers = 0;
  for (let frame = WARM_UP_FRAMES; 2 * frame < samples.length; frame++) {
    const [left = 0, right = 0] = programme.subarray(2 * (frame + start), 2 * (frame + start) + 2);
    const is = (one: number, other: number) =>
      Math.abs((samples[2 * frame] ?? 0) - one) + Math.abs((samples[2 * frame + 1] ?? 0) - other) <= 2 * TOLERANCE;
    const swapped = is(right, left);
    if (swapped === is(left, right)) {
      if (!swapped) strangers++;
      continue;
    }
    const last = stretches.at(-1);
    if (last?.swapped === swapped) last.frames++;
    else stretches.push({ swapped, frames: 1 });
  }
  const faded = (3 + 2 * gaps) * SPLICE_FRAMES;
  t.ok(strangers <= faded, `${strangers} frames are not the programme's, which the splices account for`);
  t.strictSame(
    stretches.map(({ swapped }) => swapped),
    [false, true, false, true],
  );
  for (const { frames } of stretches.slice(1)) t.ok(frames > RATE / 2, `${frames} frames`);
  t.equal(await xruns(rig), 0);
  t.equal(station.connections, 1);
  t.notMatch(daemon.text, /stream waits/);
});

t.test('a pause lets the station go, and resuming joins what is on the air then', sideBySide(), async (t) => {
  const { daemon, rig, station, programme, played } = await onAir(t);
  await daemon.put('/player/pause');
  await daemon.until('it is let go', () => Promise.resolve(station.listeners === 0));
  await rig.waitFor('DROP');
  const elapsed = await daemon.elapsed();
  const before = (await played()).length / 2;
  await delay(6000);
  t.equal(station.connections, 1);
  t.equal(await daemon.elapsed(), elapsed, 'its time stands');
  const live = (station.onAir / 1000) * RATE;
  await daemon.put('/player/resume');
  await daemon.until('it plays on', async () => (await daemon.elapsed()) > elapsed + 2000);
  const start = startInProgramme(programme, await played(), before + 3 * 1152) + before;
  t.ok(start >= live - RATE / 2, `${(start - live) / RATE} s behind what was on the air`);
  t.equal(station.connections, 2);
  t.equal(await xruns(rig), 0);
});

t.test(
  'a station that says nothing for long is a problem of the output, until it comes back',
  sideBySide(),
  async (t) => {
    const { daemon, rig, station } = await onAir(t);
    t.equal(await problem(daemon), undefined);
    station.fallSilent();
    await daemon.until('reported', async () => (await problem(daemon)) !== undefined);
    t.match(await problem(daemon), { code: /^STREAM_/ });
    t.equal(await daemon.playbackStatus(), 1);
    station.goOn();
    await daemon.until('it is over', async () => (await problem(daemon)) === undefined);
    const elapsed = await daemon.elapsed();
    await daemon.until('it plays on', async () => (await daemon.elapsed()) > elapsed + 1000);
    t.equal(await xruns(rig), 0, 'the card was let rest in time');
  },
);
