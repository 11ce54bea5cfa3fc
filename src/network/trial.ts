/**
 * A change of the networks that may cut off the very client that asks for it. NetworkManager keeps the state before as a
 * checkpoint, and goes back to it by itself when the time is over, even if this daemon has ended. Thread: main.
 *
 *     none ──begin──▶ running ──keep──▶ none, with the change
 *       ▲                │
 *       └─ time is over, or takeBack
 */
import type { Log } from '../log.js';
import { CHECKPOINT } from './bus-names.js';
import type { ManagedObjects } from './managed-objects.js';
import { CHECKPOINTS, type NetworkManager } from './network-manager.js';
import { noChangeWaits } from './refusals.js';

/** Flag of `CheckpointCreate`: profiles made since then are deleted by the way back. */
export const DELETE_NEW_PROFILES = 2;
/** Milliseconds after the end of the time: NetworkManager is the one that goes back. */
const AFTER = 1000;

interface Running {
  /** Path on the bus; NetworkManager may have used the checkpoint up. */
  readonly checkpoint: string;
  readonly isKept: Promise<boolean>;
  readonly end: (isKept: boolean) => void;
}

export class Trial {
  #running: Running | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isToBeFound = false;

  constructor(
    private readonly manager: NetworkManager,
    private readonly log: Log,
  ) {}

  /** Whether the box waits in another network for the first request of a client. */
  get isToBeFound(): boolean {
    return this.#isToBeFound;
  }

  /** Whether a change was neither kept nor taken back. */
  isRunning(objects: ManagedObjects): boolean {
    return objects.get(this.#running?.checkpoint, CHECKPOINT) !== undefined;
  }

  /**
   * Keeps the state of some devices, before they are changed.
   * @param seconds until NetworkManager goes back
   * @throws as `NetworkManager.call`
   */
  async begin(devices: readonly string[], seconds: number, flags = 0): Promise<void> {
    const body = [devices, seconds, flags];
    const create = { member: 'CheckpointCreate', signature: 'aouu', body, rule: CHECKPOINTS };
    const [checkpoint] = await this.manager.manage(create);
    // NetworkManager has gone back, a moment before the timer says so.
    this.#end(false);
    let end: Running['end'] = () => undefined;
    const isKept = new Promise<boolean>((resolve) => (end = resolve));
    this.#running = { checkpoint: checkpoint as string, isKept, end };
    this.#endIn(seconds);
  }

  /**
   * Waits for a client in the new network, or for `keep`.
   * @param seconds from now on, in place of those of `begin`
   * @returns whether the change is kept; false when it was taken back
   * @throws as `NetworkManager.call`
   */
  async isFound(seconds: number): Promise<boolean> {
    const running = this.#running;
    // Somebody who came by a cable has kept it already.
    if (running === undefined) return true;
    const body = [running.checkpoint, seconds];
    const adjust = { member: 'CheckpointAdjustRollbackTimeout', signature: 'ou', body, rule: CHECKPOINTS };
    await this.manager.manage(adjust);
    this.#endIn(seconds);
    this.#isToBeFound = true;
    return running.isKept;
  }

  /** Makes the change final. @throws Conflict NO_NETWORK_CHANGE, or as `NetworkManager.call` */
  async keep(): Promise<void> {
    if (!this.isRunning(await this.manager.objects())) throw noChangeWaits();
    await this.#finish('CheckpointDestroy');
  }

  /** Goes back at once. Never rejects: NetworkManager goes back by itself in the end. */
  async takeBack(): Promise<void> {
    await this.#finish('CheckpointRollback').catch((error: unknown) => {
      this.log.warn('network: checkpoint not ended (NetworkManager ends it later)', { error });
    });
  }

  async #finish(member: 'CheckpointDestroy' | 'CheckpointRollback'): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    const call = { member, signature: 'o', body: [running.checkpoint], rule: CHECKPOINTS };
    await this.manager.manage(call);
    this.#end(member === 'CheckpointDestroy');
  }

  #endIn(seconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(false), seconds * 1000 + AFTER).unref();
  }

  #end(isKept: boolean): void {
    clearTimeout(this.#timer);
    this.#isToBeFound = false;
    this.#running?.end(isKept);
    this.#running = undefined;
  }
}
