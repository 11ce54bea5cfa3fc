/** What is remembered of outputs, in maps. */
import type { VolumeMemory } from '../../src/volume/volume-store.js';
import type { VolumeMode } from '../../src/volume/scale.js';

export class Memory implements VolumeMemory {
  readonly levels = new Map<string, number>();
  readonly limits = new Map<string, number>();
  readonly modes = new Map<string, VolumeMode>();
  saves = 0;

  async load(output: string): Promise<number | undefined> {
    return this.levels.get(output);
  }

  async save(output: string, volume: number): Promise<void> {
    this.saves++;
    this.levels.set(output, volume);
  }

  async loadLimit(output: string): Promise<number | undefined> {
    return this.limits.get(output);
  }

  async loadMode(key: string): Promise<VolumeMode | undefined> {
    return this.modes.get(key);
  }

  async loadFormerMode(): Promise<VolumeMode | undefined> {
    return undefined;
  }

  async saveMode(key: string, mode: VolumeMode): Promise<void> {
    this.modes.set(key, mode);
  }

  async controls(key: string): Promise<readonly string[]> {
    const head = `${key}, hardware `;
    return [...this.levels.keys()].filter((each) => each.startsWith(head)).map((each) => each.slice(head.length));
  }

  async adopt(former: string, output: string): Promise<void> {
    const level = this.levels.get(former);
    if (level !== undefined && !this.levels.has(output)) this.levels.set(output, level);
    this.levels.delete(former);
  }

  async saveLimit(output: string, highest: number | undefined): Promise<void> {
    if (highest === undefined) this.limits.delete(output);
    else this.limits.set(output, highest);
  }
}
