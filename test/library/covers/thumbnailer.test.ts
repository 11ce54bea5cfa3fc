import { readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { imageType } from '../../../src/library/covers/image-type.js';
import { type MadePicture, Thumbnailer, type WantedPicture } from '../../../src/library/covers/thumbnailer.js';
import { pngFile } from '../../../src/png.js';
import { CONFINE } from '../../fixtures/confine.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';
import { ffmpeg, makePicture, measuresOf, plainJpeg } from './pictures.js';

const SMALL: WantedPicture = { edge: 96, format: 'jpeg' };
const REFUSED = { code: 'UNREADABLE_PICTURE' };

function thumbnailer(t: Test): Thumbnailer {
  const made = new Thumbnailer(CONFINE, SILENT_LOG);
  t.teardown(() => made.stop());
  return made;
}

async function* inBlocks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

const make = (program: Thumbnailer, bytes: Buffer, wanted: readonly WantedPicture[] = [SMALL]) =>
  program.make({ length: bytes.length, blocks: inBlocks(bytes) }, wanted);

/** Pixels as ffmpeg reads them: red, green, blue, alpha. @param scale filter before that */
async function pixelsOf(directory: string, { bytes, format }: MadePicture, scale = 'null'): Promise<Buffer> {
  const [from, to] = [join(directory, `made.${format}`), join(directory, 'made.rgba')];
  await writeFile(from, bytes);
  await ffmpeg('-i', from, '-vf', scale, '-pix_fmt', 'rgba', '-f', 'rawvideo', to);
  return readFile(to);
}

async function only(program: Thumbnailer, bytes: Buffer, wanted = SMALL): Promise<MadePicture> {
  const [picture] = (await make(program, bytes, [wanted])).pictures;
  if (picture === undefined) throw new Error('nothing made');
  return picture;
}

t.test('JPEG, PNG and WebP are made smaller in every size and format that is wanted, as ffmpeg would', async (t) => {
  const directory = await temporaryDirectory(t);
  const program = thumbnailer(t);
  for (const ending of ['jpg', 'png', 'webp']) {
    const path = join(directory, `a.${ending}`);
    const picture = await makePicture(path, 500, 300);
    const wanted = [200, 96].flatMap((edge) => (['webp', 'jpeg'] as const).map((format) => ({ edge, format })));
    const { pictures } = await make(program, picture, wanted);
    for (const [index, each] of pictures.entries()) {
      t.match({ edge: each.edge, format: each.format }, wanted[index], ending);
      t.equal(imageType(each.bytes)?.type, `image/${each.format}`);
      const height = Math.round((each.edge * 3) / 5);
      const reference = join(directory, 'reference.rgba');
      await ffmpeg(
        '-i',
        path,
        '-vf',
        `scale=${each.edge}:${height}:flags=area`,
        '-pix_fmt',
        'rgba',
        '-f',
        'rawvideo',
        reference,
      );
      const [made, expected] = [await pixelsOf(directory, each), await readFile(reference)];
      t.equal(made.length, expected.length, `${ending} as ${each.format}, ${each.edge}`);
      const off = made.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / made.length;
      t.ok(off < 8, `${ending} as ${each.format}, ${each.edge}: ${off} of 255 beside it`);
    }
  }
});

t.test('one process makes all pictures, at a lower priority than what plays, and within its memory', async (t) => {
  const program = thumbnailer(t);
  t.equal(program.pid, undefined, 'none before the first picture');
  await make(program, plainJpeg(300, 200));
  const { pid = 0 } = program;
  await make(program, plainJpeg(300, 200));
  t.equal(program.pid, pid);
  t.equal(getPriority(pid), Math.max(getPriority(), 10));
  t.match(await readFile(`/proc/${pid}/limits`, 'utf8'), new RegExp(`^Max data size +${64 * 2 ** 20} `, 'm'));
  program.stop();
  t.equal(program.pid, undefined);
  await make(program, plainJpeg(300, 200));
  t.ok(program.pid !== undefined && program.pid !== pid, 'and another one after it was ended');
});

t.test('a smaller picture keeps its size, and a line stays a line', async (t) => {
  const program = thumbnailer(t);
  t.strictSame(measuresOf((await only(program, plainJpeg(50, 40))).bytes), [50, 40]);
  const directory = await temporaryDirectory(t);
  const line = await makePicture(join(directory, 'a.jpg'), 3000, 4);
  t.strictSame(measuresOf((await only(program, line)).bytes), [96, 1]);
});

t.test('progressive JPEG, and the four colours of printers, are made smaller as they look', async (t) => {
  const directory = await temporaryDirectory(t);
  const program = thumbnailer(t);
  for (const [kind, grey] of [
    [{}, 128],
    [{ progressive: true }, 128],
    [{ cmyk: true }, 64],
    [{ cmyk: true, progressive: true }, 64],
  ] as const) {
    const made = await only(program, plainJpeg(300, 200, kind));
    t.strictSame(measuresOf(made.bytes), [96, 64], JSON.stringify(kind));
    const [red = 0] = await pixelsOf(directory, made, 'scale=1:1');
    t.ok(Math.abs(red - grey) <= 3, `${JSON.stringify(kind)}: ${red} is ${grey}`);
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

t.test('a photograph is rotated by its EXIF orientation', async (t) => {
  const directory = await temporaryDirectory(t);
  const program = thumbnailer(t);
  const path = join(directory, 'corner.jpg');
  // White in the corner at the top left of the file, black elsewhere.
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'color=black:s=300x200,drawbox=w=150:h=100:color=white:t=fill',
    '-frames:v',
    '1',
    path,
  );
  const picture = await readFile(path);
  /** Where that corner is on the screen (CIPA DC-008: side of the 0th row, side of the 0th column). */
  const corners = [
    'top left',
    'top right',
    'bottom right',
    'bottom left',
    'top left',
    'top right',
    'bottom right',
    'bottom left',
  ];
  for (const [index, corner] of corners.entries()) {
    const made = await only(program, orientated(picture, index + 1));
    t.strictSame(measuresOf(made.bytes), index < 4 ? [96, 64] : [64, 96], `orientation ${index + 1}`);
    const quarters = await pixelsOf(directory, made, 'scale=2:2:flags=area');
    const brightest = [0, 1, 2, 3].reduce((best, at) =>
      (quarters[4 * at] ?? 0) > (quarters[4 * best] ?? 0) ? at : best,
    );
    t.equal(['top left', 'top right', 'bottom left', 'bottom right'][brightest], corner, `orientation ${index + 1}`);
  }
});

t.test('transparency stays in a WebP, and is white in a JPEG', async (t) => {
  const directory = await temporaryDirectory(t);
  const path = join(directory, 'a.png');
  await ffmpeg('-f', 'lavfi', '-i', 'color=red@0:s=200x200,format=rgba', '-frames:v', '1', path);
  const program = thumbnailer(t);
  const picture = await readFile(path);
  const webp = await only(program, picture, { edge: 96, format: 'webp' });
  const { 3: alpha } = await pixelsOf(directory, webp, 'scale=1:1');
  t.equal(alpha, 0);
  const white = await pixelsOf(directory, await only(program, picture), 'scale=1:1');
  t.ok((white[1] ?? 0) > 250, `${white[1]}`);
});

t.test('pictures that would need more memory are refused, and honest large ones are not', async (t) => {
  const program = thumbnailer(t);
  const bomb = plainJpeg(7000, 7000, { progressive: true, cmyk: true });
  t.ok(bomb.length < 400_000);
  await t.rejects(make(program, bomb), REFUSED);
  await t.rejects(make(program, plainJpeg(20_000, 20_000)), REFUSED);
  t.strictSame(measuresOf((await only(program, plainJpeg(7000, 6000, { cmyk: true }))).bytes), [96, 82]);
  const peak = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${program.pid}/status`, 'utf8'))?.[1];
  t.ok(Number(peak) < 80_000, `${peak} kB at most, libraries included`);
});

/** A black PNG in the seven passes of Adam7 (ISO/IEC 15948, 8.1): first column, first row, step across, step down. */
function interlacedPng(size: number): Buffer {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  const bytes = passes.reduce((sum, [column, row, across, down]) => {
    const width = Math.ceil((size - column) / across);
    return sum + Math.ceil((size - row) / down) * (1 + 3 * width);
  }, 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 1], 8);
  return pngFile([
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.alloc(bytes))],
  ]);
}

t.test('an interlaced PNG is read as a whole within a bound', async (t) => {
  const program = thumbnailer(t);
  t.strictSame(measuresOf((await only(program, interlacedPng(3000))).bytes), [96, 96]);
  await t.rejects(make(program, interlacedPng(4000)), REFUSED);
});

t.test('nonsense and cut pictures are refused or shown in part, and the next one is made all the same', async (t) => {
  const directory = await temporaryDirectory(t);
  const program = thumbnailer(t);
  const png = await makePicture(join(directory, 'a.png'), 200, 100);
  const webp = await makePicture(join(directory, 'a.webp'), 200, 100);
  for (const [name, bytes] of [
    ['nothing', Buffer.alloc(0)],
    ['three bytes', Buffer.from([0xff, 0xd8, 0xff])],
    ['ones', Buffer.alloc(100_000, 0xff)],
    ['a cut PNG', png.subarray(0, png.length / 2)],
    ['a cut WebP', webp.subarray(0, webp.length / 2)],
    ['text', Buffer.from('<html>')],
  ] as const) {
    await t.rejects(make(program, bytes), REFUSED, name);
    t.strictSame(measuresOf((await only(program, plainJpeg(300, 200))).bytes), [96, 64], `behind ${name}`);
  }
});

t.test('a source that fails, and a helper that ends, cost one picture', async (t) => {
  const program = thumbnailer(t);
  await make(program, plainJpeg(300, 200));
  async function* broken(): AsyncGenerator<Buffer> {
    yield plainJpeg(300, 200).subarray(0, 100);
    throw new Error('the stick is gone');
  }
  await t.rejects(program.make({ length: 1000, blocks: broken() }, [SMALL]), { message: 'the stick is gone' });
  t.strictSame(measuresOf((await only(program, plainJpeg(300, 200))).bytes), [96, 64]);
  async function* killed(): AsyncGenerator<Buffer> {
    yield plainJpeg(300, 200).subarray(0, 100);
    process.kill(program.pid ?? 0, 'SIGKILL');
    // More than a pipe takes.
    for (let part = 0; part < 40; part++) yield Buffer.alloc(65_536);
  }
  await t.rejects(program.make({ length: 40 * 65_536 + 100, blocks: killed() }, [SMALL]), REFUSED);
  t.strictSame(measuresOf((await only(program, plainJpeg(300, 200))).bytes), [96, 64]);
  const missing = new Thumbnailer('/nonexistent/confine', SILENT_LOG);
  await t.rejects(make(missing, plainJpeg(300, 200)), REFUSED);
});

/** Contrast of two colours (WCAG 2). */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
        const value = parseInt(colour.slice(at, at + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

t.test('the accents have the hue of the cover and carry text', async (t) => {
  const directory = await temporaryDirectory(t);
  const program = thumbnailer(t);
  for (const [colour, strongest] of [
    ['0xd02010', 1],
    ['0x18a040', 3],
    ['0x2040e0', 5],
    ['0xffff00', 1],
    ['0x05070a', 5],
  ] as const) {
    const path = join(directory, `${colour}.png`);
    // A fifth is the colour; the rest is white paper.
    await ffmpeg(
      '-f',
      'lavfi',
      '-i',
      `color=white:s=200x200,drawbox=w=200:h=40:color=${colour}:t=fill`,
      '-frames:v',
      '1',
      path,
    );
    const { accent } = await make(program, await readFile(path));
    t.ok(contrast(accent.dark, '#ffffff') >= 7, `${colour}: white on ${accent.dark}`);
    t.ok(contrast(accent.light, '#000000') >= 7, `${colour}: black on ${accent.light}`);
    const most = Math.max(...[1, 3, 5].map((at) => parseInt(accent.dark.slice(at, at + 2), 16)));
    if (colour !== '0x05070a')
      t.equal(parseInt(accent.dark.slice(strongest, strongest + 2), 16), most, `${colour}: ${accent.dark}`);
  }
});
