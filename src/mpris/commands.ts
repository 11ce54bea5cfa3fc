/**
 * MPRIS methods as commands of the player, with the checks of the HTTP interface. Source:
 * MPRIS 2.2, "org.mpris.MediaPlayer2.Player".
 */
import { fileURLToPath } from 'node:url';
import { InvalidInput } from '../errors.js';
import { INSERTIONS } from '../playback/insertion.js';
import { FROM_START } from '../playback/state.js';
import type { Player } from '../playback/player.js';
import type { VolumeControl } from '../volume/volume.js';
import { milliseconds } from '../units.js';
import { LOOP_OF, moveToShare, positionOf, REPEAT_OF } from './reading.js';

/** Insertion position behind the current entry. */
const FIRST = -1 - INSERTIONS.indexOf('first');

export interface CommandDeps {
  readonly player: Player;
  readonly volume: VolumeControl;
  /**
   * Checks a path or a URL and returns the location for the queue.
   * @throws InvalidInput for a location that cannot be queued
   */
  readonly admit: (location: string) => Promise<string>;
}

export class Commands {
  /** Whether MPRIS has stopped the player: then Play starts the track from its beginning. */
  #stopped = false;

  constructor(private readonly deps: CommandDeps) {}

  /** Resumes from a pause; when stopped, resumes at the kept position or starts the current entry. */
  async play(): Promise<void> {
    const { player } = this.deps;
    const { kind } = player.status();
    const isAgain = this.#stopped;
    this.#stopped = false;
    if (kind === 'paused') return player.resume();
    if (kind === 'playing') return;
    if (!isAgain && player.resumePoint() !== undefined) return player.resumeTrack();
    await player.play(FROM_START);
  }

  async playPause(): Promise<void> {
    const { player } = this.deps;
    await (player.status().kind === 'playing' ? player.pause() : this.play());
  }

  /** The player plays or is paused, by any client. */
  started(): void {
    this.#stopped = false;
  }

  async stop(): Promise<void> {
    await this.deps.player.stop();
    this.#stopped = true;
  }

  /**
   * Seeks relative to the audible position; past the end goes to the next track.
   * @param by milliseconds
   * @param length of the track in milliseconds; 0 when it is unknown
   */
  async seek(by: number, length: number): Promise<void> {
    const { player } = this.deps;
    const target = positionOf(player) + by;
    if (target >= length) await player.next();
    else await player.seek(milliseconds(Math.max(0, Math.round(target))));
  }

  /** Seeks to a position; does nothing for one outside the track. @param to milliseconds */
  async moveTo(to: number, length: number): Promise<void> {
    if (to < 0 || to > length) return;
    await this.deps.player.seek(milliseconds(Math.round(to)));
  }

  /**
   * Inserts a track behind the current entry and starts it.
   * @throws InvalidInput for an address that cannot be queued, Conflict QUEUE_FULL
   */
  async open(uri: string): Promise<void> {
    const { player, admit } = this.deps;
    const location = await admit(locationOf(uri));
    await player.startAt(await player.insert([location], FIRST), FROM_START);
  }

  /** Sets the repeat mode. @throws InvalidInput UNKNOWN_LOOP_STATUS */
  async setLoop(status: string): Promise<void> {
    const { player } = this.deps;
    const repeat = Object.hasOwn(REPEAT_OF, status) ? REPEAT_OF[status] : undefined;
    if (repeat === undefined) throw new InvalidInput('UNKNOWN_LOOP_STATUS', 'It is None, Track or Playlist.');
    // Several modes have the same loop status: one that has it already stays.
    if (LOOP_OF[player.modes().repeat] !== status) await player.setModes({ repeat });
  }

  /** Sets the volume, never beyond the limit. @throws InvalidInput, Unavailable */
  async setVolume(share: number): Promise<void> {
    const { volume } = this.deps;
    if (!Number.isFinite(share)) throw new InvalidInput('INVALID_VOLUME', 'It is a number from 0 to 1.');
    await moveToShare(volume, share);
  }

  /** Rate 0 pauses; 1 is the only rate to play at. @throws InvalidInput */
  async setRate(rate: number): Promise<void> {
    if (rate === 0) await this.deps.player.pause();
    else if (rate !== 1) throw new InvalidInput('RATE_NOT_SUPPORTED', 'It plays at a rate of 1.');
  }
}

/** The location of a URI. @throws InvalidInput UNSUPPORTED_URL for other schemes, and for files of other machines */
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
