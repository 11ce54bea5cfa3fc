/**
 * A subscription to the events of one service, renewed while it is open. A renderer that takes none is asked regularly while
 * it plays, so that nothing depends on events. Source: UPnP Device Architecture 1.0 section 4.1. Thread: main.
 */
import type { Log } from '../../log.js';
import { readSeconds } from '../../upnp-wire/time.js';
import type { DeviceHttp } from '../device-http.js';

const BOUNDS = { patience: 5000, most: 4096 };
/** Seconds that are asked for. */
const WANTED = 1800;

export class Subscription {
  #sid: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly http: DeviceHttp,
    private readonly events: URL,
    private readonly callback: string,
    private readonly log: Log,
  ) {}

  /** Never rejects. */
  async begin(): Promise<void> {
    await this.#send({ callback: `<${this.callback}>`, nt: 'upnp:event' });
  }

  /** Resolves when the renderer knows it, or does not answer. Never rejects. May be called twice. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isClosed = true;
    const sid = this.#sid;
    this.#sid = undefined;
    if (sid === undefined) return;
    await this.http.request('UNSUBSCRIBE', this.events, { ...BOUNDS, headers: { sid } }).catch(() => undefined);
  }

  /** Never rejects. @returns whether the renderer has taken it */
  async #send(headers: Readonly<Record<string, string>>): Promise<boolean> {
    try {
      const answer = await this.http.request('SUBSCRIBE', this.events, {
        ...BOUNDS,
        headers: { ...headers, timeout: `Second-${WANTED}` },
      });
      const { sid } = answer.headers;
      if (answer.status !== 200 || typeof sid !== 'string') throw new Error(`answered HTTP ${answer.status}`);
      this.#sid = sid;
      if (this.#isClosed) {
        await this.end();
        return false;
      }
      const seconds = readSeconds(String(answer.headers['timeout']));
      this.#timer = setTimeout(() => void this.#renew(), (seconds / 2) * 1000).unref();
      return true;
    } catch (error) {
      this.log.debug('renderer: no events', { address: this.events.href, error });
      return false;
    }
  }

  /** A renderer that was started anew knows nothing of it. */
  async #renew(): Promise<void> {
    const sid = this.#sid;
    this.#sid = undefined;
    const isRenewed = sid !== undefined && (await this.#send({ sid }));
    if (!isRenewed && !this.#isClosed) await this.begin();
  }
}
