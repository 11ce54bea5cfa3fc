import t from 'tap';
import { UndecodableFile } from '../../../src/decode/decoder.js';
import { FFMPEG_FORMATS } from '../../../src/decode/formats/ffmpeg-formats.js';
import { FileHead } from '../../../src/decode/formats/file-head.js';
import { fileOf, id3v2, junk, layer2Frames, temporaryDirectory } from './fixtures.js';

const demuxerOf = (...parts: readonly Uint8Array[]) =>
  FFMPEG_FORMATS.find((each) => each.recognises(new FileHead(Buffer.concat(parts))))?.demuxer;
const text = (mark: string) => Buffer.from(mark, 'latin1');
const hex = (digits: string) => Buffer.from(digits, 'hex');

/** An ADTS frame of 100 bytes, 44.1 kHz, stereo (ISO/IEC 13818-7 section 6.2). */
const adts = Buffer.concat([hex('fff150800c9ffc'), junk(93)]);

const HEADS: Readonly<Record<string, readonly Uint8Array[]>> = {
  mov: [hex('00000020'), text('ftypM4A '), junk(50)],
  wv: [text('wvpk'), junk(50)],
  ape: [text('MAC '), junk(50)],
  tta: [text('TTA1'), junk(50)],
  mpc: [text('MP+'), junk(50)],
  mpc8: [text('MPCK'), junk(50)],
  asf: [hex('3026b2758e66cf11a6d900aa0062ce6c'), junk(50)],
  matroska: [hex('1a45dfa3'), junk(50)],
  dsf: [text('DSD '), junk(50)],
  iff: [text('FRM8'), junk(50)],
  aac: [adts, adts, adts],
  ac3: [hex('0b77000014400000'), junk(50)],
  eac3: [hex('0b77000014800000'), junk(50)],
  caf: [text('caff'), junk(50)],
};

for (const [demuxer, parts] of Object.entries(HEADS)) {
  t.test(`${demuxer} is known by its first bytes`, async (t) => {
    t.equal(demuxerOf(...parts), demuxer);
  });
}

t.test('what is not for ffmpeg is left alone', async (t) => {
  t.equal(demuxerOf(layer2Frames(3)), undefined, 'MPEG audio');
  t.equal(demuxerOf(adts.subarray(0, 100), junk(500)), undefined, 'one ADTS header that no other follows');
  t.equal(demuxerOf(text('#EXTM3U\n')), undefined, 'a playlist');
  t.equal(demuxerOf(text('<!DOCTYPE html>')), undefined, 'a page');
  t.equal(demuxerOf(Buffer.alloc(0)), undefined, 'nothing');
});

t.test('tags in front are passed, however large and however many', async (t) => {
  const path = await fileOf(t, id3v2(2_000_000), id3v2(10, { footer: true }), text('TTA1'), junk(50));
  const head = FileHead.of(path);
  t.equal(head.text(0, 4), 'TTA1');
  t.equal(head.start, 2_000_010 + 30);
  t.equal(head.size, head.start + 54);
});

t.test('a tag that claims more than the file has leaves nothing to look at', async (t) => {
  t.equal(FileHead.of(await fileOf(t, id3v2(9000).subarray(0, 500))).bytes.length, 0);
});

t.test('what is no file is refused', async (t) => {
  t.throws(() => FileHead.of('/nonexistent'), UndecodableFile);
  const directory = await temporaryDirectory(t);
  t.throws(() => FileHead.of(directory), UndecodableFile);
  const empty = await fileOf(t);
  t.throws(() => FileHead.of(empty), { code: 'EMPTY_FILE' });
});
