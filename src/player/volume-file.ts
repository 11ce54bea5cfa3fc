/** The levels of all outputs that were ever used, on disk. */
import { join } from 'node:path';

import { DurableFile } from '../database/durable-file.js';

export class VolumeFile {
  readonly #file: DurableFile;
  #levels: Record<string, number> | undefined;

  constructor(directory: string) {
    this.#file = new DurableFile(join(directory, 'volumes.json'));
  }

  async load(output: string): Promise<number | undefined> {
    return (await this.#read())[output];
  }

  /** Resolves when it is durable. */
  async save(output: string, volume: number): Promise<void> {
    const levels = await this.#read();
    levels[output] = volume;
    await this.#file.write(levels);
  }

  async #read(): Promise<Record<string, number>> {
    if (this.#levels !== undefined) return this.#levels;
    const stored = await this.#file.read();
    const known = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
    const sound = known.filter((pair): pair is [string, number] => Number.isSafeInteger(pair[1]));
    this.#levels ??= Object.assign(Object.create(null) as Record<string, number>, Object.fromEntries(sound));
    return this.#levels;
  }
}
