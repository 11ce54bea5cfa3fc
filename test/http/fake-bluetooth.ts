/** Bluetooth as a test says, where the bus is of no interest: at first, a machine on which it does not run. */
import type { BluetoothState, KnownDevice } from '../../src/bluetooth/bluetooth.js';
import type { PairingAnswer } from '../../src/bluetooth/pairing-agent.js';

export class FakeBluetooth {
  state: BluetoothState = {
    phase: 'not_running',
    adapter: undefined,
    isScanning: false,
    devices: [],
    prompt: undefined,
  };
  /** In short words, such as `connect AA:BB:CC:DD:EE:FF`. */
  readonly asked: string[] = [];
  /** Thrown at whoever asks. */
  failure: Error | undefined;
  canAsk = (): boolean => false;
  readonly #listeners = new Set<() => void>();

  read(): BluetoothState {
    return this.state;
  }

  devices(): Promise<readonly KnownDevice[]> {
    return this.#ask('devices', this.state.devices);
  }

  scan(duration: number): Promise<readonly KnownDevice[]> {
    return this.#ask(`scan ${duration}`, this.state.devices);
  }

  connect(address: string): Promise<void> {
    return this.#ask(`connect ${address}`, undefined);
  }

  disconnect(address: string): Promise<void> {
    return this.#ask(`disconnect ${address}`, undefined);
  }

  forget(address: string): Promise<void> {
    return this.#ask(`forget ${address}`, undefined);
  }

  answer({ isAccepted, code, id }: PairingAnswer): void {
    this.asked.push(`answer ${isAccepted} ${code} ${id}`);
    if (this.failure !== undefined) throw this.failure;
  }

  askThrough(canAsk: () => boolean): void {
    this.canAsk = canAsk;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Is another one from now on, and says so. */
  become(state: Partial<BluetoothState>): void {
    this.state = { ...this.state, ...state };
    for (const listener of this.#listeners) listener();
  }

  async #ask<Result>(what: string, result: Result): Promise<Result> {
    this.asked.push(what);
    if (this.failure !== undefined) throw this.failure;
    return result;
  }
}
