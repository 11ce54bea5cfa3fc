import t from 'tap';
import { PlaybackClock, REAL_TIME } from '../src/playback-clock.js';

t.test('real time is the clock of the process', async (t) => {
  const before = performance.now();
  const now = REAL_TIME.now();
  t.ok(now >= before && now <= performance.now());
});

t.test('a fast clock counts so many milliseconds in one', async (t) => {
  const clock = new PlaybackClock(50);
  const [real, from] = [performance.now(), clock.now()];
  await new Promise((resolve) => setTimeout(resolve, 20));
  const [passed, most] = [clock.now() - from, (performance.now() - real) * 50];
  t.ok(passed >= 19 * 50 && passed <= most, `${passed} of ${most}`);
});

t.test('its timers wait for its own milliseconds, and are ended as others are', async (t) => {
  const clock = new PlaybackClock(50);
  const called: string[] = [];
  clearTimeout(clock.setTimeout(() => called.push('ended'), 100));
  const ticks = clock.setInterval(() => called.push('tick'), 500);
  await new Promise<void>((resolve) => clock.setTimeout(resolve, 5000));
  clearInterval(ticks);
  t.ok(called.length > 1, `${called.length} ticks in 5 s of a clock that takes a tenth of one for them`);
  t.notOk(called.includes('ended'));
});
