import { mkdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { locate } from '../../src/files/locate.js';
import { Mounts, shareMounts } from '../../src/files/mounts.js';
import { temporaryDirectory } from '../http/rig.js';

const line = (id: number, point: string, type: string): string =>
  `${id} 1 0:${id} / ${point} rw,relatime shared:${id} - ${type} source rw`;
const NOT_FROM_HERE = [line(21, '/proc', 'proc'), line(26, '/', 'ext4'), line(30, '/media/tonearm', 'tmpfs')];

t.test('network file systems are told from local ones', async (t) => {
  const remote = ['cifs', 'smb3', 'nfs', 'nfs4', '9p', 'ceph', 'afs', 'autofs', 'fuse', 'fuse.sshfs', 'fuse.rclone'];
  const local = ['ext4', 'vfat', 'exfat', 'fuseblk', 'fusectl', 'tmpfs', 'squashfs', 'overlay', 'nfsd', 'btrfs'];
  for (const type of remote) t.equal(shareMounts(line(40, '/mnt/one', type)).length, 1, type);
  for (const type of local) t.equal(shareMounts(line(40, '/mnt/one', type)).length, 0, type);
  t.strictSame(shareMounts(line(40, '/proc/sys/fs/binfmt_misc', 'autofs')), [], 'the kernel has some of its own');
});

t.test('a path is on the innermost mount, by whole names', async (t) => {
  const text = [
    ...NOT_FROM_HERE,
    line(40, '/media/tonearm/nas', 'cifs'),
    line(41, '/media/tonearm/my\\040music', 'nfs4'),
    line(42, '/media/tonearm/nas/stick', 'vfat'),
    line(43, '/media/tonearm/gone', 'nfs4'),
    line(44, '/media/tonearm/gone', 'ext4'),
  ].join('\n');
  const mounts = new Mounts(() => text);
  const pointOf = (path: string) => mounts.find(path)?.point;
  t.equal(pointOf('/media/tonearm/nas/a/b.mp3'), '/media/tonearm/nas');
  t.equal(pointOf('/media/tonearm/nas'), '/media/tonearm/nas');
  t.equal(pointOf('/media/tonearm/my music/a.mp3'), '/media/tonearm/my music');
  t.equal(pointOf('/media/tonearm/nas/stick/a.mp3'), undefined, 'a local file system in a share');
  t.equal(pointOf('/media/tonearm/gone/a.mp3'), undefined, 'a share under a local file system');
  t.equal(pointOf('/media/tonearm/nas2/a.mp3'), undefined);
  t.equal(pointOf('/media/tonearm'), undefined);
  const near = (...folders: string[]) => mounts.near(folders).map(({ point }) => point);
  t.strictSame(near('/media/tonearm'), ['/media/tonearm/my music', '/media/tonearm/nas']);
  t.strictSame(near('/media/tonearm/nas/Music', '/srv'), ['/media/tonearm/nas']);
  t.strictSame(near('/srv'), []);
});

t.test('the list of mounts is read once a second at most, and only when somebody asks', async (t) => {
  let text = NOT_FROM_HERE.join('\n');
  let reads = 0;
  let now = 0;
  const read = (): string => {
    reads++;
    return text;
  };
  const mounts = new Mounts(read, () => now);
  t.equal(reads, 0);
  for (let path = 0; path < 100; path++) t.equal(mounts.find(`/media/tonearm/nas/${path}.mp3`), undefined);
  t.ok(mounts.isEmpty);
  t.equal(reads, 1);
  text += `\n${line(40, '/media/tonearm/nas', 'cifs')}`;
  now = 1000;
  t.equal(mounts.find('/media/tonearm/nas/1.mp3')?.id, '40');
  t.notOk(mounts.isEmpty);
  t.equal(reads, 2);
});

t.test('a box without the list has local files only', async (t) => {
  const mounts = new Mounts(() => {
    throw new Error('ENOENT');
  });
  t.ok(mounts.isEmpty);
  t.equal(mounts.find('/media/nas/a.mp3'), undefined);
});

t.test('links are followed until they enter a share, which is not looked at', async (t) => {
  const base = await temporaryDirectory(t);
  const point = join(base, 'nas');
  await mkdir(join(base, 'music', 'album'), { recursive: true });
  await symlink(point, join(base, 'music', 'all'));
  await symlink('../all/Rock', join(base, 'music', 'album', 'rock'));
  await symlink('../../nas/one.mp3', join(base, 'music', 'album', 'one.mp3'));
  await symlink('circle', join(base, 'music', 'circle'));
  const share = { id: '40', point };
  const looked: string[] = [];
  const deps = {
    find: (path: string) => (path === point || path.startsWith(`${point}/`) ? share : undefined),
    readLink: (path: string) => {
      looked.push(path);
      return readlink(path).catch(() => undefined);
    },
  };
  const pathOf = async (path: string, follows = true) => (await locate(join(base, path), follows, deps))?.path;
  t.equal(await pathOf('nas/a.mp3'), join(point, 'a.mp3'));
  t.equal(await pathOf('music/all/Rock/a.mp3'), join(point, 'Rock/a.mp3'));
  t.equal(await pathOf('music/album/rock/a.mp3'), join(point, 'Rock/a.mp3'));
  t.equal(await pathOf('music/album/one.mp3'), join(point, 'one.mp3'));
  t.equal(await pathOf('music/album/one.mp3', false), undefined, 'the link itself is local');
  t.equal(await pathOf('music/all', false), undefined);
  t.equal(await pathOf('music/album/local.mp3'), undefined);
  t.equal(await pathOf('music/circle/a.mp3'), undefined);
  t.strictSame(
    looked.filter((path) => path.startsWith(`${point}/`) || path === point),
    [],
  );
});
