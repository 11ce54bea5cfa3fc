/** Rows of the alarms, and of the one that rings. Each function is one part of a turn, or of a transaction. */
import type { Sqlite } from '../database/sqlite.js';
import { rowsOf, valuesOf } from '../database/statements.js';
import { type Alarm, type AlarmFacts, type AlarmTimes, type MusicKind, WEEKDAYS, type Weekday } from './alarm.js';
import type { RingState } from './ring-state.js';

const FACTS = 'name, enabled, minute, days, music, music_id, shuffle, level, fade_in, snooze, duration';
const TIMES = 'next_at, zone, skipped_at, last_at, missed_at';
const LIST = `SELECT id, ${FACTS}, ${TIMES} FROM alarm ORDER BY minute, key`;
const FIND = `SELECT id, ${FACTS}, ${TIMES} FROM alarm WHERE id = ?`;
const COUNT = 'SELECT count(*) FROM alarm';
const IS_NEEDED = `SELECT EXISTS (SELECT 1 FROM alarm WHERE enabled) OR EXISTS (SELECT 1 FROM alarm_ringing)
  OR EXISTS (SELECT 1 FROM suspended_queue)`;
const ADD = `INSERT INTO alarm (id, ${FACTS}, ${TIMES}, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const REPLACE = `UPDATE alarm SET name = ?, enabled = ?, minute = ?, days = ?, music = ?, music_id = ?, shuffle = ?,
  level = ?, fade_in = ?, snooze = ?, duration = ?, next_at = ?, zone = ?, skipped_at = ?, last_at = ?, missed_at = ?,
  updated_at = ? WHERE id = ?`;
const SET_TIMES = `UPDATE alarm SET enabled = ?, next_at = ?, zone = ?, skipped_at = ?, last_at = ?, missed_at = ?
  WHERE id = ?`;
const REMOVE = 'DELETE FROM alarm WHERE id = ?';
const RINGING = 'SELECT state FROM alarm_ringing';
const SAVE_RINGING = 'INSERT OR REPLACE INTO alarm_ringing (id, state) VALUES (1, ?)';
const FORGET_RINGING = 'DELETE FROM alarm_ringing';

type Row = readonly [
  id: string,
  name: string,
  enabled: number,
  minute: number,
  days: number,
  music: string,
  musicId: string | null,
  shuffle: number,
  level: number | null,
  fadeIn: number,
  snooze: number,
  duration: number,
  next: number | null,
  zone: string,
  skipped: number | null,
  last: number | null,
  missed: number | null,
];

export const daysOf = (bits: number): Weekday[] => WEEKDAYS.filter((_, day) => ((bits >> day) & 1) === 1);
export const bitsOf = (days: readonly Weekday[]): number =>
  WEEKDAYS.reduce((bits, day, at) => bits | (days.includes(day) ? 1 << at : 0), 0);

function toAlarm(row: Row): Alarm {
  const [id, name, enabled, minute, days, music, musicId, shuffle, level, fadeIn, snooze, duration, ...times] = row;
  const [next, zone, skipped, last, missed] = times;
  return {
    ...{ id, name, minute, level, fadeIn, snooze, duration, next, zone, skipped, last, missed },
    isEnabled: enabled !== 0,
    days: daysOf(days),
    music: { of: music as MusicKind, id: musicId },
    isShuffled: shuffle !== 0,
  };
}

function factsIn(facts: AlarmFacts): readonly unknown[] {
  const { name, isEnabled, minute, days, music, isShuffled, level, fadeIn, snooze, duration } = facts;
  const numbers = [level, fadeIn, snooze, duration];
  return [name, isEnabled ? 1 : 0, minute, bitsOf(days), music.of, music.id, isShuffled ? 1 : 0, ...numbers];
}

const timesIn = ({ next, zone, skipped, last, missed }: AlarmTimes): readonly unknown[] => [
  ...[next, zone, skipped, last, missed],
];

/** By the time of day. */
export function listAlarms(sql: Sqlite): Alarm[] {
  return (rowsOf(sql, LIST).all() as unknown as Row[]).map(toAlarm);
}

export function findAlarm(sql: Sqlite, id: string): Alarm | undefined {
  const row = rowsOf(sql, FIND).get(id) as Row | undefined;
  return row && toAlarm(row);
}

export function countAlarms(sql: Sqlite): number {
  return valuesOf(sql, COUNT).get() as number;
}

/** Whether there is anything to wait for, or to bring to an end. */
export function needsClock(sql: Sqlite): boolean {
  return valuesOf(sql, IS_NEEDED).get() === 1;
}

/** @param now Unix seconds */
export function addAlarm(sql: Sqlite, id: string, facts: AlarmFacts, times: AlarmTimes, now: number): void {
  sql.prepare(ADD).run(id, ...factsIn(facts), ...timesIn(times), now, now);
}

export function replaceAlarm(sql: Sqlite, id: string, facts: AlarmFacts, times: AlarmTimes, now: number): void {
  sql.prepare(REPLACE).run(...factsIn(facts), ...timesIn(times), now, id);
}

/** An alarm without a next time is off. */
export function setTimes(sql: Sqlite, id: string, times: AlarmTimes): void {
  sql.prepare(SET_TIMES).run(times.next === null ? 0 : 1, ...timesIn(times), id);
}

export function removeAlarm(sql: Sqlite, id: string): void {
  sql.prepare(REMOVE).run(id);
}

/** What rings or is snoozed, and what the volume was before. */
export interface KeptRinging {
  readonly state: RingState;
  /** Percent; null when it was not changed. */
  readonly volumeBefore: number | null;
}

export function readRinging(sql: Sqlite): KeptRinging | undefined {
  const text = valuesOf(sql, RINGING).get() as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as KeptRinging);
}

export function saveRinging(sql: Sqlite, kept: KeptRinging): void {
  if (kept.state.kind === 'waiting' && kept.volumeBefore === null) sql.prepare(FORGET_RINGING).run();
  else sql.prepare(SAVE_RINGING).run(JSON.stringify(kept));
}
