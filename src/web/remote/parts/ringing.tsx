/** An alarm that rings: a sheet with large buttons, and a line on every screen as long as it rings or is snoozed. */
import { useEffect } from 'preact/hooks';
import { timeOf } from '../state/alarm-words.js';
import { ringing, snoozeAlarm, stopAlarm } from '../state/alarms.js';
import type { Schemas } from '../state/box.js';
import { language, say } from '../state/language.js';
import { openSheet, type Sheet, withdrawSheet } from '../state/sheets.js';
import { Icon } from './icon.js';
import { Button } from './page.js';

type Ringing = Schemas['RingingAlarm'];

const titleOf = ({ name }: Ringing): string => name || say('alarms.edit');

export function RingingBar() {
  const now = ringing.value;
  const rings = now?.phase === 'ringing' ? now.id : undefined;
  useEffect(() => {
    const alarm = ringing.peek();
    if (rings === undefined || alarm === undefined) return undefined;
    const sheet: Sheet = { title: titleOf(alarm), body: () => <RingingSheet /> };
    openSheet(sheet);
    return () => withdrawSheet(sheet);
  }, [rings]);
  return (
    <div class="box-notices" role="status">
      {now && (
        <div class="line box-notice ringing">
          <Icon name="alarm" />
          <p dir="auto">{textOf(now)}</p>
          {now.phase === 'ringing' && <Button label={say('alarms.snooze', { count: now.snooze })} act={snoozeAlarm} />}
          <Button label={say('alarms.stop')} act={stopAlarm} />
        </div>
      )}
    </div>
  );
}

function textOf(now: Ringing): string {
  return now.phase === 'ringing' ? titleOf(now) : say('alarms.snoozed', { time: timeOf(language(), now.until) });
}

function RingingSheet() {
  const now = ringing.value;
  if (now === undefined) return null;
  return (
    <div class="form ringing-sheet">
      <Icon name="alarm" />
      {now.failure !== null && <p role="alert">{say('alarms.failed')}</p>}
      <Button main first label={say('alarms.snooze', { count: now.snooze })} act={snoozeAlarm} />
      <Button label={say('alarms.stop')} act={stopAlarm} />
    </div>
  );
}
