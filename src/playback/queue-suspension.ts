/**
 * Commands for what plays in the place of the queue for a while: an alarm, or what a UPnP controller sends. suspension.ts
 * has what they do to the player's state. Whoever stops the player meanwhile, or brings other music, ends it; so does a
 * pause of an alarm. Thread: main.
 */
import { Unprocessable } from '../errors.js';
import { type Milliseconds, milliseconds } from '../units.js';
import type { EntryKeys } from './entry-keys.js';
import type { PlayerMachine } from './player-machine.js';
import { FROM_START, type Substitute } from './state.js';
import type { QueueEntry } from './types.js';

export interface ReplacementMusic {
  readonly locations: readonly string[];
  readonly isShuffled: boolean;
}

type Machine = Pick<PlayerMachine, 'state' | 'command' | 'resumePoint'>;

export class QueueSuspension {
  constructor(
    protected readonly machine: Machine,
    protected readonly keys: EntryKeys,
    private readonly by: Substitute,
  ) {}

  /** This one plays in the place of the queue, and no other. */
  get isActive(): boolean {
    return this.machine.state.suspended?.by === this.by;
  }

  /** Nothing of what is in the place of the queue could be played, or all of it was. */
  get isOver(): boolean {
    return this.isActive && this.machine.state.playback.kind === 'stopped';
  }

  /** What is in the place of the queue is paused, by another sound or by an output that was lost, or over. */
  get isSilent(): boolean {
    return this.isActive && this.machine.state.playback.kind !== 'playing';
  }

  /**
   * Plays this in the place of the queue; an alarm, again and again. Resolves when it is durable.
   * @param music `queue`: the queue itself, from where it was
   * @throws Unprocessable NOTHING_TO_PLAY: nothing has changed; StateNotSaved: it plays
   */
  async begin(music: ReplacementMusic | 'queue'): Promise<void> {
    const { state } = this.machine;
    const own = state.suspended ?? state;
    const resume = state.suspended === undefined ? this.machine.resumePoint() : undefined;
    const isQueue = music === 'queue';
    const locations = isQueue ? own.queue.entries.map(({ location }) => location) : music.locations;
    if (locations.length === 0) throw new Unprocessable('NOTHING_TO_PLAY', 'Nothing of it is there now.');
    await this.machine.command({
      type: 'queueSuspended',
      by: this.by,
      entries: this.keys.entriesOf(locations.slice(0, state.queue.capacity)),
      isShuffled: !isQueue && music.isShuffled,
      index: isQueue ? (resume?.index ?? own.queue.index) : 0,
      from: (isQueue ? (resume ?? own.resume) : undefined) ?? FROM_START,
      at: resume ?? FROM_START,
    });
  }

  /**
   * The queue is what it was before. Without effect while this one does not play in its place. Resolves when it is durable.
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

/**
 * What a UPnP controller has sent, in the place of the queue: one track, and the one that is to follow it without a gap.
 * Each command is without effect while it does not play in the place of the queue. @throws StateNotSaved from each of them
 */
export class RemoteTracks extends QueueSuspension {
  constructor(machine: Machine, keys: EntryKeys) {
    super(machine, keys, 'renderer');
  }

  /** The track that plays or is paused. */
  get current(): QueueEntry | undefined {
    const { playback } = this.machine.state;
    return this.isActive && playback.kind !== 'stopped' ? playback.current.entry : undefined;
  }

  /**
   * This track follows the current one, in the place of what followed before.
   * @returns its entry, and what resolves when that is durable
   */
  follow(location: string | undefined): { readonly entry: QueueEntry | undefined; readonly saved: Promise<unknown> } {
    const { current, machine } = this;
    if (current === undefined) return { entry: undefined, saved: Promise.resolve() };
    const others = machine.state.queue.entries.flatMap(({ key }, at) => (key === current.key ? [] : [at]));
    const entries = location === undefined ? [] : this.keys.entriesOf([location]);
    const removed = others.length === 0 ? undefined : machine.command({ type: 'removed', positions: new Set(others) });
    const position = machine.state.queue.entries.length;
    const added = entries.length === 0 ? undefined : machine.command({ type: 'inserted', entries, position });
    return { entry: entries[0], saved: Promise.all([removed, added]) };
  }

  /** Silence; the queue does not come back yet. */
  async halt(): Promise<void> {
    if (this.isActive) await this.machine.command({ type: 'stop', at: FROM_START });
  }

  /** On to the track that follows. */
  async next(): Promise<void> {
    if (this.isActive) await this.machine.command({ type: 'next' });
  }

  async seek(to: Milliseconds): Promise<void> {
    if (this.isActive) await this.machine.command({ type: 'seek', to: milliseconds(Math.max(0, to)) });
  }
}
