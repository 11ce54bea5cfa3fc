/**
 * The alarms that a person has set: kept in the state database, and rung by an `AlarmClock`, which is loaded when one is on.
 * Thread: main. Every change resolves when it is durable, and is told to whoever listens.
 * @throws Unavailable from every call: LIBRARY_UNAVAILABLE, or NOT_SAVED from those that change something
 */
import { randomUUID } from 'node:crypto';

import type { Database } from '../database/database.js';
import { GuardedDatabase } from '../database/guarded.js';
import type { Sqlite } from '../database/sqlite.js';
import { Conflict, NotFound } from '../errors.js';
import { Revision } from '../revision.js';
import { type Alarm, type AlarmFacts, type AlarmTimes, MOST_ALARMS, NEW_ALARM } from './alarm.js';
import type { AlarmClock, AlarmClockDeps } from './alarm-clock.js';
import * as store from './alarm-store.js';
import type * as plans from './plan.js';
import { findMusic, type MusicDeps, requireMusic } from './music.js';
import { type RingState, WAITING } from './ring-state.js';

export interface AlarmsDeps extends Omit<
  AlarmClockDeps,
  'state' | 'changed' | 'findMusic' | 'writeTone' | 'now' | 'zone'
> {
  /** What people did. */
  readonly state: Database;
  readonly music: MusicDeps;
  /** Folders for the tone; the first in which it can be written. */
  readonly toneFolders: readonly string[];
  readonly now?: () => number;
  readonly zone?: () => string;
}

type Plan = typeof plans;

/** What a new alarm needs at least. */
export type NewAlarm = Partial<AlarmFacts> & Pick<AlarmFacts, 'minute'>;

