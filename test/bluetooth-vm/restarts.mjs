import { expect } from '../image/table.mjs';
import { play } from './player.mjs';
import { LONG_TONES } from './tone.mjs';

const RESTARTS = 20;
/** What is loaded and compiled at the first ones is no leak. */
const BEFOREHAND = 3;
/** A garbage collector's breath. */
const MOST_GROWTH_MB = 12;

/** BlueZ is started anew again and again: each time the speaker comes back, and nothing is left behind in the daemon. */
export async function checkRestarts(table, box, speaker) {
  await table.check(`${RESTARTS} restarts of BlueZ leave memory and descriptors flat`, async () => {
    for (let n = 0; n < BEFOREHAND; n++) await restart(box, speaker);
    const before = await measure(box);
    const course = [];
    for (let n = 0; n < RESTARTS; n++) {
      await restart(box, speaker);
      course.push(await measure(box));
    }
    const after = course.at(-1);
    const said =
      `${before.megabytes.toFixed(1)} to ${after.megabytes.toFixed(1)} MB, ` +
      `${before.descriptors} to ${after.descriptors} descriptors, one process`;
    expect(after.pid === before.pid, 'the daemon was started anew meanwhile');
    expect(after.descriptors <= before.descriptors, `${said}: ${course.map((each) => each.descriptors).join(' ')}`);
    expect(
      after.megabytes - before.megabytes <= MOST_GROWTH_MB,
      `${said}: ${course.map((each) => each.megabytes.toFixed(1)).join(' ')}`,
    );
    return said;
  });
  await table.check('it plays after them', async () => {
    await play(box, LONG_TONES);
    return 'playing';
  });
}

async function restart(box, speaker) {
  await box.must('systemctl restart bluetooth');
  await speaker.on();
  await box.until('the speaker after a restart of BlueZ', () => speaker.isConnected());
  await box.until('the box to know it', async () =>
    (await box.ask('/bluetooth/devices')).some(({ address, connected }) => address === speaker.address && connected),
  );
}

/** Of the daemon: resident memory in MB, open descriptors. */
async function measure(box) {
  const said = await box.must(
    'pid=$(systemctl show --property=MainPID --value tonearm); echo $pid; ls /proc/$pid/fd | wc -l; ' +
      'sed -n "s/^VmRSS: *//p" /proc/$pid/status',
  );
  const [pid, descriptors, kilobytes] = said.split('\n').map((line) => parseInt(line, 10));
  return { pid, descriptors, megabytes: kilobytes / 1024 };
}
