/**
 * Goes on after a dropped connection without a break. A station begins each connection with its last seconds, so the
 * end of what was received is looked for in what comes now, and only what lies behind it is passed on.
 */

/** Long enough to be found only where it belongs. */
const TAIL_BYTES = 1024;
/** Stations send less than this at once. */
const SEARCH_BYTES = 256 * 1024;

export class Splice {
  #tail: Buffer = Buffer.alloc(0);
  /** What came since the new connection began, while the tail is looked for. */
  #held: Buffer | undefined;

  /** Notes what was passed on. */
  note(bytes: Buffer): void {
    this.#tail =
      bytes.length >= TAIL_BYTES
        ? Buffer.from(bytes.subarray(bytes.length - TAIL_BYTES))
        : Buffer.concat([this.#tail, bytes]).subarray(-TAIL_BYTES);
  }

  /** A new connection begins. */
  begin(): void {
    this.#held = this.#tail.length < TAIL_BYTES ? undefined : Buffer.alloc(0);
  }

  get isSearching(): boolean {
    return this.#held !== undefined;
  }

  /** What of these bytes is to be passed on now; `found`: it goes on exactly where the last connection ended. */
  take(bytes: Buffer): { readonly bytes: Buffer; readonly found: boolean } {
    if (this.#held === undefined) return { bytes, found: false };
    const held = Buffer.concat([this.#held, bytes]);
    const at = held.indexOf(this.#tail);
    if (at >= 0) {
      this.#held = undefined;
      return { bytes: held.subarray(at + this.#tail.length), found: true };
    }
    this.#held = held;
    return held.length < SEARCH_BYTES ? { bytes: Buffer.alloc(0), found: false } : this.giveUp();
  }

  /** The tail did not come in time: everything that was held back. */
  giveUp(): { readonly bytes: Buffer; readonly found: boolean } {
    const bytes = this.#held ?? Buffer.alloc(0);
    this.#held = undefined;
    return { bytes, found: false };
  }
}
