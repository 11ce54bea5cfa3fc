import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import t, { type Test } from 'tap';

import { noiseWav } from '../fixtures/mp3.js';
import { createHouse, FAST, xruns } from './daemon.js';

const run = promisify(execFile);
const RATE = 44_100;
const FRAME_BYTES = 8;
/** Tolerance in units of 2^-31: rounding to 24 bits, and some of Float32. */
const TOLERANCE = 512;
const HALF = 20 * Math.log10(0.5);
const BY_TRACK = { replaygain_settings: { type: 0, noclip: false, preamp: 0 } };

/** Makes a FLAC of noise. @returns its samples as the card gets them */
async function flac(file: string, seed: number, seconds: number, gain?: number, rate = RATE): Promise<Int32Array> {
  const wav = noiseWav({ seconds, seed, rate });
  await writeFile(`${file}.wav`, wav);
  const tags = gain === undefined ? [] : ['-metadata', `REPLAYGAIN_TRACK_GAIN=${gain.toFixed(4)} dB`];
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-i', `${file}.wav`, ...tags, '-c:a', 'flac', file]);
  const samples = wav.subarray(44);
  return Int32Array.from({ length: samples.length / 2 }, (_, at) => samples.readInt16LE(2 * at) * 65_536);
}

const captured = (bytes: Buffer): Int32Array =>
  Int32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readInt32LE(4 * at));

function largestError(played: Int32Array, wanted: Int32Array, factor: number): number {
  return wanted.reduce((most, sample, at) => Math.max(most, Math.abs((played[at] ?? 0) - sample * factor)), 0);
}

async function house(t: Test) {
  const { rig, library, start } = await createHouse(t, FAST);
  const files = [join(library, '1.flac'), join(library, '2.flac')] as const;
  const [quiet, plain] = [await flac(files[0], 5, 4, HALF), await flac(files[1], 6, 2)];
  const daemon = await start();
  return { rig, files, quiet, plain, daemon };
}

t.test('each track has the gain of its own tag from its first frame, and one without is left alone', async (t) => {
  const { rig, files, quiet, plain, daemon } = await house(t);
  t.equal((await daemon.put('/settings', BY_TRACK)).status, 204);
  await daemon.play(files);
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const played = captured(await rig.capture());
  t.equal(played.length, quiet.length + plain.length);
  t.ok(largestError(played, quiet, 0.5) <= TOLERANCE);
  t.equal(largestError(played.subarray(quiet.length), plain, 1), 0);
  t.equal(await xruns(rig), 0);
});

t.test('the gain of the tag and the pre-amplifier add up within 0.01 dB at every rate', async (t) => {
  const { rig, library, start } = await createHouse(t, FAST);
  const tracks = [];
  for (const [at, [rate, gain]] of (
    [
      [44_100, -7.32],
      [48_000, -1.05],
      [96_000, -12.6],
    ] as const
  ).entries()) {
    const file = join(library, `${at}.flac`);
    tracks.push({ file, rate, gain, sent: await flac(file, 7 + at, 2, gain, rate) });
  }
  const daemon = await start();
  t.equal((await daemon.put('/settings', { replaygain_settings: { type: 0, noclip: false, preamp: 35 } })).status, 204);
  await daemon.play(tracks.map(({ file }) => file));
  await daemon.put('/player/play');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const played = captured(await rig.capture());
  t.equal(
    played.length,
    tracks.reduce((sum, { sent }) => sum + sent.length, 0),
  );
  const power = (samples: Int32Array): number => samples.reduce((sum, sample) => sum + (sample / 2 ** 31) ** 2, 0);
  let from = 0;
  for (const { rate, gain, sent } of tracks) {
    const measured = 10 * Math.log10(power(played.subarray(from, from + sent.length)) / power(sent));
    t.ok(Math.abs(measured - (3.5 + gain)) <= 0.01, `${rate} Hz: ${measured.toFixed(4)} dB`);
    from += sent.length;
  }
});

t.test('switched on while a track plays it applies to that track', async (t) => {
  const { rig, files, quiet, daemon } = await house(t);
  await daemon.play([files[0]]);
  await rig.holdAt(1.5 * RATE);
  await daemon.put('/player/play');
  await daemon.until('a second was played', async () => (await daemon.elapsed()) >= 1000);
  t.equal((await daemon.put('/settings', BY_TRACK)).status, 204);
  await rig.waitFor('REWRITE');
  await rig.clearFault();
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const played = captured(await rig.capture());
  const first = RATE / 2;
  t.equal(largestError(played, quiet.subarray(0, first * 2), 1), 0, 'untouched before');
  const tail = RATE * (FRAME_BYTES / 4);
  t.ok(largestError(played.subarray(-tail), quiet.subarray(-tail), 0.5) <= TOLERANCE, 'turned down afterwards');
});
