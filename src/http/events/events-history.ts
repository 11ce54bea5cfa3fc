/**
 * The last events, so that a client that lost its stream for a moment gets what it missed and nothing else. Ids are
 * `<epoch>-<number>`: those of another run of the daemon mean nothing here.
 */
import { randomStart } from '../../random-start.js';
import { UNREAD_LIMIT } from './events-stream.js';

const LONGEST_EVENTS = 200;
/** Half of what a client may leave unread: who comes back gets all of it at once, and must not be dropped for that. */
const LARGEST_BYTES = UNREAD_LIMIT / 2;

const ID = /^([\da-f]{8})-(\d{1,15})$/;

export class EventHistory {
  readonly epoch = randomStart().toString(16).padStart(8, '0').slice(-8);
  /** The frames in order; the last one is number `#latest`. */
  readonly #frames: string[] = [];
  #bytes = 0;
  #latest = 0;

  /** Id of the event that was added last. */
  get latestId(): string {
    return `${this.epoch}-${this.#latest}`;
  }

  /** @param frameOf makes the frame of the event from its id; @returns that frame */
  add(frameOf: (id: string) => string): string {
    this.#latest += 1;
    const frame = frameOf(this.latestId);
    this.#frames.push(frame);
    this.#bytes += Buffer.byteLength(frame);
    while (this.#frames.length > LONGEST_EVENTS || this.#bytes > LARGEST_BYTES) {
      this.#bytes -= Buffer.byteLength(this.#frames.shift() ?? '');
    }
    return frame;
  }

  /** At most so many of the last frames. */
  last(most: number): readonly string[] {
    return this.#frames.slice(-most);
  }

  /** The frames behind this id; undefined when it is not ours, or some of them are gone. */
  after(id: string): readonly string[] | undefined {
    const [, epoch, number = ''] = ID.exec(id) ?? [];
    const missed = this.#latest - Number(number);
    if (epoch !== this.epoch || missed < 0 || missed > this.#frames.length) return undefined;
    return this.#frames.slice(this.#frames.length - missed);
  }
}
