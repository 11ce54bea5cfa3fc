import fc from 'fast-check';
import t from 'tap';
import { CARD_FILES, type CardFileName, readCard } from '../../src/card/read-card.js';
import { reportText } from '../../src/card/report.js';
import { withoutSecrets } from '../../src/card/secrets.js';
import { FULL, imagerMetaData, imagerNetworkConfig, imagerPreseed, imagerUserData } from './imager.js';

const WHOLE: Readonly<Record<CardFileName, Buffer>> = {
  'meta-data': Buffer.from(imagerMetaData()),
  'user-data': Buffer.from(imagerUserData(FULL)),
  'network-config': Buffer.from(imagerNetworkConfig({ ...FULL, ssid: Buffer.from('Café "5"') })),
  'rpi-preseed.toml': Buffer.from(imagerPreseed({ ...FULL, ssid: Buffer.from('Café "5"') })),
  'tonearm.toml': Buffer.from(
    'hostname = "attic"\n[[wifi]]\nssid = "Café"\npassword = "correct horse"\naddress = ["10.0.0.2/8"]\n[wired]\n[settings]\nhttp_port = 80\n',
  ),
};

/** Reads one file alone. Whatever is in it, the answer is a report in which everything is safe to write into profiles. */
function check(t: { fail: (message: string) => unknown }, name: CardFileName, bytes: Buffer, what: string): void {
  const { settings, notes } = readCard(new Map([[name, bytes]]));
  const report = reportText(notes);
  // eslint-disable-next-line no-control-regex -- none may be in a report
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(report)) t.fail(`${what}: control characters in the report`);
  const text = bytes.toString();
  const without = withoutSecrets(name, text);
  if (without.kind === 'impossible' && !/[&*]|[|>]\s*$/m.test(text)) t.fail(`${what}: a password that stays`);
  if (without.kind === 'removed' && withoutSecrets(name, without.text).kind !== 'none') t.fail(`${what}: one is left`);
  const isFit = settings.wifi.every(({ ssid, key }) => {
    const isKey = key.kind !== 'passphrase' || (Buffer.byteLength(key.text) >= 8 && Buffer.byteLength(key.text) <= 63);
    return ssid.length >= 1 && ssid.length <= 32 && isKey;
  });
  if (!isFit) t.fail(`${what}: a network that cannot be one`);
  if (settings.hostName !== undefined && !/^[a-z0-9-]{1,63}$/.test(settings.hostName)) t.fail(what);
}

for (const name of CARD_FILES) {
  t.test(`${name}: truncated at every byte`, async (t) => {
    const whole = WHOLE[name];
    t.ok(readCard(new Map([[name, whole]])).notes.length > 0);
    for (let length = 0; length < whole.length; length++) {
      check(t, name, whole.subarray(0, length), `${length} bytes of ${name}`);
    }
  });

  t.test(`${name}: bytes that are changed, or random from the start`, async (t) => {
    const whole = WHOLE[name];
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.uint8Array({ minLength: 1, maxLength: 4 }), (at, bytes) => {
        const changed = Buffer.concat([whole.subarray(0, at), bytes, whole.subarray(at + bytes.length)]);
        check(t, name, changed, JSON.stringify(changed.toString('latin1')));
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        check(t, name, Buffer.from(bytes), JSON.stringify([...bytes]));
      }),
      { numRuns: 200 },
    );
  });

  t.test(`${name}: values of every wrong type`, async (t) => {
    const values = ['', '""', '[]', '{}', 'true', '7', '1.5', '[1, [2]]', '{a: {b: c}}', '{a = {b = 1}}', '2026-01-01'];
    for (const value of values) {
      const text = WHOLE[name].toString();
      const matches = [...text.matchAll(/(?<=[:=] ?)\S.*$/gm)];
      for (const { index, 0: old } of matches) {
        const changed = text.slice(0, index) + value + text.slice(index + old.length);
        check(t, name, Buffer.from(changed), JSON.stringify(changed));
      }
    }
    t.pass('always a report');
  });
}
