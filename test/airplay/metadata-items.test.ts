/** What shairport-sync's metadata pipe says is taken apart; what is no item is left out, whatever it is. */
import t from 'tap';
import { MetadataItems, MOST_COVER_BYTES, MOST_TEXT_BYTES } from '../../src/airplay/metadata-items.js';
import { event, itemOf } from './fake-shairport.js';

const take = (bytes: Buffer) =>
  new MetadataItems().take(bytes).map(({ type, code, data }) => [type, code, String(data)]);

t.test('the example of the documentation', async (t) => {
  const text =
    '<item><type>636f7265</type><code>6d696e6d</code><length>3</length>\n<data encoding="base64">\nRm9v</data></item>\n';
  t.strictSame(take(Buffer.from(text)), [['core', 'minm', 'Foo']]);
  t.strictSame(take(Buffer.from('<item><type>73736e63</type><code>70626567</code><length>0</length></item>\n')), [
    ['ssnc', 'pbeg', ''],
  ]);
});

t.test('items come in whatever pieces', async (t) => {
  const all = Buffer.concat([
    event('pbeg'),
    itemOf('core', 'minm', 'Zoë'),
    event('PICT', Buffer.alloc(5000, 7)),
    event('pend'),
  ]);
  for (const size of [1, 2, 5, 7, 64, 997]) {
    const items = new MetadataItems();
    const found: string[] = [];
    for (let at = 0; at < all.length; at += size) {
      for (const { code, data } of items.take(all.subarray(at, at + size))) found.push(`${code} ${data.length}`);
    }
    t.strictSame(found, ['pbeg 0', 'minm 4', 'PICT 5000', 'pend 0'], `${size} bytes`);
  }
});

t.test('what is broken costs only itself', async (t) => {
  const good = itemOf('core', 'minm', 'Good');
  const broken: Readonly<Record<string, string>> = {
    'an item that was not written to its end': itemOf('core', 'minm', 'Half').toString('latin1').slice(0, 80),
    'a wrong length': good.toString('latin1').replace('<length>4', '<length>5'),
    'a length that is none': good.toString('latin1').replace('<length>4', '<length>-4'),
    'a type that is none': good.toString('latin1').replace('<type>636f7265', '<type>zz6f7265'),
    'data that is none': good.toString('latin1').replace('base64">', 'base64">***'),
    'an end without a beginning': '</item></item>',
    bytes: '\0\xff<<<>>&&\x80'.repeat(50),
  };
  for (const [what, text] of Object.entries(broken)) {
    t.strictSame(take(Buffer.concat([Buffer.from(text, 'latin1'), good])), [['core', 'minm', 'Good']], what);
  }
});

t.test('nothing is larger than its bound', async (t) => {
  t.equal(take(itemOf('core', 'minm', 'x'.repeat(MOST_TEXT_BYTES))).length, 1);
  t.equal(take(itemOf('core', 'minm', 'x'.repeat(MOST_TEXT_BYTES + 1))).length, 0);
  t.equal(take(event('PICT', Buffer.alloc(MOST_COVER_BYTES))).length, 1);
  t.equal(take(event('PICT', Buffer.alloc(MOST_COVER_BYTES + 1))).length, 0);
});

t.test('an item without an end is not kept, and the next one is taken', async (t) => {
  const items = new MetadataItems();
  const piece = Buffer.alloc(1024 * 1024, 'A');
  items.take(Buffer.from('<item><type>73736e63</type>'));
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 100; count++) t.strictSame(items.take(piece), []);
  t.ok(process.memoryUsage().heapUsed - before < 50 * 1024 * 1024);
  t.strictSame(items.take(Buffer.from('</item>')), []);
  t.equal(items.take(event('pend'))[0]?.code, 'pend');
});

t.test('random bytes with the signs of items never throw', async () => {
  const signs = ['<item>', '</item>', '<type>', '</type>', '<code>', '</code>', '<length>', '1', '636f7265', '=', '\n'];
  const items = new MetadataItems();
  let seed = 1;
  const random = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let count = 0; count < 20_000; count++) items.take(Buffer.from(signs[random(signs.length)] ?? ''));
});
