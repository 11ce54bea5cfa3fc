/** Playing to a renderer that is none of ours: found by SSDP, loaded, and heard to the frame. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { noiseWav } from '../fixtures/mp3.js';
import { comparePcm } from '../rig/pcm-compare.js';
import type { Lan } from '../snapcast/lan-rig.js';
import { RealRenderer, type RealRendererOptions, rendererLan, rendererTrouble } from './real-renderer.js';

const run = promisify(execFile);

t.setTimeout(300_000);
const skip = { skip: await rendererTrouble() };
const FRAME = 4;
const RATE = 44_100;
const KITCHEN = { name: 'Kitchen', uuid: '11111111-aaaa-4bbb-8ccc-000000000001', port: 49_494 };
const BATH = { name: 'Bath', uuid: '11111111-aaaa-4bbb-8ccc-000000000002', port: 49_594 };

interface Track {
  readonly path: string;
  readonly pcm: Buffer;
}

async function addTrack(lan: Lan, name: string, seconds: number, seed: number): Promise<Track> {
  const wav = noiseWav({ seconds, seed, rate: RATE });
  const path = join(lan.library, name);
  if (!name.endsWith('.flac')) await writeFile(path, wav);
  else {
    await writeFile(`${path}.wav`, wav);
    await run('flac', ['--silent', '--delete-input-file', '-o', path, `${path}.wav`]);
  }
  return { path, pcm: wav.subarray(44) };
}

const status = async (lan: Lan) => ((await lan.ask('GET', '/player/status')) as { status: number }).status;

async function current(lan: Lan): Promise<{ path: string; elapsed: number }> {
  return (
    ((await lan.ask('GET', '/player/current-track')) as { path: string; elapsed: number } | null) ?? {
      path: '',
      elapsed: -1,
    }
  );
}

/** A renderer that is listed and connected, as loud as it can be: it plays the samples as they are. */
async function connected(t: Test, options: Partial<RealRendererOptions> = {}) {
  const lan = await rendererLan(t);
  const renderer = await RealRenderer.start(t, lan, { ...KITCHEN, ...options });
  const isListed = async () => (await lan.device(renderer.udn)) !== undefined;
  const took = await lan.until('listed', 5000, isListed);
  await lan.ask('PUT', `/devices/${renderer.udn}/connect`);
  const { max } = (await lan.ask('GET', '/player/volume')) as { max: number };
  await lan.ask('PUT', '/player/volume/level', { level: max });
  return { lan, renderer, took };
}

t.test('tracks are loaded, played in their order without a gap, and their position is shown', skip, async (t) => {
  const { lan, renderer, took } = await connected(t);
  t.comment(`listed after ${Math.round(took)} ms`);
  const tracks = [
    await addTrack(lan, 'a.flac', 6.123, 7),
    await addTrack(lan, 'b.wav', 5.567, 8),
    await addTrack(lan, 'c.flac', 5.001, 9),
  ];
  await lan.ask('PUT', '/scan-library');
  await lan.until('scanned', 10_000, async () => JSON.stringify(await lan.ask('GET', '/tracks')).includes('c.flac'));
  await lan.ask('PUT', '/player/load', { tracks: tracks.map(({ path }) => path) });
  for (const { path, pcm } of tracks) {
    const length = pcm.length / FRAME / RATE;
    await lan.until(`${path} plays`, 15_000, async () => {
      const now = await current(lan);
      return now.path === path && now.elapsed > 2000;
    });
    const played = async () => (await renderer.played()).length / FRAME / RATE;
    const first = await played();
    const { elapsed } = await current(lan);
    const last = await played();
    const before = tracks.slice(
      0,
      tracks.findIndex((track) => track.path === path),
    );
    const begin = before.reduce((sum, track) => sum + track.pcm.length / FRAME / RATE, 0);
    const [from, to] = [first - begin, last - begin].map((seconds) => Math.round(1000 * seconds)) as [number, number];
    t.ok(elapsed > from - 900 && elapsed < to + 900, `position ${elapsed} ms, heard ${from}-${to} ms of ${length} s`);
  }
  await lan.until('it ended', 20_000, async () => (await status(lan)) === 0);
  const result = comparePcm(Buffer.concat(tracks.map(({ pcm }) => pcm)), await renderer.played(), FRAME);
  t.match(result, { exact: true }, JSON.stringify({ ...result, events: result.events.slice(0, 5) }));
});

