/**
 * What main thread and decoder worker say to one another about a capture while it is played, in shared memory: a worker
 * that plays never turns its event loop. Each decoder of the capture has a number; it gives silence first, and nothing of
 * the capture until the main thread has admitted that number, which it does when the device plays.
 */
const Word = { begun: 0, admitted: 1, pace: 2 } as const;

export class CaptureControl {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory);
  }

  static createMemory(): SharedArrayBuffer {
    return new SharedArrayBuffer(4 * Object.keys(Word).length);
  }

  /** A decoder begins; its number. Thread: the decoder worker's. */
  begin(): number {
    return Atomics.add(this.#words, Word.begun, 1) + 1;
  }

  /** Whether what is captured from now on is to be heard. Thread: the decoder worker's. */
  isAdmitted(number: number): boolean {
    return Atomics.load(this.#words, Word.admitted) === number;
  }

  /** Parts in a million by which the sound is taken faster than it comes; negative: slower. */
  get pace(): number {
    return Atomics.load(this.#words, Word.pace);
  }

  /** Thread: main. */
  set pace(partsPerMillion: number) {
    Atomics.store(this.#words, Word.pace, partsPerMillion);
  }

  /** How many decoders have begun. Thread: main. */
  get begun(): number {
    return Atomics.load(this.#words, Word.begun);
  }

  /** Whether the newest decoder was not admitted yet. Thread: main. */
  get isWaiting(): boolean {
    return this.begun !== Atomics.load(this.#words, Word.admitted);
  }

  /** Thread: main. */
  admit(): void {
    Atomics.store(this.#words, Word.admitted, this.begun);
  }
}
