/** Alarms: when the box wakes somebody, and with what. */
import { IconButton, Button, Page } from '../parts/page.js';
import { ListRow, List } from '../parts/list/row.js';
import { openMenu } from '../parts/sheet.js';
import { Empty, Loaded } from '../parts/states.js';
import { openAlarm } from '../parts/alarm-editor.js';
import { type Alarm, alarmsRevision, askForAlarms, changeAlarm, removeAlarm, skipAlarm } from '../state/alarms.js';
import { clockText, daysWords, momentWords } from '../state/alarm-words.js';
import { language, say } from '../state/language.js';
import { useResource } from '../state/resource.js';

export function AlarmsScreen() {
  const found = useResource('alarms', askForAlarms, alarmsRevision.value);
  const { again } = found;
  const add = (): void => openAlarm(undefined, again);
  return (
    <Page
      title={say('alarms.title')}
      above={['more']}
      actions={<IconButton icon="add" label={say('alarms.add')} onClick={add} />}
    >
      <Loaded of={found}>
        {({ alarms }) =>
          alarms.length === 0 ? (
            <Empty icon="alarm" text={say('alarms.none')} hint={say('alarms.noneHint')}>
              <Button main label={say('alarms.add')} act={add} />
            </Empty>
          ) : (
            <List
              label={say('alarms.title')}
              class="rows alarms"
              of={alarms}
              keyOf={({ id }) => id}
              row={(alarm) => <AlarmRow {...{ alarm, again }} />}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

interface AlarmProps {
  readonly alarm: Alarm;
  /** Asks for the alarms again. */
  readonly again: () => void;
}

function AlarmRow({ alarm, again }: AlarmProps) {
  const { time, name, days, enabled } = alarm;
  const title = clockText(language(), time);
  const turn = async (): Promise<void> => {
    await changeAlarm(alarm, { enabled: !enabled });
    again();
  };
  return (
    <ListRow
      class={enabled ? 'alarm' : 'alarm off'}
      title={title}
      text={[name, daysWords(language(), days)].filter(Boolean).join(' · ')}
      trail={<Next of={alarm} />}
      onTap={() => openAlarm(alarm, again)}
      onMenu={() => openMenu([title, name].filter(Boolean).join(' '), menuOf(alarm, again))}
    >
      <input
        type="checkbox"
        role="switch"
        class="switch"
        aria-label={[title, name].filter(Boolean).join(' ')}
        checked={enabled}
        onChange={({ currentTarget }) => {
          // A refused change leaves the switch as it is set.
          currentTarget.checked = enabled;
          void turn();
        }}
      />
    </ListRow>
  );
}

/** When it rings next, is skipped, or was missed. */
function Next({ of: { next, skipped, missed } }: { readonly of: Alarm }) {
  return (
    <span class="next">
      {missed !== null && (
        <span class="problem">{say('alarms.missed', { moment: momentWords(language(), missed) })}</span>
      )}
      {skipped !== null && <span>{say('alarms.skipped', { moment: momentWords(language(), skipped) })}</span>}
      {next !== null && <span>{momentWords(language(), next)}</span>}
    </span>
  );
}

function menuOf(alarm: Alarm, again: () => void) {
  const { days, enabled, skipped } = alarm;
  const act = (command: () => Promise<unknown>) => () => void command().then(again);
  const canSkip = enabled && days.length > 0;
  const skip = {
    icon: 'next',
    label: say(skipped === null ? 'alarms.skip' : 'alarms.unskip'),
    act: act(() => skipAlarm(alarm, skipped === null)),
  } as const;
  return [
    { icon: 'edit', label: say('alarms.edit'), act: () => openAlarm(alarm, again) } as const,
    ...(canSkip ? [skip] : []),
    { icon: 'trash', label: say('alarms.delete'), act: act(() => removeAlarm(alarm)) } as const,
  ];
}
