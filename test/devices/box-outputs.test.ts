import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { BoxOutputs } from '../../src/devices/box-outputs.js';
import { alsaSink } from '../../src/output/sinks/alsa-sink.js';
import { watchSoundCards } from '../../src/system/sound-cards.js';
import { FakeNative } from '../output/fake-native.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeMemory, FakeActiveVolume, FakeInactiveVolumes } from '../http/fake-outputs.js';
import { cardList, kernelFolders, nativeCard, plugIn } from './cards/kernel.js';

/** A box whose /dev/snd, /sys and /proc are folders of the test. */
async function createBox(t: Test) {
  const folder = t.testdir();
  const nodes = join(folder, 'dev/snd');
  await mkdir(nodes, { recursive: true });
  const folders = kernelFolders(folder);
  const native = new FakeNative();
  const memory = new FakeMemory();
  let attempts = 0;
  const box = new BoxOutputs({
    native,
    builtin: { pcm: 'default', isNamed: true, mixer: undefined },
    configured: [{ pcm: 'rig2', name: 'Second', mixer: undefined }],
    more: [],
    memory,
    sinkOf: (pcm) => alsaSink(native, pcm),
    volumes: { active: new FakeActiveVolume(), inactive: new FakeInactiveVolumes() },
    switchTo: () => Promise.resolve(),
    tryAgain: () => attempts++,
    openAnew: () => undefined,
    watchCards: (changed) => watchSoundCards(changed, nodes),
    log: SILENT_LOG,
    folders,
  });
  // The watch keeps no process alive.
  const awake = setInterval(() => undefined, 1000);
  t.teardown(() => {
    clearInterval(awake);
    box.stop();
    box.stop();
  });
  const next = () =>
    new Promise<void>((resolve) => {
      const end = box.outputs.subscribe(() => {
        end();
        resolve();
      });
    });
  return { box, outputs: box.outputs, native, memory, folders, nodes, next, folder, tried: () => attempts };
}

const JACK = nativeCard(0, 'Headphones', 'bcm2835_headpho', 'bcm2835 Headphones');
const DAC = nativeCard(1, 'DAC', 'USB-Audio', 'USB DAC');
const SECOND = 'alsa-pcm-rig2';

t.test('a card that is plugged in is listed by itself, and gone again when it is pulled out', async (t) => {
  const { box, outputs, native, folders, nodes, next, folder } = await createBox(t);
  native.cards = cardList([JACK]);
  await box.start();
  const ids = () => outputs.list().map(({ id }) => id);
  t.strictSame(ids(), ['builtin', SECOND]);
  for (let cycle = 0; cycle < 3; cycle++) {
    await plugIn(folders, 1, '1-1.2', { serial: '77', product: 'Fine DAC' });
    native.cards = cardList([JACK, DAC]);
    const come = next();
    for (const node of ['controlC1', 'pcmC1D0p']) await writeFile(join(nodes, node), '');
    await come;
    t.strictSame(ids(), ['builtin', 'alsa-usb-1852-7022-77', SECOND]);
    native.cards = cardList([JACK]);
    const gone = next();
    for (const node of await readdir(nodes)) await rm(join(nodes, node));
    await gone;
    t.strictSame(ids(), ['builtin', SECOND]);
    await rm(join(folder, 'sys'), { recursive: true });
  }
});

t.test('a card that comes while the box looks for the first time is not missed', async (t) => {
  const { box, outputs, native, folders, nodes, next } = await createBox(t);
  await plugIn(folders, 1, '1-1.2', { serial: '77', product: 'Fine DAC' });
  native.listCards = async () => {
    const before = cardList([JACK]);
    native.listCards = () => Promise.resolve(cardList([JACK, DAC]));
    await writeFile(join(nodes, 'controlC1'), '');
    return before;
  };
  const come = next();
  await box.start();
  await come;
  t.ok(outputs.list().some(({ id }) => id === 'alsa-usb-1852-7022-77'));
});

t.test('the current card that is pulled out stays listed as away, and is tried when it is back', async (t) => {
  const { box, outputs, native, memory, folders, nodes, next, tried } = await createBox(t);
  await plugIn(folders, 1, '1-1.2', { product: 'Fine DAC' });
  native.cards = cardList([JACK, DAC]);
  await box.start();
  const id = 'alsa-usb-1852-7022-1-1.2';
  await outputs.choose(id);
  t.strictSame(memory.choice, { id, name: 'Fine DAC' });
  native.cards = cardList([JACK]);
  const gone = next();
  await writeFile(join(nodes, 'controlC1'), '');
  await gone;
  t.match(outputs.current(), { id, name: 'Fine DAC', service: 'alsa', isPresent: false });
  t.equal(outputs.list().length, 3);
  const before = tried();
  native.cards = cardList([JACK, { ...DAC, id: 'DAC_1' }]);
  const back = next();
  await writeFile(join(nodes, 'controlC2'), '');
  await back;
  t.match(outputs.current(), { id, pcm: 'hw:CARD=DAC_1,DEV=0', isPresent: true });
  t.ok(tried() > before);
});

t.test('what names no card is tried too when cards come, and after the stop nothing is', async (t) => {
  const { box, native, nodes, tried, next, outputs } = await createBox(t);
  native.cards = cardList([JACK]);
  await box.start();
  await outputs.choose(SECOND);
  native.cards = cardList([JACK, DAC]);
  const come = next();
  await writeFile(join(nodes, 'controlC1'), '');
  await come;
  await new Promise(setImmediate);
  t.ok(tried() > 0);
  box.stop();
  const before = tried();
  native.cards = cardList([]);
  await rm(join(nodes, 'controlC1'));
  await new Promise((resolve) => setTimeout(resolve, 500));
  t.equal(tried(), before);
});
