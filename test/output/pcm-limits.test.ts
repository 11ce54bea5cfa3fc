/** What a card takes and what its control is, as the real addon finds them; the card is made of files. */
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { loadNative } from '../../src/native.js';
import { createRigs } from '../rig/rig.js';

const NATIVE = fileURLToPath(new URL('../../native/build/Release/tonearm_native.node', import.meta.url));
const RATES = [44_100, 48_000, 96_000, 192_000];

t.test('formats, rates and channels of a card, its control, and what stands in the way', async (t) => {
  const given = { formats: ['S16_LE', 'S24_3LE'], rates: [48_000, 96_000], channels: [2, 6] };
  const [card, plain] = await createRigs({ ...given, mixer: { min: 3, max: 40 } }, { mixer: undefined });
  if (card === undefined || plain === undefined) throw new Error('two cards were asked for');
  t.teardown(async () => {
    await plain.cleanUp();
    await card.cleanUp();
  });
  process.env['ALSA_CONFIG_PATH'] = card.environment.ALSA_CONFIG_PATH;
  const native = loadNative(NATIVE);
  const limits = await native.readPcmLimits(card.device, RATES);
  t.strictSame({ ...limits, formats: [...limits.formats].sort() }, given);
  t.strictSame((await native.readPcmLimits(plain.device, RATES)).rates, RATES);
  t.strictSame(await card.capture(), Buffer.alloc(0));
  const done = new Set((await card.events()).map(({ name }) => name));
  t.notOk(done.has('HW_PARAMS') || done.has('PREPARE'), 'nothing was set up');

  await card.inject('busy');
  await t.rejects(native.readPcmLimits(card.device, RATES), { message: /^PCM rig: Device or resource busy/ });
  await card.clearFault();
  await t.rejects(native.readPcmLimits('no-such-pcm', RATES), { message: /^PCM no-such-pcm: / });

  for (const control of ['', 'PCM']) {
    const mixer = await native.openMixer('rig', control);
    t.match(mixer, { control: 'PCM', minimum: 3, maximum: 40 });
    mixer.close();
  }
  await t.rejects(native.openMixer('rig', 'Speaker'), { message: /Speaker/ });
  await t.rejects(native.openMixer('rig2', ''), { message: /rig2/ });
});
