import { expect } from '../image/table.mjs';
import { measure } from './daemon.mjs';
import { play, PLAYING, status } from './player.mjs';
import { hearLong, LONG_TONES } from './tone.mjs';

const RESTARTS = 20;
/** Of GET /settings: it takes longer than the queue. */
const REPEAT_ALL = 1;
/** What is loaded and compiled at the first ones is no leak. */
const BEFOREHAND = 3;
/** A garbage collector's breath. */
const MOST_GROWTH_MB = 12;

/** BlueZ is started anew again and again: each time the speaker comes back, and nothing is left behind in the daemon. */
export async function checkRestarts(table, box, speaker) {
  await table.check(`${RESTARTS} restarts of BlueZ leave memory and descriptors flat`, async () => {
    await box.ask('/settings', { method: 'PUT', body: { repeat_mode: REPEAT_ALL } });
    await play(box, LONG_TONES);
    for (let n = 0; n < BEFOREHAND; n++) await restart(box, speaker);
    const before = await measure(box);
    const course = [];
    for (let n = 0; n < RESTARTS; n++) {
      await restart(box, speaker);
      course.push(await measure(box));
    }
    const after = course.at(-1);
    const said =
      `${before.megabytes.toFixed(1)} to ${after.megabytes.toFixed(1)} MB ` +
      `(${course.map((each) => each.megabytes.toFixed(1)).join(' ')}), ` +
      `${before.descriptors} to ${after.descriptors} descriptors (${course.map((each) => each.descriptors).join(' ')})`;
    expect(after.pid === before.pid, `the daemon was started anew meanwhile: ${said}`);
    expect(after.descriptors <= before.descriptors && after.megabytes - before.megabytes <= MOST_GROWTH_MB, said);
    return `${said}, one process`;
  });
  await table.check('it plays after them', async () => {
    await play(box, LONG_TONES);
    return `heard: ${await hearLong(speaker)}`;
  });
}

/** It plays again by itself each time. */
async function restart(box, speaker) {
  await box.must('systemctl restart bluetooth');
  await speaker.on();
  await box.until('the speaker after a restart of BlueZ', () => speaker.isConnected());
  await box.until('the box to play on', async () => {
    const devices = await box.ask('/bluetooth/devices');
    const isReady = devices.some(({ address, ready }) => address === speaker.address && ready);
    return isReady && (await status(box)) === PLAYING;
  });
}
