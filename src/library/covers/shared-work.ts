/** Runs a task once for all callers that wait for it at the same time, and aborts it when the last of them has left. */

interface Task<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

export class SharedWork<Result> {
  readonly #tasks = new Map<string, Task<Result>>();

  /**
   * Joins the task of this key, or starts it.
   * @param key identifies the task
   * @param signal aborted when this caller leaves; a caller without one waits to the end
   * @param work gets a signal that is aborted when all callers have left
   */
  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const task = this.#tasks.get(key) ?? this.#begin(key, work);
    task.waiting += 1;
    const leave = (): void => {
      task.waiting -= 1;
      if (task.waiting > 0) return;
      // A later caller must not join the aborted task.
      this.#forget(key, task);
      task.controller.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    return task.result.finally(() => signal?.removeEventListener('abort', leave));
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Task<Result> {
    const controller = new AbortController();
    const task: Task<Result> = { controller, waiting: 0, result: work(controller.signal) };
    this.#tasks.set(key, task);
    const forget = (): void => this.#forget(key, task);
    task.result.then(forget, forget);
    return task;
  }

  #forget(key: string, task: Task<Result>): void {
    if (this.#tasks.get(key) === task) this.#tasks.delete(key);
  }
}
