/** Wi-Fi with the real NetworkManager, wpa_supplicant and hostapd, over radios in software in a virtual machine. */
import t from 'tap';
import { radioTrouble, runChecks } from './radio-checks.js';

/** As JSON has the bytes of a name. */
const ssid = (bytes: Buffer | string) => ({ type: 'Buffer', data: [...Buffer.from(bytes)] });

t.test(
  'a radio: scan, join with and without success, hidden names, names of any bytes',
  { skip: await radioTrouble() },
  async (t) => {
    const { steps, lines } = await runChecks(t, 'wifi-checks.ts');
    const by = (name: string) => steps.find((each) => each.name === name);
    t.equal(steps.length, 22, lines.slice(-40).join('\n'));

    t.match(by('radio')?.value, {
      name: 'wlan0',
      kind: 'wifi',
      state: { kind: 'disconnected' },
      driver: 'mac80211_hwsim',
    });
    const found = by('scan')?.value as readonly { readonly ssid: unknown; readonly security: string }[];
    for (const [name, security] of [
      ['Home', 'wpa'],
      [Buffer.from([0x48, 0xff, 0x00, 0x3b]), 'open'],
      ['Silent', 'open'],
    ] as const) {
      const network = found.find((each) => JSON.stringify(each.ssid) === JSON.stringify(ssid(name)));
      t.match(network, { security, bands: ['2.4'], isInUse: false, strength: Number }, JSON.stringify(name));
    }
    t.equal(found.length, 3, 'the hidden one is not among them');

    t.match(by('absent'), { code: 'NETWORK_NOT_FOUND' });
    t.match(by('wrong'), { code: 'NETWORK_WRONG_PASSWORD' });
    t.strictSame(by('nothing kept')?.value, []);
    t.match(by('silent'), { code: 'NETWORK_NO_ADDRESS' });
    for (const name of ['home', 'home again', 'bytes', 'hidden'])
      t.equal(by(name)?.code, undefined, by(name)?.text ?? name);
    t.match(by('known')?.value, [{ name: 'Home', kind: 'wifi', ssid: ssid('Home'), isInUse: true, isAutomatic: true }]);
    t.equal((by('known')?.value as unknown[]).length, 1, 'joined twice, and known once');
    const onHome = {
      state: { kind: 'connected' },
      network: { name: 'Home' },
      wifi: { ssid: ssid('Home'), band: '2.4' },
      ipv4: { addresses: ['10.8.0.50/24'] },
    };
    t.match(by('connected')?.value, onHome);

    const leaving = { joining: '48ff003b', confirmWithin: 15 };
    t.match(by('left, and not found')?.value, { leaving, isChangeWaiting: true, isOnTrial: true });
    const onDisk = (by('left, and not found')?.value as { kept: string[] }).kept;
    t.strictSame(onDisk, ['Home'], 'a power cut leads back too');
    const back = { failure: { network: '48ff003b', code: 'NETWORK_UNCONFIRMED' }, radio: onHome };
    t.match(by('back')?.value, { ...back, known: ['Home'], kept: ['Home'] });
    const onBytes = { network: { name: '48ff003b' }, ipv4: { addresses: ['10.8.1.50/24'] } };
    t.match(by('left, with a wrong password')?.value, {
      ...{ failure: { network: 'Home', code: 'NETWORK_WRONG_PASSWORD' }, radio: onBytes, isKept: true },
    });
    t.match(by('left for a known one, and found')?.value, {
      ...{ leaving: { joining: 'Home', confirmWithin: 15 }, isOnTrial: false },
    });
    t.strictSame(by('left, and found')?.value, ['48ff003b', 'Home']);
    t.match(by('stays')?.value, { radio: onBytes, known: ['48ff003b', 'Home'] });
    t.notOk((by('stays')?.value as { failure?: unknown }).failure);
    t.match(by('on bytes')?.value, onBytes);
    t.match(by('on hidden')?.value, { network: { name: 'Secret' }, ipv4: { addresses: ['10.8.2.50/24'] } });
    t.strictSame((by('forgotten')?.value as string[]).toSorted(), ['48ff003b', 'Home']);
    t.match(by('connect')?.value, onHome);
  },
);
