import t from 'tap';

import { FROM_START } from '../../src/playback/state.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import type { FakeEngine } from './fake-engine.js';
import { createRig } from './rig.js';

const REWINDS = { afterPause: milliseconds(3000), afterStop: milliseconds(10_000) };

/** Plays `/a` with rewinds of 3 and 10 seconds. */
async function playingWithRewinds() {
  const rig = createRig({ rewinds: () => REWINDS });
  await rig.player.replaceQueue(['/a', '/b']);
  await rig.player.play(FROM_START);
  rig.engine.reported();
  return rig;
}

const hear = (engine: FakeEngine, elapsed: number): void => {
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(elapsed) };
};

for (const [played, from] of [
  [20_000, 17_000],
  [2000, 0],
] as const) {
  t.test(`a pause at ${played} ms goes on at ${from} ms`, async (t) => {
    const { player, engine } = await playingWithRewinds();
    hear(engine, played);
    await player.pause();
    engine.reported();
    await player.resume();
    t.strictSame(engine.reported(), [`load /a from ${from} ms`, 'follow /b', 'run']);
    t.equal(player.status().kind, 'playing');
  });
}

t.test('a pause ends by resume-track as it does by resume', async (t) => {
  const { player, engine } = await playingWithRewinds();
  hear(engine, 20_000);
  await player.pause();
  engine.reported();
  await player.resumeTrack();
  t.strictSame(engine.reported(), ['load /a from 17000 ms', 'follow /b', 'run']);
});

t.test('what plays already, or is at its beginning, is left where it is', async (t) => {
  const { player, engine } = await playingWithRewinds();
  hear(engine, 20_000);
  await player.resume();
  t.strictSame(engine.reported(), []);
  hear(engine, 0);
  await player.pause();
  engine.reported();
  await player.resume();
  t.strictSame(engine.reported(), ['run']);
});

t.test('a stopped track goes on before the place where it was stopped', async (t) => {
  const { player, engine } = await playingWithRewinds();
  for (const [played, reported] of [
    [25_000, 'load /a from 15000 ms'],
    // The beginning of the track is decoded already.
    [4000, 'run'],
  ] as const) {
    hear(engine, played);
    engine.byte = byteOffset(77);
    await player.stop();
    engine.reported();
    await player.resumeTrack();
    t.equal(engine.reported()[0], reported);
  }
});

t.test('a track stopped at a byte, of which no time is known, goes on at that byte', async (t) => {
  const { player, engine } = await playingWithRewinds();
  hear(engine, 0);
  engine.byte = byteOffset(77_000);
  await player.stop();
  engine.reported();
  await player.resumeTrack();
  t.equal(engine.reported()[0], 'load /a from byte 77000');
});
