/** Does a piece of work once, however many wait for it, and gives it up when the last of them has gone. */

interface Piece<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

export class SharedWork<Result> {
  readonly #pieces = new Map<string, Piece<Result>>();

  /**
   * @param key the same for the same work
   * @param signal aborted when this caller waits no longer; without one it waits to the end
   * @param work is given a signal that is aborted when nobody waits any more
   */
  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const piece = this.#pieces.get(key) ?? this.#begin(key, work);
    piece.waiting += 1;
    const leave = (): void => {
      piece.waiting -= 1;
      if (piece.waiting > 0) return;
      // Whoever comes now begins anew.
      this.#forget(key, piece);
      piece.controller.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return piece.result.finally(() => signal?.removeEventListener('abort', leave));
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Piece<Result> {
    const controller = new AbortController();
    const piece: Piece<Result> = { controller, waiting: 0, result: work(controller.signal) };
    this.#pieces.set(key, piece);
    const forget = (): void => this.#forget(key, piece);
    piece.result.then(forget, forget);
    return piece;
  }

  #forget(key: string, piece: Piece<Result>): void {
    if (this.#pieces.get(key) === piece) this.#pieces.delete(key);
  }
}
