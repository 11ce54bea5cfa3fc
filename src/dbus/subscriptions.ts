/**
 * Subscriptions to signals. Every signal is matched again here: all rules of a connection share its messages, and any
 * program may send a signal that looks like that of another. Thread: main.
 */
import { TimedOut } from '../errors.js';
import type { Log } from '../log.js';
import type { BusConnection } from './connection.js';
import { isMatch, ruleOf, type BusMatch, type BusSignal } from './match.js';
import { busCall, isWellKnown, type NameOwners } from './name-owners.js';

interface Subscription {
  readonly match: BusMatch;
  readonly onSignal: (signal: BusSignal) => void;
  readonly joined: () => void;
}

export class Subscriptions {
  readonly #subscriptions = new Set<Subscription>();
  #connection: BusConnection | undefined;

  constructor(
    private readonly owners: NameOwners,
    private readonly log: Log,
    private readonly patience: number,
  ) {}

  get size(): number {
    return this.#subscriptions.size;
  }

  /** @returns ends the subscription */
  add(match: BusMatch, onSignal: (signal: BusSignal) => void, joined: () => void): () => void {
    const { sender } = match;
    // Before the rule: the owner of the name must be known when the first signal arrives.
    const unwatch =
      sender !== undefined && isWellKnown(sender) ? this.owners.watch(sender, () => undefined) : () => undefined;
    const subscription = { match, onSignal, joined };
    this.#subscriptions.add(subscription);
    if (this.#connection !== undefined) this.#begin(this.#connection, subscription);
    return () => {
      if (!this.#subscriptions.delete(subscription)) return;
      this.#connection?.ask(busCall('RemoveMatch', ruleOf(match)), this.patience, () => undefined);
      unwatch();
    };
  }

  join(connection: BusConnection): void {
    this.#connection = connection;
    for (const subscription of this.#subscriptions) this.#begin(connection, subscription);
  }

  leave(): void {
    this.#connection = undefined;
  }

  hear(signal: BusSignal): void {
    for (const subscription of [...this.#subscriptions]) {
      const { match, onSignal } = subscription;
      const owner = match.sender === undefined ? undefined : this.owners.ownerOf(match.sender);
      if (!this.#subscriptions.has(subscription) || !isMatch(match, owner, signal)) continue;
      this.#guarded(() => onSignal(signal));
    }
  }

  #begin(connection: BusConnection, subscription: Subscription): void {
    const { match, joined } = subscription;
    connection.ask(busCall('AddMatch', ruleOf(match)), this.patience, (answer) => {
      if (connection !== this.#connection || !this.#subscriptions.has(subscription)) return;
      if (!(answer instanceof Error)) this.#guarded(joined);
      else if (answer instanceof TimedOut) connection.close();
      else
        this.log.warn('dbus: subscription refused (changes of that service are not seen)', {
          rule: ruleOf(match),
          error: answer,
        });
    });
  }

  #guarded(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.log.error('dbus: handler of a signal failed', { error });
    }
  }
}
