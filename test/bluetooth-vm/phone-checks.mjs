import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { expect } from '../image/table.mjs';
import { readWav } from '../image/wav.mjs';
import { currentTrack, play, PLAYING, setVolume, status } from './player.mjs';
import { Phone } from './phone.mjs';
import { judgeLong, LONG_TONES } from './tone.mjs';

const [QUEUED, PHONED] = LONG_TONES;
/** Output and capture device of ALSA's loopback card (`snd-aloop`): one records what is played to the other. */
const OUTPUT = 'alsa-Loopback-1';
const MICROPHONE = 'plughw:Loopback,0';
/** Volume steps beyond every scale: the box clamps to the maximum. */
const MANY_STEPS = 10_000;
/** Length of a recording in milliseconds, enough to recognise the tone. */
const LISTENED = 3000;

/** Checks the A2DP sink: a phone pairs with the box and plays there, and interrupts the queue. */
export async function checkReception(table, box, speaker) {
  const phone = new Phone(box, speaker);
  const isReady = await table.check('a card that can be listened to, and a phone that sees the box', async () => {
    await box.must('modprobe snd-aloop');
    const output = await box.until('the card among the outputs', async () =>
      (await box.ask('/devices')).find(({ id }) => id === OUTPUT),
    );
    await box.ask(`/devices/${output.id}/connect`, { method: 'PUT' });
    await setVolume(box, MANY_STEPS);
    await phone.start();
    await box.ask('/settings', { method: 'PUT', body: { bluetooth_reception: true } });
    await phone.find();
    return output.name;
  });
  if (isReady === undefined) return;
  await table.check('the phone pairs with the box when somebody says yes, and connects', async () => {
    await Promise.all([phone.pair(), box.until('the question', () => answer(box))]);
    await phone.connect();
    return 'connected';
  });
  await table.check('what the phone plays interrupts the queue, and is recorded', async () => {
    await play(box, [QUEUED]);
    const before = await hear(box);
    await phone.play(PHONED);
    const { path } = await box.until('the phone to be what plays', async () => {
      const track = await box.ask('/player/current-track');
      return track?.path.startsWith('bluetooth:') && track;
    });
    await delay(LISTENED);
    return `${before}; ${path}: ${await hear(box, PHONED)}`;
  });
  await table.check('the queue goes on when the phone is silent', async () => {
    await phone.silence();
    await box.until('the queue', async () => (await currentTrack(box)) === QUEUED.name);
    expect((await status(box)) === PLAYING, 'it does not play');
    return hear(box);
  });
  await table.check(
    'nobody sees the box any more when phones are not to play there, and the phone is let go',
    async () => {
      await box.ask('/settings', { method: 'PUT', body: { bluetooth_reception: false } });
      await box.until('the box to hide', async () => {
        const { Discoverable: isSeen } = (await speaker.objects())['/org/bluez/hci0']['org.bluez.Adapter1'];
        return !isSeen && !(await speaker.isConnected());
      });
      return 'hidden';
    },
  );
}

/** Accepts a pairing request. @returns true; throws while there is none */
async function answer(box) {
  await box.ask('/bluetooth/pairing', { method: 'POST', body: { accept: true } });
  return true;
}

/** Records the output of the card. @returns description @throws Error unless it is `tone` */
async function hear(box, tone = QUEUED) {
  const file = `loopback-${tone.hertz}-${performance.now().toFixed(0)}.wav`;
  const seconds = LISTENED / 1000;
  await box.must(`arecord -q -D ${MICROPHONE} -f S16_LE -c 2 -r 44100 -d ${seconds} /share/${file}`);
  return judgeLong(readWav(join(box.share, file)), tone, seconds / 2);
}
