import { createHash } from 'node:crypto';
import t from 'tap';
import { comparePcm, describeComparison } from './pcm-compare.js';

const FRAME_BYTES = 4;

/** Makes noise that depends only on the name. */
function noise(name: string, frames: number): Buffer {
  const blocks: Buffer[] = [];
  for (let block = 0; block * 32 < frames * FRAME_BYTES; block++) {
    blocks.push(createHash('sha256').update(`${name} ${block}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, frames * FRAME_BYTES);
}

const silence = (frames: number): Buffer => Buffer.alloc(frames * FRAME_BYTES);
const part = (pcm: Buffer, from: number, to?: number): Buffer =>
  pcm.subarray(from * FRAME_BYTES, to === undefined ? undefined : to * FRAME_BYTES);
const reference = noise('reference', 20_000);

t.test('equal PCM is exact', async (t) => {
  t.match(comparePcm(reference, Buffer.from(reference), FRAME_BYTES), {
    exact: true,
    intact: true,
    offset: 0,
    events: [],
  });
});

t.test('frames before and after the reference are reported, not trimmed', async (t) => {
  const capture = Buffer.concat([noise('before', 300), reference, silence(40)]);
  t.match(comparePcm(reference, capture, FRAME_BYTES), {
    exact: false,
    intact: true,
    offset: 300,
    leading: { frames: 300, silent: false },
    trailing: { frames: 40, silent: true },
  });
});

t.test('silence before a silent beginning is part of the leading frames', async (t) => {
  const quiet = Buffer.concat([silence(50), reference]);
  const result = comparePcm(quiet, Buffer.concat([silence(100), quiet]), FRAME_BYTES);
  t.match(result, { exact: false, intact: true, offset: 100, leading: { frames: 100, silent: true } });
});

t.test('a lost, an inserted and a replaced run are reported as such', async (t) => {
  const capture = Buffer.concat([
    part(reference, 0, 1000),
    part(reference, 1500, 6000),
    silence(77),
    part(reference, 6000, 9000),
    noise('other', 5),
    part(reference, 9005),
  ]);
  const result = comparePcm(reference, capture, FRAME_BYTES);
  t.same(result.events, [
    { kind: 'lost', referenceFrame: 1000, captureFrame: 1000, lost: 500, inserted: 0, insertedSilence: false },
    { kind: 'inserted', referenceFrame: 6000, captureFrame: 5500, lost: 0, inserted: 77, insertedSilence: true },
    { kind: 'replaced', referenceFrame: 9000, captureFrame: 8577, lost: 5, inserted: 5, insertedSilence: false },
  ]);
  t.equal(result.matchedFrames, 20_000 - 500 - 5);
  t.match(describeComparison(result), /at 6000: lost 0, inserted 77 of silence/);
});

t.test('a single wrong byte is found', async (t) => {
  const capture = Buffer.from(reference);
  capture[12_345] = capture[12_345]! ^ 1;
  t.match(comparePcm(reference, capture, FRAME_BYTES).events, [
    { kind: 'replaced', referenceFrame: 3086, lost: 1, inserted: 1 },
  ]);
});

t.test('a missing head and a missing tail are losses', async (t) => {
  t.match(comparePcm(reference, part(reference, 200, 19_000), FRAME_BYTES), {
    exact: false,
    offset: 0,
    events: [
      { kind: 'lost', referenceFrame: 0, lost: 200 },
      { kind: 'lost', referenceFrame: 19_000, lost: 1000 },
    ],
  });
});

t.test('a reference that was never played is lost as a whole', async (t) => {
  t.match(comparePcm(reference, noise('other', 5000), FRAME_BYTES), {
    exact: false,
    offset: undefined,
    matchedFrames: 0,
    events: [{ kind: 'replaced', lost: 20_000, inserted: 5000 }],
  });
  t.match(comparePcm(reference, Buffer.alloc(0), FRAME_BYTES), {
    exact: false,
    events: [{ kind: 'lost', lost: 20_000 }],
  });
});

t.test('half a frame is refused', async (t) => {
  t.throws(() => comparePcm(reference, Buffer.alloc(6), FRAME_BYTES), RangeError);
});
