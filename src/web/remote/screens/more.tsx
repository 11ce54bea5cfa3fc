/** Everything that has no tab of its own: outputs, adding music, the sleep timer, and the settings. */
import { Action, Group, LinkRow } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { openSleepTimer } from '../parts/sleep-sheet.js';
import { say } from '../state/language.js';
import { addressOf } from '../state/route-path.js';
import { parts, sleepMinutes } from '../state/player.js';
import { uploads } from '../state/uploads.js';

export function MoreScreen() {
  const output = parts.value?.devices.find(({ is_current_device: isCurrent }) => isCurrent);
  const { busy, items, added, duplicate } = uploads.value;
  const progress = say('add.progress', { done: added + duplicate, count: items.length });
  return (
    <Page title={say('nav.more')}>
      <div class="group-rows">
        <LinkRow icon="speaker" href={addressOf('outputs')} label={say('outputs.title')} hint={output?.name} />
        <LinkRow icon="add" href={addressOf('add')} label={say('add.title')} hint={busy ? progress : say('add.hint')} />
        <SleepTimer />
      </div>
      <Group title={say('more.settings')}>
        <LinkRow
          icon="play"
          href={addressOf('settings', 'playback')}
          label={say('settings.playback')}
          hint={say('settings.playbackHint')}
        />
        <LinkRow
          icon="settings"
          href={addressOf('settings', 'sound')}
          label={say('settings.sound')}
          hint={say('settings.soundHint')}
        />
        <LinkRow
          icon="library"
          href={addressOf('settings', 'library')}
          label={say('settings.library')}
          hint={say('settings.libraryHint')}
        />
        <LinkRow icon="clock" href={addressOf('settings', 'time')} label={say('settings.time')} />
        <LinkRow
          icon="box"
          href={addressOf('settings', 'box')}
          label={say('settings.box')}
          hint={say('settings.boxHint')}
        />
        <LinkRow icon="info" href={addressOf('settings', 'about')} label={say('settings.about')} />
      </Group>
    </Page>
  );
}

function SleepTimer() {
  const left = sleepMinutes.value;
  const hint = left > 0 ? say('sleep.left', { count: left }) : undefined;
  return <Action icon="moon" label={say('more.sleep')} hint={hint} act={openSleepTimer} />;
}
