import * as fc from 'fast-check';
import t from 'tap';
import { CapturePace, LOOK_MILLISECONDS } from '../../../src/decode/pipes/capture-pace.js';

/** What is on the way, look by look, when the clock of the sender differs and every look is a little off. */
function levelsOf(drift: number, start: number, noise: (look: number) => number, looks: number): number[] {
  const pace = new CapturePace();
  const levels: number[] = [];
  for (let look = 0, level = start; look < looks; look++) {
    const wanted = pace.look(level + noise(look));
    if (wanted === 'begin anew') throw new Error(`begun anew at ${level} ms`);
    level += ((drift - wanted) * LOOK_MILLISECONDS) / 1e6;
    levels.push(level);
  }
  return levels;
}

t.test('whatever the clocks are, as much stays on the way as there was', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: -400, max: 400 }),
      fc.integer({ min: 150, max: 900 }),
      fc.array(fc.integer({ min: -15, max: 15 }), { minLength: 50, maxLength: 200 }),
      (drift, start, noise) => {
        // An hour.
        const levels = levelsOf(drift, start, (look) => noise[look % noise.length] ?? 0, 14_400);
        return levels.every((level) => Math.abs(level - start) < 60);
      },
    ),
    { numRuns: 50 },
  );
  t.end();
});

t.test('clocks that agree are left alone', (t) => {
  const pace = new CapturePace();
  for (let look = 0; look < 1000; look++) t.equal(pace.look(240), 0);
  t.end();
});

t.test('what gathered while nothing could be heard is dropped, and it is measured anew', (t) => {
  const pace = new CapturePace();
  for (let look = 0; look < 100; look++) pace.look(240);
  let looks = 0;
  while (pace.look(1240) !== 'begin anew') looks += 1;
  t.ok(looks < 10, `after ${looks} looks`);
  for (let look = 0; look < 100; look++) t.equal(pace.look(250), 0, 'that is what there is now');
  t.end();
});

t.test('less on the way, since it ran dry, is what there is from then on', (t) => {
  const pace = new CapturePace();
  for (let look = 0; look < 100; look++) pace.look(600);
  for (let look = 0; look < 100; look++) pace.look(200);
  t.equal(pace.look(200), 0);
  t.end();
});
