/** What of multi-room runs on the box: server, client, or both; off the SD card what is missing. */
import { bodyOf, quietBox } from '../../state/box.js';
import { say } from '../../state/language.js';
import { change, type SettingsState } from '../../state/settings.js';
import { Group, TextField } from '../form.js';
import { useProgramHint } from '../program-hint.js';
import { SettingSwitch } from '../settings.js';

export function MultiRoom({ now }: { readonly now: SettingsState }) {
  const { snapcast_server: server, snapcast_client: client, snapcast_host: host } = now;
  const read = async () => {
    const programs = await bodyOf(quietBox.GET('/snapcast'));
    return [programs.server, programs.client];
  };
  const hint = useProgramHint(`snapcast/${server}${client}`, server || client, read, say('box.roomsHint'));
  return (
    <Group title={say('box.rooms')} hint={hint}>
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
