/** The contract's tables of section 4 row by row: each title is a row. */
import t from 'tap';
import { milliseconds } from '../../src/units.js';
import { SOME_FACTS } from '../playback/fake-engine.js';
import { startBox } from './box.js';

t.test('bodies and answers: GET /player', async (t) => {
  const box = await startBox(t, ['a']);
  t.match((await box.send('GET', '/player')).json, { id: 'builtin', is_current_device: true, base_url: null });
});

t.test('bodies and answers: PUT /player/load', async (t) => {
  const box = await startBox(t, ['a']);
  t.equal((await box.put('/player/load', { tracks: box.files('a') })).status, 404);
  t.equal(await box.order(), '^a*');
});

t.test('bodies and answers: PUT /player/play', async (t) => {
  const box = await startBox(t, ['a']);
  for (const query of ['', '?elapsed=5', '?offset=5', '?elapsed=-9223372036854775808', '?offset=9223372036854775807']) {
    const { status, text } = await box.put(`/player/play${query}`);
    t.strictSame([status, text], [200, ''], query);
  }
  t.equal((await box.put('/player/play?elapsed=9223372036854775808')).status, 400);
});

t.test(
  'bodies and answers: PUT /player/pause, resume, next, previous, stop, flush-and-reload-tracks: 200, always',
  async (t) => {
    for (const kind of ['stopped', 'playing', 'paused'] as const) {
      for (const names of [['a', 'b'], []]) {
        const box = await startBox(t, names, names.length === 0 ? 'stopped' : kind);
        for (const path of ['pause', 'resume', 'next', 'previous', 'stop', 'flush-and-reload-tracks']) {
          const { status, text } = await box.put(`/player/${path}`);
          t.strictSame([status, text], [200, ''], path);
        }
      }
    }
  },
);

t.test('bodies and answers: PUT /player/ff-rewind', async (t) => {
  const box = await startBox(t, ['a'], 'playing');
  t.equal((await box.put('/player/ff-rewind?newtime=-2147483648')).status, 200);
  t.equal((await box.put('/player/ff-rewind?newtime=2147483648')).status, 400);
  t.equal((await box.put('/player/ff-rewind')).status, 400, 'it is required');
});

for (const [value, kind] of [
  [0, 'stopped'],
  [1, 'playing'],
  [3, 'paused'],
] as const) {
  t.test(`bodies and answers: GET /player/status: AudioStatus ${value} ${kind}`, async (t) => {
    const box = await startBox(t, ['a'], kind);
    t.strictSame((await box.send('GET', '/player/status')).json, { status: value });
  });
}

t.test('bodies and answers: GET /player/current-track', async (t) => {
  const box = await startBox(t, ['a', 'b'], 'playing', 1);
  box.engine.known.set(box.engine.loadedId, SOME_FACTS);
  box.engine.playedAt = { playId: box.engine.loadedId, elapsed: milliseconds(4321) };
  const entry = (await box.send('GET', '/player/current-track')).json;
  t.match(entry, { path: box.files('b')[0], length: 180_000, elapsed: 4321, bitrate: 320, frequency: 44_100 });
  await box.put('/player/stop');
  t.equal((await box.send('GET', '/player/current-track')).text, 'null');
});

t.test('bodies and answers: GET /player/next-track: null when stopped or no next', async (t) => {
  const next = async (...where: ['playing' | 'stopped', number]) =>
    (await (await startBox(t, ['a', 'b'], ...where)).send('GET', '/player/next-track')).json;
  t.equal(await next('stopped', 0), null);
  t.equal(await next('playing', 1), null);
  t.match(await next('playing', 0), { title: 'b', elapsed: 0 });
});

t.test('bodies and answers: GET /player/file-position', async (t) => {
  const box = await startBox(t, ['a'], 'playing');
  box.engine.byte = 4096 as never;
  t.equal((await box.send('GET', '/player/file-position')).text, '4096', 'a bare integer');
});

t.test('bodies and answers: GET /player/volume', async (t) => {
  const box = await startBox(t, ['a']);
  const { min, max, volume } = (await box.send('GET', '/player/volume')).json as Record<string, number>;
  t.ok(min! <= volume! && volume! <= max!);
});

t.test('bodies and answers: PUT /player/volume echoes NewVolume: positive louder, negative quieter', async (t) => {
  const box = await startBox(t, ['a']);
  const level = async () => ((await box.send('GET', '/player/volume')).json as { volume: number }).volume;
  const before = await level();
  t.strictSame((await box.put('/player/volume', { steps: -3 })).json, { steps: -3 });
  t.equal(await level(), before - 3);
  t.strictSame((await box.put('/player/volume', { steps: 2 })).json, { steps: 2 });
  t.equal(await level(), before - 1);
  t.equal((await box.put('/player/volume', {})).status, 400, 'steps are required');
});
