import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFile } from 'music-metadata';
import t from 'tap';
import { DEMO_ALBUMS, type DemoAlbum } from '../../src/demo/albums.js';
import { renderTrack } from '../../src/demo/arrangement.js';
import { renderCover } from '../../src/demo/cover.js';
import { generateDemoLibrary } from '../../src/demo/generate.js';

t.test('the demo is two albums by two artists with eight tracks of 10 to 30 seconds', async (t) => {
  t.equal(new Set(DEMO_ALBUMS.map(({ artist }) => artist)).size, 2);
  const tracks = DEMO_ALBUMS.flatMap((album) => album.tracks);
  t.equal(tracks.length, 8);
  for (const { title, bars, beatsPerMinute } of tracks) {
    const seconds = (bars * 4 * 60) / beatsPerMinute + 2.2;
    t.ok(seconds >= 10 && seconds <= 30, `${title} lasts ${seconds.toFixed(1)} s`);
  }
});

t.test('each album has a cover of its own, small enough for lame, the same every time', async (t) => {
  const [first, second] = DEMO_ALBUMS.map((album) => renderCover(album.scene));
  t.notOk(first!.equals(second!));
  t.ok(first!.length < 128 * 1024 && second!.length < 128 * 1024);
  t.ok(renderCover(DEMO_ALBUMS[0]!.scene).equals(first!));
});

/** tap's own deep comparison takes minutes for a plane of samples. */
const sameBytes = (one: Float32Array, other: Float32Array) => Buffer.from(one.buffer).equals(Buffer.from(other.buffer));

const small: DemoAlbum = {
  ...DEMO_ALBUMS[1]!,
  tracks: DEMO_ALBUMS[1]!.tracks.slice(0, 2).map((track) => ({ ...track, bars: 1 })),
};

t.test('a track sounds on both sides, never clips, and is the same every time', async (t) => {
  const { left, right } = renderTrack(small.tracks[0]!, small.style);
  for (const plane of [left, right]) {
    const power = plane.reduce((sum, sample) => sum + sample * sample, 0) / plane.length;
    t.ok(power > 1e-4, 'audible');
    t.ok(
      plane.every((sample) => Math.abs(sample) < 0.72),
      'below −2.8 dBFS',
    );
  }
  t.notOk(sameBytes(left, right));
  t.ok(sameBytes(renderTrack(small.tracks[0]!, small.style).left, left));
});

t.test('a generated library carries the tags, covers and layout that it promises', async (t) => {
  const folder = join(t.testdir({}), 'demo');
  await generateDemoLibrary(folder, [small]);
  const album = join(folder, small.artist, small.title);
  t.strictSame(readdirSync(album).sort(), ['01 - Launch Window.mp3', '02 - Telemetry.mp3']);
  const { common, format } = await parseFile(join(album, '02 - Telemetry.mp3'));
  t.match(common, {
    title: 'Telemetry',
    artist: 'Nova Kestrel',
    albumartist: 'Nova Kestrel',
    album: 'Paper Satellites',
    track: { no: 2, of: 2 },
    year: 2024,
    genre: ['Electronic'],
  });
  t.ok(renderCover(small.scene).equals(common.picture![0]!.data));
  t.match(format, { codec: 'MPEG 1 Layer 3', codecProfile: 'V2', sampleRate: 44100, numberOfChannels: 2 });
  const bytes = await readFile(join(album, '02 - Telemetry.mp3'));
  t.ok(bytes.includes('LAME3.100'), 'a LAME tag promises the exact number of frames');
});

t.test('what fails leaves nothing that looks finished', async (t) => {
  const parent = t.testdir({});
  const unencodable: DemoAlbum = { ...small, tracks: [{ ...small.tracks[0]!, title: 'no/such/folder' }] };
  await t.rejects(generateDemoLibrary(join(parent, 'demo'), [unencodable]));
  t.notOk(existsSync(join(parent, 'demo')));
  t.strictSame(readdirSync(parent), []);
});
