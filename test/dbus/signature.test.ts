import t from 'tap';
import { singleType, typesOf, type BusType } from '../../src/dbus/signature.js';

const text = ({ code, parts }: BusType): string => {
  const inner = parts.map(text).join(' ');
  return parts.length === 0 ? code : `${code}<${inner}>`;
};

const SIGNATURES: Readonly<Record<string, string>> = {
  '': '',
  s: 's',
  'sa{sv}as': 's a<{<s v>> a<s>',
  'a(ssssssouso)': 'a<(<s s s s s s o u s o>>',
  'a{oa{sa{sv}}}': 'a<{<o a<{<s a<{<s v>>>>>>',
};

for (const [signature, types] of Object.entries(SIGNATURES)) {
  t.test(`"${signature}" is ${types === '' ? 'nothing' : types}`, async (t) => {
    t.equal(typesOf(signature).map(text).join(' '), types);
  });
}

t.test('what is no signature, or more than one type, says so', async (t) => {
  for (const wrong of ['a', '(', '(s', '{s', 'Q', 'a)', ')', 's z']) t.throws(() => typesOf(wrong), wrong);
  for (const wrong of ['', 'ss']) t.throws(() => singleType(wrong), wrong);
});
