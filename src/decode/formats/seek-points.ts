/** Places in a file that are known by having been there: frame numbers and the byte offsets where they lie. */

export interface Place {
  readonly offset: number;
  readonly frame: number;
}

export class KnownPlaces {
  /** In rising order of both. */
  readonly #places: Place[];
  readonly #stride: number;

  /** @param stride frames between two places that are worth remembering */
  constructor(stride: number, first: Place) {
    this.#stride = stride;
    this.#places = [first];
  }

  note(place: Place): void {
    const index = this.#behind('frame', place.frame);
    const before = this.#places[index - 1];
    const after = this.#places[index];
    if (before === undefined || place.frame - before.frame < this.#stride || place.offset <= before.offset) return;
    if (after !== undefined && (after.frame - place.frame < this.#stride || after.offset <= place.offset)) return;
    this.#places.splice(index, 0, place);
  }

  /** The last known place at or before a value, and the first behind it. */
  around(kind: keyof Place, value: number): { readonly low: Place; readonly high: Place | undefined } {
    const index = Math.max(this.#behind(kind, value), 1);
    return { low: this.#places[index - 1] ?? { offset: 0, frame: 0 }, high: this.#places[index] };
  }

  #behind(kind: keyof Place, value: number): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#places[middle]?.[kind] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
