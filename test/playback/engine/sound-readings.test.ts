/** Figures of the ring that is played. */
import t from 'tap';
import { SampleFormat } from '../../../src/native.js';
import { Attached, createRing, ringWords, Word } from '../../../src/output/ring-layout.js';
import { readingsOf } from '../../../src/playback/engine/sound-readings.js';
import { sampleRateHz } from '../../../src/units.js';

const RATE = 1000;

t.test('without a ring all of them are 0', async (t) => {
  t.strictSame(readingsOf(undefined), { ringFill: 0, ringCapacity: 0, deviceWrites: 0, outputThread: 0 });
});

t.test('what is in the ring and fits in it is in seconds, also where the counters wrap', async (t) => {
  const ring = createRing(sampleRateHz(RATE), SampleFormat.S32, 0);
  const words = ringWords(ring);
  for (const [tail, head, ringFill] of [
    [0, 0, 0],
    [500, 2000, 1.5],
    [2 ** 32 - 500, 1000, 1.5],
    [2000, 1000, 0],
  ] as const) {
    [words[Word.tail], words[Word.head]] = [tail | 0, head | 0];
    t.match(readingsOf(ring), { ringFill, ringCapacity: ring.capacity / RATE }, `${tail} to ${head}`);
  }
});

t.test('the thread of the output is named while it writes to the device', async (t) => {
  const ring = createRing(sampleRateHz(RATE), SampleFormat.S32, 0);
  const words = ringWords(ring);
  words[Word.threadId] = 77;
  words[Word.deviceWrites] = -1;
  for (const attached of Object.values(Attached)) {
    words[Word.attached] = attached;
    const outputThread = attached === Attached.writer ? 77 : 0;
    t.match(readingsOf(ring), { outputThread, deviceWrites: 2 ** 32 - 1 }, `attached ${attached}`);
  }
});
