import t from 'tap';
import { readChannelFile } from '../../../src/system/update/channel-file.js';

const BASE = new URL('https://updates.example/tonearm/tonearm-arm64.channel.json');
const GOOD = {
  version: '0.2.0',
  compatible: 'tonearm-arm64',
  url: 'tonearm-arm64.raucb',
  bytes: 300_000_000,
  sha256: 'AB'.repeat(32),
  changes: ['Albums are found faster.'],
};
const read = (members: object, base = BASE) => readChannelFile(JSON.stringify({ ...GOOD, ...members }), base);

t.test('a channel file names an update by an address relative to its own, or on the same host', async (t) => {
  t.strictSame(read({ later: 1 }), {
    ...{ version: '0.2.0', compatible: 'tonearm-arm64', bytes: 300_000_000, sha256: 'ab'.repeat(32) },
    ...{ url: new URL('https://updates.example/tonearm/tonearm-arm64.raucb'), changes: ['Albums are found faster.'] },
  });
  t.equal(read({ url: '/0.2.0/x.raucb' }).url.href, 'https://updates.example/0.2.0/x.raucb');
  t.equal(read({ url: 'https://updates.example:8443/x' }).url.port, '8443');
  const nas = new URL('http://192.168.1.2/channel.json');
  t.equal(read({ url: 'https://192.168.1.2/x' }, nas).url.protocol, 'https:', 'encryption may be added');
});

t.test('a channel file that is wrong is refused with its mistake', async (t) => {
  for (const [members, reason] of [
    [{ version: undefined }, /no version/],
    [{ version: '1.0.0 ' }, /no version/],
    [{ version: 'x'.repeat(101) }, /no version/],
    [{ compatible: 7 }, /which kind of box/],
    [{ bytes: 0 }, /no size/],
    [{ bytes: '300' }, /no size/],
    [{ bytes: 1.5 }, /no size/],
    [{ bytes: 2 ** 30 }, /at most 939524096/],
    [{ sha256: 'ab' }, /no SHA-256/],
    [{ sha256: 'x'.repeat(64) }, /no SHA-256/],
    [{ changes: 'all' }, /no list of changes/],
    [{ url: undefined }, /where the update is/],
    [{ url: '' }, /where the update is/],
    [{ url: 'https://' }, /where the update is/],
    [{ url: 'https://elsewhere.example/x' }, /on another host, elsewhere.example/],
    [{ url: '//elsewhere.example/x' }, /on another host/],
    [{ url: 'file:///etc/passwd' }, /on another host/],
    [{ url: 'http://updates.example/x' }, /from https/],
    [{ url: 'ftp://updates.example/x' }, /from https/],
  ] as const) {
    t.throws(() => read(members), { message: reason }, JSON.stringify(members));
  }
  for (const text of ['', '{', 'null', '7', '"x"']) t.throws(() => readChannelFile(text, BASE), Error, text);
});

t.test('what is new is cut to what a page shows, and is one line each', async (t) => {
  const changes = [...Array<string>(400).fill('x'.repeat(1000)), 7];
  t.equal(read({ changes }).changes.length, 300);
  t.equal(read({ changes }).changes[0]?.length, 400);
  t.strictSame(read({ changes: ['a\nb\u0000', 7, null] }).changes, ['a b ']);
  t.strictSame(read({ changes: undefined }).changes, []);
});
