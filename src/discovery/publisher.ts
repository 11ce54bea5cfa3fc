/**
 * Services told on the network through Avahi, by the package mdns. Each is a connection of its own to the message bus, with
 * a thread that sleeps until Avahi says something. Thread: main, which waits for Avahi while a service begins (about ten
 * answers, 2 ms on a PC) and at no other time: whoever begins one has made sure that Avahi answers.
 * Source: dns_sd.h as avahi-compat-libdns_sd has it.
 */
import type { Advertisement } from 'mdns/lib/advertisement.js';
import { Conflict, Unavailable } from '../errors.js';
import { txtRecord } from './instance-name.js';

export type MdnsLibrary = { readonly Advertisement: typeof Advertisement };

export interface Service {
  /** Such as `_http._tcp`. */
  readonly type: string;
  readonly name: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
}

export interface PublicationListener {
  /** The network knows it, under this name: when another machine has the wished one already, Avahi gives a number. */
  registered(name: string): void;
  /** The service is not on the network any more: Avahi is gone, or has refused. Called at most once. */
  lost(error: Error): void;
}

export interface Publication {
  /** The network is told that it is gone. Waits for nobody. May be called twice. */
  stop(): void;
}

/** Error code of dns_sd.h. */
const NAME_CONFLICT = -65_548;

export class Publisher {
  readonly #load: () => MdnsLibrary;
  #library: MdnsLibrary | undefined;

  /** @param load called at most once if it succeeds */
  constructor(load: () => MdnsLibrary) {
    this.#load = load;
  }

  /** @throws Unavailable NO_DNS_SD where the library, or Avahi's part of it, is not installed: a retry does not help */
  load(): void {
    try {
      this.#library ??= this.#load();
    } catch (cause) {
      throw new Unavailable('NO_DNS_SD', "Avahi's library libdns_sd is not installed.", { cause });
    }
  }

  /**
   * Begins to tell of a service; the news come later.
   * @throws Conflict NAME_TAKEN when this very machine tells of another service of that type and name
   * @throws Unavailable NO_DNS_SD, or NOT_PUBLISHED when Avahi refuses: a retry may help
   */
  publish({ type, name, port, txt }: Service, listener: PublicationListener): Publication {
    this.load();
    let ended = false;
    const stop = (): void => {
      if (ended) return;
      ended = true;
      advertisement.stop();
    };
    const lose = (error: Error): void => {
      if (ended) return;
      // Not while its own callback runs.
      setImmediate(() => {
        if (ended) return;
        stop();
        listener.lost(error);
      });
    };
    const advertisement = this.#begin(type, port, { name, txtRecord: txtRecord(txt) }, (error, service) => {
      if (error !== undefined) lose(error);
      else if (!ended) listener.registered(service.name);
    });
    advertisement.on('error', lose);
    advertisement.start();
    return { stop };
  }

  #begin(...parameters: ConstructorParameters<typeof Advertisement>): Advertisement {
    try {
      return new (this.#library as MdnsLibrary).Advertisement(...parameters);
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      const isConflict = 'errorCode' in cause && cause.errorCode === NAME_CONFLICT;
      if (isConflict) throw new Conflict('NAME_TAKEN', 'This machine has such a service of that name.', { cause });
      throw new Unavailable('NOT_PUBLISHED', `Avahi does not tell of the service (${cause.message}).`, { cause });
    }
  }
}
