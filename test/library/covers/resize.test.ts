import { readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { type ImageType, imageType } from '../../../src/library/covers/image-type.js';
import { resize } from '../../../src/library/covers/resize.js';
import { childProcesses } from '../../decode/formats/processes.js';
import { CONFINE } from '../../fixtures/confine.js';
import { temporaryDirectory } from '../../http/rig.js';
import { makePicture, measuresOf, plainJpeg } from './pictures.js';

const JPEG: ImageType = { type: 'image/jpeg', demuxer: 'jpeg_pipe' };

t.test('every rare kind of picture is made a smaller JPEG', async (t) => {
  const directory = await temporaryDirectory(t);
  for (const ending of ['gif', 'bmp', 'tiff']) {
    const picture = await makePicture(join(directory, `a.${ending}`), 200, 301);
    const kind = imageType(picture);
    t.ok(kind, ending);
    const made = kind && (await resize(CONFINE, picture, kind, 96));
    t.strictSame(made && measuresOf(made), [64, 96], ending);
  }
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
  t.match(await readFile(`/proc/${pid}/limits`, 'utf8'), new RegExp(`^Max data size +${128 * 2 ** 20} `, 'm'));
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
