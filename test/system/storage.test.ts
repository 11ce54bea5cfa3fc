import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { Storage } from '../../src/system/storage.js';

t.test('what a folder lies on follows from the innermost mount', async (t) => {
  const file = join(t.testdir(), 'mountinfo');
  const mount = (path: string, type: string, source: string): string =>
    `36 35 98:0 / ${path} rw,noatime shared:1 - ${type} ${source} rw`;
  await writeFile(
    file,
    [
      mount('/', 'ext4', '/dev/mmcblk0p2'),
      mount('/data', 'ext4', '/dev/mmcblk0p4'),
      mount('/data/disk', 'ext4', '/dev/no-such-device'),
      mount('/media/My\\040NAS', 'cifs', '//nas/music'),
      mount('/media/nfs', 'nfs4', 'nas:/music'),
      mount('/media/tmp', 'tmpfs', 'tmpfs'),
      mount('/media/M\\303\\274', 'nfs', 'nas:/x'),
      'nonsense',
      '',
    ].join('\n'),
  );
  const storage = await Storage.look(file);
  for (const [path, kind] of [
    ['/home/me', 'card'],
    ['/data/music', 'card'],
    ['/data/disk', 'disk'],
    ['/data/disk2', 'card'],
    ['/media/My NAS/x', 'share'],
    ['/media/nfs', 'share'],
    ['/media/Mü', 'share'],
    ['/media/tmp/x', 'disk'],
  ] as const) {
    t.equal(await storage.kindOf(path), kind, path);
  }
});

t.test('without a list of mounts everything counts as a disk', async (t) => {
  t.equal(await (await Storage.look(join(t.testdir(), 'none'))).kindOf('/music'), 'disk');
  t.match(await (await Storage.look()).kindOf('/'), /^(?:card|stick|share|disk)$/);
});
