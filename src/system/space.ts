/** Size and free space of a file system, and whether it is writable. Thread: main; never waits for a dead disk. */
import { isWritable, statfs } from '../files/files.js';

/** Milliseconds to wait: a network file system without its server may never answer. */
const PATIENCE = 2000;

export interface Space {
  /** Bytes. */
  readonly total: number;
  /** Bytes that the daemon may use. */
  readonly free: number;
  /** Whether the daemon cannot write there. */
  readonly isReadOnly: boolean;
}

/** Requests under way, by path: each may hold one of the four threads of libuv's pool. */
const looks = new Map<string, Promise<Space | undefined>>();

/** The space at a path; undefined where it is unknown. Never rejects. */
export async function spaceOf(path: string): Promise<Space | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, PATIENCE, undefined)));
  try {
    return await Promise.race([sharedLook(path), late]);
  } finally {
    clearTimeout(timer);
  }
}

function sharedLook(path: string): Promise<Space | undefined> {
  let looking = looks.get(path);
  if (looking === undefined) {
    looking = look(path).finally(() => looks.delete(path));
    looks.set(path, looking);
  }
  return looking;
}

async function look(path: string): Promise<Space | undefined> {
  try {
    const { bsize, blocks, bavail } = await statfs(path);
    return { total: bsize * blocks, free: bsize * bavail, isReadOnly: !(await isWritable(path)) };
  } catch {
    return undefined;
  }
}
