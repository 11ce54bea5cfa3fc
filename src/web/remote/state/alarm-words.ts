/** Times and days of alarms in words. Times are those of the box, in its own time zone. Needs no document. */
import type { Schemas } from '../../../client/client.js';
import type { Language } from '../locales/locales.js';

export type Weekday = Schemas['Alarm']['days'][number];

/** From Monday on. */
export const WEEKDAYS: readonly Weekday[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
];
const WORKDAYS = 5;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** `07:30` as this phone writes a time of day. */
export function clockText(of: Language, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return formatted(of, { timeStyle: 'short' }, Date.UTC(1970, 0, 1, hours, minutes));
}

/** The time of day of a moment of the box, such as `2026-11-30T07:30:00+01:00`. */
export const timeOf = (of: Language, moment: string): string =>
  clockText(of, moment.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length));

/** When that is, in words: today, tomorrow, a day of the coming week, or a date. @param now Unix milliseconds */
export function momentWords(of: Language, moment: string, now = Date.now()): string {
  const day = dayOf(moment);
  const away = Math.round((day - today(moment, now)) / DAY);
  const words =
    Math.abs(away) <= 1
      ? new Intl.RelativeTimeFormat(of.code, { numeric: 'auto' }).format(away, 'day')
      : formatted(
          of,
          away > 1 && away < WEEKDAYS.length
            ? { weekday: 'long' }
            : { weekday: 'short', day: 'numeric', month: 'short' },
          day,
        );
  return of.say('alarms.at', { day: words, time: timeOf(of, moment) });
}

/** Midnight of its date, as if the box were in UTC. */
const dayOf = (moment: string): number => Date.parse(moment.slice(0, 'YYYY-MM-DD'.length));

/** The date of now where the offset of the moment counts: a change of the clocks between them moves no day but at midnight. */
function today(moment: string, now: number): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(moment) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return Math.floor((now + offset) / DAY) * DAY;
}

function formatted(of: Language, style: Intl.DateTimeFormatOptions, moment: number): string {
  return new Intl.DateTimeFormat(of.code, { ...style, timeZone: 'UTC' }).format(moment);
}

export function dayName(of: Language, day: Weekday, style: 'long' | 'short' | 'narrow'): string {
  return formatted(of, { weekday: style }, MONDAY + WEEKDAYS.indexOf(day) * DAY);
}

/** On which days it rings, in words. */
export function daysWords(of: Language, days: readonly Weekday[]): string {
  const bits = WEEKDAYS.map((day) => days.includes(day));
  const isOn = (from: number, to: number): boolean => bits.every((on, at) => on === (at >= from && at < to));
  if (days.length === 0) return of.say('alarms.once');
  if (isOn(0, WEEKDAYS.length)) return of.say('alarms.daily');
  if (isOn(0, WORKDAYS)) return of.say('alarms.weekdays');
  if (isOn(WORKDAYS, WEEKDAYS.length)) return of.say('alarms.weekend');
  return WEEKDAYS.filter((_, at) => bits[at])
    .map((day) => dayName(of, day, 'short'))
    .join(' ');
}

export function minutesText(of: Language, count: number): string {
  return of.say('sleep.minutes', { count });
}
