/**
 * Keeps the setting that the network must not set the clock, as a file in the state directory. On the appliance, whose
 * root is read-only, systemd cannot keep it; its time service checks for the file (see
 * `image/overlay/usr/lib/systemd/system/systemd-timesyncd.service.d`). Other systems ignore the file. Thread: main.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder, writeDurably } from '../durable.js';
import { Unavailable } from '../errors.js';

const NAME = 'network-time-off';
const TEXT = 'The clock of this box is set by hand.\n';

export class NetworkTimeMark {
  readonly #file: string;

  /** @param directory the state directory, which exists when something is set */
  constructor(directory: string) {
    this.#file = join(directory, NAME);
  }

  /**
   * Resolves when the setting is durable.
   * @returns restores the earlier setting; never rejects
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

  /** @returns the earlier setting */
  async #set(allowed: boolean): Promise<boolean> {
    const wasAllowed = !existsSync(this.#file);
    if (wasAllowed === allowed) return wasAllowed;
    if (allowed) {
      await rm(this.#file, { force: true });
      await syncFolder(dirname(this.#file));
    } else {
      await writeDurably(this.#file, TEXT);
    }
    return wasAllowed;
  }
}
