/**
 * What the page shows before the box has said so. A touch is answered at once by what it will do; the box's own word
 * replaces that when it comes, and a refusal takes it back. No document and no network, so that it can be tested by
 * itself.
 */
import { signal } from '@preact/signals';
import type { Parts } from '../model.js';

/** What is shown in the place of what was told. */
export type Change = (parts: Parts) => Parts;

export interface Expectation {
  readonly change: Change;
}

export class Expectations {
  readonly #all = signal<readonly Expectation[]>([]);

  /** What is shown for what was told. Who reads it inside an effect or a computed signal follows every change of it. */
  over(reported: Parts): Parts {
    return this.#all.value.reduce((parts, { change }) => change(parts), reported);
  }

  /** Expects a change until it is ended; what is told meanwhile is seen through it. @param instead ends at once */
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
