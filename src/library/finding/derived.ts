/** A value that is made when it is first needed, and anew when what it was made of has changed. */
export class Derived<Value> {
  #kept: { readonly revision: string; readonly value: Promise<Value> } | undefined;

  /** @param revision another text whenever `make` would give something else */
  constructor(
    private readonly revision: () => Promise<string>,
    private readonly make: () => Promise<Value>,
  ) {}

  /** However many ask at once, the value is made once. A value that could not be made is tried again. @throws as `make` */
  async read(): Promise<Value> {
    const revision = await this.revision();
    if (this.#kept?.revision === revision) return this.#kept.value;
    const kept = { revision, value: this.make() };
    this.#kept = kept;
    kept.value.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return kept.value;
  }
}
