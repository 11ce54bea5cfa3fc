/**
 * Announces services by the package mdns, through Avahi. Each service has a connection of its own to the message bus,
 * and a thread that sleeps until Avahi sends something. Thread: main, which is blocked while a service is published
 * (about ten answers, 2 ms on a PC): the caller has to check first that Avahi answers. Source: dns_sd.h as
 * avahi-compat-libdns_sd has it.
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
  /** The service is announced under this name: after a conflict Avahi appends a number. */
  registered(name: string): void;
  /** The service is no longer announced: Avahi has ended or refused it. Called at most once. */
  lost(error: Error): void;
}

export interface Publication {
  /** Withdraws the service; does not block. May be called twice. */
  stop(): void;
}

/** Error code of dns_sd.h. */
const NAME_CONFLICT = -65_548;

export class Publisher {
  readonly #load: () => MdnsLibrary;
  #library: MdnsLibrary | undefined;

  /** @param load loads the package; called until it succeeds once */
  constructor(load: () => MdnsLibrary) {
    this.#load = load;
  }

  /** @throws Unavailable NO_DNS_SD where the library of Avahi is not installed: a retry does not help */
  load(): void {
    try {
      this.#library ??= this.#load();
    } catch (cause) {
      throw new Unavailable('NO_DNS_SD', "Avahi's library libdns_sd is not installed.", { cause });
    }
  }

  /**
   * Begins to announce a service; the outcome comes by the listener.
   * @throws Conflict NAME_TAKEN when this machine announces another service of that type and name
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
      // Not inside a callback of the advertisement.
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