const zoneOfBox = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export class Alarms extends Revision {
  readonly #state: GuardedDatabase;
  /** Unix milliseconds, as the clock of the box has them, and its time zone. */
  readonly now: () => number;
  readonly zone: () => string;
  #clock: Promise<AlarmClock> | undefined;
  #ringing: AlarmClock | undefined;
  #isStarted = false;

  constructor(private readonly deps: AlarmsDeps) {
    super();
    this.#state = new GuardedDatabase(deps.state, deps.log);
    this.now = deps.now ?? (() => Date.now());
    this.zone = deps.zone ?? zoneOfBox;
  }

  /** Waits for the alarms from now on. Never rejects. */
  async start(): Promise<void> {
    this.#isStarted = true;
    await this.look();
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    (await this.#clock?.catch(() => undefined))?.stop();
  }

  /** The alarms in the database, the time or its zone may be others. Never rejects. */
  async look(): Promise<void> {
    this.changed();
    if (!this.#isStarted) return;
    try {
      const isNeeded = this.#clock !== undefined || (await this.#state.read(store.needsClock));
      if (isNeeded) await this.#follow();
    } catch (error) {
      this.deps.log.error('alarms: none rings', { error });
    }
  }

  /** What rings, or is snoozed. */
  read(): RingState {
    return this.#ringing?.state ?? WAITING;
  }

  /** By the time of day. */
  list(): Promise<Alarm[]> {
    return this.#state.read(store.listAlarms);
  }

  /** @throws NotFound UNKNOWN_ID */
  async get(id: string): Promise<Alarm> {
    const alarm = await this.#state.read((sql) => store.findAlarm(sql, id));
    if (alarm === undefined) throw unknownAlarm();
    return alarm;
  }

  /** @throws Conflict TOO_MANY_ALARMS; NotFound UNKNOWN_ID and InvalidInput for music that is not there */
  async add(said: NewAlarm): Promise<Alarm> {
    const facts = { ...NEW_ALARM, ...said };
    await requireMusic(facts.music, this.deps.music);
    const { timesFrom } = await this.#plan();
    const id = randomUUID();
    await this.#write((sql) => {
      if (store.countAlarms(sql) >= MOST_ALARMS) {
        throw new Conflict('TOO_MANY_ALARMS', `At most ${MOST_ALARMS} alarms are kept: delete one first.`);
      }
      store.addAlarm(sql, id, facts, timesFrom(facts, this.now(), this.zone()), this.#seconds());
    });
    return this.get(id);
  }

  /**
   * What is not said stays as it is; with another time, what was skipped is forgotten. One that rings and is switched off
   * ends. @throws as `add`, and for an unknown id
   */
  async change(id: string, said: Partial<AlarmFacts>): Promise<Alarm> {
    if (said.music !== undefined) await requireMusic(said.music, this.deps.music);
    const { timesFrom, timesOf } = await this.#plan();
    await this.#write((sql) => {
      const before = store.findAlarm(sql, id);
      if (before === undefined) throw unknownAlarm();
      const facts = { ...before, ...said };
      const times = isSameTime(before, facts) ? timesOf(before) : timesFrom(facts, this.now(), this.zone());
      store.replaceAlarm(sql, id, facts, { ...times, missed: null }, this.#seconds());
    });
    if (said.isEnabled === false) this.#ringing?.drop(id);
    return this.get(id);
  }

  /** Nothing happens to an unknown one; one that rings ends. */
  remove(id: string): Promise<void> {
    return this.#write((sql) => store.removeAlarm(sql, id));
  }

  /** Leaves out the next time, once, or does not. @throws NotFound UNKNOWN_ID, Conflict ALARM_OFF, ALARM_RINGS_ONCE */
  async skip(id: string, skips: boolean): Promise<Alarm> {
    const plan = await this.#plan();
    await this.#write((sql) => {
      const alarm = store.findAlarm(sql, id);
      if (alarm === undefined) throw unknownAlarm();
      store.setTimes(sql, id, skippedTimes(alarm, skips, plan, this.now()));
    });
    return this.get(id);
  }

  /** Silence for some minutes, then it rings again. @throws Conflict NO_ALARM_RINGS */
  async snooze(): Promise<void> {
    if ((await this.#ringing?.snooze()) !== true) throw noneRings();
  }

  /** Ends what rings or is snoozed. @throws Conflict NO_ALARM_RINGS */
  async end(): Promise<void> {
    if ((await this.#ringing?.end()) !== true) throw noneRings();
  }

  #plan(): Promise<Plan> {
    return import('./plan.js');
  }

  #seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  /** What could not be saved for certain may be there all the same. */
  async #write(change: (sql: Sqlite) => void): Promise<void> {
    try {
      await this.#state.write(change);
    } finally {
      await this.look();
    }
  }

  async #follow(): Promise<void> {
    if (this.#clock !== undefined) {
      await (await this.#clock).reload();
      return;
    }
    this.#clock = this.#loadClock();
    // Another attempt comes with the next change.
    this.#clock.catch(() => (this.#clock = undefined));
    await this.#clock;
  }

  async #loadClock(): Promise<AlarmClock> {
    const [{ AlarmClock }, { writeTone }] = await Promise.all([import('./alarm-clock.js'), import('./tone.js')]);
    const { deps } = this;
    const clock = new AlarmClock({
      ...deps,
      state: this.#state,
      now: this.now,
      zone: this.zone,
      findMusic: ({ music, isShuffled }) => findMusic(music, isShuffled, deps.music),
      writeTone: () => firstOf(deps.toneFolders, writeTone),
      changed: () => this.changed(),
    });
    this.#ringing = clock;
    await clock.start();
    return clock;
  }
}

const isSameTime = (before: AlarmFacts, after: AlarmFacts): boolean =>
  before.isEnabled === after.isEnabled && before.minute === after.minute && before.days.join() === after.days.join();

/** @throws Conflict ALARM_OFF, ALARM_RINGS_ONCE */
function skippedTimes(alarm: Alarm, skips: boolean, plan: Plan, now: number): AlarmTimes {
  if (!alarm.isEnabled) throw new Conflict('ALARM_OFF', 'The alarm is off: there is no next time to skip.');
  if (alarm.days.length === 0) {
    throw new Conflict('ALARM_RINGS_ONCE', 'The alarm rings once only: switch it off instead.');
  }
  const isSkipped = alarm.skipped !== null && alarm.skipped > now;
  if (skips === isSkipped) return plan.timesOf(alarm);
  return skips ? plan.skipping(alarm) : plan.notSkipping(alarm, now);
}

/** @throws Error of the last folder */
async function firstOf(folders: readonly string[], write: (folder: string) => Promise<string>): Promise<string> {
  let failure: unknown = new Error('there is no folder for the tone');
  for (const folder of folders) {
    try {
      return await write(folder);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function unknownAlarm(): NotFound {
  return new NotFound('UNKNOWN_ID', 'There is no alarm with this id.');
}

function noneRings(): Conflict {
  return new Conflict('NO_ALARM_RINGS', 'No alarm rings or is snoozed.');
}
