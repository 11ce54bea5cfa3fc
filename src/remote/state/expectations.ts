/**
 * What the page shows before the box has said so. A touch is answered at once by what it will do; the box's own word
 * replaces that when it comes, and a refusal takes it back. No document and no network, so that it can be tested by
 * itself.
 */
import type { PartName, Parts } from '../model.js';

interface Expectation {
  readonly name: PartName;
  readonly change: (value: never) => unknown;
}

export class Expectations {
  #all: readonly Expectation[] = [];
  readonly #changed: () => void;

  /** @param changed called when what is expected is another thing */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** What is shown for what was told. */
  over(told: Parts): Parts {
    return this.#all.reduce<Parts>(
      (parts, { name, change }) => ({ ...parts, [name]: change(parts[name] as never) }),
      told,
    );
  }

  /**
   * Expects a change of a part until `order` is settled; what was told meanwhile is seen through it. A refusal takes it
   * back at once, the rejection stays the caller's.
   */
  async expect<Name extends PartName, Result>(
    name: Name,
    change: (value: Parts[Name]) => Parts[Name],
    order: Promise<Result>,
  ): Promise<Result> {
    const expectation: Expectation = { name, change };
    this.#all = [...this.#all, expectation];
    this.#changed();
    try {
      return await order;
    } finally {
      this.#all = this.#all.filter((each) => each !== expectation);
      this.#changed();
    }
  }
}
