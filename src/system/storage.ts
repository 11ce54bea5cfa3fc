/**
 * What a folder lies on: the SD card, a stick, a network share, or another disk. From the kernel's list of mounts.
 * Thread: main; reads no disk. Sources: proc(5), `/proc/self/mountinfo`; sysfs(5), `/sys/class/block`.
 */
import { readFile, realpath } from 'node:fs/promises';

export type StorageKind = 'card' | 'stick' | 'share' | 'disk';

interface Mount {
  readonly path: string;
  readonly type: string;
  readonly source: string;
}

/** File systems whose files are on other machines. */
const REMOTE =
  /^(?:cifs|smb3|nfs4?|ncpfs|afs|9p|ceph|davfs|fuse\.(?:sshfs|rclone|curlftpfs|davfs2?|smbnetfs|gvfsd-fuse))$/;
const CARD = /^\/dev\/mmcblk/;
const DISK = /^\/dev\/([\w-]+)$/;

/** Mounts and devices as they were at one moment. */
export class Storage {
  private constructor(private readonly mounts: readonly Mount[]) {}

  /** Never rejects: without a list everything counts as a disk. */
  static async look(file = '/proc/self/mountinfo'): Promise<Storage> {
    const text = await readFile(file, 'utf8').catch(() => '');
    return new Storage(text.split('\n').flatMap((line) => mountOf(line) ?? []));
  }

  /** @param path absolute; its links are not followed. Never rejects. */
  async kindOf(path: string): Promise<StorageKind> {
    const mount = this.#mountOf(path);
    if (mount === undefined) return 'disk';
    if (REMOTE.test(mount.type)) return 'share';
    if (CARD.test(mount.source)) return 'card';
    const [, device] = DISK.exec(mount.source) ?? [];
    if (device === undefined) return 'disk';
    // The device's own folder names all buses that lead to it.
    const bus = await realpath(`/sys/class/block/${device}`).catch(() => '');
    return /\/usb\d/.test(bus) ? 'stick' : 'disk';
  }

  /** The innermost mount; where several lie on one another the last of them. */
  #mountOf(path: string): Mount | undefined {
    let best: Mount | undefined;
    for (const mount of this.mounts) {
      const isAbove = path === mount.path || path.startsWith(mount.path === '/' ? '/' : `${mount.path}/`);
      if (isAbove && mount.path.length >= (best?.path.length ?? 0)) best = mount;
    }
    return best;
  }
}

/** Fields before ` - `: ids, device, root, mount point, options; behind it: type, source. */
function mountOf(line: string): Mount | undefined {
  const [before = '', behind = ''] = line.split(' - ');
  const path = before.split(' ')[4];
  const [type, source] = behind.split(' ');
  if (path === undefined || type === undefined || source === undefined) return undefined;
  return { path: unescaped(path), type, source: unescaped(source) };
}

/** Blanks and backslashes are written as octal numbers there, byte by byte. */
function unescaped(text: string): string {
  const bytes = text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)));
  return bytes === text ? text : Buffer.from(bytes, 'latin1').toString();
}
