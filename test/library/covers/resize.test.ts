import { join } from 'node:path';
import t from 'tap';
import { type ImageType, imageType } from '../../../src/library/covers/image-type.js';
import { resize } from '../../../src/library/covers/resize.js';
import { temporaryDirectory } from '../../http/rig.js';
import { makePicture, measuresOf } from './pictures.js';

const JPEG: ImageType = { type: 'image/jpeg', demuxer: 'jpeg_pipe' };

t.test('every kind of picture that is known is made a smaller JPEG', async (t) => {
  const directory = await temporaryDirectory(t);
  for (const ending of ['jpg', 'png', 'gif', 'webp', 'bmp', 'tiff']) {
    const picture = await makePicture(join(directory, `a.${ending}`), 200, 301);
    const kind = imageType(picture);
    t.ok(kind, ending);
    const made = kind && (await resize(picture, kind, 96));
    t.strictSame(made && measuresOf(made), [64, 96], ending);
  }
});

t.test('a picture far longer than wide keeps at least a line', async (t) => {
  const directory = await temporaryDirectory(t);
  const picture = await makePicture(join(directory, 'a.jpg'), 3000, 4);
  const made = await resize(picture, JPEG, 96);
  t.strictSame(made && measuresOf(made), [96, 1]);
});

t.test('nonsense is refused', async (t) => {
  for (const bytes of [Buffer.alloc(0), Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(100_000, 0xff)]) {
    await t.rejects(resize(bytes, JPEG, 96), { code: 'UNREADABLE_PICTURE' });
  }
});

t.test('without ffmpeg there is no smaller picture', async (t) => {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nonexistent';
  t.teardown(() => {
    process.env['PATH'] = path;
  });
  t.equal(await resize(Buffer.from([0xff, 0xd8, 0xff]), JPEG, 96), undefined);
});
