import t, { type Test } from 'tap';
import { readHead } from '../../../src/decode/formats/file-head.js';
import { MpegFile } from '../../../src/decode/formats/mpeg-file.js';
import { apeTag, dice, fileOf, id3v1, id3v2, junk, noiseBytes } from './fixtures.js';
import { naiveWalk, type FoundFrame } from './naive-walk.js';

/** Three seconds of VBR without any tag: nothing but frames. */
const plain = await noiseBytes(t, 3, '-V', '2', '-t');
const frames = naiveWalk(plain, 0);

/** Opens bytes; closed at the end of the test. */
async function opened(t: Test, ...parts: readonly Uint8Array[]): Promise<MpegFile> {
  const path = await fileOf(t, ...parts);
  const file = new MpegFile(path, readHead(path).start);
  t.teardown(() => file.close());
  return file;
}

/** Offset of every frame that `take` gives, in runs of about `bytes` bytes; what is visible must be the file's bytes. */
function taken(t: Test, file: MpegFile, whole: Buffer, bytes: number): number {
  let total = 0;
  for (let run = file.take(bytes); run !== undefined; run = file.take(bytes)) {
    const end = file.position.offset;
    const seen = Buffer.from(file.bytes.subarray(run.at, run.at + run.length));
    if (!seen.equals(whole.subarray(end - run.length, end))) t.fail(`other bytes in front of ${end}`);
    if (run.frames < 1) t.fail('a run without a frame');
    total += run.frames;
    if (file.position.frame !== total) t.fail(`frame ${file.position.frame} behind ${total}`);
  }
  return total;
}

/** What the file gives must be these frames, whether walked or looked up. */
function isRowOf(t: Test, file: MpegFile, whole: Buffer, wanted: readonly FoundFrame[]): void {
  for (const bytes of [1, 4096, 16_384, 32_768]) {
    file.goTo(0);
    t.equal(taken(t, file, whole, bytes), wanted.length, `frames in runs of ${bytes} bytes`);
  }
  const roll = dice(9);
  for (let i = 0; i < 300; i++) {
    const frame = roll(wanted.length);
    file.goTo(frame);
    const run = file.take(1);
    const { offset, length } = wanted[frame]!;
    const got = { frame: file.position.frame - 1, offset: file.position.offset - (run?.length ?? 0) };
    if (got.frame !== frame || got.offset !== offset || run?.length !== length) t.same(got, { frame, offset });
  }
}

t.test('a file of nothing but frames is walked frame by frame', async (t) => {
  const file = await opened(t, plain);
  t.ok(frames.length > 100);
  t.equal(file.audioStart, 0);
  t.equal(file.promisedFrames, undefined);
  t.equal(file.gapless, undefined);
  t.match(file.first, { version: 1, layer: 3, sampleRate: 44_100, channels: 2 });
  isRowOf(t, file, plain, frames);
});

t.test('looking ahead leaves the place as it is, and what is looked up later the same', async (t) => {
  const file = await opened(t, plain);
  let total = 0;
  for (let run = file.take(4096), turn = 0; run !== undefined; run = file.take(4096), turn++) {
    total += run.frames;
    file.lookAhead(32, 64);
    t.equal(file.position.frame, total);
  }
  t.equal(total, frames.length);
  file.goTo(0);
  file.lookAhead(10_000, 10_000);
  t.equal(file.position.frame, 0);
  isRowOf(t, file, plain, frames);
});

t.test('ID3v2 tags in front are skipped, also several, with footers, and larger than any window', async (t) => {
  for (const tags of [[id3v2(0)], [id3v2(500_000)], [id3v2(70_000, { footer: true }), id3v2(10)]]) {
    const front = Buffer.concat(tags);
    const file = await opened(t, front, plain);
    t.equal(file.audioStart, front.length);
    t.equal(taken(t, file, Buffer.concat([front, plain]), 16_384), frames.length);
  }
});

t.test('a false frame inside an ID3v2 tag is not taken for audio', async (t) => {
  const tag = id3v2(5000);
  plain.copy(tag, 100, 0, 4000);
  t.equal((await opened(t, tag, plain)).audioStart, tag.length);
});

t.test('junk in front is searched through', async (t) => {
  for (const length of [1, 2, 3, 4, 1000, 65_536, 900_000]) {
    t.equal((await opened(t, junk(length), plain)).audioStart, length, `${length} bytes`);
  }
});

t.test('a header in the junk that no frame follows is not believed', async (t) => {
  const front = junk(2000);
  front.set([0xff, 0xfb, 0x90, 0x00], 300);
  t.equal((await opened(t, front, plain)).audioStart, 2000);
});

t.test('trailing ID3v1, APE and Lyrics tags are no frames', async (t) => {
  const lyrics = Buffer.concat([Buffer.from('LYRICSBEGIN'), junk(500), Buffer.from('000511LYRICS200')]);
  for (const tail of [[id3v1()], [apeTag(3000)], [apeTag(100_000), id3v1()], [lyrics, id3v1()]]) {
    const whole = Buffer.concat([plain, ...tail]);
    const file = await opened(t, whole);
    t.equal(taken(t, file, whole, 16_384), frames.length);
  }
});

