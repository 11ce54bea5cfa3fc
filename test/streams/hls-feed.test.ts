/** HLS streams with and without an end: where they begin, and the exact sound of them. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import t, { type Test } from 'tap';

import { PcmPipeDecoder } from '../../src/decode/pipes/pcm-pipe-decoder.js';
import { frameCount, milliseconds } from '../../src/units.js';
import { cachedBytes } from '../fixtures/cache.js';
import { noiseWav } from '../fixtures/mp3.js';
import { difference, stretch, temporaryDirectory, type Stereo } from '../decode/formats/fixtures.js';
import { headOf, listen, station, type Listener } from './station.js';

const run = promisify(execFile);
const RATE = 44_100;
const SECONDS = 14;
/** What Float32 makes of the same frames in another order. */
const TOLERANCE = 1e-5;

/** A folder of segments of noise, and their list. Noise that a decoder makes up (PNS) would never be the same twice. */
async function segments(...options: readonly string[]): Promise<Map<string, Buffer>> {
  const hls = [
    '-c:a',
    'aac',
    '-aac_pns',
    '0',
    '-b:a',
    '128k',
    '-f',
    'hls',
    '-hls_time',
    '2',
    '-hls_list_size',
    '0',
    ...options,
  ];
  const recipe = { programs: ['ffmpeg'], hls, SECONDS, noiseWav };
  // A folder has no single file: its files lie in one JSON, each as base64.
  const bytes = await cachedBytes('json', recipe, async (draft) => {
    const folder = `${draft}.folder`;
    await mkdir(folder);
    await writeFile(join(folder, 'noise.wav'), noiseWav({ seconds: SECONDS, seed: 3 }));
    await run('ffmpeg', ['-v', 'error', '-i', join(folder, 'noise.wav'), ...hls, join(folder, 'list.m3u8')]);
    await rm(join(folder, 'noise.wav'));
    const names = await readdir(folder);
    const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'base64')]));
    await writeFile(draft, JSON.stringify(files));
    await rm(folder, { recursive: true });
  });
  const files = JSON.parse(bytes.toString()) as (readonly [string, string])[];
  return new Map(files.map(([name, content]) => [`/${name}`, Buffer.from(content, 'base64')]));
}

const answer = (body: string | Buffer, status = '200 OK', ...more: readonly string[]): Buffer =>
  Buffer.concat([Buffer.from(headOf(`HTTP/1.1 ${status}`, 'connection: close', ...more)), Buffer.from(body)]);

/** Serves files, or whatever `special` says instead. */
async function server(
  t: Test,
  files: ReadonlyMap<string, Buffer>,
  special: (path: string) => string | Buffer | undefined = () => undefined,
) {
  return station(t, (socket, path, _before, head) => {
    const other = special(path);
    if (other !== undefined) return socket.end(typeof other === 'string' ? answer(other) : other);
    const file = files.get(path);
    if (file === undefined) return socket.end(answer('', '404 Not Found'));
    const [, from, to] = /range: bytes=(\d+)-(\d+)/i.exec(head) ?? [];
    if (from === undefined) return socket.end(answer(file));
    return socket.end(answer(file.subarray(Number(from), Number(to) + 1), '206 Partial Content'));
  });
}

/** Decodes as the worker does, from this frame of the track, until the end or so many frames. */
async function decode(listener: Listener, from: number, most = Infinity): Promise<Stereo> {
  await listener.until('ready');
  const input = listener.input();
  if (input?.kind !== 'pcm') throw new Error('not what ffmpeg decodes');
  const decoder = new PcmPipeDecoder(input);
  decoder.seek(frameCount(from));
  const left: number[] = [];
  const right: number[] = [];
  for (let waited = 0; left.length < most && waited < 2000;) {
    const block = decoder.read();
    if (block === undefined) break;
    if (block === 'later') {
      await delay(10);
      waited++;
      continue;
    }
    const of = (start: number) => block.samples.subarray(start, start + block.frames);
    left.push(...of(block.left));
    right.push(...of(block.right));
  }
  return { left: Float32Array.from(left), right: Float32Array.from(right) };
}

for (const [name, options] of Object.entries({
  'MPEG-TS': [],
  'fragmented MP4': ['-hls_segment_type', 'fmp4'],
  'parts of one file': ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file'],
})) {
  t.test(`a list that has an end is begun at the exact frame: ${name}`, async (t) => {
    const files = await segments(...options);
    const { base, requests } = await server(t, files);
    const whole = await decode(listen(t, `${base}/list.m3u8`), 0);
    const length = Math.round((whole.left.length * 1000) / RATE);
    for (const elapsed of [50, 1999, 5003, 6050, 11_111, -2500]) {
      const asked = requests.length;
      const listener = listen(t, `${base}/list.m3u8`, {}, { kind: 'elapsed', elapsed: milliseconds(elapsed) });
      await listener.until('ready');
      const input = listener.input();
      const extent = input?.kind === 'pcm' ? input.extent : undefined;
      t.ok(Math.abs((extent?.length ?? 0) - length) < 30, 'its length is known');
      const position = elapsed < 0 ? (extent?.length ?? 0) + elapsed : elapsed;
      const frame = Math.round((position * RATE) / 1000);
      const decoded = await decode(listener, frame);
      t.equal(decoded.left.length, whole.left.length - frame);
      t.ok(difference(decoded, stretch(whole, frame, decoded.left.length)) < TOLERANCE, `from ${elapsed}`);
      if (elapsed > 3000) t.notMatch(requests.slice(asked).join(), /list0\./, 'what lies before is not fetched');
    }
  });
}

