/** Alarms on the wire. */
import * as bounds from '../../../alarms/alarm.js';
import type { RingState } from '../../../alarms/ring-state.js';
import { PRINTABLE } from '../../../playlists/texts.js';
import { boolean, choice, listOf, named, orNull, record, type Static, text, textOrNull, whole } from '../../schema.js';
import { toWire } from '../names.js';

const MUSIC = {
  of: choice(
    bounds.MUSIC_KINDS,
    'What plays: `tone` is the built-in tone, `queue` the queue from where it was. Where the music does not sound within 15 ' +
      'seconds, or breaks, the tone takes its place.',
  ),
  id: {
    type: ['string', 'null'],
    maxLength: bounds.ID_LIMIT,
    description: 'Id of the playlist or the station; not for the others.',
  },
} as const;

const SAID = {
  name: { type: 'string', maxLength: bounds.NAME_LIMIT, pattern: PRINTABLE, description: 'Name; it may be empty.' },
  enabled: boolean('Whether it rings.'),
  time: {
    type: 'string',
    maxLength: 5,
    pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
    description: 'Time of day in the time zone of the box, such as `07:30`.',
  },
  days: {
    type: 'array',
    maxItems: bounds.WEEKDAYS.length,
    items: choice(bounds.WEEKDAYS, 'A day of the week.'),
    description: 'On which days it rings. None: once, at the next such time; then it is off.',
  },
  shuffle: boolean('Whether a playlist is played in random order.'),
  level: {
    type: ['integer', 'null'],
    minimum: bounds.LOWEST_LEVEL,
    maximum: 100,
    description: 'Percent of the volume slider, at most the volume limit; null: the volume stays what it is.',
  },
  fade_in: whole(0, bounds.LONGEST_FADE, 'Seconds in which it becomes as loud as that.'),
  snooze: whole(1, bounds.LONGEST_SNOOZE, 'Minutes of silence after `PUT /alarms/snooze`.'),
  duration: whole(1, bounds.LONGEST_DURATION, 'Minutes after which it ends when nobody acts.'),
} as const;

const NewMusicSchema = { type: 'object', required: ['of'], properties: MUSIC } as const;

export const NewAlarmSchema = named('NewAlarm').object('What is left out has a usual value.', ['time'], {
  ...SAID,
  music: NewMusicSchema,
});

export const AlarmChangeSchema = named('AlarmChange').object('What is left out stays as it is.', [], {
  ...SAID,
  music: NewMusicSchema,
});

const TIME = 'in the time zone of the box, such as `2026-11-30T07:30:00+01:00`';

export const AlarmSchema = named('Alarm').record('', {
  id: text('Names the alarm for good.'),
  ...SAID,
  music: record('', MUSIC),
  next: textOrNull(`When it rings next, ${TIME}; null while it is off.`),
  skipped: textOrNull('The time before that which is left out; null: none is.'),
  missed: textOrNull('The last time at which it could not ring, because the box was off; null: none.'),
});

export const RingingAlarmSchema = named('RingingAlarm').record('', {
  id: text('Id of the alarm.'),
  name: text('Its name; it may be empty.'),
  phase: choice(['ringing', 'snoozed'], 'What it does.'),
  until: text(`When it ends by itself, or rings again, ${TIME}.`),
  snooze: whole(1, bounds.LONGEST_SNOOZE, 'Minutes that `PUT /alarms/snooze` makes it silent for.'),
  failure: textOrNull('Code of why the tone plays in the place of its music; null while the music does.'),
});

export const AlarmsSchema = named('Alarms').record('', {
  time_zone: text('Time zone of the box, by which the alarms ring.'),
  ringing: orNull(RingingAlarmSchema, 'What rings or is snoozed; null while nothing does.'),
  alarms: { ...listOf(AlarmSchema, 'By the time of day.'), maxItems: bounds.MOST_ALARMS },
});

export const SkipSchema = named('SkipAlarm').record('', {
  skip: boolean('Whether the next time is left out, once.'),
});

type Said = Static<typeof AlarmChangeSchema>;

/** What is said, in the words of the house. */
export function toFacts({ name, enabled, time, days, music, shuffle, fade_in: fadeIn, ...same }: Said) {
  return withoutUndefined({
    ...same,
    fadeIn,
    name: name?.trim(),
    isEnabled: enabled,
    minute: time === undefined ? undefined : toMinute(time),
    days,
    music: music && { of: music.of, id: music.id ?? null },
    isShuffled: shuffle,
  }) as Partial<bounds.AlarmFacts>;
}

/** @param time as its pattern has it */
export function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function withoutUndefined(facts: object): object {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A moment as the time zone of this process has it, which is that of the box. @param at Unix milliseconds */
export function toZoned(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

const toZonedOrNull = (at: number | null): string | null => (at === null ? null : toZoned(at));

/** @param now Unix milliseconds: what was left out before that is of no interest */
export function toAlarm(alarm: bounds.Alarm, now: number) {
  const { minute, isEnabled, isShuffled, next, skipped, missed, days, music } = alarm;
  return toWire(AlarmSchema, {
    ...alarm,
    enabled: isEnabled,
    shuffle: isShuffled,
    days: [...days],
    music: { of: music.of, id: music.id },
    time: `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
    next: toZonedOrNull(next),
    skipped: toZonedOrNull(skipped !== null && skipped > now ? skipped : null),
    missed: toZonedOrNull(missed),
  });
}

export function toRinging(state: RingState) {
  if (state.kind === 'waiting') return null;
  const { id, name, snooze } = state.alarm;
  const failure = state.kind === 'ringing' ? state.failure : null;
  const rounded = Math.round(snooze / 60_000);
  return { id, name, phase: state.kind, until: toZoned(state.until), snooze: rounded, failure };
}

export const toAlarmsState = (revision: number, state: RingState) => ({
  revision: String(revision),
  ringing: toRinging(state),
});
