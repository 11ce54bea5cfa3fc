import fc from 'fast-check';
import { rm } from 'node:fs/promises';
import t, { type Test } from 'tap';
import type { NativeCardList } from '../../../src/native.js';
import { CardSource, type BuiltinChoice } from '../../../src/devices/cards/card-source.js';
import { stableIds } from '../../../src/devices/cards/stable-ids.js';
import type { SoundCard } from '../../../src/devices/cards/sound-card.js';
import type { OutputDevice } from '../../../src/devices/output-device.js';
import { FakeNative } from '../../output/fake-native.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { cardList, kernelFolders, nativeCard, plugIn, putHat, putStream } from './kernel.js';

const STANDARD: BuiltinChoice = { pcm: 'default', isNamed: false, mixer: undefined };

function createSource(t: Test, builtin: BuiltinChoice = STANDARD) {
  const folder = t.testdir();
  const native = new FakeNative();
  const folders = kernelFolders(folder);
  const source = new CardSource({ native, builtin, log: SILENT_LOG, folders });
  const see = async (list: NativeCardList): Promise<readonly OutputDevice[]> => {
    native.cards = list;
    await source.look();
    return source.list();
  };
  return { source, folders, see, folder, native };
}

const JACK = nativeCard(0, 'Headphones', 'bcm2835_headpho', 'bcm2835 Headphones');
const HDMI = [0, 1].map((at) =>
  nativeCard(1 + at, `vc4hdmi${at}`, 'vc4-hdmi', `vc4-hdmi-${at}`, ['MAI PCM i2s-hifi-0']),
);

t.test('without a sound card the built-in output is the silent one', async (t) => {
  const { see } = createSource(t);
  t.strictSame(await see(cardList([])), [
    { id: 'builtin', name: 'Tonearm (Built-in)', service: 'builtin', pcm: '', mixer: 'card', isPresent: true },
  ]);
});

t.test('a device that was named by hand has no silent stand-in', async (t) => {
  const named = createSource(t, { ...STANDARD, isNamed: true });
  t.match(await named.see(cardList([])), [{ id: 'builtin', pcm: 'default', isPresent: false }]);
  t.match(await named.see(cardList([JACK])), [{ id: 'builtin', pcm: 'default', isPresent: true }]);
});

t.test('the first card takes the place of the silent output for good', async (t) => {
  const { source, see } = createSource(t);
  await see(cardList([]));
  let reported = 0;
  const end = source.subscribe(() => reported++);
  t.match(await see(cardList([JACK])), [{ id: 'builtin', pcm: 'default', isPresent: true, card: 'Headphones' }]);
  t.match(await see(cardList([])), [{ id: 'builtin', pcm: 'default', isPresent: false, card: 'Headphones' }]);
  await see(cardList([]));
  t.equal(reported, 2, 'what does not change is not told');
  end();
  await see(cardList([JACK]));
  t.equal(reported, 2);
});

t.test('a Raspberry Pi has its jack as the built-in output, and its HDMI by alsa-lib’s own way', async (t) => {
  const { see } = createSource(t);
  const list = await see(cardList([JACK, ...HDMI]));
  const hdmi = { service: 'alsa', mixer: undefined, isPresent: true };
  t.strictSame(list.slice(1), [
    { ...hdmi, id: 'alsa-vc4hdmi0', name: 'HDMI 0', pcm: 'hdmi:CARD=vc4hdmi0,DEV=0,AES3=1' },
    { ...hdmi, id: 'alsa-vc4hdmi1', name: 'HDMI 1', pcm: 'hdmi:CARD=vc4hdmi1,DEV=0,AES3=1' },
  ]);
});

t.test('where HDMI is the default it is opened as HDMI, with software volume', async (t) => {
  const card = nativeCard(0, 'vc4hdmi', 'vc4-hdmi', 'vc4-hdmi', ['MAI PCM i2s-hifi-0']);
  const { see } = createSource(t);
  t.strictSame(await see(cardList([card])), [
    {
      id: 'builtin',
      name: 'Tonearm (Built-in)',
      service: 'builtin',
      pcm: 'hdmi:CARD=vc4hdmi,DEV=0,AES3=1',
      mixer: undefined,
      isPresent: true,
      card: 'HDMI',
      ctl: 'hw:CARD=vc4hdmi',
    },
  ]);
  const mixer = { card: 'hw:0', control: 'PCM' };
  t.match(await createSource(t, { ...STANDARD, mixer }).see(cardList([card])), [{ mixer }]);
  const own = createSource(t, { pcm: 'hw:vc4hdmi', isNamed: true, mixer });
  t.match(await own.see(cardList([card])), [{ pcm: 'hw:vc4hdmi', card: 'HDMI' }], 'a name by hand is left alone');
});