t.test('a place behind the end is its end', async (t) => {
  const { base } = await server(t, await segments());
  const listener = listen(t, `${base}/list.m3u8`, {}, { kind: 'elapsed', elapsed: milliseconds(99_000) });
  const decoded = await decode(listener, 99 * RATE);
  t.equal(decoded.left.length, 0);
});

/** A live list: three segments of `names` at a time, one further on each time that it is read. */
function window(names: readonly string[], gaps: ReadonlySet<number> = new Set()): () => string {
  let reads = 0;
  return () => {
    const first = Math.min(reads++, names.length - 3);
    const rows = names
      .slice(first, first + 3)
      .map((name, at) => `${gaps.has(first + at) ? '#EXT-X-DISCONTINUITY\n' : ''}#EXTINF:2,\n${name}\n`);
    const end = first === names.length - 3 ? '#EXT-X-ENDLIST\n' : '';
    return `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:${first}\n${rows.join('')}${end}`;
  };
}

const within = (seconds: number, wanted: number): boolean => Math.abs(seconds - wanted) < 0.2;

t.test('a live list is followed while it grows, across a discontinuity in it', async (t) => {
  const files = await segments('-hls_segment_type', 'fmp4');
  const list = window(
    [0, 1, 2, 0, 1, 2].map((number) => `list${number}.m4s`),
    new Set([3]),
  );
  const { base, requests } = await server(t, files, (path) =>
    path === '/live.m3u8' ? list().replace('#EXTINF', '#EXT-X-MAP:URI="init.mp4"\n#EXTINF') : undefined,
  );
  const listener = listen(t, `${base}/live.m3u8`);
  const decoded = await decode(listener, 0);
  const seconds = decoded.left.length / RATE;
  t.ok(within(seconds, 12), `${seconds} s`);
  t.equal(requests.filter((head) => head.includes('init.mp4')).length, 2, 'a new decoder needs the head again');
});

t.test('a live list whose segments change their format plays on', async (t) => {
  const files = await segments();
  const packed = new Map<string, Buffer>();
  const folder = await temporaryDirectory(t);
  for (const name of ['list0.ts', 'list1.ts', 'list2.ts']) {
    const file = join(folder, name);
    await writeFile(file, files.get(`/${name}`) ?? '');
    await run('ffmpeg', ['-v', 'error', '-i', file, '-c', 'copy', '-f', 'adts', `${file}.aac`]);
    await run('ffmpeg', ['-v', 'error', '-i', file, '-b:a', '128k', '-f', 'mp3', `${file}.mp3`]);
    for (const end of ['aac', 'mp3']) packed.set(`/${name}.${end}`, await readFile(`${file}.${end}`));
  }
  const names = ['list0.ts', 'list1.ts', 'list0.ts.aac', 'list1.ts.aac', 'list1.ts.mp3', 'list2.ts.mp3'];
  const list = window(names, new Set([2, 4]));
  const { base } = await server(t, new Map([...files, ...packed]), (path) =>
    path === '/live.m3u8' ? list() : undefined,
  );
  const listener = listen(t, `${base}/live.m3u8`);
  const seconds = (await decode(listener, 0)).left.length / RATE;
  t.ok(within(seconds, 12), `${seconds} s`);
});

t.test('a server of segments that is gone for a while is waited for, and nothing is left out', async (t) => {
  const files = await segments();
  let refusals = 0;
  const { base } = await server(t, files, (path) =>
    path === '/list4.ts' && refusals++ < 3 ? answer('', '503 Busy') : undefined,
  );
  const listener = listen(t, `${base}/list.m3u8`, { first: 10_000, later: 10_000 });
  const seconds = (await decode(listener, 0)).left.length / RATE;
  t.ok(within(seconds, SECONDS), `${seconds} s`);
  t.equal(refusals, 4);
});

t.test('a segment that is missing is left out, and a list of which most are missing is given up', async (t) => {
  const files = await segments();
  files.delete('/list2.ts');
  const { base } = await server(t, files);
  const seconds = (await decode(listen(t, `${base}/list.m3u8`), 0)).left.length / RATE;
  t.ok(within(seconds, SECONDS - 2), `${seconds} s`);
  for (const name of files.keys()) if (name.endsWith('.ts')) files.delete(name);
  const gone = listen(t, `${base}/list.m3u8`);
  await gone.until('failed STREAM_REFUSED');
});

t.test('a list that claims to grow all the time is not asked for all the time', async (t) => {
  const files = await segments();
  const { base, requests } = await server(t, files, (path) =>
    path === '/live.m3u8' ? '#EXTM3U\n#EXT-X-TARGETDURATION:0.001\n#EXTINF:2,\nlist0.ts\n' : undefined,
  );
  listen(t, `${base}/live.m3u8`, { start: 60_000 });
  while (requests.length < 3) await delay(10);
  await delay(400);
  t.ok(requests.length < 6, `${requests.length} requests`);
});
