/** Output to the HDMI of a Raspberry Pi, which takes only IEC 958 subframes; alsa-lib makes them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import t from 'tap';

import { noiseWav } from '../fixtures/mp3.js';
import { rateIn, readSubframes } from '../rig/iec958.js';
import { comparePcm, describeComparison } from '../rig/pcm-compare.js';
import { createHouse, type Daemon, FAST } from './daemon.js';

const HEAD_BYTES = 44;
const FRAME_BYTES = 8;

/** Samples of 16 bits, left-justified in 32. */
function widened(file: Buffer): Buffer {
  const samples = file.subarray(HEAD_BYTES);
  const wide = Buffer.alloc(samples.length * 2);
  for (let at = 0; at < samples.length; at += 2) wide.writeInt16LE(samples.readInt16LE(at), 2 * at + 2);
  return wide;
}

async function loudest(daemon: Daemon): Promise<void> {
  t.match(await daemon.volume(), { min: -80, max: 0 }, 'HDMI has no control of its own');
  await daemon.api.PUT('/player/volume/level', { body: { level: 0 } });
}

for (const rate of [44_100, 48_000]) {
  t.test(`subframes at ${rate} Hz carry the right samples, and say what they are`, async (t) => {
    const { rig, library, start } = await createHouse(t, { ...FAST, iec958: true, mixer: undefined });
    const file = noiseWav({ seconds: 3, seed: 500 + rate, rate });
    await writeFile(join(library, 'a.wav'), file);
    const daemon = await start();
    await loudest(daemon);
    await daemon.play([join(library, 'a.wav')]);
    t.equal((await daemon.put('/player/play')).status, 200);
    await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
    const { samples, statuses, mistakes } = readSubframes(await rig.capture());
    t.strictSame(mistakes, [], 'preambles, parity and validity are as a receiver wants them');
    const result = comparePcm(widened(file), samples, FRAME_BYTES);
    t.ok(result.exact, describeComparison(result));
    t.ok(statuses.length > 3 * (rate / 192) - 2, `${statuses.length} blocks`);
    for (const status of statuses) {
      const [kind = 0] = status;
      if ((kind & 0b11) !== 0 || rateIn(status) !== rate) {
        t.fail(`channel status ${status.toString('hex')}`); // consumer, PCM
        break;
      }
    }
  });
}

t.test('a seek and a pause leave whole blocks behind', async (t) => {
  const { rig, library, start } = await createHouse(t, { ...FAST, speed: 3, iec958: true, mixer: undefined });
  const file = noiseWav({ seconds: 8, seed: 510 });
  await writeFile(join(library, 'a.wav'), file);
  const daemon = await start();
  await loudest(daemon);
  await daemon.play([join(library, 'a.wav')]);
  await daemon.put('/player/play');
  await daemon.until('it plays', async () => (await daemon.elapsed()) > 700);
  await daemon.put('/player/ff-rewind?newtime=4000');
  // The card is held, so that the track does not end before the pause.
  await rig.holdAt((await rig.capture()).length / FRAME_BYTES + 44_100);
  await daemon.until('it plays on', async () => (await daemon.elapsed()) > 4500);
  await daemon.put('/player/pause');
  await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === 3);
  await rig.clearFault();
  await daemon.put('/player/resume');
  await daemon.until('it ended', async () => (await daemon.playbackStatus()) === 0);
  const { samples, mistakes } = readSubframes(await rig.capture());
  const broken = mistakes.filter((mistake) => !/a block of|preamble|the start of a block/.test(mistake));
  t.strictSame(broken, [], 'every subframe is whole');
  const reference = widened(file);
  t.ok(samples.subarray(-80_000).equals(reference.subarray(-80_000)), 'and it is heard to its end');
});
