/** A radio station on a renderer: decoded here as sound without an end, with the titles that the station names. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createIcecast } from '../e2e/icecast.js';
import { makeMp3, referenceS32 } from '../fixtures/mp3.js';
import { RealRenderer, rendererLan, rendererTrouble } from './real-renderer.js';
import { relayFrom } from './relay.js';

t.setTimeout(240_000);

const RATE = 44_100;
const FRAME = 4;
/** Steps of 16 bits: rounding, and noise of one step. */
const TOLERANCE = 2;
const KITCHEN = { name: 'Kitchen', uuid: '11111111-aaaa-4bbb-8ccc-000000000004', port: 49_494 };

interface Now {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly elapsed: number;
}

/** Frames of the programme, which is sent in a loop, that are the same as these, and where they begin; undefined for none. */
function startIn(programme: Int16Array, played: Int16Array): number | undefined {
  const isNear = (one: number | undefined, other: number | undefined) =>
    Math.abs((one ?? 0) - (other ?? 0)) <= TOLERANCE;
  const frames = programme.length / 2;
  for (let frame = 0; frame < frames; frame++) {
    let at = 0;
    while (at < played.length && isNear(played[at], programme[(2 * frame + at) % programme.length])) at++;
    if (at === played.length) return frame;
  }
  return undefined;
}

const samplesOf = (pcm: Buffer): Int16Array =>
  Int16Array.from({ length: Math.floor(pcm.length / 2) }, (_, at) => pcm.readInt16LE(2 * at));

t.test('a station plays on a renderer', { skip: await rendererTrouble() }, async (t) => {
  const icecast = await createIcecast(t);
  const lan = await rendererLan(t, { TONEARM_STREAM_ALLOW: '127.0.0.0/8' });
  const file = join(lan.library, 'programme.mp3');
  await makeMp3(file, { seconds: 60, seed: 31, rate: RATE, lame: ['-b', '128', '-t', '--nores'] });
  await icecast.send(file, ['-c', 'copy', '-content_type', 'audio/mpeg', '-f', 'mp3']);
  await icecast.title('Ada - First');
  await delay(5000); // the burst of the station fills
  const { pathname } = new URL(icecast.url);
  const station = `http://127.0.0.1:${await relayFrom(t, lan.box, new URL(icecast.url))}${pathname}`;
  const renderer = await RealRenderer.start(t, lan, KITCHEN);
  await lan.until('listed', 20_000, async () => (await lan.device(renderer.udn)) !== undefined);
  await lan.ask('PUT', `/devices/${renderer.udn}/connect`);
  const { max } = (await lan.ask('GET', '/player/volume')) as { max: number };
  await lan.ask('PUT', '/player/volume/level', { level: max });
  const now = async () => (await lan.ask('GET', '/player/current-track')) as Now;

  await lan.ask('PUT', '/player/load', { tracks: [station] });
  await lan.until('it plays', 20_000, async () => (await now()).elapsed > 4000);
  t.match(await now(), { title: 'First', artist: 'Ada', album: 'Testfunk' });
  await icecast.title('Ada - Second');
  const took = await lan.until('the next title is shown', 30_000, async () => (await now()).title === 'Second');
  t.comment(`the next title is shown after ${Math.round(took)} ms`);
  await lan.until('it plays on', 30_000, async () => (await now()).elapsed > 15_000);
  const played = samplesOf(await renderer.played());
  const wanted = samplesOf(sixteenBits(await referenceS32(file)));
  const from = 3 * RATE * 2; // the decoder's first frames lack what was before them
  t.ok(played.length > 13 * RATE * 2, `${played.length / 2 / RATE} s were played`);
  t.type(startIn(wanted, played.subarray(from)), 'number', 'nothing is left out, played twice or silent');

  await lan.ask('PUT', '/player/pause');
  await lan.until('it is silent', 5000, async () => {
    const before = (await renderer.played()).length;
    await delay(500);
    return (await renderer.played()).length === before;
  });
  const silent = (await renderer.played()).length;
  await lan.until('the station is let go', 60_000, async () => (await icecast.listeners()).length === 0);
  await lan.ask('PUT', '/player/resume');
  const again = () => renderer.played().then(({ length }) => (length - silent) / FRAME / RATE);
  await lan.until('it plays again', 20_000, async () => (await again()) > 3);
  t.type(startIn(wanted, samplesOf((await renderer.played()).subarray(silent + 2 * RATE * FRAME))), 'number');
  await lan.ask('PUT', '/player/stop');
  await lan.until('the station is let go', 10_000, async () => (await icecast.listeners()).length === 0);
});

/** Samples of 32 bits, rounded to 16. */
function sixteenBits(pcm: Buffer): Buffer {
  const bytes = Buffer.alloc(pcm.length / 2);
  for (let at = 0; at < pcm.length; at += 4) {
    bytes.writeInt16LE(Math.min(Math.round(pcm.readInt32LE(at) / 65_536), 32_767), at / 2);
  }
  return bytes;
}
