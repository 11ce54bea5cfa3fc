/** The outputs, each with the way to its details, and Bluetooth speakers to find. */
import { Group } from '../parts/form.js';
import { OutputList } from '../parts/player/output-list.js';
import { Speakers } from '../parts/player/speakers.js';
import { SettingsPage, SettingSwitch } from '../parts/settings.js';
import { say } from '../state/language.js';

export function OutputsScreen() {
  return (
    <SettingsPage title={say('outputs.title')}>
      {() => (
        <>
          <OutputList class="group-rows rows outputs" />
          <Speakers />
          <Group title={say('outputs.options')}>
            <SettingSwitch of="output_fallback" label="outputs.fallback" />
          </Group>
        </>
      )}
    </SettingsPage>
  );
}
