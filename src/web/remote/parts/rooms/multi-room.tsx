/** What of multi-room runs on the box: server, client, or both; off the SD card what is missing. */
import { bodyOf, quietBox } from '../../state/box.js';
import { say } from '../../state/language.js';
import { useInterval, useResource } from '../../state/resource.js';
import { change, type SettingsState } from '../../state/settings.js';
import { Group, TextField } from '../form.js';
import { SettingSwitch } from '../settings.js';

/** Milliseconds: a program that was started may end, and a volume limit may be removed elsewhere. */
const REFRESH = 3000;

export function MultiRoom({ now }: { readonly now: SettingsState }) {
  const { snapcast_server: server, snapcast_client: client, snapcast_host: host } = now;
  const { value, again } = useResource(`snapcast/${server}${client}`, () => bodyOf(quietBox.GET('/snapcast')));
  useInterval(() => (server || client) && again(), REFRESH);
  const details = [value?.server.detail, value?.client.detail].filter(Boolean).join(' ');
  const isMissing = value?.server.state === 'missing' || value?.client.state === 'missing';
  return (
    <Group title={say('box.rooms')} hint={isMissing ? say('box.roomsMissing') : details || say('box.roomsHint')}>
      <SettingSwitch of="snapcast_server" label="box.roomServer" />
      <SettingSwitch of="snapcast_client" label="box.roomClient" />
      {client && (
        <TextField
          label={say('box.roomHost')}
          hint={say('box.roomHostHint')}
          value={host}
          maxLength={253}
          pattern="[A-Za-z0-9_:]([A-Za-z0-9._:%\-]*[A-Za-z0-9_])?"
          set={(name) => change({ snapcast_host: name })}
        />
      )}
    </Group>
  );
}