t.test('a board is called as its EEPROM says, and without one as its driver does', async (t) => {
  const board = nativeCard(0, 'sndrpihifiberry', 'RPi-simple', 'snd_rpi_hifiberry_dacplus');
  const { see, folders } = createSource(t);
  t.match(await see(cardList([board])), [{ card: 'HiFiBerry dacplus' }]);
  await putHat(folders, 'HiFiBerry', 'DAC+ Pro');
  t.match(await see(cardList([board])), [{ card: 'HiFiBerry DAC+ Pro' }]);
});

t.test('the HDMI of a desktop card is an output of its own, its other devices are told apart', async (t) => {
  const card = {
    ...nativeCard(0, 'PCH', 'HDA-Intel', 'HDA Intel PCH'),
    pcms: [0, 1, 3, 7, 8].map((number) => {
      const name =
        number === 0 ? 'ALC257 Analog' : number === 1 ? 'ALC257 Digital' : `HDMI ${number === 3 ? 0 : number - 6}`;
      return { number, id: name, name };
    }),
  };
  const list = await createSource(t).see(cardList([card]));
  t.strictSame(
    list.map(({ id, name, pcm, mixer }) => [id, name, pcm, mixer]),
    [
      ['builtin', 'Tonearm (Built-in)', 'default', 'card'],
      ['alsa-PCH-1', 'HDA Intel PCH (ALC257 Digital)', 'hw:CARD=PCH,DEV=1', 'card'],
      ['alsa-PCH-3', 'HDMI 0 (HDA Intel PCH)', 'hdmi:CARD=PCH,DEV=0', undefined],
      ['alsa-PCH-7', 'HDMI 1 (HDA Intel PCH)', 'hdmi:CARD=PCH,DEV=1', undefined],
      ['alsa-PCH-8', 'HDMI 2 (HDA Intel PCH)', 'hdmi:CARD=PCH,DEV=2', undefined],
    ],
  );
});

t.test('a USB card is known by its serial number, wherever it is plugged in', async (t) => {
  const { see, folders, folder } = createSource(t);
  await plugIn(folders, 1, '1-1.2', { serial: 'AB 12/ü', manufacturer: 'FiiO', product: 'FiiO K3' });
  await putStream(folders, 1, 'Playback:\n    Format: S32_LE\n    Channels: 2\n    Rates: 44100, 384000\n');
  const dac = {
    id: 'alsa-usb-1852-7022-AB_12_',
    name: 'FiiO K3',
    service: 'alsa',
    pcm: 'hw:CARD=K3,DEV=0',
    mixer: 'card',
    ctl: 'hw:CARD=K3',
    isPresent: true,
    limits: { formats: ['S32_LE'], rates: [44_100, 384_000], channels: [2] },
  };
  t.strictSame((await see(cardList([JACK, nativeCard(1, 'K3', 'USB-Audio', 'FiiO K3')]))).slice(1), [dac]);
  await rm(folder, { recursive: true });
  await plugIn(folders, 3, '2-1', { serial: 'AB 12/ü', product: 'FiiO K3' });
  const [, moved] = await see(cardList([JACK, nativeCard(3, 'K3_1', 'USB-Audio', 'FiiO K3')]));
  t.match(moved, { id: dac.id, pcm: 'hw:CARD=K3_1,DEV=0' });
});

t.test('a USB card that takes no stereo, or none of our formats, is opened through a converter', async (t) => {
  const { see, folders } = createSource(t);
  await plugIn(folders, 1, '1-1', { product: 'Mono' });
  await putStream(folders, 1, 'Playback:\n    Format: S16_LE\n    Channels: 1\n    Rates: 48000\n');
  await plugIn(folders, 2, '1-2', { product: 'Big' });
  await putStream(folders, 2, 'Playback:\n    Format: S16_BE\n    Channels: 2\n    Rates: 48000\n');
  const list = await see(
    cardList([JACK, nativeCard(1, 'Mono', 'USB-Audio', 'Mono'), nativeCard(2, 'Big', 'USB-Audio', 'Big')]),
  );
  t.strictSame(
    list.slice(1).map(({ pcm }) => pcm),
    ['plughw:CARD=Mono,DEV=0', 'plughw:CARD=Big,DEV=0'],
  );
});

t.test('twins without serial numbers are told apart by their ports, in whatever order they are found', async (t) => {
  const twins = [nativeCard(1, 'DAC', 'USB-Audio', 'USB DAC'), nativeCard(2, 'DAC_1', 'USB-Audio', 'USB DAC')];
  for (const ports of [
    ['1-1.2', '1-1.3'],
    ['1-1.3', '1-1.2'],
  ]) {
    const { see, folders } = createSource(t);
    for (const [at, port] of ports.entries()) await plugIn(folders, at + 1, port, {});
    const list = await see(cardList([JACK, ...twins]));
    t.strictSame(
      list.slice(1).map(({ id, name }) => [id, name]),
      ports.map((port) => [`alsa-usb-1852-7022-${port}`, `USB DAC (USB port ${port})`]),
    );
  }
});

