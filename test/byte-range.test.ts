import t from 'tap';
import { readRange } from '../src/byte-range.js';

t.test('a range of bytes (RFC 9110 section 14.1.2)', async (t) => {
  for (const [header, size, expected] of [
    [undefined, 10, undefined],
    ['bytes=0-0', 10, '0-0'],
    ['bytes=0-8', 10, '0-8'],
    ['bytes=0-9', 10, '0-9'],
    ['bytes=0-10', 10, '0-9'],
    ['bytes=9-', 10, '9-9'],
    ['bytes=9-9', 10, '9-9'],
    ['bytes=0-', 1, '0-0'],
    ['bytes=10-', 10, 'none'],
    ['bytes=10-12', 10, 'none'],
    ['bytes=0-', 0, 'none'],
    ['bytes=5-4', 10, undefined],
    ['bytes=12-11', 10, undefined],
    ['bytes=-1', 10, '9-9'],
    ['bytes=-9', 10, '1-9'],
    ['bytes=-10', 10, '0-9'],
    ['bytes=-11', 10, '0-9'],
    ['bytes=-0', 10, 'none'],
    ['bytes=-1', 0, 'none'],
    ['BYTES= 2-3 ', 10, '2-3'],
    ['bytes=-', 10, undefined],
    ['bytes=0-1,3-4', 10, undefined],
    ['items=0-1', 10, undefined],
    [`bytes=0-${'9'.repeat(15)}`, 10, '0-9'],
    [`bytes=0-${'9'.repeat(16)}`, 10, undefined],
  ] as const) {
    const found = readRange(header, size);
    t.equal(typeof found === 'object' ? `${found.first}-${found.last}` : found, expected, `${header} of ${size}`);
  }
});
