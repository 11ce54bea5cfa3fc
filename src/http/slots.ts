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
  /** In each set those that came first stand first. */
  readonly #ofAddress = new Map<string, Set<Each>>();
  readonly #ofNetwork = new Map<string, Set<Each>>();
  readonly #notLocal = new Set<Each>();

  constructor(
    readonly bounds: SlotBounds,
    private readonly actions: SlotActions<Each>,
  ) {}

  /** @returns false when there is no room for it */
  take(newcomer: Each): boolean {
    const { address, network, isLocal } = newcomer.client;
    const hasRoom =
      this.#makeRoom(this.#ofAddress.get(address), this.bounds.address, newcomer, 'address') &&
      this.#makeRoom(this.#ofNetwork.get(network), this.bounds.network, newcomer, 'address') &&
      (isLocal || this.#makeRoom(this.#notLocal, this.bounds.all, newcomer, 'network'));
    if (hasRoom) {
      setOf(this.#ofAddress, address).add(newcomer);
      setOf(this.#ofNetwork, network).add(newcomer);
      if (!isLocal) this.#notLocal.add(newcomer);
    }
    return hasRoom;
  }

  /** May be called twice. */
  leave(each: Each): void {
    remove(this.#ofAddress, each.client.address, each);
    remove(this.#ofNetwork, each.client.network, each);
    this.#notLocal.delete(each);
  }

  /** @param by whose shares are compared */
  #makeRoom(among: ReadonlySet<Each> | undefined, bound: number, { client }: Each, by: 'address' | 'network'): boolean {
    if (among === undefined || among.size < bound) return true;
    const given = this.#replaceable([...among], client[by], by);
    if (given === undefined) return false;
    this.leave(given);
    this.actions.end(given);
    return true;
  }

  /** @param whose the address or network of the newcomer */
  #replaceable(taken: readonly Each[], whose: string, by: 'address' | 'network'): Each | undefined {
    const { isIdle } = this.actions;
    const [idle] = isIdle === undefined ? [] : largestShare(taken.filter(isIdle), by);
    if (idle !== undefined) return idle;
    const most = largestShare(taken, by);
    const own = taken.filter((each) => each.client[by] === whose).length;
    return most.length > own + 1 ? most[0] : undefined;
  }
}

function setOf<Each>(sets: Map<string, Set<Each>>, key: string): Set<Each> {
  const found = sets.get(key) ?? new Set();
  sets.set(key, found);
  return found;
}

/** An empty set is dropped: addresses come and go. */
function remove<Each>(sets: Map<string, Set<Each>>, key: string, each: Each): void {
  const set = sets.get(key);
  set?.delete(each);
  if (set?.size === 0) sets.delete(key);
}
