/** Which artists a track has: what each kind of tag keeps apart, and what parts the artists of one text. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { artistSplitter, DEFAULT_TAG_RULES } from '../../src/tags/tag-rules.js';
import { dsf } from '../decode/formats/ffmpeg-fixtures.js';
import { id3v2 } from '../bench/corpus-tags.mjs';
import { ffmpegWrites } from '../fixtures/ffmpeg.js';
import { temporaryDirectory } from '../http/rig.js';
import { compare, readNative, readTag } from './compare.js';
import { flacFile, mp4Maker, oggFile } from './containers.js';

const folder = await temporaryDirectory(t);
/** MPEG 1 layer III, 44.1 kHz, of 128 and 160 kbit/s in turn: a rate that changes, without a Xing header. */
const VARIABLE = Buffer.concat(
  Array.from({ length: 20 }, (_, at) => {
    const frame = Buffer.alloc(at % 2 === 0 ? 417 : 522);
    frame.writeUInt32BE(at % 2 === 0 ? 0xfffb9000 : 0xfffba000);
    return frame;
  }),
);
const CONSTANT = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])),
);

/** The artist as it is shown, and each by itself. Looks that the native reader says the same or nothing. */
async function artistsOf(t: Test, name: string, bytes: Buffer) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  t.match(await compare(path), /^(?:same|handed over)$/);
  const { artist, artists, composer } = await readTag(path);
  return { artist, artists, composer };
}

t.test('text of ID3v2.3 is not cut at slashes, whichever reader takes the file', async (t) => {
  for (const encoding of ['latin1', 'utf16'] as const) {
    for (const [artist, composer] of [
      ['AC/DC', 'Young/Young'],
      ['Miles Davis / John Coltrane', 'Davis'],
    ] as const) {
      const texts = { TIT2: 'Title', TPE1: artist, TCOM: composer };
      const tag = id3v2({ version: 3, encoding, texts, own: { ARTISTS: artist } });
      const expected = { artist, artists: [artist], composer };
      t.strictSame(await artistsOf(t, 'constant.mp3', Buffer.concat([tag, CONSTANT])), expected);
      const variable = Buffer.concat([tag, VARIABLE]);
      t.strictSame(await artistsOf(t, 'variable.mp3', variable), expected);
      t.equal(readNative(join(folder, 'variable.mp3')), undefined, 'music-metadata reads it');
      const sound = dsf(0.5);
      sound.writeBigUInt64LE(BigInt(sound.length + tag.length), 12);
      sound.writeBigUInt64LE(BigInt(sound.length), 20);
      t.strictSame(await artistsOf(t, 'sound.dsf', Buffer.concat([sound, tag])), expected, 'DSF');
    }
  }
});

t.test('zeros of ID3v2.4 and fields of one name are several artists, and one text', async (t) => {
  const expected = { artist: 'One, Two', artists: ['One', 'Two'], composer: '' };
  const tag = id3v2({ version: 4, encoding: 'utf8', texts: { TIT2: 'Title', TPE1: ['One', 'Two'] } });
  t.strictSame(await artistsOf(t, 'x.mp3', Buffer.concat([tag, CONSTANT])), expected, 'ID3v2.4');
  t.strictSame(await artistsOf(t, 'y.mp3', Buffer.concat([tag, VARIABLE])), expected, 'ID3v2.4, variable');
  const comments = [
    ['TITLE', 'Title'],
    ['ARTIST', 'One'],
    ['ARTIST', 'Two'],
  ] as const;
  t.strictSame(await artistsOf(t, 'x.flac', flacFile(comments)), expected, 'FLAC');
  t.strictSame(await artistsOf(t, 'x.opus', oggFile(comments, true)), expected, 'Opus');
  const source = join(folder, 'source.m4a');
  await ffmpegWrites(source, '-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'aac');
  const make = await mp4Maker(source);
  const items = [
    ['\xa9nam', 1, Buffer.from('Title')],
    ['\xa9ART', 1, Buffer.from('One')],
    ['\xa9ART', 1, Buffer.from('Two')],
  ] as const;
  t.strictSame(await artistsOf(t, 'x.m4a', make(items)), expected, 'MP4');
});

t.test('separators part artists, and exceptions stay whole', (t) => {
  const usual = artistSplitter(DEFAULT_TAG_RULES);
  for (const [text, artists] of [
    ['AC/DC', ['AC/DC']],
    ['Miles Davis/John Coltrane', ['Miles Davis/John Coltrane']],
    ['Miles Davis / John Coltrane', ['Miles Davis', 'John Coltrane']],
    ['A;B; C ;', ['A', 'B', 'C']],
    ['A; A', ['A']],
    [';', [';']],
    ['Simon & Garfunkel, Art', ['Simon & Garfunkel, Art']],
  ] as const) {
    t.strictSame(usual([text]), artists, text);
  }
  t.strictSame(usual(['A; B', 'B', 'C']), ['A', 'B', 'C'], 'several texts');
  const own = artistSplitter({
    ...DEFAULT_TAG_RULES,
    artistSeparators: [',', ' feat. ', ' & '],
    artistExceptions: ['Tyler, The Creator', 'Earth, Wind & Fire'],
  });
  for (const [text, artists] of [
    ['tyler, the creator, Frank', ['tyler, the creator', 'Frank']],
    ['Frank Feat. Tyler, The Creator & Earth, Wind & Fire', ['Frank', 'Tyler, The Creator', 'Earth, Wind & Fire']],
    ['Earth, Wind & Fire Tribute', ['Earth', 'Wind', 'Fire Tribute']],
    ['A; B', ['A; B']],
  ] as const) {
    t.strictSame(own([text]), artists, text);
  }
  const none = artistSplitter({ ...DEFAULT_TAG_RULES, artistSeparators: [] });
  t.strictSame(none(['A; B', 'A; B']), ['A; B']);
  t.end();
});
