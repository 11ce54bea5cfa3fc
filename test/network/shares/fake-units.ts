/** Units of shares without a system behind them, for tests of what is above: they mount what the test allows. */
import type { MountState } from '../../../src/network/shares/share-units.js';
import { failureOf } from '../../../src/network/shares/share-failure.js';

export class FakeUnits {
  /** Requests in their order; undefined: as it was kept. */
  readonly requests: (readonly [id: string, request: string | undefined])[] = [];
  readonly released: string[] = [];
  readonly forgotten: string[] = [];
  /** Code of the next mounts, undefined for success. */
  failing: string | undefined;
  /** Shares that are kept with their passwords; undefined: all. */
  keptOnly: Set<string> | undefined;
  /** Thrown by every call. */
  failure: Error | undefined;
  /** Resolves when mounts may go on. */
  gate: Promise<void> = Promise.resolve();
  readonly #states = new Map<string, MountState>();
  readonly #folders = new Map<string, string>();

  async mount(id: string, request?: string): Promise<MountState> {
    this.requests.push([id, request]);
    await this.gate;
    if (this.failure !== undefined) throw this.failure;
    const folder = /^folder=(.*)$/m.exec(request ?? '')?.[1] ?? this.#folders.get(id) ?? 'Kept';
    this.#folders.set(id, folder);
    const mounted: MountState = /^trial=yes$/m.test(request ?? '')
      ? { kind: 'mountable' }
      : { kind: 'mounted', path: `/media/tonearm/${folder}` };
    const isUnknown = request === undefined && this.keptOnly?.has(id) === false;
    const failing = isUnknown ? 'PASSWORD_NEEDED nothing is kept of it' : this.failing;
    const state: MountState = failing === undefined ? mounted : { kind: 'failed', failure: failureOf(failing) };
    this.#states.set(id, state);
    return state;
  }

  async states(): Promise<ReadonlyMap<string, MountState>> {
    return this.#states;
  }

  async release(id: string): Promise<void> {
    this.released.push(id);
    this.#states.delete(id);
  }

  async forget(id: string): Promise<void> {
    if (this.failure !== undefined) throw this.failure;
    this.forgotten.push(id);
    this.#states.delete(id);
  }
}
