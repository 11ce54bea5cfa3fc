/**
 * At which frame of the ring a load goes on with what is played. A load may repeat the one before it, which the worker
 * may have dropped unread: where what was begun for that one is played by now, the repeated load goes on with it.
 * Thread: the decoder worker's.
 */
import type { Load, LoadNumber, RingFrame } from './decoder-messages.js';
import type { RingWriter } from './ring-writer.js';

export class LoadSplice {
  /** The newest load, or the one that it repeats. */
  #load: LoadNumber = 0;
  #isRepeated = false;
  /** What the load says. */
  #wanted: RingFrame | undefined;
  /** Where the loaded track begins, and what it went on with there; for a repeated load, those of the one before. */
  #begun: RingFrame | undefined;
  #begunWith: RingFrame | undefined;

  take({ load, again, splicePoint }: Load): void {
    this.#isRepeated = again !== undefined && again === this.#load;
    this.#load = again ?? load;
    this.#wanted = splicePoint;
    if (!this.#isRepeated) this.#begun = undefined;
  }

  /** What was begun for the load that is repeated has replaced what was played before it. */
  isPlayed(ring: RingWriter | undefined): boolean {
    return this.#isRepeated && ring !== undefined && ring.ring.id === this.#begun?.ring && ring.isFlushed;
  }

  /** What is played cannot be gone on with. */
  drop(): void {
    this.#wanted = undefined;
  }

  /** Nothing is loaded any more. */
  forget(): void {
    this.#begun = undefined;
  }

  /** The frame at which the consumer changes over; undefined to begin anew. To be asked once the flush is withdrawn. */
  begin(ring: RingWriter, goesOn: boolean): number | undefined {
    const repeated = this.isPlayed(ring) ? this.#begun : (this.#begunWith ?? this.#wanted);
    const found = this.#isRepeated && this.#begun !== undefined ? repeated : this.#wanted;
    this.#begunWith = goesOn && found?.ring === ring.ring.id ? found : undefined;
    this.#wanted = this.#begun = undefined;
    return this.#begunWith?.frame;
  }

  /** A track begins at a frame of the ring: the first one is the loaded one. */
  note(ring: RingWriter, frame: number): void {
    this.#begun ??= { ring: ring.ring.id, frame };
  }
}
