import { readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { type ImageType, imageType } from '../../../src/library/covers/image-type.js';
import { longerSide } from '../../../src/library/covers/jpeg-size.js';
import { resize } from '../../../src/library/covers/resize.js';
import { childProcesses } from '../../decode/formats/processes.js';
import { CONFINE } from '../../fixtures/confine.js';
import { temporaryDirectory } from '../../http/rig.js';
import { ffmpeg, makePicture, measuresOf, plainJpeg } from './pictures.js';

const JPEG: ImageType = { type: 'image/jpeg', demuxer: 'jpeg_pipe' };

t.test('every kind of picture that is known is made a smaller JPEG', async (t) => {
  const directory = await temporaryDirectory(t);
  for (const ending of ['jpg', 'png', 'gif', 'webp', 'bmp', 'tiff']) {
    const picture = await makePicture(join(directory, `a.${ending}`), 200, 301);
    const kind = imageType(picture);
    t.ok(kind, ending);
    const made = kind && (await resize(CONFINE, picture, kind, 96));
    t.strictSame(made && measuresOf(made), [64, 96], ending);
  }
});

/** Red, green and blue of a picture that is all of one colour. */
async function colourOf(directory: string, jpeg: Buffer): Promise<number[]> {
  const [from, to] = [join(directory, 'one.jpg'), join(directory, 'one.rgb')];
  await writeFile(from, jpeg);
  await ffmpeg('-i', from, '-vf', 'scale=1:1', '-pix_fmt', 'rgb24', '-f', 'rawvideo', to);
  return [...(await readFile(to))];
}

t.test('progressive JPEG, and the four colours of printers, are made smaller as they look', async (t) => {
  const directory = await temporaryDirectory(t);
  for (const [kind, grey] of [
    [{}, 128],
    [{ progressive: true }, 128],
    [{ cmyk: true }, 64],
    [{ cmyk: true, progressive: true }, 64],
  ] as const) {
    const made = (await resize(CONFINE, plainJpeg(300, 200, kind), JPEG, 96)) ?? Buffer.alloc(0);
    t.strictSame(measuresOf(made), [96, 64], JSON.stringify(kind));
    for (const value of await colourOf(directory, made)) t.ok(Math.abs(value - grey) <= 3, `${value} is ${grey}`);
  }
});

/** EXIF with nothing but an orientation (CIPA DC-008, tag 0x0112), behind the first marker of a JPEG. */
function orientated(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*\0\0\0\x08', 0, 'latin1');
  for (const [at, word] of [1, 0x0112, 3, 0, 1, orientation].entries()) tiff.writeUInt16BE(word, 8 + 2 * at);
  const segment = Buffer.concat([Buffer.from('\xff\xe1\0\0Exif\0\0', 'latin1'), tiff]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

t.test('a photograph that was taken on its side stands upright', async (t) => {
  for (const [width, height] of [
    [300, 200],
    [3000, 2000],
  ] as const) {
    const jpeg = plainJpeg(width, height, {});
    for (const [orientation, measures] of [
      [1, [96, 64]],
      [3, [96, 64]],
      [6, [64, 96]],
      [8, [64, 96]],
    ] as const) {
      const made = await resize(CONFINE, orientated(jpeg, orientation), JPEG, 96);
      t.strictSame(made && measuresOf(made), measures, `orientation ${orientation}`);
    }
  }
});

t.test('a picture far longer than wide keeps at least a line', async (t) => {
  const directory = await temporaryDirectory(t);
  const picture = await makePicture(join(directory, 'a.jpg'), 3000, 4);
  const made = await resize(CONFINE, picture, JPEG, 96);
  t.strictSame(made && measuresOf(made), [96, 1]);
});

t.test('a few kilobytes that are hundreds of megabytes do not get them', async (t) => {
  const bomb = plainJpeg(7000, 7000, { progressive: true, cmyk: true });
  t.ok(bomb.length < 400_000);
  await t.rejects(resize(CONFINE, bomb, JPEG, 96), { code: 'UNREADABLE_PICTURE' });
});

t.test('a JPEG that is large but honest is made smaller while it is decoded, within the same memory', async (t) => {
  const made = await resize(CONFINE, plainJpeg(7000, 6000, { cmyk: true }), JPEG, 96);
  t.strictSame(made && measuresOf(made), [96, 82]);
});

t.test('the size of a JPEG is read from its header, whatever stands in front, and never from elsewhere', async (t) => {
  const plain = plainJpeg(300, 200);
  t.equal(longerSide(plain), 300);
  t.equal(longerSide(plainJpeg(200, 300, { progressive: true })), 300);
  t.equal(longerSide(Buffer.concat([plain.subarray(0, 2), Buffer.from([0xff, 0xff]), plain.subarray(2)])), 300);
  const thumbnail = plainJpeg(16, 16);
  const exif = Buffer.from([0xff, 0xe1, 0, 0]);
  exif.writeUInt16BE(2 + thumbnail.length, 2);
  t.equal(longerSide(Buffer.concat([plain.subarray(0, 2), exif, thumbnail, plain.subarray(2)])), 300);
  for (const length of [0, 2, 3, 10, 25]) t.equal(longerSide(plain.subarray(0, length)), undefined);
  t.equal(longerSide(Buffer.alloc(100_000, 0xff)), undefined);
  t.equal(longerSide(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0])), undefined);
});

t.test('nonsense is refused', async (t) => {
  for (const bytes of [Buffer.alloc(0), Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(100_000, 0xff)]) {
    await t.rejects(resize(CONFINE, bytes, JPEG, 96), { code: 'UNREADABLE_PICTURE' });
  }
});

t.test('a picture is made smaller at a lower priority than what plays, and within its memory', async (t) => {
  const directory = await temporaryDirectory(t);
  await writeFile(join(directory, 'ffmpeg'), '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
  const path = process.env['PATH'] ?? '';
  process.env['PATH'] = `${directory}:${path}`;
  t.teardown(() => {
    process.env['PATH'] = path;
  });
  const refused = t.rejects(resize(CONFINE, plainJpeg(300, 200), JPEG, 96), { code: 'UNREADABLE_PICTURE' });
  const find = () => childProcesses().find(({ name }) => name === 'sleep')?.pid;
  let pid = find();
  for (; pid === undefined; pid = find()) await new Promise(setImmediate);
  t.equal(getPriority(pid), Math.max(getPriority(), 10));
  t.match(await readFile(`/proc/${pid}/limits`, 'utf8'), new RegExp(`^Max data size +${192 * 2 ** 20} `, 'm'));
  process.kill(pid, 'SIGKILL');
  await refused;
});

t.test('without ffmpeg there is no smaller picture', async (t) => {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nonexistent';
  t.teardown(() => {
    process.env['PATH'] = path;
  });
  t.equal(await resize(CONFINE, Buffer.from([0xff, 0xd8, 0xff]), JPEG, 96), undefined);
});
