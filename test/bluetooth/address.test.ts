import fc from 'fast-check';
import t from 'tap';
import { addressIn, parseAddress } from '../../src/bluetooth/address.js';

t.test('an address is read in capitals or not, with colons or dashes', async (t) => {
  for (const text of ['AA:BB:CC:0D:EE:FF', 'aa:bb:cc:0d:ee:ff', 'aa-BB-cc-0d-EE-ff']) {
    t.equal(parseAddress(text), 'AA:BB:CC:0D:EE:FF', text);
  }
});

t.test('what is no address is refused', async (t) => {
  for (const text of [
    '',
    'AA:BB:CC:DD:EE',
    'AA:BB:CC:DD:EE:FF:00',
    'AA:BB:CC:DD:EE:FG',
    'AABBCCDDEEFF',
    ' AA:BB:CC:DD:EE:FF',
  ]) {
    t.throws(() => parseAddress(text), { name: 'InvalidInput', code: 'INVALID_BLUETOOTH_ADDRESS' }, text);
  }
  for (const value of [undefined, null, 5, [], {}]) t.equal(addressIn(value), undefined);
});

t.test('whatever six bytes are, their address is read as it was written', async () => {
  const byte = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.array(byte, { minLength: 6, maxLength: 6 }), (bytes) => {
      const address = bytes.map((each) => each.toString(16).padStart(2, '0').toUpperCase()).join(':');
      return addressIn(address) === address && addressIn(address.toLowerCase()) === address;
    }),
  );
});
