/**
 * Home Assistant by MQTT: connects to the broker that a person has named, for as long as the setting is on, and again after
 * each failure. The broker and all that is read for it cost nothing while it is off. Thread: main.
 *
 *     off ◀──────────────── setting ────────────────▶ on, no address
 *      ▲                                                   │ address
 *      │                                                   ▼
 *      └── setting ── connected ◀──── CONNACK ──── connecting ◀── after a pause ──┐
 *                         └──────────────────────────────┴── failure ──▶ waiting ─┘
 */
import { Backoff, doublingDelays } from '../backoff.js';
import type { ConnectGuard } from '../net/guarded-lookup.js';
import type { NetworkTime } from '../net/network-time.js';
import { SerialQueue } from '../serial-queue.js';
import type { MqttSettings, Settings } from '../settings/settings.js';
import { parseBrokerAddress } from './address.js';
import type { Connection } from './connection.js';
import { BrokerFailure, type Trouble } from './failure.js';
import type { MqttLibrary } from './library.js';
import type { Session, SessionDeps } from './session.js';
import { OFFLINE, topicsOf } from './topics.js';

export interface MqttDeps extends SessionDeps {
  readonly settings: Pick<Settings, 'read' | 'subscribe'>;
  readonly readBoxId: () => Promise<string>;
  readonly guard: ConnectGuard;
  readonly time: Pick<NetworkTime, 'isAwaited'>;
  /** Loads MQTT.js; called when it is first switched on. */
  readonly load: () => MqttLibrary;
  /** Milliseconds before the first new attempt, the longest pause, and after how long a connection counts as one that holds. */
  readonly pauses?: { readonly first: number; readonly longest: number; readonly holds: number };
}

/** `no_address`: it is on, and no broker is named. `waiting`: it is tried again later. */
export const MQTT_PHASES = ['off', 'no_address', 'connecting', 'connected', 'waiting'] as const;

export interface MqttState {
  readonly phase: (typeof MQTT_PHASES)[number];
  /** Why there is no connection, or was none the last time; undefined while there is one, and while it is off. */
  readonly failure: { readonly trouble: Trouble; readonly message: string } | undefined;
}

const PAUSES = { first: 2000, longest: 120_000, holds: 60_000 };

/** What the present settings have led to. */
interface Run {
  readonly settings: MqttSettings;
  connection: Connection | undefined;
  session: Session | undefined;
  isOpen: boolean;
  isOver: boolean;
}

export class Mqtt {
  readonly #switching = new SerialQueue();
  readonly #backoff: Backoff;
  readonly #holds: number;
  #run: Run | undefined;
  #failure: BrokerFailure | undefined;
  #isStopped = false;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly deps: MqttDeps) {
    const { first, longest, holds } = deps.pauses ?? PAUSES;
    this.#backoff = new Backoff(doublingDelays(first, longest));
    this.#holds = holds;
  }

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    this.#unsubscribe = this.deps.settings.subscribe((now, before) => {
      if (now.mqtt !== before.mqtt) void this.#follow();
      const isOther = now.playerName !== before.playerName || now.hostName !== before.hostName;
      if (isOther) this.#run?.session?.factsChanged();
    });
    return this.#follow();
  }

  /** Says that the box is not there any more. May be called twice. Never rejects. */
  stop(): Promise<void> {
    this.#isStopped = true;
    this.#unsubscribe();
    return this.#follow();
  }

  read(): MqttState {
    const { enabled, address } = this.deps.settings.read().mqtt;
    if (!enabled) return { phase: 'off', failure: undefined };
    if (parseBrokerAddress(address) === undefined) return { phase: 'no_address', failure: undefined };
    if (this.#run?.isOpen === true) return { phase: 'connected', failure: undefined };
    const failure = this.#failure && { trouble: this.#failure.trouble, message: this.#failure.message };
    return { phase: this.#backoff.isScheduled ? 'waiting' : 'connecting', failure };
  }

  /** Resolves when what the settings want has begun, and what they do not want has ended. */
  #follow(): Promise<void> {
    return this.#switching.run(async () => {
      const wanted = this.deps.settings.read().mqtt;
      const isOn = wanted.enabled && parseBrokerAddress(wanted.address) !== undefined && !this.#isStopped;
      const run = this.#run;
      if (isOn ? run?.settings === wanted : run === undefined) return;
      this.#backoff.cancel();
      this.#backoff.reset();
      this.#failure = undefined;
      this.#run = undefined;
      if (run !== undefined) await this.#end(run, wanted);
      if (!isOn) return;
      this.#run = { settings: wanted, connection: undefined, session: undefined, isOpen: false, isOver: false };
      void this.#connect(this.#run);
    });
  }

  /** Never rejects. What another broker or prefix has retained would stay there for good. */
  async #end(run: Run, { enabled, address, discoveryPrefix }: MqttSettings): Promise<void> {
    run.isOver = true;
    const { settings, connection, session } = run;
    const isElsewhere = address !== settings.address || discoveryPrefix !== settings.discoveryPrefix;
    if (run.isOpen) session?.end(!this.#isStopped && (!enabled || isElsewhere));
    await connection?.end();
  }

  /** Never rejects. */
  async #connect(run: Run): Promise<void> {
    const { readBoxId, load, guard, time, log } = this.deps;
    try {
      const id = await readBoxId();
      const [opening, talking] = await Promise.all([import('./connection.js'), import('./session.js')]);
      const { address, user, password, discoveryPrefix } = run.settings;
      const endpoint = parseBrokerAddress(address);
      if (run.isOver || endpoint === undefined) return;
      const topics = topicsOf(id, discoveryPrefix);
      const lastWill = { topic: topics.availability, payload: OFFLINE };
      let openedAt = Infinity;
      const connection = new opening.Connection(
        { endpoint, user, password, clientId: topics.device, lastWill },
        { library: load(), guard, time },
        {
          opened: () => {
            openedAt = performance.now();
            log.info('broker: connected', { address });
            run.isOpen = true;
            run.session = new talking.Session(connection, topics, this.deps);
            run.session.begin();
          },
          message: (topic, payload, isRetained) => run.session?.receive(topic, payload, isRetained),
          drained: () => run.session?.drained(),
          refused: () => log.warn('broker: subscription refused (commands may not come)', { address, user }),
          closed: (failure) => {
            run.session?.closed();
            if (performance.now() - openedAt >= this.#holds) {
              this.#backoff.reset();
              this.#failure = undefined;
            }
            this.#failed(run, failure);
          },
        },
      );
      run.connection = connection;
    } catch (error) {
      if (error instanceof BrokerFailure) {
        this.#failed(run, error);
        return;
      }
      log.error('broker: not connected (a fault of ours)', { error });
      const message = error instanceof Error ? error.message : String(error);
      this.#failed(run, new BrokerFailure('unreachable', message, { cause: error }));
    }
  }

  #failed(run: Run, failure: BrokerFailure): void {
    run.connection = run.session = undefined;
    run.isOpen = false;
    if (run.isOver) return;
    const { message: reason } = failure;
    // Once: the attempts of a night would fill the log.
    if (failure.trouble !== this.#failure?.trouble) {
      this.deps.log.warn('broker: no connection (tried again later)', { address: run.settings.address, reason });
    }
    this.#failure = failure;
    this.#backoff.schedule(() => void this.#connect(run));
  }
}
