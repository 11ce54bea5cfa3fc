/**
 * Clock and time zone of the box, set by systemd-timedated. Thread: main.
 * Source: org.freedesktop.timedate1(5).
 */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Conflict, InvalidInput, ServiceFailed } from '../errors.js';
import { errorName } from '../dbus/refusals.js';
import type { BusCall, SystemBus } from '../dbus/system-bus.js';
import type { NetworkTimeMark } from './network-time-mark.js';

const TIMEDATE = {
  destination: 'org.freedesktop.timedate1',
  path: '/org/freedesktop/timedate1',
  interface: 'org.freedesktop.timedate1',
} as const;

/** A link into the tz database; on the appliance it leads to nothing until somebody chooses a zone. */
const LOCALTIME = '/etc/localtime';

const STILL_SET_BY_NETWORK = 'org.freedesktop.timedate1.AutomaticTimeSyncEnabled';
/** Milliseconds to wait until the time service has ended, and between two attempts to set the clock. */
const ENDING_PATIENCE = 15_000;
const ENDING_POLL = 200;

export interface ClockState {
  /** Unix milliseconds. */
  readonly time: number;
  /** Name in the tz database, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Whether a person or a file of the card chose the zone; otherwise it is the default. */
  readonly zoneChosen: boolean;
  /** Whether the network sets the clock. */
  readonly networkTime: boolean;
  /** Whether a time service is installed. */
  readonly canNetworkTime: boolean;
  /** Whether the network has set the clock. */
  readonly synchronised: boolean;
}

export interface ClockChange {
  readonly timeZone?: string;
  readonly networkTime?: boolean;
  /** Unix milliseconds. */
  readonly time?: number;
}

export interface ClockDeps {
  readonly bus: Pick<SystemBus, 'call' | 'properties'>;
  /** The setting as the next start of the box reads it. */
  readonly mark: Pick<NetworkTimeMark, 'set'>;
  /** Resolves when what timedated has written is durable. Never rejects. */
  readonly makeDurable: () => Promise<void>;
  /** Called when another zone is in force. */
  readonly zoneChanged: (zone: string) => void;
  /** Called when a person has set another time. */
  readonly timeSet?: () => void;
  /** Path of the link that says which zone was chosen. */
  readonly localtime?: string;
}

export class Clock {
  constructor(private readonly deps: ClockDeps) {}

  /** @throws as `SystemBus.call` */
  async read(): Promise<ClockState> {
    const values = await this.deps.bus.properties(TIMEDATE);
    return {
      time: millisecondsIn(values, 'TimeUSec'),
      timeZone: textIn(values, 'Timezone') || 'UTC',
      zoneChosen: existsSync(this.deps.localtime ?? LOCALTIME),
      networkTime: flagIn(values, 'NTP'),
      canNetworkTime: flagIn(values, 'CanNTP'),
      synchronised: flagIn(values, 'NTPSynchronized'),
    };
  }

  /** Names of all zones, sorted. @throws as `SystemBus.call` */
  async timeZones(): Promise<readonly string[]> {
    const [zones] = await this.deps.bus.call({ ...TIMEDATE, member: 'ListTimezones' });
    return (zones as string[]).toSorted();
  }

  /**
   * Checks the whole change, then sets the zone, the network time and the time, in this order. What was set before a
   * failure stays. Resolves when zone and network time are durable.
   * @throws InvalidInput UNKNOWN_TIME_ZONE, Conflict NETWORK_TIME_ON or NO_NETWORK_TIME, or as `SystemBus.call`
   */
  async change(change: ClockChange): Promise<void> {
    const { timeZone, networkTime, time } = change;
    if (timeZone === undefined && networkTime === undefined && time === undefined) return;
    const before = await this.read();
    await this.#judge(change, before);
    if (timeZone !== undefined && timeZone !== before.timeZone) await this.#setZone(timeZone);
    if (networkTime !== undefined) await this.#setNetworkTime(networkTime);
    if (timeZone !== undefined || networkTime !== undefined) await this.deps.makeDurable();
    if (time !== undefined) await this.#setTime(time);
  }

  async #judge({ timeZone, networkTime, time }: ClockChange, state: ClockState): Promise<void> {
    if (timeZone !== undefined && !(await this.timeZones()).includes(timeZone)) {
      const message = 'is no time zone of this box: GET /system/time-zones lists them';
      throw new InvalidInput('UNKNOWN_TIME_ZONE', `The zone ${message}.`, [{ path: '/timezone', message }]);
    }
    if (networkTime === true && !state.canNetworkTime) {
      throw new Conflict('NO_NETWORK_TIME', 'This box has no program that sets its clock from the network.');
    }
    if (time !== undefined && (networkTime ?? state.networkTime)) throw setByNetwork();
  }

  async #setZone(zone: string): Promise<void> {
    await this.#call('SetTimezone', 'sb', [zone, false], 'org.freedesktop.timedate1.set-timezone');
    this.deps.zoneChanged(zone);
  }

  /** Sets the mark first: after a power cut the box starts with the new setting or the old one. */
  async #setNetworkTime(on: boolean): Promise<void> {
    const undo = await this.deps.mark.set(on);
    try {
      await this.#call('SetNTP', 'bb', [on, false], 'org.freedesktop.timedate1.set-ntp');
    } catch (error) {
      await undo();
      throw error;
    }
  }

  async #setTime(time: number): Promise<void> {
    const deadline = performance.now() + ENDING_PATIENCE;
    const microseconds = BigInt(time) * 1000n;
    for (;;) {
      try {
        await this.#call('SetTime', 'xbb', [microseconds, false, false], 'org.freedesktop.timedate1.set-time');
        this.deps.timeSet?.();
        return;
      } catch (error) {
        if (errorName(error) !== STILL_SET_BY_NETWORK) throw error;
        if (performance.now() > deadline) throw setByNetwork();
      }
      await delay(ENDING_POLL);
    }
  }

  async #call(member: string, signature: string, body: readonly unknown[], rule: string): Promise<void> {
    const call: BusCall = { ...TIMEDATE, member, signature, body, rule };
    await this.deps.bus.call(call);
  }
}

function setByNetwork(): Conflict {
  return new Conflict('NETWORK_TIME_ON', 'The network sets the clock: it can be set by hand once `ntp` is false.');
}

/** Reads properties of a service with their expected types. @throws ServiceFailed for another type */
type Values = Readonly<Record<string, unknown>>;

function valueIn(values: Values, name: string, type: 'string' | 'boolean' | 'bigint'): unknown {
  const value = values[name];
  if (typeof value === type) return value;
  throw new ServiceFailed('SYSTEM_SERVICE_FAILED', `${name} is not what it is known to be.`);
}

const textIn = (values: Values, name: string) => valueIn(values, name, 'string') as string;

const flagIn = (values: Values, name: string) => valueIn(values, name, 'boolean') as boolean;

/** Microseconds since 1970 (`t`) as milliseconds. */
const millisecondsIn = (values: Values, name: string) => Number((valueIn(values, name, 'bigint') as bigint) / 1000n);
