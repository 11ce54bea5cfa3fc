import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { CardLimits } from '../../../src/devices/cards/card-limits.js';
import { CardSource } from '../../../src/devices/cards/card-source.js';
import { readSoundCards } from '../../../src/devices/cards/sound-card.js';
import { FakeNative } from '../../output/fake-native.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { cardList, kernelFolders, nativeCard, plugIn, putStream } from './kernel.js';

const JACK = nativeCard(0, 'Headphones', 'bcm2835_headpho', 'bcm2835 Headphones');
const HDMI = nativeCard(1, 'vc4hdmi0', 'vc4-hdmi', 'vc4-hdmi-0', ['MAI PCM i2s-hifi-0']);
const HDMI_PCM = 'hdmi:CARD=vc4hdmi0,DEV=0,AES3=1';
const STEREO = { formats: ['U8', 'S16_LE'], rates: [44_100, 48_000], channels: [1, 2] };

function rig(t: Test) {
  const folders = kernelFolders(t.testdir());
  const native = new FakeNative();
  const limits = new CardLimits({ native, proc: folders.proc });
  const learn = async (...cards: Parameters<typeof cardList>[0]) => {
    native.cards = cardList(cards);
    return limits.learn(await readSoundCards(native, folders));
  };
  /** What the kernel says of the parts of a card's first device. */
  const report = async (card: number, ...states: readonly string[]) => {
    for (const [at, state] of states.entries()) {
      const folder = join(folders.proc, `asound/card${card}/pcm0p/sub${at}`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'status'), state);
    }
  };
  return { folders, native, limits, learn, tell: report };
}

t.test('a card that nobody plays on is asked once, as the hardware is', async (t) => {
  const { native, learn, limits, tell: report } = rig(t);
  native.limits.set('hw:CARD=Headphones,DEV=0', STEREO);
  await report(0, 'closed\n', 'closed\n');
  for (let look = 0; look < 3; look++) {
    const found = await learn(JACK);
    t.strictSame(found.cards[0]?.limits.get(0), { ...STEREO, formats: ['S16_LE', 'U8'] });
    t.notOk(limits.isWorthAsking(found));
  }
  t.strictSame(native.asked, ['hw:CARD=Headphones,DEV=0']);
});

t.test('a card that somebody plays on is left alone until nobody does', async (t) => {
  const { native, learn, limits, tell: report } = rig(t);
  native.limits.set('hw:CARD=Headphones,DEV=0', STEREO);
  await report(0, 'closed\n', 'state: RUNNING\nowner_pid   : 812\n');
  const busy = await learn(JACK);
  t.strictSame([busy.cards[0]?.limits.size, native.asked], [0, []]);
  t.ok(limits.isWorthAsking(busy));
  await report(0, 'closed\n', 'closed\n');
  t.match((await learn(JACK)).cards[0]?.limits.get(0), { channels: [1, 2] });
});

t.test('one that refuses to be opened is asked again the next time', async (t) => {
  const { native, learn } = rig(t);
  t.equal((await learn(JACK)).cards[0]?.limits.size, 0);
  native.limits.set('hw:CARD=Headphones,DEV=0', { formats: [], rates: [], channels: [] });
  t.equal((await learn(JACK)).cards[0]?.limits.size, 0, 'what takes nothing says nothing');
  native.limits.set('hw:CARD=Headphones,DEV=0', STEREO);
  t.equal((await learn(JACK)).cards[0]?.limits.size, 1);
});

t.test('HDMI is asked by its own way, each time, and what it said last is kept while it is busy', async (t) => {
  const { native, learn, limits, tell: report } = rig(t);
  native.limits.set(HDMI_PCM, STEREO);
  const first = await learn(JACK, HDMI);
  t.strictSame(first.cards[1]?.limits.get(0)?.channels, [1, 2]);
  t.ok(limits.isWorthAsking(first));
  native.limits.set(HDMI_PCM, { ...STEREO, channels: [2, 6, 8] });
  t.strictSame((await learn(HDMI)).cards[0]?.limits.get(0)?.channels, [2, 6, 8], 'a receiver was plugged in');
  await report(1, 'state: RUNNING\n');
  native.limits.delete(HDMI_PCM);
  t.strictSame((await learn(HDMI)).cards[0]?.limits.get(0)?.channels, [2, 6, 8]);
});

t.test('a USB card tells by itself, and is not opened', async (t) => {
  const { native, learn, folders } = rig(t);
  await plugIn(folders, 0, '1-1', { product: 'DAC' });
  await putStream(folders, 0, 'Playback:\n    Format: S32_LE\n    Channels: 2\n    Rates: 44100\n');
  t.match((await learn(nativeCard(0, 'DAC', 'USB-Audio', 'DAC'))).cards[0]?.limits.get(0), { formats: ['S32_LE'] });
  t.strictSame(native.asked, []);
});

t.test('what may be another without a sign is looked at again, though not all the time', async (t) => {
  const { native, folders } = rig(t);
  let now = 0;
  const builtin = { pcm: 'default', isNamed: false, mixer: undefined };
  const source = new CardSource({ native, builtin, log: SILENT_LOG, folders, now: () => now });
  native.cards = cardList([JACK, HDMI]);
  native.limits.set('hw:CARD=Headphones,DEV=0', STEREO);
  await source.look();
  const limits = () => source.list().map((output) => output.limits?.channels);
  t.strictSame(limits(), [[1, 2], undefined]);
  native.limits.set(HDMI_PCM, STEREO);
  let reported = 0;
  source.subscribe(() => reported++);
  now = 9999;
  await source.refresh();
  t.strictSame(limits(), [[1, 2], undefined]);
  now = 10_000;
  await source.refresh();
  t.strictSame(limits(), [
    [1, 2],
    [1, 2],
  ]);
  t.equal(reported, 1);
  native.cards = cardList([JACK]);
  await source.look();
  const before = native.asked.length;
  now = 1_000_000;
  await source.refresh();
  t.equal(native.asked.length, before, 'there is nothing to learn');
});
