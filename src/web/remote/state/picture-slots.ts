/**
 * Slots of the pictures that load: a few at a time, so that commands find a free connection, and the nearest to what is
 * seen first. Whoever leaves gives up its slot, or its wait for one. Needs no document.
 */
export interface PictureRequest {
  /** How far it is from what is seen, in CSS pixels; 0 while it is seen. */
  readonly distance: () => number;
  /** Called when there is a slot for it. */
  readonly begin: () => void;
}

export class PictureSlots {
  readonly #most: number;
  /** The longest waiting first. */
  readonly #waiting = new Set<PictureRequest>();
  readonly #loading = new Set<PictureRequest>();
  #isChoosing = false;

  /** @param most pictures that load at a time */
  constructor(most: number) {
    this.#most = most;
  }

  /** Waits for a slot, which is given in a microtask at the earliest. @returns ends the slot, or the wait; may be called twice */
  ask(request: PictureRequest): () => void {
    this.#waiting.add(request);
    this.#choose();
    return () => {
      this.#waiting.delete(request);
      if (this.#loading.delete(request)) this.#choose();
    };
  }

  /** Later, since many ask and leave at a time when a page scrolls. */
  #choose(): void {
    if (this.#isChoosing) return;
    this.#isChoosing = true;
    queueMicrotask(() => {
      this.#isChoosing = false;
      this.#begin();
    });
  }

  #begin(): void {
    if (this.#waiting.size === 0 || this.#loading.size >= this.#most) return;
    const nearest = [...this.#waiting]
      .map((request) => ({ request, distance: request.distance() }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, this.#most - this.#loading.size);
    for (const { request } of nearest) {
      this.#waiting.delete(request);
      this.#loading.add(request);
      request.begin();
    }
  }
}
