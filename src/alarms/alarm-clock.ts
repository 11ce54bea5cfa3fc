/**
 * Waits for the alarms that are on, and rings them. Loaded when there is one. Thread: main.
 *
 * One timer waits for the next of them, and looks at the time of day once a minute at least, because the network or a
 * person may set the clock. While the network is still to set it, it is looked at more often: until then the clock goes on
 * from the last known time, so that nothing rings too early. A clock that was never set rings nothing.
 */
import type { GuardedDatabase } from '../database/guarded.js';
import type { Log } from '../log.js';
import { EARLIEST, type NetworkTime } from '../net/network-time.js';
import { SerialQueue } from '../serial-queue.js';
import type { Alarm, AlarmTimes } from './alarm.js';
import * as store from './alarm-store.js';
import { judge, LATEST, timesOf } from './plan.js';
import { type RingEvent, type RingState, type RungAlarm, transition, WAITING } from './ring-state.js';
import { Ringer, type RingerDeps } from './ringer.js';

/** Longest wait between two looks at the time of day, and while the network is to set the clock, in ms. */
const LOOK = 60_000;
const LOOK_UNSET = 5000;
const MINUTE = 60_000;

export interface AlarmClockDeps extends RingerDeps {
  readonly state: GuardedDatabase;
  readonly networkTime: Pick<NetworkTime, 'isAwaited'>;
  /** Unix milliseconds, as the clock of the box has them. */
  readonly now: () => number;
  /** Name of the time zone of the box. */
  readonly zone: () => string;
  /** Alarms, or what rings, are others. */
  readonly changed: () => void;
  readonly log: Log;
}

