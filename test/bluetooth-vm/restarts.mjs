import { expect } from '../image/table.mjs';
import { measure } from './daemon.mjs';
import { play, PLAYING, status } from './player.mjs';
import { hearLong, LONG_TONES } from './tone.mjs';

const RESTARTS = 20;
/** Value of `repeat_mode` in GET /settings that repeats the queue, since the test takes longer than the queue. */
const REPEAT_ALL = 1;
/** Restarts before the first measurement: code that is loaded and compiled during them is no leak. */
const BEFOREHAND = 3;
/** Allowed growth in MB, for garbage that is not collected yet. */
const MOST_GROWTH_MB = 12;

/**
 * Restarts BlueZ many times: each time the speaker connects again, and memory and descriptors of the daemon do not
 * grow.
 */
export async function checkRestarts(table, box, speaker) {
  await table.check(`${RESTARTS} restarts of BlueZ leave memory and descriptors flat`, async () => {
    await box.ask('/settings', { method: 'PUT', body: { repeat_mode: REPEAT_ALL } });
    await play(box, LONG_TONES);
    for (let n = 0; n < BEFOREHAND; n++) await restart(box, speaker);
    const before = await measure(box);
    const rounds = [];
    for (let n = 0; n < RESTARTS; n++) {
      await restart(box, speaker);
      rounds.push(await measure(box));
    }
    const after = rounds.at(-1);
    const said =
      `${before.megabytes.toFixed(1)} to ${after.megabytes.toFixed(1)} MB ` +
      `(${rounds.map((each) => each.megabytes.toFixed(1)).join(' ')}), ` +
      `${before.descriptors} to ${after.descriptors} descriptors (${rounds.map((each) => each.descriptors).join(' ')})`;
    expect(after.pid === before.pid, `the daemon was started anew meanwhile: ${said}`);
    expect(after.descriptors <= before.descriptors && after.megabytes - before.megabytes <= MOST_GROWTH_MB, said);
    return `${said}, one process`;
  });
  await table.check('it plays after them', async () => {
    await play(box, LONG_TONES);
    return `recorded: ${await hearLong(speaker)}`;
  });
}

/** Restarts BlueZ, connects the speaker, and waits until the daemon plays again by itself. */
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
