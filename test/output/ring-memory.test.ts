import t from 'tap';
import { SampleFormat } from '../../src/native.js';
import { RingMemory } from '../../src/output/ring-memory.js';
import { ringWords, Word } from '../../src/output/ring-layout.js';
import { sampleRateHz } from '../../src/units.js';

t.test('the memory of a ring is given again only when the worker has taken a later one', async (t) => {
  const memory = new RingMemory();
  const first = memory.create(sampleRateHz(44_100), SampleFormat.S32, 0);
  const second = memory.create(sampleRateHz(48_000), SampleFormat.S32, 0);
  t.not(second.memory, first.memory);
  memory.taken(first.id);
  t.not(memory.create(sampleRateHz(44_100), SampleFormat.S32, 0).memory, first.memory, 'it is in use');
  memory.taken(second.id);
  t.equal(memory.create(sampleRateHz(44_100), SampleFormat.S32, 0).memory, first.memory);
});

t.test('memory of another size is not used', async (t) => {
  const memory = new RingMemory();
  const first = memory.create(sampleRateHz(44_100), SampleFormat.S16, 0);
  memory.taken(memory.create(sampleRateHz(44_100), SampleFormat.S32, 0).id);
  const third = memory.create(sampleRateHz(96_000), SampleFormat.S32, 0);
  t.not(third.memory, first.memory);
  t.equal(memory.create(sampleRateHz(48_000), SampleFormat.S16, 0).memory, first.memory);
});

t.test('a ring in used memory begins as empty as any', async (t) => {
  const memory = new RingMemory();
  const first = memory.create(sampleRateHz(44_100), SampleFormat.S16, 0);
  ringWords(first).fill(77);
  memory.taken(memory.create(sampleRateHz(44_100), SampleFormat.S16, 0).id);
  const again = memory.create(sampleRateHz(44_100), SampleFormat.S16, 0);
  t.equal(again.memory, first.memory);
  t.strictSame(
    [...ringWords(again)].flatMap((word, at) => (word === 0 ? [] : [at])),
    [Word.gain],
  );
});
