import t from 'tap';

import { sniffAudio } from '../../src/streams/sniff.js';
import { junk, layer2Frames } from '../decode/formats/fixtures.js';

/** An ADTS frame (ISO/IEC 13818-7, 6.2) of `length` bytes. */
function adts(length: number): Buffer {
  const frame = junk(length, length);
  frame.set([0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc]);
  return frame;
}

t.test('a format is known by its first bytes, whatever the server calls it', async (t) => {
  const mark = (text: string, at = 0) => Buffer.concat([Buffer.alloc(at), Buffer.from(text, 'latin1'), junk(100)]);
  const packet = Buffer.concat([Buffer.from([0x47]), junk(187)]);
  t.equal(sniffAudio(mark('OggS'), 'audio/mpeg'), 'ogg');
  t.equal(sniffAudio(mark('fLaC'), 'text/plain'), 'flac');
  t.equal(sniffAudio(mark('ftyp', 4), ''), 'mov');
  t.equal(sniffAudio(mark('WAVE', 8), ''), 'wav');
  t.equal(sniffAudio(Buffer.concat([packet, packet, packet]), 'audio/mpeg'), 'mpegts');
});

t.test('a stream that is joined anywhere is known by two frames that fit', async (t) => {
  t.equal(sniffAudio(Buffer.concat([junk(300), layer2Frames(2)]), 'audio/aac'), 'mpeg');
  t.equal(sniffAudio(Buffer.concat([junk(90), adts(200), adts(310)]), 'audio/mpeg'), 'aac');
});

t.test('where the bytes say nothing the type does, and a web page is never audio', async (t) => {
  t.equal(sniffAudio(junk(100), 'audio/mpeg'), 'mpeg');
  t.equal(sniffAudio(junk(100), 'audio/aacp; charset=x'), 'aac');
  t.equal(sniffAudio(junk(100), 'text/plain'), undefined);
  t.equal(sniffAudio(Buffer.from('\n<!DOCTYPE html><html>'), 'audio/mpeg'), undefined);
});
