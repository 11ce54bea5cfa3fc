/**
 * A bounded number of places, shared fairly: no client can shut out the others. When there is none left, a newcomer gets
 * the place of one that is idle, or else of the client that holds most, as long as that client still holds more than the
 * newcomer. Programs on the box itself always find room: they count only among themselves.
 */
import { type Held, largestShare } from './shares.js';

/** Places of one address, of one network (`Client.network`), and of all that are not on the box itself. */
export interface SlotBounds {
  readonly address: number;
  readonly network: number;
  readonly all: number;
}

interface SlotActions<Each> {
  /** Whether its place can be taken without any loss. */
  readonly isIdle?: (each: Each) => boolean;
  /** Ends one whose place is taken. */
  readonly end: (each: Each) => void;
}

export class Slots<Each extends Held> {
  readonly bounds: SlotBounds;
  readonly #actions: SlotActions<Each>;
  /** Those that came first stand first. */
  readonly #taken = new Set<Each>();

  constructor(bounds: SlotBounds, actions: SlotActions<Each>) {
    this.bounds = bounds;
    this.#actions = actions;
  }

  /** @returns false when there is no room for it */
  take(newcomer: Each): boolean {
    const { client } = newcomer;
    const taken = [...this.#taken];
    const ofAddress = taken.filter((each) => each.client.address === client.address);
    const ofNetwork = taken.filter((each) => each.client.network === client.network);
    const ofAll = client.isLocal ? [] : taken.filter((each) => !each.client.isLocal);
    const { address, network, all } = this.bounds;
    const hasRoom =
      this.#makeRoom(ofAddress, address, newcomer, 'address') &&
      this.#makeRoom(ofNetwork, network, newcomer, 'address') &&
      this.#makeRoom(ofAll, all, newcomer, 'network');
    if (hasRoom) this.#taken.add(newcomer);
    return hasRoom;
  }

  /** May be called twice. */
  leave(each: Each): void {
    this.#taken.delete(each);
  }

  /** @param by whose shares are compared */
  #makeRoom(among: readonly Each[], bound: number, { client }: Each, by: 'address' | 'network'): boolean {
    const taken = among.filter((each) => this.#taken.has(each));
    if (taken.length < bound) return true;
    const { isIdle = () => false, end } = this.#actions;
    const idle = largestShare(taken.filter(isIdle), by)[0];
    const most = largestShare(taken, by);
    const own = taken.filter((each) => each.client[by] === client[by]).length;
    const given = idle ?? (most.length > own + 1 ? most[0] : undefined);
    if (given === undefined) return false;
    this.#taken.delete(given);
    end(given);
    return true;
  }
}
