import t from 'tap';

import { chainValues } from '../../src/dsp/chain-values.js';
import { SOUND_OFF } from '../../src/dsp/sound-settings.js';

const withBand = (band: { cutoff: number; q: number; gain: number }) => ({
  ...SOUND_OFF,
  equaliser: { ...SOUND_OFF.equaliser, enabled: true, bands: [band, ...SOUND_OFF.equaliser.bands.slice(1)] },
});

t.test('a band without a frequency is off, whatever its gain', async (t) => {
  t.equal(chainValues(withBand({ cutoff: 0, q: 1, gain: 12 })), undefined, 'samples pass the chain by');
  t.not(chainValues(withBand({ cutoff: 100, q: 1, gain: 12 })), undefined);
  const other = { ...withBand({ cutoff: 0, q: 1, gain: 12 }), balance: 10 };
  t.notOk(chainValues(other)?.includes(12));
});
