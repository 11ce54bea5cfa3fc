/** Places in a file that are known by having been there: frame numbers and the byte offsets where they lie. */

export interface SeekPoint {
  readonly offset: number;
  readonly frame: number;
}

export class SeekPoints {
  /** In rising order of both. */
  readonly #points: SeekPoint[];
  readonly #stride: number;

  /** @param stride frames between two places that are worth remembering */
  constructor(stride: number, first: SeekPoint) {
    this.#stride = stride;
    this.#points = [first];
  }

  note(point: SeekPoint): void {
    const index = this.#behind('frame', point.frame);
    const before = this.#points[index - 1];
    const after = this.#points[index];
    if (before === undefined || point.frame - before.frame < this.#stride || point.offset <= before.offset) return;
    if (after !== undefined && (after.frame - point.frame < this.#stride || after.offset <= point.offset)) return;
    this.#points.splice(index, 0, point);
  }

  /** The last known point at or before a value, and the first behind it. */
  around(kind: keyof SeekPoint, value: number): { readonly low: SeekPoint; readonly high: SeekPoint | undefined } {
    const index = Math.max(this.#behind(kind, value), 1);
    return { low: this.#points[index - 1] ?? { offset: 0, frame: 0 }, high: this.#points[index] };
  }

  #behind(kind: keyof SeekPoint, value: number): number {
    let low = 0;
    let high = this.#points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#points[middle]?.[kind] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
