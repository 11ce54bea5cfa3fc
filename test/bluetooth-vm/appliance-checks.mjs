import { expect } from '../image/table.mjs';
import { load } from './daemon.mjs';
import { checkReception } from './phone-checks.mjs';
import { currentTrack, elapsed, MUSIC, PAUSED, play, PLAYING, setVolume, status } from './player.mjs';
import { checkRestarts } from './restarts.mjs';
import { hearLong, judge, LONG_TONES, TONE } from './tone.mjs';

/** Volume steps beyond every scale: the box clamps to the maximum. */
const MANY_STEPS = 10_000;
/** Duration of a search for devices. */
const SEARCH_SECONDS = 15;
/** Tolerance in steps of the speaker's volume (0 to 127), for rounding between the scales. */
const ROUNDING = 2;
/** Largest processor load of an idle daemon, 0 to 1. */
const MOST_LOAD = 0.3;
/** Longest time between two looks on a busy machine, in milliseconds of the track. */
const MOST_UNSEEN = 30_000;
/** Milliseconds that may be played twice when the output changes. */
const MOST_REPEATED = 100;
/** Time limit in milliseconds until the speaker has read the title of a new track. */
const DISPLAY_PATIENCE = 120_000;

/** Checks the daemon over REST only: actions of a person with a phone, and of one at the speaker. */
export async function checkAppliance(table, box, speaker) {
  const answers = await table.check('the daemon answers, as its own user and in its sandbox', () => start(box));
  if (answers === undefined) return;
  const isConnected = await checkPairing(table, box, speaker);
  if (isConnected === undefined) return;
  await checkSound(table, box, speaker);
  await checkButtons(table, box, speaker);
  await checkVolume(table, box, speaker);
  await checkReturn(table, box, speaker);
  await checkRestarts(table, box, speaker);
  await checkForget(table, box, speaker);
  await checkReception(table, box, speaker);
}

async function start(box) {
  await box.must('systemd-sysusers && systemd-tmpfiles --create tonearm.conf');
  await box.must(`mkdir -p /media/tonearm && mount --bind /share/music ${MUSIC} && systemctl start tonearm`);
  const { version } = await box.answers();
  const user = await box.must('stat -c %U "/proc/$(systemctl show --property=MainPID --value tonearm)"');
  expect(user === 'tonearm', `it runs as ${user}`);
  return version;
}

async function checkPairing(table, box, speaker) {
  const row = async () =>
    (await box.ask('/bluetooth/devices')).find(({ address }) => address === speaker.address) ?? { address: undefined };
  await table.check('REST: POST /bluetooth/scan finds the speaker', async () => {
    const found = await box.ask(`/bluetooth/scan?timeout_secs=${SEARCH_SECONDS}`, { method: 'POST' });
    const said = JSON.stringify(found);
    expect(
      found.some(({ address, name }) => address === speaker.address && name === speaker.name),
      said,
    );
    return said;
  });
  await table.check('REST: PUT …/connect pairs, trusts and connects', async () => {
    await box.ask(`/bluetooth/devices/${speaker.address}/connect`, { method: 'PUT' });
    const { paired, trusted, connected } = await row();
    expect(paired && trusted && connected, JSON.stringify(await row()));
    await speaker.trustBox();
    return JSON.stringify(await row());
  });
  return table.check('REST: chosen as the output', async () => {
    const output = await box.until('the speaker among the outputs', async () =>
      (await box.ask('/devices')).find(({ service }) => service === 'bluetooth'),
    );
    await box.ask(`/devices/${output.id}/connect`, { method: 'PUT' });
    const { id, name, is_current_device: isCurrent } = await box.ask('/devices/current');
    expect(id === output.id && isCurrent, `${id} is current`);
    return `${id}: ${name}`;
  });
}

async function checkSound(table, box, speaker) {
  await table.check('REST: a tone arrives', async () => {
    await setVolume(box, MANY_STEPS);
    const recording = await speaker.hear(async () => {
      await play(box, [TONE]);
      await box.until('the end of the queue', async () => (await status(box)) !== PLAYING);
    });
    return judge(recording, TONE);
  });
}

