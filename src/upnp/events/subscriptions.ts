/**
 * The subscribers of all services. Changes of the player and the volume are compared with what was there before, at most
 * five times a second, and only while somebody has subscribed. Source: UPnP Device Architecture 1.0 section 4. Thread: main.
 */
import { randomUUID } from 'node:crypto';
import { Slots } from '../../http/slots.js';
import type { Client } from '../../http/shares.js';
import type { Log } from '../../log.js';
import type { Service, Values } from '../services/service.js';
import { MODERATION, Subscription, type SubscriptionDeps } from './subscription.js';

/** A controller subscribes to two or three services. */
const BOUNDS = { address: 12, network: 12, all: 48 };

interface SubscriptionsDeps {
  readonly log: Log;
  readonly send?: NonNullable<SubscriptionDeps['send']>;
}

export class Subscriptions {
  readonly #bySid = new Map<string, Subscription>();
  readonly #slots = new Slots<Subscription>(BOUNDS, { end: (each) => this.#remove(each) });
  readonly #known = new Map<Service, Values>();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: SubscriptionsDeps) {}

  get size(): number {
    return this.#bySid.size;
  }

  /** @returns undefined when there is no room. `begin` is to be called when the subscriber knows its SID. */
  add(
    service: Service,
    client: Client,
    callbacks: readonly URL[],
    seconds: number,
  ): { readonly sid: string; readonly begin: () => void } | undefined {
    const { log, send } = this.deps;
    const dropped = (each: Subscription, error: unknown): void => {
      log.info('subscriber: dropped (it takes no events)', { address: each.client.address, error });
      this.#remove(each);
    };
    const subscription = new Subscription(`uuid:${randomUUID()}`, client, service, callbacks, {
      dropped,
      ...(send === undefined ? {} : { send }),
    });
    if (!this.#slots.take(subscription)) return undefined;
    this.#bySid.set(subscription.sid, subscription);
    subscription.renew(seconds, () => this.#remove(subscription));
    return {
      sid: subscription.sid,
      begin: () => {
        const state = this.#stateOf(service);
        if (state === undefined) return;
        if (!this.#known.has(service)) this.#known.set(service, state);
        subscription.add(state);
      },
    };
  }

  /** @returns false for a SID that is not known, or of another service */
  renew(service: Service, sid: string, seconds: number): boolean {
    const subscription = this.#find(service, sid);
    subscription?.renew(seconds, () => this.#remove(subscription));
    return subscription !== undefined;
  }

  /** @returns false as `renew` */
  remove(service: Service, sid: string): boolean {
    const subscription = this.#find(service, sid);
    if (subscription !== undefined) this.#remove(subscription);
    return subscription !== undefined;
  }

  /** Anything of the services may be another. */
  changed(): void {
    if (this.#bySid.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#compare();
    }, MODERATION).unref();
  }

  /** May be called twice. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const each of [...this.#bySid.values()]) this.#remove(each);
  }

  #find(service: Service, sid: string): Subscription | undefined {
    const subscription = this.#bySid.get(sid);
    return subscription?.service === service ? subscription : undefined;
  }

  #remove(subscription: Subscription): void {
    subscription.end();
    this.#bySid.delete(subscription.sid);
    this.#slots.leave(subscription);
    const isLast = ![...this.#bySid.values()].some(({ service }) => service === subscription.service);
    if (isLast) this.#known.delete(subscription.service);
  }

  #compare(): void {
    for (const [service, before] of this.#known) {
      const now = this.#stateOf(service);
      if (now === undefined) continue;
      this.#known.set(service, now);
      const changes = Object.entries(now).filter(([name, value]) => before[name] !== value);
      if (changes.length === 0) continue;
      const values = Object.fromEntries(changes);
      for (const each of this.#bySid.values()) if (each.service === service) each.add(values);
    }
  }

  /** Undefined while it cannot be had, such as the volume of a card that is gone. */
  #stateOf(service: Service): Values | undefined {
    try {
      return service.state();
    } catch (error) {
      this.deps.log.debug('event: state not known', { service: service.table.name, error });
      return undefined;
    }
  }
}