t.test('a single frame in front of a tag, or alone, is a file', async (t) => {
  const one = plain.subarray(0, frames[0]!.length);
  t.equal(taken(t, await opened(t, one), one, 4096), 1);
  t.equal(taken(t, await opened(t, one, id3v1()), Buffer.concat([one, id3v1()]), 4096), 1);
});

t.test('a last frame that is cut off is left out, wherever the cut lies', async (t) => {
  const last = frames.at(-1)!;
  for (let length = last.offset; length < last.offset + last.length; length += 7) {
    const whole = plain.subarray(0, length);
    t.equal(taken(t, await opened(t, whole), whole, 4096), frames.length - 1);
  }
});

t.test('damage in the middle is skipped to the next frame that is followed by another', async (t) => {
  const roll = dice(3);
  for (const length of [1, 3, 4, 100, 417, 5000]) {
    const whole = Buffer.from(plain);
    const at = frames[40]!.offset + roll(200);
    junk(length, length).copy(whole, at);
    isRowOf(t, await opened(t, whole), whole, naiveWalk(whole, 0));
  }
});

t.test('bytes that were lost or put in between cost no more than the frames they hit', async (t) => {
  const at = frames[50]!.offset + 100;
  const lost = Buffer.concat([plain.subarray(0, at), plain.subarray(at + 1000)]);
  const inserted = Buffer.concat([plain.subarray(0, at), junk(80_000), plain.subarray(at)]);
  for (const whole of [lost, inserted]) {
    const file = await opened(t, whole);
    isRowOf(t, file, whole, naiveWalk(whole, 0));
    file.goTo(0);
    t.ok(taken(t, file, whole, 16_384) >= frames.length - 6);
  }
});

t.test('a byte offset leads to the frame that holds it, before and after the file was walked', async (t) => {
  const file = await opened(t, plain);
  const roll = dice(5);
  for (const walked of [false, true]) {
    if (walked) file.goTo(Infinity);
    for (let i = 0; i < 200; i++) {
      const offset = roll(plain.length);
      const wanted = frames.findLastIndex((frame) => frame.offset <= offset);
      if (!walked) file.goTo(0);
      file.goToOffset(offset);
      const got = { ...file.position };
      if (got.frame !== wanted || got.offset !== frames[wanted]?.offset) t.same(got, { frame: wanted, of: offset });
    }
  }
});

t.test('a byte offset behind damage is found too', async (t) => {
  const whole = Buffer.from(plain);
  junk(3000).copy(whole, frames[20]!.offset + 50);
  const rest = naiveWalk(whole, 0);
  for (const walked of [false, true]) {
    for (const wanted of [rest.length - 1, rest.length - 20, 40]) {
      const file = await opened(t, whole);
      if (walked) file.goTo(Infinity);
      file.goToOffset(rest[wanted]!.offset + 1);
      t.strictSame({ ...file.position }, { frame: wanted, offset: rest[wanted]!.offset });
    }
  }
});

t.test('an offset before the beginning is the beginning, and a frame beyond the end the end', async (t) => {
  const file = await opened(t, id3v2(5000), plain, id3v1());
  for (const go of [() => file.goTo(0), () => file.goToOffset(0), () => file.goToOffset(-1)]) {
    go();
    t.strictSame({ ...file.position }, { frame: 0, offset: file.audioStart });
  }
  file.goTo(1e9);
  t.equal(file.position.frame, frames.length);
  t.equal(file.take(4096), undefined);
  file.goToOffset(1e9);
  t.ok(file.position.frame >= frames.length - 1);
});

t.test('the promises of LAME, Xing and Info tags are read, and their frame is not audio', async (t) => {
  for (const options of [
    ['-V', '2'],
    ['-b', '128'],
    ['--abr', '160'],
    ['-V', '4', '-m', 'm'],
  ]) {
    const whole = await noiseBytes(t, 2, ...options);
    const file = await opened(t, whole);
    const all = naiveWalk(whole, 0);
    t.equal(file.audioStart, all[1]?.offset, options.join(' '));
    t.equal(file.promisedFrames, all.length - 1);
    t.equal(file.gapless?.delay, 576);
    t.ok((file.gapless?.padding ?? 0) > 0);
    const { delay = 0, padding = 0 } = file.gapless ?? {};
    t.equal((all.length - 1) * 1152 - delay - padding, 2 * 44_100);
  }
});

t.test('a VBRI tag is read, and its frame is not audio', async (t) => {
  const tagged = Buffer.from(plain.subarray(0, frames[0]!.length));
  tagged.fill(0, 4);
  tagged.write('VBRI', 36, 'latin1');
  tagged.writeUInt32BE(frames.length, 36 + 14);
  const file = await opened(t, tagged, plain);
  t.equal(file.audioStart, tagged.length);
  t.equal(file.promisedFrames, frames.length);
  t.equal(file.gapless, undefined);
});
