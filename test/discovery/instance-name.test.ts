import fc from 'fast-check';
import t from 'tap';
import { firstLabel, instanceName, nextName, txtRecord } from '../../src/discovery/instance-name.js';

t.test('a name is told as it was given', async (t) => {
  for (const name of ['Kitchen', 'Küche', '居間', 'Tom’s “Box” #1', 'a.b\\c']) t.equal(instanceName(name), name);
});

t.test('a name is cut between characters where it is longer than a label can be', async (t) => {
  t.equal(instanceName('x'.repeat(64)), 'x'.repeat(63));
  t.equal(instanceName('ü'.repeat(40)), 'ü'.repeat(31));
  t.equal(instanceName('🎵'.repeat(16)), '🎵'.repeat(15));
  t.equal(instanceName(`${'x'.repeat(60)}   y`), 'x'.repeat(60));
});

t.test('what no label may hold is left out', async (t) => {
  t.equal(instanceName('Living\r\nRoom\u0000'), 'Living Room');
  t.equal(instanceName('\t\u007f '), 'Tonearm');
  t.equal(instanceName(''), 'Tonearm');
  t.equal(instanceName('\ud800'), '\ufffd');
});

t.test('whatever it is made of, a name is 1 to 63 bytes of UTF-8 without control characters', async () => {
  const isFit = (name: string): boolean =>
    // eslint-disable-next-line no-control-regex -- what must not be there
    !/[\u0000-\u001f\u007f]/.test(name) && Buffer.from(name).toString() === name && Buffer.byteLength(name) in LENGTHS;
  const LENGTHS = Object.fromEntries(Array.from({ length: 63 }, (_, at) => [at + 1, true]));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      const name = instanceName(text);
      return isFit(name) && isFit(nextName(name)) && instanceName(name) === name;
    }),
  );
});

t.test('a taken name gets a number, and the next one', async (t) => {
  t.equal(nextName('Kitchen'), 'Kitchen #2');
  t.equal(nextName('Kitchen #2'), 'Kitchen #3');
  t.equal(nextName('Kitchen #9'), 'Kitchen #10');
  t.equal(nextName('#5'), '#5 #2');
  t.equal(nextName('x'.repeat(63)), `${'x'.repeat(60)} #2`);
});

t.test('a host name is read without its domain', async (t) => {
  t.equal(firstLabel('tonearm.home.arpa'), 'tonearm');
  t.equal(firstLabel('tonearm'), 'tonearm');
});

t.test('a TXT record is texts behind their lengths', async (t) => {
  t.equal(txtRecord({ path: '/', id: 'ü' }).toString('latin1'), '\x06path=/\x05id=\xc3\xbc');
  const [length, ...rest] = txtRecord({ name: 'x'.repeat(300) });
  t.strictSame([length, rest.length], [255, 255]);
});
