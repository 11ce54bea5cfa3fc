/**
 * Opens volume controls, off the main thread and within a time: the one of a Bluetooth speaker is behind the message bus,
 * where a service that hangs keeps whoever opens it waiting for half a minute. Thread: main.
 */
import type { Native, NativeMixer } from '../native.js';

/** A mixer with what a person calls it. */
export interface NamedMixer {
  readonly mixer: NativeMixer;
  /** ctl name. */
  readonly card: string;
}

/** How long it may take, in milliseconds. */
const PATIENCE = 5000;

/** What is under way for a ctl. */
interface Opening {
  /** Resolves when it is over, however it ends. */
  readonly over: Promise<unknown>;
  /** Somebody has waited for it in vain. */
  isLate: boolean;
}

export class Mixers {
  /** By ctl: one that hangs takes one thread of the pool, whoever asks for it. */
  readonly #openings = new Map<string, Opening>();

  /** @param patience in milliseconds */
  constructor(
    private readonly native: Pick<Native, 'openMixer'>,
    private readonly patience: number = PATIENCE,
  ) {}

  /**
   * Opens a simple element ('' for the best) of the first ctl of these that has it. 'late': it does not answer in time;
   * what comes of it is closed, and until then every answer is 'late'.
   * @throws Error why the first ctl has none, where no other has it
   */
  async open(cards: readonly string[], control: string): Promise<NamedMixer | 'late'> {
    let failure: Error | undefined;
    for (const card of cards) {
      try {
        const mixer = await this.#inTime(card, control);
        return mixer === 'late' ? mixer : { mixer, card };
      } catch (error) {
        failure ??= error as Error;
      }
    }
    throw failure ?? new Error('there is no mixer');
  }

  async #inTime(card: string, control: string): Promise<NativeMixer | 'late'> {
    if (this.#openings.get(card)?.isLate === true) return 'late';
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        const opening = this.#openings.get(card);
        if (opening !== undefined) opening.isLate = true;
        resolve('late');
      }, this.patience);
    });
    try {
      return await Promise.race([this.#alone(card, control, () => isLate), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #alone(card: string, control: string, isLate: () => boolean): Promise<NativeMixer | 'late'> {
    for (let other = this.#openings.get(card); other !== undefined; other = this.#openings.get(card)) await other.over;
    if (isLate()) return 'late';
    const opening = this.native.openMixer(card, control);
    const end = () => void this.#openings.delete(card);
    this.#openings.set(card, { over: opening.then(end, end), isLate: false });
    const mixer = await opening;
    if (!isLate()) return mixer;
    mixer.close();
    return 'late';
  }
}

/** The names of a ctl that may go by another one as well, the best first. */
export function ctlNames({
  card,
  otherwise,
}: {
  readonly card: string;
  readonly otherwise?: string;
}): readonly string[] {
  return otherwise === undefined ? [card] : [card, otherwise];
}
