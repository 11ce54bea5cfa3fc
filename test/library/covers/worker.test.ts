import { join } from 'node:path';
import t from 'tap';
import { TagReader } from '../../../src/tags/tag-reader.js';
import { NATIVE_FILE } from '../../fixtures/confine.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';
import { bundleWorker } from '../fixtures.js';
import { ffmpeg, makePicture } from './pictures.js';

t.test('the tag worker brings the picture of a file, and none of a file without one', async (t) => {
  const directory = await temporaryDirectory(t);
  const reader = new TagReader({ nativeFile: NATIVE_FILE, workerFile: await bundleWorker(directory), log: SILENT_LOG });
  t.teardown(() => reader.stop());
  const picture = await makePicture(join(directory, 'a.jpg'), 50, 50);
  const [pictured, plain] = [join(directory, 'a.m4a'), join(directory, 'b.m4a')];
  const sound = ['-f', 'lavfi', '-i', 'anullsrc=d=0.2'];
  const inside = ['-i', join(directory, 'a.jpg'), '-map', '0', '-map', '1', '-c:v', 'copy'];
  await ffmpeg(...sound, ...inside, '-disposition:v', 'attached_pic', '-metadata', 'title=A', pictured);
  await ffmpeg(...sound, plain);
  const [tag, found, none, missing] = await Promise.all([
    reader.read(pictured),
    reader.readPicture(pictured),
    reader.readPicture(plain),
    reader.readPicture(join(directory, 'missing.m4a')),
  ]);
  t.equal(tag?.title, 'A');
  t.ok(found !== undefined && Buffer.from(found).equals(picture));
  t.strictSame([none, missing], [undefined, undefined]);
});
