/** A connection after a drop goes on where the one before it ended. */
import t from 'tap';

import { Splice } from '../../src/streams/splice.js';
import { noise } from '../decode/formats/fixtures.js';

const stream = noise(100_000, 3);

function pass(splice: Splice, bytes: Buffer): Buffer {
  splice.note(bytes);
  return bytes;
}

t.test('a connection that repeats the last seconds goes on exactly where the last one ended', async (t) => {
  for (const size of [100, 1000, 60_000]) {
    const splice = new Splice();
    const passed = [pass(splice, stream.subarray(0, 50_001))];
    splice.begin();
    for (let at = 30_000; at < stream.length; at += size) {
      const { bytes } = splice.take(stream.subarray(at, at + size));
      passed.push(pass(splice, bytes));
    }
    t.ok(Buffer.concat(passed).equals(stream), `in chunks of ${size}`);
    t.notOk(splice.isSearching);
  }
});

t.test('the first connection passes through', async (t) => {
  const splice = new Splice();
  splice.begin();
  t.notOk(splice.isSearching);
  t.ok(splice.take(stream).bytes.equals(stream));
});

t.test('what shows nothing of what was heard is passed on as it came, at the latest after 256 KiB', async (t) => {
  const splice = new Splice();
  splice.note(stream);
  splice.begin();
  const other = noise(300_000, 9);
  t.equal(splice.take(other.subarray(0, 200_000)).bytes.length, 0);
  const given = splice.take(other.subarray(200_000));
  t.notOk(given.found);
  t.ok(given.bytes.equals(other));
  splice.begin();
  splice.take(other.subarray(0, 5000));
  t.ok(splice.giveUp().bytes.equals(other.subarray(0, 5000)));
  t.notOk(splice.isSearching);
});