async function checkButtons(table, box, speaker) {
  await table.check('the display of the speaker shows the track', async () => {
    await play(box, LONG_TONES);
    const { title } = await box.ask('/player/current-track');
    const look = async () => (await speaker.display())?.Track?.Title === title;
    await box.until(`${title} on the display`, look, DISPLAY_PATIENCE);
    return title;
  });
  for (const [button, what, look] of [
    ['Pause', 'paused', async () => (await status(box)) === PAUSED],
    ['Play', 'playing again', async () => (await status(box)) === PLAYING],
    ['Next', 'the second track', async () => (await currentTrack(box)) === LONG_TONES[1].name],
    ['Previous', 'the first track', async () => (await currentTrack(box)) === LONG_TONES[0].name],
  ]) {
    await table.check(`the speaker's button ${button}`, async () => {
      await speaker.press(button);
      await box.until(what, look);
      return what;
    });
  }
}

async function checkVolume(table, box, speaker) {
  await table.check('volume over REST moves the speaker', async () => {
    const { min, max } = await box.ask('/player/volume');
    await setVolume(box, -MANY_STEPS);
    const quietest = await box.until('the quietest', async () => ((await speaker.volume()) <= ROUNDING ? 'yes' : ''));
    const middle = Math.round((max - min) / 2);
    await setVolume(box, middle);
    const volume = await box.until('the speaker to follow', async () => {
      const there = await speaker.volume();
      return there > ROUNDING ? there : 0;
    });
    expect(quietest && volume < 127, `the speaker is at ${volume}`);
    return `${min}…${max}: ${min + middle} here, ${volume} there`;
  });
  await table.check('the wheel of the speaker moves the volume that REST reports', async () => {
    const { volume: before } = await box.ask('/player/volume');
    const there = await speaker.volume();
    await speaker.turnTo(there > 64 ? 40 : 90);
    const after = await box.until('the box to follow', async () => {
      const { volume } = await box.ask('/player/volume');
      return volume === before ? '' : String(volume);
    });
    expect(there > 64 ? Number(after) < before : Number(after) > before, `from ${before} to ${after}`);
    return `${there} to ${await speaker.volume()} there, ${before} to ${after} here`;
  });
}

async function checkReturn(table, box, speaker) {
  let before;
  await table.check('switched off: paused, and nothing to do for the daemon', async () => {
    await play(box, LONG_TONES);
    await speaker.off();
    await box.until('the pause', async () => (await status(box)) === PAUSED);
    before = await elapsed(box);
    const share = await load(box);
    expect(share <= MOST_LOAD, `the daemon keeps the processor for ${Math.round(100 * share)} % of the time`);
    const [still, now] = [await status(box), await elapsed(box)];
    expect(still === PAUSED && now === before, `status ${still}, ${before} and then ${now} ms`);
    return `paused at ${before} ms, ${Math.round(100 * share)} % of the processor`;
  });
  await table.check('switched on: connected and playing without a request, from the same position', async () => {
    await speaker.on();
    await box.until('the speaker to be back', () => speaker.isConnected());
    await box.until('playing', async () => (await status(box)) === PLAYING);
    const after = await elapsed(box);
    const said = `from ${before} ms, at ${after} ms when it was seen to play`;
    expect(after >= before - MOST_REPEATED && after - before < MOST_UNSEEN, said);
    return `${said}; recorded: ${await hearLong(speaker)}`;
  });
}

async function checkForget(table, box, speaker) {
  await table.check('REST: forgotten', async () => {
    await box.ask('/player/stop', { method: 'PUT' });
    await box.ask(`/bluetooth/devices/${speaker.address}`, { method: 'DELETE' });
    expect(!(speaker.path in (await speaker.objects())), 'BlueZ still knows it');
    return 'BlueZ does not know it any more';
  });
}
