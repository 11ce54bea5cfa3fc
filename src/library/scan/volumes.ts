/**
 * What can come and go by itself: the configured roots, and what is mounted below them. A volume whose folder is missing
 * or, once it was a mount point, is none now, is away: an empty folder there must not empty the library.
 */
import { realpathSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of a volume. Device and inode distinguish it from whatever else is mounted there. */
export interface VolumeFolder {
  readonly device: number;
  readonly inode: number;
  readonly mounted: boolean;
}

/** Undefined when there is no such folder, or it cannot be reached. */
export function volumeFolderAt(path: string): VolumeFolder | undefined {
  try {
    const real = realpathSync(path);
    const status = statSync(real);
    if (!status.isDirectory()) return undefined;
    const parent = statSync(dirname(real));
    const mounted = parent.dev !== status.dev || parent.ino === status.ino;
    return { device: status.dev, inode: status.ino, mounted };
  } catch {
    return undefined;
  }
}

/** Whether the same folder of the same device is still there, to be asked before anything is taken for deleted. */
export function isStillThere(path: string, { device, inode }: VolumeFolder): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status?.dev === device && status.ino === inode;
}

/** File systems whose changes come from other machines (statfs(2), `linux/magic.h`): inotify(7) does not see them. */
const REMOTE = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xfe534d42, // SMB2
  0xff534d42, // CIFS
  0x65735546, // FUSE: sshfs, rclone and their like
  0x01021997, // 9P
  0x00c36400, // Ceph
  0x5346414f, // AFS
  0x6b414653, // AFS of the kernel
]);

export function isRemote(path: string): boolean {
  try {
    return REMOTE.has(statfsSync(path).type >>> 0);
  } catch {
    return false;
  }
}

export interface Root {
  readonly path: string;
  /** Without links. */
  readonly real: string;
}

/** Those below others of them, by what they really are, are left out: they are met on the way. */
export function outermost(roots: readonly Root[]): string[] {
  const isInside = ({ real }: Root, other: Root, first: boolean) =>
    real === other.real ? first : real.startsWith(other.real === '/' ? '/' : `${other.real}/`);
  return roots
    .filter((one, index) => !roots.some((other, at) => isInside(one, other, at < index)))
    .map(({ path }) => path);
}

/** The path itself where there is nothing. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Whether a path below a volume leads through a link: what lies there has another name, or is not in the library. */
export function isThroughLink(volume: string, path: string): boolean {
  try {
    return realpathSync(path) !== join(realpathSync(volume), path.slice(volume.length));
  } catch {
    return false;
  }
}