t.test('a format that it does not take is decoded here', skip, async (t) => {
  const { lan, renderer } = await connected(t, { filter: '-audio/x-flac' });
  const tracks = [await addTrack(lan, 'a.flac', 4.123, 17), await addTrack(lan, 'b.flac', 4.567, 18)];
  await lan.ask('PUT', '/player/load', { tracks: tracks.map(({ path }) => path) });
  await lan.until('it plays', 10_000, async () => (await status(lan)) === 1);
  await lan.until('it ended', 20_000, async () => (await status(lan)) === 0);
  const result = comparePcm(Buffer.concat(tracks.map(({ pcm }) => pcm)), await renderer.played(), FRAME);
  t.match(result, { exact: true }, JSON.stringify({ ...result, events: result.events.slice(0, 5) }));
});

t.test('pause, resume and seek', skip, async (t) => {
  const { lan, renderer } = await connected(t);
  const { path, pcm } = await addTrack(lan, 'a.wav', 14, 27);
  await lan.ask('PUT', '/player/load', { tracks: [path] });
  await lan.until('it plays', 10_000, async () => (await current(lan)).elapsed > 2000);
  await lan.ask('PUT', '/player/pause');
  await delay(700);
  const paused = { ...(await current(lan)), bytes: (await renderer.played()).length };
  await delay(1000);
  t.strictSame({ ...(await current(lan)), bytes: (await renderer.played()).length }, paused, 'it rests');
  await lan.ask('PUT', '/player/resume');
  await lan.until('it plays on', 10_000, async () => (await current(lan)).elapsed > paused.elapsed + 1000);
  const before = await renderer.played();
  t.ok(before.length >= (paused.elapsed / 1000) * RATE * FRAME, `as much as is shown: ${before.length}`);
  t.ok(before.equals(pcm.subarray(0, before.length)), 'as the file, over the pause');
  await lan.ask('PUT', '/player/ff-rewind?newtime=11000');
  await lan.until('it ended', 20_000, async () => (await status(lan)) === 0);
  const played = await renderer.played();
  const tail = pcm.subarray(12 * RATE * FRAME);
  t.ok(played.subarray(-tail.length).equals(tail), 'and from where was sought to, to the end');
  t.ok(played.length < pcm.length - 3 * RATE * FRAME, `what was passed over is not played: ${played.length}`);
});

t.test('two are listed at once; one that loses its power leaves the list', skip, async (t) => {
  const lan = await rendererLan(t);
  const kitchen = await RealRenderer.start(t, lan, KITCHEN);
  const bath = await RealRenderer.start(t, lan, BATH);
  const listed = async () =>
    ((await lan.ask('GET', '/devices')) as { name: string; service: string }[])
      .filter(({ service }) => service === 'upnp')
      .map(({ name }) => name);
  await lan.until('both are listed', 5000, async () => (await listed()).length === 2);
  t.strictSame(await listed(), ['Bath', 'Kitchen']);
  await bath.program.end('SIGKILL');
  const killed = await lan.until('the dead one is gone', 30_000, async () => (await listed()).length === 1);
  t.strictSame(await listed(), ['Kitchen']);
  await kitchen.program.end('SIGTERM');
  const ended = await lan.until('the one that was ended is gone', 30_000, async () => (await listed()).length === 0);
  t.comment(`gone after ${Math.round(killed)} ms by SIGKILL, ${Math.round(ended)} ms by SIGTERM`);
});
