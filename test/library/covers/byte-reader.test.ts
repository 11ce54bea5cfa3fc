/** Blocks of bytes out of a stream: whole however it was cut, and a rejection when the stream breaks. */
import { PassThrough } from 'node:stream';
import t from 'tap';
import { ByteReader } from '../../../src/library/covers/byte-reader.js';

const ended = (): Error => new Error('ended too early');

t.test('blocks are whole, however the stream was cut', async (t) => {
  const stream = new PassThrough();
  const reader = new ByteReader(stream, ended);
  const first = reader.take(3);
  for (const part of ['a', 'bcd', 'ef']) stream.write(part);
  t.equal((await first).toString(), 'abc');
  t.equal((await reader.take(2)).toString(), 'de');
  t.equal((await reader.take(1)).toString(), 'f');
});

t.test('a stream that breaks rejects the block that is awaited', async (t) => {
  const stream = new PassThrough();
  const reader = new ByteReader(stream, ended);
  const block = reader.take(3);
  stream.write('ab');
  stream.destroy(new Error('EIO'));
  await t.rejects(block, { message: 'ended too early' });
});
