import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { noiseWav } from '../fixtures/mp3.js';
import { temporaryDirectory } from '../http/rig.js';
import { comparePcm } from '../rig/pcm-compare.js';
import { Lan, OUTPUT_ID, snapcastLanTrouble } from './lan-rig.js';
import { startClient, startServer } from './real-snapcast.js';

t.setTimeout(300_000);
const skip = { skip: await snapcastLanTrouble() };
const FRAME = 4;
const RATE = 44_100;
/** Milliseconds that the server and its clients hold sound back, and some more. */
const HELD_BACK = 2500;
/** Frames of a fade, and of what is in the middle of it when a position is read. */
const FADE = Math.round(RATE * 0.04);

async function rig(t: Test, sampleFormat = '44100:16:2') {
  const lan = await Lan.start(t);
  const server = await startServer(t, { ...lan.onServer, sampleFormat });
  await lan.until('listed', 5000, async () => (await lan.device()) !== undefined);
  const folder = await temporaryDirectory(t);
  const rooms = ['one', 'two'].map((name) => ({ name, file: join(folder, name) }));
  for (const { name, file } of rooms) await startClient(t, name, file, lan.onServer);
  // As loud as the file: the samples are not touched.
  await lan.ask('PUT', `/devices/${OUTPUT_ID}/volume-mode`, { mode: 'fixed', confirmed: true });
  await lan.ask('PUT', `/devices/${OUTPUT_ID}/connect`);
  const add = async (name: string, seconds: number, seed: number) => {
    const wav = noiseWav({ seconds, seed, rate: RATE });
    const path = join(lan.library, name);
    await writeFile(path, wav);
    return { path, pcm: wav.subarray(44) };
  };
  const play = async (...paths: string[]) => {
    await lan.ask('POST', '/playlists', { tracks: paths });
    await lan.ask('PUT', '/player/play');
  };
  const status = async () => ((await lan.ask('GET', '/player/status')) as { status: number }).status;
  const elapsed = async () =>
    ((await lan.ask('GET', '/player/current-track')) as { elapsed: number } | null)?.elapsed ?? -1;
  /** Resolves to what each room has played when the queue has ended. */
  const captures = async () => {
    await lan.until('it ended', 60_000, async () => (await status()) === 0);
    await delay(HELD_BACK);
    const all = await Promise.all(rooms.map(({ file }) => readFile(file)));
    return all.map((capture) => capture.subarray(0, capture.length - (capture.length % FRAME)));
  };
  return { lan, server, add, play, elapsed, captures };
}

t.test('two tracks are played in every room, to the frame and without a gap', skip, async (t) => {
  const { add, play, captures } = await rig(t);
  const [one, two] = [await add('a.wav', 5.123, 7), await add('b.wav', 4.567, 8)];
  await play(one.path, two.path);
  for (const capture of await captures()) {
    const result = comparePcm(Buffer.concat([one.pcm, two.pcm]), capture, FRAME);
    t.match(
      result,
      { intact: true, leading: { silent: true }, trailing: { silent: true } },
      JSON.stringify(result.events),
    );
  }
});

t.test('pause, resume and seek lose and repeat nothing', skip, async (t) => {
  const { lan, add, play, elapsed, captures } = await rig(t);
  const { path, pcm } = await add('a.wav', 8, 9);
  await play(path);
  await lan.until('it plays', 10_000, async () => (await elapsed()) > 1500);
  await lan.ask('PUT', '/player/pause');
  await delay(500);
  const paused = await elapsed();
  await delay(500);
  t.equal(await elapsed(), paused, 'time stands still');
  await lan.ask('PUT', '/player/resume');
  await lan.until('it plays on', 10_000, async () => (await elapsed()) > paused + 1000);
  await lan.ask('PUT', '/player/ff-rewind?newtime=6000');
  for (const capture of await captures()) {
    const at = Math.round((paused / 1000) * RATE);
    const start = capture.indexOf(pcm.subarray(0, 400)) / FRAME;
    const before = (at - FADE) * FRAME;
    t.ok(
      capture
        .subarray(start * FRAME)
        .subarray(0, before)
        .equals(pcm.subarray(0, before)),
      'as the file, up to the fade',
    );
    const rest = pcm.subarray((at + FADE) * FRAME, (at + FADE + RATE / 2) * FRAME);
    const goesOn = capture.indexOf(rest);
    t.ok(goesOn > 0, 'and behind it');
    const end = pcm.subarray((6 * RATE + FADE) * FRAME);
    const found = capture.indexOf(end);
    t.ok(found > goesOn, 'from the frame that was sought on, to the end');
    t.ok(capture.subarray(found + end.length).every((byte) => byte === 0));
  }
});

t.test('a server of another rate has the sound resampled', skip, async (t) => {
  const { add, play, captures } = await rig(t, '48000:16:2');
  const { path, pcm } = await add('a.wav', 4, 10);
  await play(path);
  for (const capture of await captures()) {
    const samples = new Int16Array(capture.buffer, capture.byteOffset, capture.length / 2);
    const first = samples.findIndex((sample) => sample !== 0);
    const last = samples.findLastIndex((sample) => sample !== 0);
    const seconds = (last - first) / 2 / 48_000;
    t.ok(Math.abs(seconds - 4) < 0.02, `${seconds} s`);
    const power = (of: Int16Array) => of.reduce((sum, sample) => sum + sample ** 2, 0) / of.length;
    const original = new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length));
    const level = 10 * Math.log10(power(samples.subarray(first, last)) / power(original));
    t.ok(Math.abs(level) < 0.5, `${level} dB`);
  }
});

t.test('a server that starts again is played to again, from where it was', skip, async (t) => {
  const { lan, server, add, play, elapsed } = await rig(t);
  const { path } = await add('a.wav', 30, 11);
  await play(path);
  await lan.until('it plays', 10_000, async () => (await elapsed()) > 1500);
  await server.end();
  await lan.until('it is lost', 20_000, async () => {
    const { output_problem: problem } = (await lan.ask('GET', '/player/status')) as { output_problem?: unknown };
    return problem !== null && problem !== undefined;
  });
  const lost = await elapsed();
  t.ok(lost < 8000, `at ${lost} ms`);
  await startServer(t, lan.onServer);
  await lan.until('it plays on', 30_000, async () => (await elapsed()) > lost + 1000);
  t.match(await lan.device(), { is_current_device: true, is_present: true });
});
