/** When automatic scans begin, by a clock that the test moves. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { mock } from 'node:test';
import t, { type Test } from 'tap';
import type { VolumeState } from '../../../src/library/scan/messages.js';
import { ScanTimes, type ScanTimesOptions } from '../../../src/library/scan/scan-times.js';
import { temporaryDirectory } from '../../http/rig.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Records the requested scans, each with the milliseconds since the start. */
function timesRig(t: Test, options: Partial<ScanTimesOptions> = {}) {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  t.teardown(() => mock.timers.reset());
  const asked: string[] = [];
  let now = 0;
  const times = new ScanTimes({
    volumes: () => [],
    isWatchIncomplete: () => false,
    everything: () => void asked.push(`everything ${now}`),
    look: (targets) => void asked.push(`${targets.map(({ path, deep }) => `${path} ${deep}`).join()} ${now}`),
    ...options,
  });
  t.teardown(() => times.stop());
  const to = (then: number): string[] => {
    const step = then - now;
    now = then;
    mock.timers.tick(step);
    return asked.splice(0);
  };
  /** Moves the clock, and waits for the look at the disk that comes before a scan. */
  const look = async (then: number): Promise<string[]> => {
    const found = to(then);
    while (found.length + asked.length === 0) await nextTurn();
    return [...found, ...asked.splice(0)];
  };
  return { times, to, look };
}

const volume = (path: string, change: Partial<VolumeState>): VolumeState => ({
  path,
  available: true,
  mounted: false,
  remote: false,
  ...change,
});

t.test('everything five seconds after the start, and once a day', async (t) => {
  const { times, to } = timesRig(t);
  times.start();
  times.start();
  t.strictSame(to(5 * SECOND - 1), []);
  t.strictSame(to(5 * SECOND), ['everything 5000']);
  t.equal(times.beginNow(), false, 'it has begun');
  t.strictSame(to(DAY - 1), []);
  t.strictSame(to(DAY), [`everything ${DAY}`]);
  times.beginAgain();
  t.strictSame(to(DAY + 5 * SECOND), [`everything ${DAY + 5 * SECOND}`]);
  t.strictSame(to(2 * DAY), [`everything ${2 * DAY}`]);
  times.beginAgain();
  times.stop();
  times.stop();
  times.beginAgain();
  t.strictSame(to(9 * DAY), [], 'nothing once it has stopped');
});

t.test('the first scan can be had at once, and once only', async (t) => {
  const { times, to } = timesRig(t);
  t.equal(times.beginNow(), false, 'not before the start');
  times.start();
  t.equal(times.beginNow(), true);
  t.equal(times.beginNow(), false);
  t.strictSame(to(MINUTE), ['everything 0']);
});

t.test('a first scan that came too early is made again as late as was asked for then', async (t) => {
  const { times, to } = timesRig(t);
  times.start();
  times.beginNow();
  to(SECOND);
  times.beginAgain();
  t.strictSame(to(6 * SECOND - 1), []);
  t.strictSame(to(6 * SECOND), [`everything ${6 * SECOND}`]);
  times.beginAgain();
  to(7 * SECOND);
  times.beginAgain();
  t.strictSame(to(12 * SECOND - 1), [], 'the last of them counts');
  t.strictSame(to(12 * SECOND), [`everything ${12 * SECOND}`]);
});

t.test('what nobody watches is looked at every quarter of an hour', async (t) => {
  let incomplete = false;
  const volumes = [
    volume('/far', { remote: true }),
    volume('/away', { remote: true, available: false }),
    volume('/near', {}),
    volume('/far2', { remote: true }),
  ];
  const { times, to } = timesRig(t, { volumes: () => volumes, isWatchIncomplete: () => incomplete });
  times.start();
  times.beginNow();
  to(0);
  t.strictSame(to(15 * MINUTE - 1), []);
  t.strictSame(to(15 * MINUTE), [`/far true,/far2 true ${15 * MINUTE}`]);
  volumes.length = 0;
  t.strictSame(to(30 * MINUTE), [], 'there is none');
  incomplete = true;
  t.strictSame(to(45 * MINUTE), [`everything ${45 * MINUTE}`]);
});

t.test('a root that is away is looked for every half a minute until a scan has found it', async (t) => {
  const music = await temporaryDirectory(t);
  const away = join(music, 'stick');
  const disk = join(music, 'disk');
  const volumes = [
    volume('/dev/null', { available: false }),
    volume(join(music, 'missing'), { available: false }),
    volume(disk, { available: false, mounted: true }),
    volume(away, { available: false }),
    volume('/proc', {}),
  ];
  const { times, to, look } = timesRig(t, { volumes: () => volumes });
  await mkdir(disk);
  await mkdir(away);
  times.scanned();
  t.strictSame(to(DAY), [], 'not before the start');
  times.start();
  times.beginNow();
  to(DAY);
  times.scanned();
  times.scanned();
  t.strictSame(to(DAY + 30 * SECOND - 1), []);
  t.strictSame(await look(DAY + 30 * SECOND), [`${away} true ${DAY + 30 * SECOND}`], 'a folder is no mount');
  t.strictSame(to(DAY + 60 * SECOND - 1), []);
  t.strictSame(await look(DAY + 60 * SECOND), [`${away} true ${DAY + 60 * SECOND}`]);
  volumes.splice(0, 4);
  times.scanned();
  t.strictSame(to(DAY + 5 * MINUTE), [], 'all are there');
});

t.test('a folder that may become a mount point is looked at 3, 10, 30 and 90 seconds later', async (t) => {
  const { times, to, look } = timesRig(t);
  times.start();
  times.beginNow();
  to(0);
  times.settle('/proc');
  for (const then of [3000, 10_000, 30_000, 90_000]) {
    t.strictSame(to(then - 1), []);
    t.strictSame(await look(then), [`/proc true ${then}`]);
  }
  t.strictSame(to(600_000), []);
  times.settle('/proc');
  times.stop();
  t.strictSame(to(700_000), [], 'nothing once it has stopped');
});
