import t from 'tap';
import { axisOf, swipeOf } from '../../../src/web/remote/parts/list/gesture.js';

t.test('a touch is a tap at first, and a scroll unless it goes clearly to the side', async (t) => {
  for (const [across, down, axis] of [
    [0, 0, undefined],
    [9, -9, undefined],
    [10, 0, 'x'],
    [-10, 5, 'x'],
    [0, 10, 'y'],
    [3, -12, 'y'],
    [12, 12, 'y'],
    [12, 10, 'y'],
    [-14, 10, 'x'],
  ] as const) {
    t.equal(axisOf(across, down), axis, `${across}, ${down}`);
  }
  t.equal(axisOf(0, 1, 0), 'y', 'a handle waits for nothing');
});

t.test('a swipe is far or fast', async (t) => {
  t.equal(swipeOf('x', 120, 390, 2000), 'right');
  t.equal(swipeOf('x', -117, 390, 2000), 'left');
  t.equal(swipeOf('x', 100, 390, 2000), undefined, 'neither');
  t.equal(swipeOf('x', 100, 390, 100), 'right', 'a flick');
  t.equal(swipeOf('x', 40, 390, 40), 'right');
  t.equal(swipeOf('x', 40, 390, 40, 48), undefined, 'a flick of a row that is too short');
  t.equal(swipeOf('y', -300, 390, 5000), 'up');
  t.equal(swipeOf('y', 300, 390, 5000), 'down');
});
