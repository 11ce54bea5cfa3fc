import t from 'tap';
import { InvalidInput } from '../../src/errors.js';
import type { WifiSecurity } from '../../src/network/access-points.js';
import { joinProfile } from '../../src/network/join.js';
import { settingIn } from '../../src/network/profile.js';

const SECURITY = '802-11-wireless-security';
const join = (password: string | undefined, security: WifiSecurity | undefined) =>
  joinProfile({ ssid: Buffer.from('Home'), password, isHidden: false }, security);

t.test('passwords that a network can have, and how it is joined with them', async (t) => {
  const printable = String.fromCharCode(...Array.from({ length: 63 }, (_, index) => 32 + index));
  for (const [password, security, management] of [
    ['correct horse', 'wpa', 'wpa-psk'],
    [printable, 'wpa', 'wpa-psk'],
    ['ab'.repeat(32), 'wpa', 'wpa-psk'],
    ['correct horse', undefined, 'wpa-psk'],
    ['kurz', 'wpa3', 'sae'],
    ['Straße', 'wpa3', 'sae'],
    [undefined, 'open', undefined],
    [undefined, undefined, undefined],
    [undefined, 'owe', 'owe'],
  ] as const) {
    const profile = join(password, security);
    t.equal(settingIn(profile, SECURITY, 'key-mgmt'), management, `${security} ${password}`);
    t.equal(settingIn(profile, SECURITY, 'psk'), password);
    t.equal(settingIn(profile, '802-11-wireless', 'powersave'), 2, 'the radio stays awake');
  }
});

t.test('passwords that a network cannot have', async (t) => {
  for (const [password, security] of [
    [undefined, 'wpa'],
    ['sevenll', 'wpa'],
    ['x'.repeat(64), 'wpa'],
    ['Straße 12', 'wpa'],
    ['with\nline', 'wpa'],
    ['ab'.repeat(32), 'wpa3'],
    [undefined, 'wpa3'],
    ['correct horse', 'open'],
    ['correct horse', 'owe'],
    ['12345', 'wep'],
    ['correct horse', 'enterprise'],
  ] as const) {
    t.throws(() => join(password, security), InvalidInput, `${security} ${password}`);
  }
});
