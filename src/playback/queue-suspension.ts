/**
 * Commands for what plays in the place of the queue for a while, such as an alarm: suspension.ts has what they do to the
 * player's state. Whoever pauses or stops the player meanwhile, or brings other music, ends it. Thread: main.
 */
import { Unprocessable } from '../errors.js';
import type { EntryKeys } from './entry-keys.js';
import type { PlayerMachine } from './player-machine.js';
import { FROM_START } from './state.js';

export interface ReplacementMusic {
  readonly locations: readonly string[];
  readonly isShuffled: boolean;
}

export class QueueSuspension {
  constructor(
    private readonly machine: Pick<PlayerMachine, 'state' | 'command' | 'resumePoint'>,
    private readonly keys: EntryKeys,
  ) {}

  get isActive(): boolean {
    return this.machine.state.suspended !== undefined;
  }

  /** Nothing of what is in the place of the queue could be played. */
  get isOver(): boolean {
    return this.isActive && this.machine.state.playback.kind === 'stopped';
  }

  /** What is in the place of the queue is paused, by another sound or by an output that was lost, or over. */
  get isSilent(): boolean {
    return this.isActive && this.machine.state.playback.kind !== 'playing';
  }

  /**
   * Plays this in the place of the queue, again and again. Resolves when it is durable.
   * @param music `queue`: the queue itself, from where it was
   * @throws Unprocessable NOTHING_TO_PLAY: nothing has changed; StateNotSaved: it plays
   */
  async begin(music: ReplacementMusic | 'queue'): Promise<void> {
    const { state } = this.machine;
    const own = state.suspended ?? state;
    const resume = this.isActive ? undefined : this.machine.resumePoint();
    const isQueue = music === 'queue';
    const locations = isQueue ? own.queue.entries.map(({ location }) => location) : music.locations;
    if (locations.length === 0) throw new Unprocessable('NOTHING_TO_PLAY', 'Nothing of it is there now.');
    await this.machine.command({
      type: 'queueSuspended',
      entries: this.keys.entriesOf(locations.slice(0, state.queue.capacity)),
      isShuffled: !isQueue && music.isShuffled,
      index: isQueue ? (resume?.index ?? own.queue.index) : 0,
      from: (isQueue ? (resume ?? own.resume) : undefined) ?? FROM_START,
      at: resume ?? FROM_START,
    });
  }

  /**
   * The queue is what it was before. Without effect while none is suspended. Resolves when it is durable.
   * @param goesOn it plays on if it played then; otherwise it is paused there
   * @throws StateNotSaved
   */
  async end(goesOn: boolean): Promise<void> {
    if (this.isActive) await this.machine.command({ type: 'queueBroughtBack', goesOn });
  }

  /** Ends the pause that another sound has made. @throws StateNotSaved */
  async keepSounding(): Promise<void> {
    if (this.isActive) await this.machine.command({ type: 'resume' });
  }
}
