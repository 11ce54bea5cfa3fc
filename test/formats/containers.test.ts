/** Containers by their first bytes. */
import t from 'tap';
import { demuxerOf } from '../../src/formats/containers.js';
import { junk, layer2Frames } from '../decode/formats/fixtures.js';

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
    t.equal(demuxerOf(Buffer.concat(parts)), demuxer);
  });
}

t.test('what has no mark is left alone', async (t) => {
  t.equal(demuxerOf(layer2Frames(3)), undefined, 'MPEG audio');
  t.equal(demuxerOf(Buffer.concat([adts, junk(500)])), undefined, 'one ADTS header that no other follows');
  t.equal(demuxerOf(text('#EXTM3U\n')), undefined, 'a playlist');
  t.equal(demuxerOf(text('<!DOCTYPE html>')), undefined, 'a page');
  t.equal(demuxerOf(Buffer.alloc(0)), undefined, 'nothing');
});
