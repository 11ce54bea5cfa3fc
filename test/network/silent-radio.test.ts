import t from 'tap';
import { silentRadio } from '../../src/network/silent-radio.js';

const radio = (device = '0xa9a6') => ({ vendor: '0x02d0\n', device: `${device}\n` });

t.test('a radio of which the kernel has made no interface', async (t) => {
  const folder = t.testdir({ 'mmc1:0001:1': radio(), 'mmc1:0001:2': radio() });
  t.match(await silentRadio(folder), { id: '02d0:a9a6', detail: /firmware is missing.*BCM43430\/2.*Zero 2 W/ });
});

t.test('another radio of the same maker is not said to be that one', async (t) => {
  const folder = t.testdir({ 'mmc1:0001:1': radio('0xa9bf') });
  t.match(await silentRadio(folder), { id: '02d0:a9bf', detail: /firmware is missing\.$/ });
});

t.test('a radio that works, other cards, and no cards', async (t) => {
  const works = { 'mmc1:0001:1': { ...radio(), ieee80211: { phy0: {} } }, 'mmc1:0001:2': radio() };
  const other = { 'mmc1:0001:1': { vendor: '0x024c\n', device: '0xb723\n' }, 'mmc2:0001:1': {} };
  const folder = t.testdir({ works, other, none: {} });
  for (const name of ['works', 'other', 'none', 'absent'])
    t.equal(await silentRadio(`${folder}/${name}`), undefined, name);
});
