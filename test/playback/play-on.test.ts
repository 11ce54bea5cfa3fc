import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { PlaybackClock } from '../../src/playback-clock.js';
import { PlayOn } from '../../src/playback/play-on.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { keptLog } from '../fixtures/log.js';

/** Two minutes are over in a moment. */
const FACTOR = 1000;

function start(t: Test, location: string) {
  const box = { hasOutput: false, awaits: true, played: 0, looks: 0 };
  const { log, lines } = keptLog('player');
  const clock = new PlaybackClock(FACTOR);
  const playOn = new PlayOn({
    player: {
      awaitsStart: () => box.awaits,
      resumePoint: () => ({ index: 0, location, elapsed: milliseconds(0), offset: byteOffset(0) }),
      goOn() {
        box.played += 1;
        box.awaits = false;
        return Promise.resolve();
      },
    },
    findOutput() {
      box.looks += 1;
      return box.hasOutput;
    },
    clock,
    log,
  });
  t.teardown(() => playOn.stop());
  playOn.start();
  // The timers of `PlayOn` keep no process alive.
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await delay(1);
  };
  return { box, lines, playOn, until };
}

t.test('it plays at once when all is there', async (t) => {
  const { box, until } = start(t, 'http://station.example/');
  box.hasOutput = true;
  await until(() => box.played === 1);
  t.equal(box.played, 1);
});

t.test('an output that comes later is waited for', async (t) => {
  const { box, until } = start(t, 'http://station.example/');
  await until(() => box.looks > 3);
  t.equal(box.played, 0);
  box.hasOutput = true;
  await until(() => box.played === 1);
  t.equal(box.looks > 3, true);
});

t.test('without an output it is given up after two minutes', async (t) => {
  const { box, lines, until } = start(t, 'http://station.example/');
  await until(() => lines.length > 0);
  t.match(lines, [/given up, the output did not come/]);
  const { looks } = box;
  box.hasOutput = true;
  await delay(20);
  t.equal(box.looks, looks, 'nothing is looked for any more');
  t.equal(box.played, 0);
});

t.test('the file is waited for, as on a stick that comes later', async (t) => {
  const folder = t.testdir();
  const { box, until } = start(t, join(folder, 'a.flac#track=2'));
  box.hasOutput = true;
  await until(() => box.looks > 3);
  await writeFile(join(folder, 'a.flac'), '');
  await until(() => box.played === 1);
  t.equal(box.played, 1);
});

t.test('a file that does not come is left to the player, which skips it', async (t) => {
  const { box, until } = start(t, join(t.testdir(), 'gone.flac'));
  box.hasOutput = true;
  await until(() => box.played === 1);
  t.ok(box.looks > 10);
});

t.test('whoever plays or stops meanwhile ends it, and so does the end of the daemon', async (t) => {
  const { box, until, playOn } = start(t, 'http://station.example/');
  await until(() => box.looks > 1);
  box.awaits = false;
  const { looks } = box;
  await delay(20);
  t.equal(box.looks, looks);
  playOn.stop();
  playOn.stop();
  await setImmediate();
  t.equal(box.played, 0);
});
