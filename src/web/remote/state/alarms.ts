/** The alarms of the box, what rings now, and commands. Times are those of the box, in its own time zone. */
import { computed } from '@preact/signals';
import { bodyOf, box, done, type Schemas } from './box.js';
import { say } from './language.js';
import { notify } from './notices.js';
import { part } from './player.js';
import { askForPlaylists } from './playlists.js';
import { askForStations } from './radio.js';

export type Alarm = Schemas['Alarm'];
export type AlarmChange = Schemas['AlarmChange'];

/** Changes whenever the alarms may have changed. */
export const alarmsRevision = computed(() => part.alarms.value?.revision ?? '');

/** What rings or is snoozed. */
export const ringing = computed(() => part.alarms.value?.ringing ?? undefined);

const path = ({ id }: Pick<Alarm, 'id'>) => ({ params: { path: { id } } });

/** @throws Refused, TypeError without a network */
export async function askForAlarms() {
  return bodyOf(box.GET('/alarms'));
}

/** What an alarm can play. @throws Refused, TypeError without a network */
export async function askForMusic() {
  const [{ saved, smart }, stations] = await Promise.all([askForPlaylists(), askForStations()]);
  return { saved, smart, stations };
}

export function addAlarm(body: Schemas['NewAlarm']): Promise<boolean> {
  return done(box.POST('/alarms', { body }));
}

export function changeAlarm(alarm: Alarm, body: AlarmChange): Promise<boolean> {
  return done(box.PUT('/alarms/{id}', { ...path(alarm), body }));
}

export function skipAlarm(alarm: Alarm, skip: boolean): Promise<boolean> {
  return done(box.PUT('/alarms/{id}/skip', { ...path(alarm), body: { skip } }));
}

/** Undo sets it again. */
export async function removeAlarm(alarm: Alarm): Promise<void> {
  if (!(await done(box.DELETE('/alarms/{id}', path(alarm))))) return;
  const { name, enabled, time, days, music, shuffle, level, fade_in, snooze, duration } = alarm;
  const body = { name, enabled, time, days, music, shuffle, level, fade_in, snooze, duration };
  notify(say('alarms.deleted'), () => void addAlarm(body));
}

export function snoozeAlarm(): void {
  void done(box.PUT('/alarms/snooze'));
}

export function stopAlarm(): void {
  void done(box.PUT('/alarms/stop'));
}
