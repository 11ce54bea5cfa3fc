/** Edits of the queue with MPD's consequences: a song that is removed while it plays does not play on. */
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

  /** @param position an index @returns index of the first of them @throws Conflict QUEUE_FULL */
  async insert(locations: readonly string[], position: number): Promise<number> {
    return locations.length === 0 ? position : this.player.insert(locations, position);
  }

  /** As `insert`, of one. @returns the key of the entry, and when it is durable */
  async insertOne(
    location: string,
    position: number,
  ): Promise<{ readonly key: number; readonly done: Promise<number> }> {
    const before = this.queue.entries;
    const done = this.player.insert([location], position);
    const after = this.queue.entries;
    // The queue has it at once, unless an alarm that plays instead of the queue has to end first.
    const isThere = after.length === before.length + 1 && after[position === 0 ? 1 : 0] === before[0];
    const at = isThere ? position : await done;
    return { key: this.queue.entries[at]?.key ?? 0, done };
  }

  /** Stops first: the player keeps a song that plays or pauses. */
  async clear(): Promise<void> {
    const { player } = this;
    const done = [player.stop()];
    // To stop an alarm brings back the queue that it interrupted, paused at its song.
    if (player.status().kind !== 'stopped') done.push(player.stop());
    done.push(player.clear());
    await Promise.all(done);
  }

  /** Removes songs. When the current song is among them, the next one plays; after a pause the player stops. */
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
    if (count > 0 && count >= this.queue.entries.length) await this.requirePin(session, command);
  }

  /** For a command that needs the PIN with some arguments only. @throws Ack */
  async requirePin(session: Session, command: string): Promise<void> {
    if (await this.pin.allows(session, 'changes')) return;
    throw new Ack(ACK.permission, `you don't have permission for ${quoted(command)}`);
  }
}
