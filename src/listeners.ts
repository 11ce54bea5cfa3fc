/** Callbacks that are called after every change of something. They must not throw. */
export class Listeners<Parameters extends readonly unknown[] = []> {
  readonly #all = new Set<(...parameters: Parameters) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** @returns what ends that; may be called twice */
  add(listener: (...parameters: Parameters) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  /** Calls those that are there now: one that is added meanwhile is called from the next time on. */
  call(...parameters: Parameters): void {
    for (const listener of [...this.#all]) listener(...parameters);
  }

  clear(): void {
    this.#all.clear();
  }
}
