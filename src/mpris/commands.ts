/**
 * What others ask of the player, as its commands: the same as those of the HTTP interface, with the same checks. Source:
 * MPRIS 2.2, "org.mpris.MediaPlayer2.Player".
 */
import { fileURLToPath } from 'node:url';
import { InvalidInput } from '../errors.js';
import { INSERTIONS } from '../playback/insertion.js';
import { FROM_START } from '../playback/state.js';
import type { Player, VolumeControl } from '../playback/types.js';
import { milliseconds } from '../units.js';
import { LOOP_OF, moveToShare, positionOf, REPEAT_OF } from './reading.js';

/** Behind the current entry. */
const FIRST = -1 - INSERTIONS.indexOf('first');

export interface CommandDeps {
  readonly player: Player;
  readonly volume: VolumeControl;
  /**
   * What the queue takes for a path or a URL.
   * @throws InvalidInput for what it does not take
   */
  readonly admit: (location: string) => Promise<string>;
}

export class Commands {
  readonly #deps: CommandDeps;
  /** Stopped from here: it begins at the beginning of the track. */
  #stopped = false;

  constructor(deps: CommandDeps) {
    this.#deps = deps;
  }

  /** Ends a pause; when stopped, goes on where it was, or begins the current entry. */
  async play(): Promise<void> {
    const { player } = this.#deps;
    const { kind } = player.status();
    const isAgain = this.#stopped;
    this.#stopped = false;
    if (kind === 'paused') return player.resume();
    if (kind === 'playing') return;
    if (!isAgain && player.resumePoint() !== undefined) return player.resumeTrack();
    await player.play(FROM_START);
  }

  async playPause(): Promise<void> {
    const { player } = this.#deps;
    await (player.status().kind === 'playing' ? player.pause() : this.play());
  }

  /** Something plays or pauses, whoever wanted it. */
  started(): void {
    this.#stopped = false;
  }

  async stop(): Promise<void> {
    await this.#deps.player.stop();
    this.#stopped = true;
  }

  /**
   * @param by in milliseconds, from what is heard now; past the end it goes to the next track
   * @param length of the track; 0 when it is not known
   */
  async seek(by: number, length: number): Promise<void> {
    const { player } = this.#deps;
    const target = positionOf(player) + by;
    if (target >= length) await player.next();
    else await player.seek(milliseconds(Math.max(0, Math.round(target))));
  }

  /** Nothing happens outside the track. @param to in milliseconds */
  async moveTo(to: number, length: number): Promise<void> {
    if (to < 0 || to > length) return;
    await this.#deps.player.seek(milliseconds(Math.round(to)));
  }

  /**
   * Puts it behind the current entry, and begins it.
   * @throws InvalidInput for what the queue does not take, Conflict QUEUE_FULL
   */
  async open(uri: string): Promise<void> {
    const { player, admit } = this.#deps;
    const location = await admit(locationOf(uri));
    await player.startAt(await player.insert([location], FIRST), FROM_START);
  }

  /** @throws InvalidInput */
  async setLoop(status: string): Promise<void> {
    const { player } = this.#deps;
    const repeat = Object.hasOwn(REPEAT_OF, status) ? REPEAT_OF[status] : undefined;
    if (repeat === undefined) throw new InvalidInput('UNKNOWN_LOOP_STATUS', 'It is None, Track or Playlist.');
    // There are more modes than words: what shows as this word already stays as it is.
    if (LOOP_OF[player.modes().repeat] !== status) await player.setModes({ repeat });
  }

  /** Never beyond the volume limit. @throws InvalidInput, Unavailable */
  async setVolume(share: number): Promise<void> {
    const { volume } = this.#deps;
    if (!Number.isFinite(share)) throw new InvalidInput('INVALID_VOLUME', 'It is a number from 0 to 1.');
    await moveToShare(volume, share);
  }

  /** Zero is a pause; no other is played but the one of the track. @throws InvalidInput */
  async setRate(rate: number): Promise<void> {
    if (rate === 0) await this.#deps.player.pause();
    else if (rate !== 1) throw new InvalidInput('RATE_NOT_SUPPORTED', 'It plays at a rate of 1.');
  }
}

/** @throws InvalidInput UNSUPPORTED_URL for the address of a file that is none on this machine */
function locationOf(uri: string): string {
  if (!/^file:/i.test(uri)) {
    if (/^https?:/i.test(uri)) return uri;
    throw new InvalidInput('UNSUPPORTED_URL', 'Only file, http and https addresses are played.');
  }
  try {
    return fileURLToPath(uri);
  } catch {
    throw new InvalidInput('UNSUPPORTED_URL', 'It is not the address of a file on this machine.');
  }
}
