import { expect } from '../image/table.mjs';
import { load } from './daemon.mjs';
import { checkReception } from './phone-checks.mjs';
import { currentTrack, elapsed, MUSIC, PAUSED, play, PLAYING, setVolume, status } from './player.mjs';
import { checkRestarts } from './restarts.mjs';
import { hearLong, judge, LONG_TONES, TONE } from './tone.mjs';

/** Stands for "as loud as it goes": the box clamps. */
const MANY_STEPS = 10_000;
/** How long a search shall last. */
const SEARCH_SECONDS = 15;
/** Two steps of a volume of 128: what rounding between its scales may cost. */
const ROUNDING = 2;
/** Of the processor, for a daemon that waits. */
const MOST_LOAD = 0.3;
/** Between two looks at a busy machine, in milliseconds of the track. */
const MOST_UNSEEN = 30_000;
/** What a switch to another output may cost. */
const MOST_REPEATED = 100;
/** For the speaker to hear of a track and ask what it is called, in milliseconds. */
const DISPLAY_PATIENCE = 120_000;

/** The daemon, over REST only: what a person with a phone does, and what one at the speaker does. */
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
    const heard = await speaker.hear(async () => {
      await play(box, [TONE]);
      await box.until('the end of the queue', async () => (await status(box)) !== PLAYING);
    });
    return judge(heard, TONE);
  });
}

async function checkButtons(table, box, speaker) {
  await table.check('the display of the speaker tells the track', async () => {
    await play(box, LONG_TONES);
    const { title: told } = await box.ask('/player/current-track');
    const look = async () => (await speaker.display())?.Track?.Title === told;
    await box.until(`${told} on the display`, look, DISPLAY_PATIENCE);
    return told;
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
  await table.check('the wheel of the speaker moves the volume that REST tells', async () => {
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
  await table.check('switched on: connected and playing without a request, from the same place', async () => {
    await speaker.on();
    await box.until('the speaker to be back', () => speaker.isConnected());
    await box.until('playing', async () => (await status(box)) === PLAYING);
    const after = await elapsed(box);
    const said = `from ${before} ms, at ${after} ms when it was seen to play`;
    expect(after >= before - MOST_REPEATED && after - before < MOST_UNSEEN, said);
    return `${said}; heard: ${await hearLong(speaker)}`;
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
