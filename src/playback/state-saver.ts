/** Saves what the player keeps, and says when it is durable. Thread: main. */
import { StateNotSaved } from '../errors.js';
import type { Log } from '../log.js';
import type { StateStore } from './player-store.js';

export class StateSaver {
  #saving: Promise<void> = Promise.resolve();
  /** The last save failed, or one is wanted although nothing has changed: whatever comes next saves. */
  isDue = false;

  /** @param saved called after each save that succeeded */
  constructor(
    private readonly store: Pick<StateStore, 'save'>,
    private readonly log: Log,
    private readonly saved: () => void,
  ) {}

  save(state: Parameters<StateStore['save']>[0]): void {
    const saving = this.store.save(state);
    this.#saving = saving;
    this.isDue = false;
    saving.then(this.saved, (error: unknown) => {
      this.log.error('queue not saved', { error });
      this.isDue = saving === this.#saving;
    });
  }

  /** Resolves when the last save is durable. @throws StateNotSaved */
  async durable(): Promise<void> {
    try {
      await this.#saving;
    } catch (cause) {
      throw new StateNotSaved({ cause });
    }
  }
}
