/**
 * Which paths lie on another machine's file system: the mounts of network file systems, as the kernel lists them in
 * `/proc/self/mountinfo` (proc(5)). Reading that list never touches a mounted file system. Thread: main.
 */
import { readFileSync } from 'node:fs';

/** A mounted network file system. */
export interface Share {
  /** Number of the mount; a later mount at the same path has another one. */
  readonly id: string;
  /** Absolute path without links. */
  readonly point: string;
}

/** Milliseconds for which the list that was read counts. */
const FRESH_MILLISECONDS = 1000;
/**
 * File systems whose calls wait for another machine, or for a program: `autofs` waits until the real one is mounted, and
 * behind FUSE are sshfs, rclone and their like.
 */
const REMOTE = /^(?:cifs|smb3|nfs4?|9p|ceph|afs|autofs|fuse(?:\..+)?)$/;
/** Trees of the kernel, where a container or systemd mounts such things too. No library is there. */
const SYSTEM = /^\/(?:proc|sys|dev)\//;
/** How the kernel writes spaces, tabs, line feeds and backslashes in a path. */
const ESCAPED = /\\([0-7]{3})/g;

interface Mount extends Share {
  readonly isRemote: boolean;
}

/** @param line of mountinfo: id, parent, device, root, mount point, options, optional fields, `-`, type, … */
function mountOf(line: string): Mount | undefined {
  const [head = '', tail = ''] = line.split(' - ', 2);
  const [id = '', , , , point = ''] = head.split(' ');
  const [type = ''] = tail.split(' ');
  if (!point.startsWith('/')) return undefined;
  const path = point.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
  return { id, point: path, isRemote: REMOTE.test(type) && !SYSTEM.test(path) };
}

/** Mounts that decide whether a path is remote: network file systems, and what is mounted in them. The innermost first. */
export function shareMounts(text: string): readonly Mount[] {
  const all = text.split('\n').flatMap((line) => mountOf(line) ?? []);
  // The last of several mounts at one path is seen.
  const seen = new Map(all.map((mount) => [mount.point, mount]));
  const shares = [...seen.values()].filter(({ isRemote }) => isRemote);
  if (shares.length === 0) return [];
  return [...seen.values()]
    .filter((mount) => mount.isRemote || shares.some(({ point }) => isWithin(point, mount.point)))
    .sort((one, other) => other.point.length - one.point.length);
}

/** Whether `path` is `point` or below it. Both absolute. */
export function isWithin(point: string, path: string): boolean {
  return path === point || path.startsWith(point === '/' ? point : `${point}/`);
}

export class Mounts {
  #mounts: readonly Mount[] = [];
  #readAt = -Infinity;
  #text = '';

  /** @param read text of mountinfo @param now milliseconds of a monotonic clock */
  constructor(
    private readonly read: () => string = () => readFileSync('/proc/self/mountinfo', 'utf8'),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether there is no network file system at all, as on most boxes. */
  get isEmpty(): boolean {
    this.#refresh();
    return this.#mounts.length === 0;
  }

  /** The share on which a path lies by its name, links not followed. */
  find(path: string): Share | undefined {
    this.#refresh();
    const found = this.#mounts.find(({ point }) => isWithin(point, path));
    return found?.isRemote === true ? found : undefined;
  }

  /** The shares that are a folder of these, or that one of these lies in. */
  near(folders: readonly string[]): readonly Share[] {
    this.#refresh();
    const touches = (point: string) => folders.some((each) => isWithin(each, point) || isWithin(point, each));
    return this.#mounts.filter(({ isRemote, point }) => isRemote && touches(point));
  }

  /** Whether a share is still mounted. */
  has(id: string): boolean {
    this.#refresh();
    return this.#mounts.some((mount) => mount.id === id);
  }

  #refresh(): void {
    const now = this.now();
    if (now - this.#readAt < FRESH_MILLISECONDS) return;
    this.#readAt = now;
    let text = '';
    try {
      text = this.read();
    } catch {
      // There is no /proc: every path counts as local.
    }
    if (text === this.#text) return;
    this.#text = text;
    this.#mounts = shareMounts(text);
  }
}
