/** Edits of the queue with MPD's consequences: what plays and is removed does not play on. */
import type { Player } from '../playback/player.js';
import { FROM_START } from '../playback/state.js';
import { ACK, Ack, quoted } from './ack.js';
import type { PinCheck } from './deps.js';
import type { QueueView } from './queue-view.js';
import type { Session } from './session.js';

export class QueueEdits {
  constructor(
    private readonly player: Player,
    private readonly queue: QueueView,
    private readonly pin: PinCheck,
  ) {}

  /** @param position an index @throws Conflict QUEUE_FULL */
  async insert(locations: readonly string[], position: number): Promise<void> {
    if (locations.length > 0) await this.player.insert(locations, position);
  }

  /** The key of what was inserted there. @param done of the insertion */
  async keyAt(position: number, done: Promise<void>): Promise<number> {
    // The queue has it at once, unless something that plays in its place has to end first.
    const entry = this.queue.entries[position];
    if (entry !== undefined) return entry.key;
    await done;
    return this.queue.entries[position]?.key ?? 0;
  }

  /** Stops first: the player itself would let what plays go on. */
  async clear(): Promise<void> {
    await Promise.all([this.player.stop(), this.player.clear()]);
  }

  /** What follows a song that plays and is removed plays; after a pause it stops. */
  async remove(positions: readonly number[]): Promise<void> {
    const { player } = this;
    const playing = player.currentTrack();
    const isCurrent = playing !== undefined && positions.includes(playing.index);
    const isPaused = player.status().kind === 'paused';
    const next = player.nextTrack();
    const done = [player.remove(positions)];
    if (isCurrent) {
      const at = next === undefined ? -1 : this.queue.entries.findIndex(({ key }) => key === next.key);
      const follower = at >= 0 ? at : player.queue().index;
      const isOver = isPaused || next === undefined || this.queue.entries.length === 0;
      done.push(isOver ? player.stop() : player.startAt(follower, FROM_START));
    }
    await Promise.all(done);
  }

  /** To remove all of the queue needs the PIN, as `clear` does. @throws Ack */
  async requireRemoval(count: number, session: Session, command: string): Promise<void> {
    if (count === 0 || count < this.queue.entries.length) return;
    if (await this.pin.allows(session, 'changes')) return;
    throw new Ack(ACK.permission, `you don't have permission for ${quoted(command)}`);
  }
}
