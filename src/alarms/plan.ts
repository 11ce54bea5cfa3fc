/**
 * When an alarm rings: pure functions of the alarm, the time and the time zone. croner finds the dates: a time of day that a
 * change of the clocks leaves out is the first minute that exists after it, and one that comes twice counts once, the
 * first time. Loaded when there is an alarm. Thread: main.
 */
import { Cron } from 'croner';
import { type Alarm, type AlarmFacts, type AlarmTimes, WEEKDAYS } from './alarm.js';

/** An alarm that the box could not ring in time, because it was off, still rings when it is no later than this, in ms. */
export const LATEST = 15 * 60_000;
/** Times that are over and lie further ahead than this were noted by a clock that was wrong, in ms. */
const NEXT_DAY = 26 * 3600_000;
/** A skipped time is at most a week ahead, and a change of the clocks; further, too, the clock was wrong, in ms. */
const NEXT_WEEK = 7 * 86_400_000 + 2 * 3600_000;

type Planned = Pick<Alarm, 'minute' | 'days'> & AlarmTimes;

/** What is to be done about an alarm now; `times` are to be saved where they are others. */
export type Verdict =
  | { readonly kind: 'waits'; readonly times: AlarmTimes }
  /** `occurrence`: the time for which it was set. */
  | { readonly kind: 'due' | 'missed'; readonly occurrence: number; readonly times: AlarmTimes };

/** The first time after `after`, both in Unix milliseconds. */
export function nextOccurrence(
  { minute, days }: Pick<AlarmFacts, 'minute' | 'days'>,
  after: number,
  zone: string,
): number {
  const weekdays = days.length === 0 ? '*' : days.map((day) => WEEKDAYS.indexOf(day) + 1).join(',');
  const pattern = `0 ${minute % 60} ${Math.floor(minute / 60)} * * ${weekdays}`;
  const next = new Cron(pattern, { timezone: zone, paused: true }).nextRun(new Date(after));
  if (next === null) throw new RangeError(`no next time: ${pattern} in ${zone}`);
  return next.getTime();
}

/** Times of an alarm that was made, changed or switched on now: what was before is forgotten. */
export function timesFrom(facts: AlarmFacts, now: number, zone: string): AlarmTimes {
  const next = facts.isEnabled ? nextOccurrence(facts, now, zone) : null;
  return { next, zone, skipped: null, last: null, missed: null };
}

/** The next time is left out, once. */
export function skipping(alarm: Alarm): AlarmTimes {
  const { next, zone, last, missed } = alarm;
  if (next === null) return timesOf(alarm);
  return { next: nextOccurrence(alarm, next, zone), zone, skipped: next, last, missed };
}

/** Undoes `skipping`, while that time is still to come. */
export function notSkipping(alarm: Alarm, now: number): AlarmTimes {
  const { skipped } = alarm;
  return skipped === null || skipped <= now
    ? { ...timesOf(alarm), skipped: null }
    : { ...timesOf(alarm), next: skipped, skipped: null };
}

export const timesOf = ({ next, zone, skipped, last, missed }: AlarmTimes): AlarmTimes => ({
  next,
  zone,
  skipped,
  last,
  missed,
});

/**
 * Looks at an alarm that is on. Another time zone, and a clock that was set back, make another next time; a clock that was
 * set forward makes it late, or missed.
 */
export function judge(alarm: Planned, now: number, zone: string): Verdict {
  const { next, last, missed } = alarm;
  const skipped = alarm.skipped !== null && alarm.skipped > now ? alarm.skipped : null;
  if (next === null || zone !== alarm.zone) {
    const times = {
      next: nextOccurrence(alarm, afterOf(now, last, NEXT_DAY), zone),
      zone,
      skipped: null,
      last,
      missed,
    };
    return { kind: 'waits', times };
  }
  if (next > now) {
    // Never later than the next time by this clock.
    const earliest = nextOccurrence(
      alarm,
      Math.max(afterOf(now, last, NEXT_DAY), afterOf(now, skipped, NEXT_WEEK)),
      zone,
    );
    return { kind: 'waits', times: { next: Math.min(next, earliest), zone, skipped, last, missed } };
  }
  const isLate = now - next > LATEST;
  const times = {
    next: alarm.days.length === 0 ? null : nextOccurrence(alarm, now, zone),
    ...{ zone, skipped: null, last: next, missed: isLate ? next : null },
  };
  return { kind: isLate ? 'missed' : 'due', occurrence: next, times };
}

/** The later of now and a time that is over, where that is at most so far ahead. */
function afterOf(now: number, over: number | null, most: number): number {
  return over !== null && over - now < most ? Math.max(now, over) : now;
}
