/**
 * What the page shows before the daemon has reported it. A touch is answered at once with its expected effect; the report
 * replaces that, and a refusal takes it back. Needs neither document nor network.
 */
import { signal } from '@preact/signals';
import type { Parts } from '../model.js';

/** Makes what is shown from what was reported. */
export type Change = (parts: Parts) => Parts;

export type Expectation = Readonly<{ change: Change }>;

export class Expectations {
  readonly #all = signal<readonly Expectation[]>([]);

  /** Applies all expectations. An effect or computed signal that calls it follows every change. */
  over(reported: Parts): Parts {
    return this.#all.value.reduce((parts, { change }) => change(parts), reported);
  }

  /** Applies a change until it is ended, to later reports too. @param instead an expectation that ends at once */
  begin(change: Change, instead?: Expectation): Expectation {
    const expectation = { change };
    this.#all.value = [...this.#without(instead), expectation];
    return expectation;
  }

  /** May be called twice. */
  end(expectation: Expectation): void {
    this.#all.value = this.#without(expectation);
  }

  #without(one: Expectation | undefined): Expectation[] {
    return this.#all.peek().filter((each) => each !== one);
  }
}
