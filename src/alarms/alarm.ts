/** What an alarm is, and the bounds of its members; schemas are made from them. */

/** In the order of the bits of `days`. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `tone`: the built-in tone; `queue`: what is in the queue, from where it was. */
export const MUSIC_KINDS = ['tone', 'queue', 'saved_playlist', 'smart_playlist', 'station'] as const;
export type MusicKind = (typeof MUSIC_KINDS)[number];

export interface AlarmMusic {
  readonly of: MusicKind;
  /** Names the playlist or the station; null for the others. */
  readonly id: string | null;
}

/** What a person says of an alarm. */
export interface AlarmFacts {
  readonly name: string;
  readonly isEnabled: boolean;
  /** Minutes after midnight, in the time zone of the box. */
  readonly minute: number;
  /** None: once, at the next such time. */
  readonly days: readonly Weekday[];
  readonly music: AlarmMusic;
  readonly isShuffled: boolean;
  /** Percent of the volume slider; null: the volume stays what it is. */
  readonly level: number | null;
  /** Seconds. */
  readonly fadeIn: number;
  /** Minutes. */
  readonly snooze: number;
  /** Minutes after which it ends when nobody acts. */
  readonly duration: number;
}

/** When it rings: all times in Unix milliseconds. */
export interface AlarmTimes {
  /** Null while it is off. */
  readonly next: number | null;
  /** The time zone by which `next` was found. */
  readonly zone: string;
  /** The time before `next` that is left out. */
  readonly skipped: number | null;
  /** The last time that is over, whether it rang then or not. */
  readonly last: number | null;
  /** The last time at which it could not ring, since the alarm was changed or rang. */
  readonly missed: number | null;
}

export interface Alarm extends AlarmFacts, AlarmTimes {
  readonly id: string;
}

export const MOST_ALARMS = 32;
export const NAME_LIMIT = 100;
export const ID_LIMIT = 200;
export const MINUTES_OF_DAY = 24 * 60;
/** Percent: an alarm without sound wakes nobody. */
export const LOWEST_LEVEL = 1;
export const LONGEST_FADE = 900;
export const LONGEST_SNOOZE = 60;
export const LONGEST_DURATION = 240;

export const NEW_ALARM: Omit<AlarmFacts, 'minute'> = {
  name: '',
  isEnabled: true,
  days: [],
  music: { of: 'tone', id: null },
  isShuffled: false,
  level: null,
  fadeIn: 30,
  snooze: 9,
  duration: 60,
};
