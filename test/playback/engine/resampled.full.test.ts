/** Tracks on a card that lacks their rate, as they are played. */
import t from 'tap';
import { fitSine, FROM_START, sine, soundRig } from './sound-rig.js';

const CASES = [
  { rate: 44_100, card: 48_000, frequency: 997 },
  { rate: 48_000, card: 44_100, frequency: 15_000 },
  { rate: 96_000, card: 48_000, frequency: 997 },
  { rate: 8000, card: 44_100, frequency: 997 },
  { rate: 192_000, card: 96_000, frequency: 997 },
];

for (const { rate, card, frequency } of CASES) {
  t.test(`a sine of ${rate} Hz is played clean and whole on a card of ${card} Hz`, async (t) => {
    const { engine, events, until, track, played, opened } = await soundRig(t, [card]);
    const frames = Math.round(1.3 * rate) + 17;
    engine.load(await track(1, rate, frames, sine(frequency, rate)), FROM_START);
    engine.start();
    engine.run();
    await until('the end', () => events.includes('finished 1'));
    const sound = await played();
    t.strictSame([...new Set(await opened())], [card]);
    t.equal(sound.frames, Math.round((frames * card) / rate));
    const fit = fitSine(sound.left, card / 10, sound.frames - card / 10, frequency, card);
    t.ok(Math.abs(fit.amplitude - 0.9) < 1e-4, `level ${fit.amplitude}`);
    t.ok(fit.noise < -100, `THD+N ${fit.noise.toFixed(1)} dB`);
  });
}

t.test('what lies beyond the half of the card is not folded back', async (t) => {
  const { engine, events, until, track, played } = await soundRig(t, [48_000]);
  engine.load(await track(1, 96_000, 96_000, sine(30_000, 96_000)), FROM_START);
  engine.start();
  engine.run();
  await until('the end', () => events.includes('finished 1'));
  const { left } = await played();
  const loudest = left.subarray(4800, 43_200).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  t.ok(loudest < 0.9e-5, `${20 * Math.log10(loudest / 0.9)} dB`);
});

t.test('a sine that is cut into three tracks is played as one', async (t) => {
  const { track, playThree, played } = await soundRig(t, [48_000], [], 1); // a follower is waited for in real time
  const whole = sine(997, 44_100);
  const cuts = [0, 30_011, 71_003, 99_991];
  const tracks = [];
  for (const at of [0, 1, 2]) {
    const from = cuts[at] ?? 0;
    tracks.push(await track(at + 1, 44_100, (cuts[at + 1] ?? 0) - from, (frame) => whole(from + frame)));
  }
  await playThree(tracks, (30_011 * 48_000) / 44_100);
  const { frames, left } = await played();
  t.equal(frames, Math.round((99_991 * 48_000) / 44_100));
  const fit = fitSine(left, 4800, frames - 4800, 997, 48_000);
  t.ok(fit.noise < -100, `THD+N ${fit.noise.toFixed(1)} dB, over both joints`);
});

t.test('the place is reported in the time of the track, and a seek lands on its frame', async (t) => {
  const { engine, events, until, track, played } = await soundRig(t, [48_000]);
  const one = await track(1, 44_100, 88_200, (frame) => [frame / 88_200, 0]);
  engine.load(one, FROM_START);
  engine.start();
  engine.run();
  await until('the middle', () => (engine.position()?.elapsed ?? 0) > 500);
  engine.load({ ...one, playId: 2 }, { kind: 'elapsed', elapsed: 1500 as never });
  await until('the end', () => events.includes('finished 2'));
  const { frames, left } = await played();
  t.ok(Math.abs((engine.position()?.elapsed ?? 0) - 2000) <= 1, 'at the end it is the end');
  // Half a second at 48 kHz, of which the first lies 1.5 s into the track.
  t.ok(Math.abs((left[frames - 12_000] ?? 0) - 0.875) < 1e-5, `${left[frames - 12_000]}`);
});