export class AlarmClock {
  readonly #ringer: Ringer;
  readonly #serial = new SerialQueue();
  /** Those that are on. */
  #alarms: readonly Alarm[] = [];
  /** The last occurrence of each that was handled: also where that could not be saved. */
  readonly #handled = new Map<string, number>();
  #state: RingState = WAITING;
  #timer: NodeJS.Timeout | undefined;
  #ending: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(private readonly deps: AlarmClockDeps) {
    this.#ringer = new Ringer(deps, {
      failed: (reason) => {
        deps.log.warn('alarm: the tone plays in the place of its music', { reason });
        this.#report({ type: 'failed', reason });
      },
      silenced: () => this.#report({ type: 'silenced' }),
    });
  }

  get state(): RingState {
    return this.#state;
  }

  /** What rang when the daemon ended rings on, if its time is not over. Never rejects. */
  async start(): Promise<void> {
    const kept = await this.deps.state.read(store.readRinging).catch(() => undefined);
    this.#ringer.volumeBefore = kept?.volumeBefore ?? null;
    try {
      await this.#resume(kept?.state ?? WAITING);
    } catch (error) {
      this.deps.log.error('alarm: what rang before the start is given up', { error });
    }
    await this.reload();
  }

  /** May be called twice. What rings goes on with the next start. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#ending);
    this.#ringer.stop();
  }

  /** Alarms were added, changed or removed, or the time is another. Never rejects. */
  reload(): Promise<void> {
    return this.#serial.run(async () => {
      try {
        const alarms = await this.deps.state.read(store.listAlarms);
        const { state } = this;
        const rung = state.kind === 'waiting' ? undefined : alarms.find(({ id }) => id === state.alarm.id);
        const isGone = state.kind !== 'waiting' && rung === undefined;
        this.#alarms = alarms.filter(({ isEnabled }) => isEnabled);
        if (isGone) this.#report({ type: 'removed', id: state.alarm.id });
        await this.#look();
      } catch (error) {
        this.deps.log.error('alarms: not readable', { error });
        this.#arm();
      }
    });
  }

  /** @returns whether one rang. Resolves when it is durable. @throws Unavailable NOT_SAVED: it is snoozed all the same */
  async snooze(): Promise<boolean> {
    if (this.#state.kind === 'waiting') return false;
    await this.#dispatch({ type: 'snoozed', at: this.deps.now() });
    return true;
  }

  /** As `snooze`. */
  async end(): Promise<boolean> {
    if (this.#state.kind === 'waiting') return false;
    await this.#dispatch({ type: 'stopped' });
    return true;
  }

  /** Ends it if it is this one that rings. */
  drop(id: string): void {
    this.#report({ type: 'removed', id });
  }

  async #resume(state: RingState): Promise<void> {
    const now = this.deps.now();
    if (state.kind === 'waiting') {
      if (this.deps.player.suspension.isActive || this.#ringer.volumeBefore !== null) await this.#ringer.rest(false);
      await this.#save().catch(() => undefined);
      return;
    }
    const { alarm } = state;
    const rest = Math.min(state.until - now, state.kind === 'ringing' ? alarm.duration : alarm.snooze);
    const isOver = state.kind === 'ringing' ? rest <= 0 : rest < -LATEST;
    this.#state = state;
    if (isOver) {
      this.deps.log.warn('alarm: its time was over before the box was on again', { name: alarm.name });
      await this.#dispatch({ type: 'stopped' }).catch(() => undefined);
    } else if (state.kind === 'snoozed') {
      await this.#ringer.rest(false);
      this.#endIn(rest);
    } else {
      this.deps.log.info('alarm: rings on', { name: alarm.name });
      this.#state = { ...state, failure: null };
      void this.#ringer.play(alarm);
      this.#endIn(rest);
    }
    this.deps.changed();
  }

  #report(event: RingEvent): void {
    this.#dispatch(event).catch((error: unknown) => this.#notSaved(error));
  }

  /** The effects begin before anything waits; resolves when the new state is durable. @throws Unavailable NOT_SAVED */
  async #dispatch(event: RingEvent): Promise<void> {
    const before = this.#state;
    const { state, effects } = transition(before, event);
    this.#state = state;
    const resting: Promise<void>[] = [];
    for (const effect of effects) {
      if (effect.type === 'rest') resting.push(this.#ringer.rest(effect.goesOn));
      else if (state.kind === 'ringing') void this.#ringer[effect.type](state.alarm);
    }
    if (state === before) return;
    if (state.kind === 'waiting') clearTimeout(this.#ending);
    else if (event.type !== 'failed') this.#endIn(state.until - this.deps.now());
    this.deps.changed();
    await Promise.all(resting);
    await this.#save();
  }

  /** Durations are counted by the playback clock: a time of day that jumps does not end them. */
  #endIn(duration: number): void {
    clearTimeout(this.#ending);
    this.#ending = this.deps.clock
      .setTimeout(
        () => {
          this.#report({ type: 'timeIsUp', at: this.deps.now() });
        },
        Math.max(0, duration),
      )
      .unref();
  }

  #save(): Promise<void> {
    const kept = { state: this.#state, volumeBefore: this.#ringer.volumeBefore };
    return this.deps.state.write((sql) => store.saveRinging(sql, kept));
  }

  #notSaved(error: unknown): void {
    this.deps.log.warn('alarms: not saved', { error });
  }

  /** Rings what is due, and notes what was missed. */
  async #look(): Promise<void> {
    const { now: clock, zone } = this.deps;
    const now = clock();
    if (now < EARLIEST) {
      this.#arm();
      return;
    }
    const changes = new Map<string, AlarmTimes>();
    let due: RungAlarm | undefined;
    for (const alarm of this.#alarms) {
      const verdict = judge(alarm, now, zone());
      if (JSON.stringify(verdict.times) !== JSON.stringify(timesOf(alarm))) changes.set(alarm.id, verdict.times);
      if (verdict.kind === 'waits' || this.#handled.get(alarm.id) === verdict.occurrence) continue;
      const { occurrence } = verdict;
      this.#handled.set(alarm.id, occurrence);
      const late = Math.round((now - occurrence) / 1000);
      if (verdict.kind === 'missed') this.deps.log.warn('alarm: missed', { name: alarm.name, seconds: late });
      else if (due === undefined || due.occurrence <= occurrence) due = toRung(alarm, occurrence);
    }
    this.#alarms = this.#alarms
      .map((alarm) => ({ ...alarm, ...changes.get(alarm.id) }))
      .filter(({ next }) => next !== null);
    this.#arm();
    const ringing = due && this.#ring(due, now);
    if (changes.size > 0) await this.#saveTimes(changes);
    await ringing;
  }

  async #ring(alarm: RungAlarm, at: number): Promise<void> {
    this.deps.log.info('alarm: rings', { name: alarm.name, seconds: Math.round((at - alarm.occurrence) / 1000) });
    await this.#dispatch({ type: 'due', alarm, at }).catch((error: unknown) => this.#notSaved(error));
  }

  async #saveTimes(changes: ReadonlyMap<string, AlarmTimes>): Promise<void> {
    try {
      await this.deps.state.write((sql) => {
        for (const [id, times] of changes) store.setTimes(sql, id, times);
      });
    } catch (error) {
      this.#notSaved(error);
    }
    this.deps.changed();
  }

  /** Waits for the next alarm, or the next look at the time of day; not at all while none is on. */
  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || this.#alarms.length === 0) return;
    const { now, networkTime } = this.deps;
    const most = networkTime.isAwaited() ? LOOK_UNSET : LOOK;
    const next = Math.min(...this.#alarms.map((alarm) => alarm.next ?? Infinity));
    const wait = Math.max(0, Math.min(next - now(), most));
    this.#timer = setTimeout(() => {
      void this.#serial
        .run(() => this.#look())
        .catch((error: unknown) => {
          this.deps.log.error('alarms: not looked at', { error });
          this.#arm();
        });
    }, wait).unref();
  }
}

function toRung(alarm: Alarm, occurrence: number): RungAlarm {
  const { id, name, music, isShuffled, level, fadeIn, snooze, duration } = alarm;
  return {
    ...{ id, name, music, isShuffled, level, occurrence },
    fadeIn: fadeIn * 1000,
    snooze: snooze * MINUTE,
    duration: duration * MINUTE,
  };
}
