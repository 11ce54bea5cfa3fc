/** How long music has played since the server began. */
import type { Player } from '../playback/player.js';

export class PlayTime {
  readonly #began = performance.now();
  #played = 0;
  /** Since when it plays; undefined while it does not. */
  #since: number | undefined;

  constructor(private readonly player: Pick<Player, 'status'>) {
    this.look();
  }

  /** To be called after each change of the player. */
  look(): void {
    const now = performance.now();
    if (this.#since !== undefined) this.#played += now - this.#since;
    this.#since = this.player.status().kind === 'playing' ? now : undefined;
  }

  /** Milliseconds. */
  read(): { readonly up: number; readonly played: number } {
    this.look();
    return { up: performance.now() - this.#began, played: this.#played };
  }
}
