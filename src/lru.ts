/** A map of limited size that drops what was used least recently. */
export class Lru<Key, Value> {
  /** The least recently used first. */
  readonly #kept = new Map<Key, Value>();
  #weight = 0;

  /**
   * @param capacity what the values may weigh together
   * @param weigh weight of a value, which never changes; 1 when left out
   */
  constructor(
    private readonly capacity: number,
    private readonly weigh: (value: Value) => number = () => 1,
  ) {}

  /** The value, which counts as used now. */
  get(key: Key): Value | undefined {
    const value = this.#kept.get(key);
    if (value === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, value);
    return value;
  }

  /** Whatever was kept with the key is replaced. What is heavier than the capacity is not kept. */
  set(key: Key, value: Value): void {
    this.delete(key);
    this.#kept.set(key, value);
    this.#weight += this.weigh(value);
    for (const oldest of this.#kept.keys()) {
      if (this.#weight <= this.capacity) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#kept.get(key);
    if (value === undefined) return;
    this.#kept.delete(key);
    this.#weight -= this.weigh(value);
  }

  clear(): void {
    this.#kept.clear();
    this.#weight = 0;
  }

  /** The least recently used first. */
  values(): IterableIterator<Value> {
    return this.#kept.values();
  }
}