t.test('a second card with the serial number of the first takes nothing from it', async (t) => {
  const { see, folders } = createSource(t);
  const [one, two] = [nativeCard(1, 'DAC', 'USB-Audio', 'DAC'), nativeCard(2, 'DAC_1', 'USB-Audio', 'DAC')];
  await plugIn(folders, 1, '1-1.4', { serial: '0' });
  await see(cardList([JACK, one]));
  await plugIn(folders, 2, '1-1.2', { serial: '0' });
  const list = await see(cardList([JACK, one, two]));
  t.strictSame(
    list.slice(1).map(({ id }) => id),
    ['alsa-usb-1852-7022-0', 'alsa-usb-1852-7022-0-1-1.2'],
  );
});

t.test('levels of a built-in USB card are those of that card, and not of the next one in its place', async (t) => {
  const { see, folders, folder } = createSource(t);
  await plugIn(folders, 0, '1-1', { serial: 'A' });
  t.match(await see(cardList([nativeCard(0, 'A', 'USB-Audio', 'A')])), [
    { id: 'builtin', key: 'alsa-usb-1852-7022-A' },
  ]);
  t.match(
    await see(cardList([])),
    [{ id: 'builtin', key: 'alsa-usb-1852-7022-A', isPresent: false }],
    'also while it is away',
  );
  await rm(folder, { recursive: true });
  await plugIn(folders, 0, '1-1', { serial: 'B' });
  t.match(await see(cardList([nativeCard(0, 'B', 'USB-Audio', 'B')])), [{ key: 'alsa-usb-1852-7022-B' }]);
  await rm(folder, { recursive: true });
  const [builtin] = await see(cardList([JACK]));
  t.notOk(builtin && 'key' in builtin, 'and the Pi’s own has none');
});

t.test('the card of a name by hand is not listed a second time', async (t) => {
  const cards = cardList([JACK, ...HDMI]);
  for (const pcm of [
    'hw:vc4hdmi0',
    'hw:1',
    'plughw:CARD=vc4hdmi0,DEV=0',
    'hdmi:CARD=vc4hdmi0,DEV=0',
    'sysdefault:CARD=vc4hdmi0',
  ]) {
    const list = await createSource(t, { pcm, isNamed: true, mixer: undefined }).see(cards);
    t.strictSame(
      list.map(({ id }) => id),
      ['builtin', 'alsa-Headphones', 'alsa-vc4hdmi1'],
      pcm,
    );
    t.match(list[0], { pcm, isPresent: true });
  }
  const away = createSource(t, { pcm: 'hw:CARD=DAC', isNamed: true, mixer: undefined });
  t.match(await away.see(cards), [{ id: 'builtin', isPresent: false }, {}, {}, {}]);
  const other = createSource(t, { pcm: 'rig', isNamed: true, mixer: undefined });
  t.match(await other.see(cards), [{ id: 'builtin', isPresent: true }, {}, {}, {}], 'what names no card may be there');
});

t.test('where somebody has made the default into something else, every card is a further one', async (t) => {
  const { see } = createSource(t);
  const list = await see({ cards: [JACK], standard: -1, isStandardOwn: true });
  t.strictSame(
    list.map(({ id, isPresent }) => [id, isPresent]),
    [
      ['builtin', true],
      ['alsa-Headphones', true],
    ],
  );
});

t.test('what goes away while it is looked at is no error, and looks that overlap see the last state', async (t) => {
  const { source, see } = createSource(t);
  await Promise.all([see(cardList([])), see(cardList([JACK]))]);
  t.equal(source.list().length, 1);
  const broken = new CardSource({
    native: { listCards: () => Promise.reject(new Error('no')), readPcmLimits: () => Promise.reject(new Error('no')) },
    builtin: STANDARD,
    log: SILENT_LOG,
  });
  await broken.look();
  t.match(broken.list(), [{ id: 'builtin', pcm: '' }]);
});

t.test('ids are different for all cards, fit for a path, and stay while a card stays', async () => {
  const facts = fc.record({
    id: fc.string(),
    usb: fc.option(
      fc.record({
        vendorId: fc.constantFrom('1', '2'),
        productId: fc.constantFrom('1', ''),
        serial: fc.option(fc.constantFrom('0', 'ü', '1'), { nil: undefined }),
        port: fc.constantFrom('1-1', '1-2', '1-1.2'),
      }),
      { nil: undefined },
    ),
  });
  const claim = fc.property(fc.array(facts, { maxLength: 8 }), fc.array(facts, { maxLength: 8 }), (first, more) => {
    const cards = (list: readonly object[]) => list as unknown as SoundCard[];
    const before = stableIds(cards(first));
    const ports = new Map([...before].map(([card, id]) => [JSON.stringify([card.id, card.usb]), id]));
    const ids = [...before.values()];
    const later = [...stableIds(cards([...first, ...more])).values()];
    return (
      ports.size <= ids.length &&
      [ids, later].every((all) => new Set(all).size === all.length && all.every((id) => /^[\w.-]*$/.test(id)))
    );
  });
  fc.assert(claim);
});
