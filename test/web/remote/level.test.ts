import t from 'tap';
import { dragged, levelOf } from '../../../src/web/remote/level.js';

t.test('the place on the slider is the one that the box tells, else that of the steps', async (t) => {
  t.strictSame(levelOf({ volume: 50, min: 0, max: 200, percent: 60 }), { percent: 60, cap: 100, loudest: 200 });
  t.strictSame(levelOf({ volume: 50, min: 0, max: 200 }), { percent: 25, cap: 100, loudest: 200 });
  t.strictSame(levelOf({ volume: -40, min: -80, max: 0, limit: -20, limit_percent: 70 }), {
    percent: 50,
    cap: 70,
    loudest: -20,
  });
  t.equal(levelOf({ volume: 0, min: 0, max: 0 }).percent, 0, 'an output with one step');
});

t.test('a finger moves the volume by as far as it moves, and never beyond what is allowed', async (t) => {
  t.equal(dragged(30, 0, 200, 100), 30);
  t.equal(dragged(30, 20, 200, 100), 40);
  t.equal(dragged(30, -200, 200, 100), 0);
  t.equal(dragged(30, 500, 200, 70), 70);
  t.equal(dragged(30, 10, 0, 100), 30, 'a bar that is not there');
});
