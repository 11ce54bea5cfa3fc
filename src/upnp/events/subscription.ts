/**
 * One subscriber: what it has not been sent yet, put together to one event at a time. What it holds of memory is the changed
 * variables of its service, however slow it is. Thread: main.
 */
import type { Client, Held } from '../../http/shares.js';
import type { Service, Values } from '../services/service.js';
import { type Notice, notify, propertySet } from './notify.js';

/** Shortest time between two events, in ms (AVTransport:1 section 2.3.1). */
export const MODERATION = 200;
/** Events in a row that a subscriber may not take before it is dropped. */
const MOST_FAILURES = 3;
/** Factor by which that time grows with each event that was not taken. */
const SLOWER = 3;
const LAST_SEQUENCE = 2 ** 32 - 1;

export interface SubscriptionDeps {
  /** Called when the subscriber takes no events any more. */
  readonly dropped: (subscription: Subscription, error: unknown) => void;
  readonly send?: (url: URL, notice: Notice) => Promise<void>;
}

export class Subscription implements Held {
  #waiting: Record<string, string> | undefined;
  #isSending = false;
  #isEnded = false;
  #sentAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #sequence = 0;
  #failures = 0;

  constructor(
    readonly sid: string,
    readonly client: Client,
    readonly service: Service,
    private readonly callbacks: readonly URL[],
    private readonly deps: SubscriptionDeps,
  ) {}

  /** @param expired called when it was not renewed in time */
  renew(seconds: number, expired: () => void): void {
    clearTimeout(this.#expiry);
    if (!this.#isEnded) this.#expiry = setTimeout(expired, seconds * 1000).unref();
  }

  /** Later values of a variable replace earlier ones. */
  add(values: Values): void {
    if (this.#isEnded) return;
    this.#waiting = { ...this.#waiting, ...values };
    this.#plan();
  }

  /** May be called twice. */
  end(): void {
    this.#isEnded = true;
    this.#waiting = undefined;
    clearTimeout(this.#timer);
    clearTimeout(this.#expiry);
  }

  #plan(): void {
    if (this.#isSending || this.#timer !== undefined || this.#waiting === undefined) return;
    const pause = Math.max(0, this.#sentAt + MODERATION * SLOWER ** this.#failures - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, pause).unref();
  }

  /** Never rejects. */
  async #send(): Promise<void> {
    const values = this.#waiting;
    if (values === undefined || this.#isEnded) return;
    this.#waiting = undefined;
    this.#isSending = true;
    this.#sentAt = performance.now();
    const body = propertySet(values, this.service.lastChange);
    const notice = { sid: this.sid, sequence: this.#sequence, body };
    // Zero is the first event only.
    this.#sequence = this.#sequence === LAST_SEQUENCE ? 1 : this.#sequence + 1;
    try {
      await this.#deliver(notice);
      this.#failures = 0;
    } catch (error) {
      this.#miss(values, error);
    }
    this.#isSending = false;
    this.#plan();
  }

  /** What it has missed comes with the next event. */
  #miss(values: Values, error: unknown): void {
    this.#failures += 1;
    if (this.#failures >= MOST_FAILURES && !this.#isEnded) this.deps.dropped(this, error);
    if (!this.#isEnded) this.#waiting = { ...values, ...this.#waiting };
  }

  /** Each address in turn, until one takes it. */
  async #deliver(notice: Notice): Promise<void> {
    const { send = notify } = this.deps;
    let failure: unknown = new Error('there is no address');
    for (const url of this.callbacks) {
      try {
        await send(url, notice);
        return;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }
}
