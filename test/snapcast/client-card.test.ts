import t from 'tap';
import type { OutputDevice } from '../../src/devices/output-device.js';
import type { OutputState } from '../../src/devices/outputs.js';
import { clientCard } from '../../src/snapcast/client-card.js';
import type { VolumeStatus } from '../../src/volume/inactive-volumes.js';

const VOLUME: VolumeStatus = { mode: 'hardware', control: 'PCM', volume: 3, min: 0, max: 10, limit: 10 };
const DAC: OutputDevice = {
  ...{ id: 'alsa-dac', name: 'DAC', service: 'alsa', pcm: 'plughw:CARD=DAC', mixer: 'card', isPresent: true },
};

const cardOf = (device: OutputDevice, volume: VolumeStatus = VOLUME) => {
  const state: OutputState = { device, isCurrent: false, volume, fallbackFor: undefined };
  return clientCard({ list: () => [device], read: () => Promise.resolve(state) }, 'alsa-dac');
};

t.test('the client plays on the card, where nothing limits its volume', async (t) => {
  t.strictSame(await cardOf(DAC), { pcm: 'plughw:CARD=DAC', problem: undefined });
  t.strictSame(await cardOf(DAC, { ...VOLUME, limit: undefined, max: undefined }), {
    ...{ pcm: 'plughw:CARD=DAC', problem: undefined },
  });
  t.match(await cardOf(DAC, { ...VOLUME, limit: 7 }), { problem: /volume limit of DAC/ });
  t.match(await cardOf(DAC, { ...VOLUME, limit: 7, max: undefined }), { problem: /volume limit of DAC/ });
});

t.test('without the card there is no client', async (t) => {
  t.match(await cardOf({ ...DAC, isPresent: false }), { problem: /not connected/ });
  t.match(await cardOf({ ...DAC, id: 'other' }), { problem: /not connected/ });
  t.match(await cardOf({ ...DAC, service: 'bluetooth' }), { problem: /not connected/ });
  t.match(await cardOf({ ...DAC, pcm: '' }), { problem: /no sound card/ });
});
