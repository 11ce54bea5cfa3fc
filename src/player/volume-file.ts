/**
 * The levels of all outputs that were ever used, on disk. While the file cannot be read no level is known and none is
 * saved, so that those of the other outputs are still there when it can be read again.
 */
import { join } from 'node:path';

import { DurableFile } from '../database/durable-file.js';
import { StateNotSaved } from '../errors.js';
import type { Log } from '../log.js';

export class VolumeFile {
  readonly #file: DurableFile;
  readonly #log: Log;
  #levels: Record<string, number> | undefined;

  constructor(directory: string, log: Log) {
    this.#file = new DurableFile(join(directory, 'volumes.json'), log);
    this.#log = log;
  }

  /** Undefined when the output was never used, or nobody can say. */
  async load(output: string): Promise<number | undefined> {
    try {
      return (await this.#read())[output];
    } catch (error) {
      this.#log.error('volumes not readable, none is known', { error });
      return undefined;
    }
  }

  /** Resolves when it is durable. @throws StateNotSaved */
  async save(output: string, volume: number): Promise<void> {
    try {
      const levels = await this.#read();
      levels[output] = volume;
      await this.#file.write(levels);
    } catch (cause) {
      this.#log.error('volume not saved', { error: cause });
      throw new StateNotSaved({ cause });
    }
  }

  /** @throws Error of the disk; the next call tries again */
  async #read(): Promise<Record<string, number>> {
    if (this.#levels !== undefined) return this.#levels;
    const stored = await this.#file.read();
    const known = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    const sound = known.filter((pair): pair is [string, number] => Number.isSafeInteger(pair[1]));
    this.#levels ??= Object.assign(Object.create(null) as Record<string, number>, Object.fromEntries(sound));
    return this.#levels;
  }
}
