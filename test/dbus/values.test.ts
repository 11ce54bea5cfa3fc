/** Values over the bus and back: what goes out of one program comes into the other. */
import fc from 'fast-check';
import t from 'tap';
import { PrivateBus } from './private-bus.js';
import { variant } from '../../src/dbus/values.js';

const ECHO = { path: '/echo', interface: 'org.example.Echo' };

t.test('any value arrives as it was, without its variants', async (t) => {
  const real = await PrivateBus.start(t);
  const there = real.client(t);
  const here = real.client(t);
  let arrived: readonly unknown[] = [];
  const give = (body: readonly unknown[]) => {
    arrived = body;
    return [variant('as', ['given'])];
  };
  there.exportObject(ECHO.path, [
    { name: ECHO.interface, methods: { Take: { takes: 'sbydxtoava{sv}a{s(iq)}ay', gives: 'v', call: give } } },
  ]);
  await there.requestName('org.example.echo');
  const text = fc.string({ unit: 'binary' }).map((each) => each.replaceAll('\0', ''));
  const key = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/);
  const value = fc.record({
    text,
    flag: fc.boolean(),
    byte: fc.nat(255),
    double: fc.double({ noNaN: true, noDefaultInfinity: true }),
    signed: fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }),
    unsigned: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    path: fc.array(key, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
    list: fc.array(text, { maxLength: 5 }),
    pairs: fc.dictionary(key, fc.tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.nat(65_535)), {
      noNullPrototype: true,
    }),
    bytes: fc.uint8Array({ maxLength: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(value, async (v) => {
      const words = Object.fromEntries(v.list.map((each, index) => [`k${index}`, each]));
      const answer = await here.call({
        ...ECHO,
        destination: 'org.example.echo',
        member: 'Take',
        signature: 'sbydxtoava{sv}a{s(iq)}ay',
        body: [
          ...[v.text, v.flag, v.byte, v.double, v.signed, v.unsigned, v.path],
          v.list.map((each) => variant('v', variant('s', each))),
          Object.fromEntries(Object.entries(words).map(([name, each]) => [name, variant('s', each)])),
          v.pairs,
          Buffer.from(v.bytes),
        ],
      });
      t.strictSame(answer, [['given']]);
      t.strictSame(arrived.slice(0, 10), [
        ...[v.text, v.flag, v.byte, v.double, v.signed, v.unsigned, v.path],
        ...[v.list, words, v.pairs],
      ]);
      t.strictSame([...(arrived[10] as Buffer)], [...v.bytes]);
    }),
    { numRuns: 60 },
  );
});

t.test('an answer that keeps its types can be sent back as it came', async (t) => {
  const real = await PrivateBus.start(t);
  const there = real.client(t);
  const here = real.client(t);
  const profile = {
    connection: { id: variant('s', 'Home'), priority: variant('i', -7), secret: variant('ay', Buffer.from([0, 255])) },
    ipv4: { data: variant('aa{sv}', [{ prefix: variant('u', 24) }]), nested: variant('v', variant('t', 5n)) },
  };
  let arrived: readonly unknown[] = [];
  const Take = { takes: 'a{sa{sv}}', call: (body: readonly unknown[]) => void (arrived = body) };
  const Give = { gives: 'a{sa{sv}}', call: () => [profile] };
  there.exportObject(ECHO.path, [{ name: ECHO.interface, methods: { Give, Take } }]);
  await there.requestName('org.example.echo');
  const call = { ...ECHO, destination: 'org.example.echo' };
  const given = await here.call({ ...call, member: 'Give', keepTypes: true });
  t.strictSame(given, [profile]);
  await here.call({ ...call, member: 'Take', signature: 'a{sa{sv}}', body: given });
  t.strictSame(arrived, await here.call({ ...call, member: 'Give' }));
});
