/**
 * The memory of rings, used again: a ring that the decoder worker has known is never collected, since nothing turns
 * that thread's event loop while it plays, and each change of rate would cost 2 MiB. Thread: main.
 */
import type { SampleFormat } from '../native.js';
import type { SampleRateHz } from '../units.js';
import { createRing, type RingHandle } from './ring-layout.js';

export class RingMemory {
  /** In the order of their ids. */
  #lent: RingHandle[] = [];
  readonly #spare: SharedArrayBuffer[] = [];

  /** A new, empty ring; no device may use an older one any more. */
  create(rate: SampleRateHz, format: SampleFormat, eventFd: number, rates?: readonly SampleRateHz[]): RingHandle {
    const ring = createRing(rate, format, eventFd, rates, (bytes) => {
      const at = this.#spare.findIndex(({ byteLength }) => byteLength === bytes);
      return this.#spare.splice(at, at < 0 ? 0 : 1)[0] ?? new SharedArrayBuffer(bytes);
    });
    this.#lent.push(ring);
    return ring;
  }

  /** The worker decodes into the ring with this id, and into none before it any more. */
  taken(id: number): void {
    this.#spare.push(...this.#lent.filter((ring) => ring.id < id).map(({ memory }) => memory));
    this.#lent = this.#lent.filter((ring) => ring.id >= id);
  }
}
