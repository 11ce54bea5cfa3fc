/** How much a folder's file system holds, and whether it can be written to. Thread: main; never waits for a dead disk. */
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';

/** A network file system whose server is gone may never answer. In milliseconds. */
const PATIENCE = 2000;

export interface Space {
  /** Bytes. */
  readonly total: number;
  /** Bytes that the daemon could fill. */
  readonly free: number;
  /** Nothing can be written there by the daemon. */
  readonly isReadOnly: boolean;
}

/** Looks that have not come back, by their path: each holds a thread of libuv's pool, which has four. */
const looks = new Map<string, Promise<Space | undefined>>();

/** Undefined where it cannot be told. Never rejects. */
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
    const isWritable = await access(path, constants.W_OK).then(
      () => true,
      () => false,
    );
    return { total: bsize * blocks, free: bsize * bavail, isReadOnly: !isWritable };
  } catch {
    return undefined;
  }
}
