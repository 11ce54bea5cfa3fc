/**
 * Whether the network may set the clock, as the next start of the box sees it: a file in the state directory says no. On
 * the appliance, whose root is read-only, systemd cannot keep that itself; its time service looks for the file (see
 * `image/overlay/usr/lib/systemd/system/systemd-timesyncd.service.d`). Elsewhere nobody looks for it.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Unavailable } from '../errors.js';

const NAME = 'network-time-off';
const TEXT = 'The clock of this box is set by hand.\n';

export class NetworkTimeMark {
  readonly #directory: string;
  readonly #file: string;

  /** @param directory the state directory, which is there when something is set */
  constructor(directory: string) {
    this.#directory = directory;
    this.#file = join(directory, NAME);
  }

  /**
   * Resolves when it is durable.
   * @returns what brings back how it was; that never rejects
   * @throws Unavailable NOT_SAVED
   */
  async set(allowed: boolean): Promise<() => Promise<void>> {
    try {
      const wasAllowed = await this.#set(allowed);
      return async () => {
        if (wasAllowed !== allowed) await this.#set(wasAllowed).catch(() => undefined);
      };
    } catch (error) {
      throw new Unavailable('NOT_SAVED', 'It could not be saved.', { cause: error });
    }
  }

  /** @returns how it was */
  async #set(allowed: boolean): Promise<boolean> {
    const wasAllowed = allowed ? await this.#remove() : await this.#write();
    if (wasAllowed !== allowed) await synced(this.#directory);
    return wasAllowed;
  }

  async #remove(): Promise<boolean> {
    try {
      await rm(this.#file);
      return false;
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return true;
      throw error;
    }
  }

  async #write(): Promise<boolean> {
    let file: FileHandle;
    try {
      file = await open(this.#file, 'wx');
    } catch (error) {
      if (isErrno(error, 'EEXIST')) return false;
      throw error;
    }
    try {
      await file.writeFile(TEXT);
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  }
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
