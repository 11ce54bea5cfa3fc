/** The hotspot with the real NetworkManager, wpa_supplicant and dnsmasq, and a phone, over radios in a virtual machine. */
import t from 'tap';
import { radioTrouble, runChecks } from './radio-checks.js';

const ON = { kind: 'on', name: 'Tonearm-0000', address: '10.42.0.1' };
const ON_HOME = { state: { kind: 'connected' }, network: { name: 'Home' }, ipv4: { addresses: ['10.8.0.50/24'] } };

t.test(
  'it comes without a network, leads a phone to the page, joins, and comes back',
  { skip: await radioTrouble() },
  async (t) => {
    const { steps, lines } = await runChecks(t, 'hotspot-checks.ts');
    const by = (name: string) => steps.find((each) => each.name === name);
    const value = (name: string) => by(name)?.value;
    t.comment(steps.map(({ name, seconds }) => `${name}: ${seconds} s`).join('\n'));
    t.equal(steps.length, 20, lines.slice(-40).join('\n'));

    t.match(value('comes by itself'), ON);
    const own = { isHotspot: true, state: { kind: 'connected' }, ipv4: { addresses: ['10.42.0.1/24'] } };
    t.match(value('interface'), own);
    t.notOk((value('interface') as { network?: unknown }).network, 'the profile of the hotspot is no known network');
    t.strictSame(value('known'), []);
    t.ok((value('scan') as string[]).includes('Home'), 'networks that were found before it started');

    t.match(value('phone'), { ip: /^10\.42\.0\./, portal: 'http://10.42.0.1/system/network/portal' });
    t.match(value('names'), [/captive\.apple\.com\nAddress: 10\.42\.0\.1/, /.*/]);
    t.notMatch((value('names') as string[])[1], /NXDOMAIN|REFUSED|::/, 'of IPv6 there is nothing, and no error');
    t.match(value('reached'), /1 packets received/);

    t.match(value('wrong'), { ...ON, failure: { network: 'Home', code: 'NETWORK_WRONG_PASSWORD' } });
    t.ok((by('wrong')?.seconds ?? 99) < 60, 'back within a minute');
    t.equal(by('phone again')?.code, undefined);
    t.match(value('right'), { leaving: { joining: 'Home' }, radio: ON_HOME });
    t.ok((by('right')?.seconds ?? 99) < 20, 'joined within 20 s');
    t.match(value('stays off'), { kind: 'off' });
    t.notOk((value('stays off') as { failure?: unknown }).failure);
    t.match(value('country'), ['DE', /country DE/]);

    t.match(value('lost'), ON);
    t.match(value('found again in a turn'), ON_HOME);
    t.match(value('lost again'), ON);
    t.match(value('in use'), ON, 'no turn while a phone uses it');
    t.match(value('cable'), { kind: 'off' });
    t.strictSame(value('by hand'), [
      ['wlan0', true, 'connected'],
      ['eth0', false, 'connected'],
    ]);
    t.match(value('left behind'), ON, 'a daemon that starts again finds it');
    t.match(value('nothing left'), /^Home\.nmconnection\n0$/m, 'no profile of it on the disk');
  },
);
