/** More: outputs, adding music, sleep timer, settings. */
import { Action, Group, LinkRow } from '../parts/form.js';
import type { IconName } from '../parts/icon.js';
import { Page } from '../parts/page.js';
import { openShortcuts } from '../parts/shortcuts.js';
import { openSleepTimer } from '../parts/player/sleep-sheet.js';
import { say } from '../state/language.js';
import { versionText } from '../state/measures.js';
import { isWide } from '../state/browser/layout.js';
import { currentOutput } from '../state/outputs.js';
import { addressOf } from '../state/route-path.js';
import { sleepMinutes } from '../state/player.js';
import { newVersion } from '../state/update-offer.js';
import { uploads } from '../state/uploads.js';
import type { Word } from '../locales/locales.js';

/** Screens of settings: the last part of the address, icon, title and hint. */
const SETTINGS: readonly (readonly [screen: string, icon: IconName, title: Word, hint?: Word])[] = [
  ['playback', 'play', 'settings.playback', 'settings.playbackHint'],
  ['sound', 'settings', 'settings.sound', 'settings.soundHint'],
  ['library', 'library', 'nav.library', 'settings.libraryHint'],
  ['folders', 'folder', 'folders.title', 'folders.hint'],
  ['shares', 'folder', 'shares.title', 'shares.findHint'],
  ['time', 'clock', 'settings.time'],
  ['appearance', 'moon', 'settings.appearance'],
  ['network', 'wifi', 'network.title', 'network.hint'],
  ['box', 'box', 'settings.box', 'settings.boxHint'],
  ['about', 'info', 'settings.about'],
];

export function MoreScreen() {
  const { busy, items, added, duplicate } = uploads.value;
  const version = newVersion.value;
  const progress = say('add.progress', { done: added + duplicate, count: items.length });
  return (
    <Page title={say(isWide.value ? 'more.settings' : 'nav.more')}>
      <div class="group-rows">
        <LinkRow
          icon="speaker"
          href={addressOf('outputs')}
          label={say('outputs.title')}
          hint={currentOutput.value?.name}
        />
        <LinkRow icon="add" href={addressOf('add')} label={say('add.title')} hint={busy ? progress : say('add.hint')} />
        <LinkRow icon="alarm" href={addressOf('alarms')} label={say('alarms.title')} hint={say('alarms.hint')} />
        <SleepTimer />
        {isWide.value && <Action icon="keys" label={say('keys.title')} act={openShortcuts} />}
      </div>
      <Group title={say('more.settings')}>
        {SETTINGS.map(([screen, icon, title, hint]) => (
          <LinkRow
            key={screen}
            icon={icon}
            href={addressOf('settings', screen)}
            label={say(title)}
            hint={
              screen === 'box' && version !== undefined
                ? say('update.available', { version: versionText(version) })
                : hint && say(hint)
            }
            isMarked={screen === 'box' && version !== undefined}
          />
        ))}
      </Group>
    </Page>
  );
}

function SleepTimer() {
  const left = sleepMinutes.value;
  const hint = left > 0 ? say('sleep.left', { count: left }) : undefined;
  return <Action icon="moon" label={say('more.sleep')} hint={hint} act={openSleepTimer} />;
}
