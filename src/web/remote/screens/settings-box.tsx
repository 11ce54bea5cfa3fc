/** Settings of the box: names, Bluetooth and AirPlay, Home Assistant, scrobbling, PIN, backup, update, power, reset. */
import { Action, Choice, FilePick, Group, Options, Switch, TextField } from '../parts/form.js';
import { SettingsPage, SettingSwitch } from '../parts/settings.js';
import { askToConfirm, SheetField, SheetForm } from '../parts/sheet.js';
import { HomeAssistant } from '../parts/mqtt-sheet.js';
import { Scrobbling } from '../parts/scrobbling.js';
import { openKeptBackups } from '../parts/kept-backups-sheet.js';
import { useProgramHint } from '../parts/program-hint.js';
import { MultiRoom } from '../parts/rooms/multi-room.js';
import { openUpdate } from '../parts/update/update-sheet.js';
import { bodyOf, box, done, quietBox, type Schemas } from '../state/box.js';
import { ask, download } from '../state/files.js';
import { say } from '../state/language.js';
import { versionText } from '../state/measures.js';
import { notify } from '../state/notices.js';
import { pinKeeper } from '../state/pin.js';
import { forget, useResource } from '../state/resource.js';
import { change, type SettingsState } from '../state/settings.js';
import { newVersion } from '../state/update-offer.js';
import { closeSheet, openSheet } from '../state/sheets.js';

export function BoxSettingsScreen() {
  return (
    <SettingsPage title={say('settings.box')}>
      {(now) => (
        <>
          <Names now={now} />
          <Group title={say('box.receptionSection')}>
            <SettingSwitch of="bluetooth_reception" label="box.reception" />
          </Group>
          <Airplay now={now} />
          <Group title={say('box.mpdSection')} hint={say('box.mpdHint')}>
            <SettingSwitch of="mpd_server" label="box.mpd" />
          </Group>
          <Group title={say('box.graphqlSection')} hint={say('box.graphqlHint')}>
            <SettingSwitch of="graphql_server" label="box.graphql" />
          </Group>
          <Group title={say('box.upnpSection')} hint={say('box.upnpHint')}>
            <SettingSwitch of="upnp_renderer" label="box.upnp" />
          </Group>
          <MultiRoom now={now} />
          <HomeAssistant now={now} />
          <Scrobbling now={now} />
          <Pin />
          <Backup />
          <System now={now} />
          <Power />
          <Reset />
        </>
      )}
    </SettingsPage>
  );
}

function Airplay({ now: { airplay_enabled: isOn } }: { readonly now: SettingsState }) {
  const read = async () => [await bodyOf(quietBox.GET('/airplay'))];
  const hint = useProgramHint(`airplay/${isOn}`, isOn, read, say('box.airplayHint'));
  return (
    <Group title={say('box.airplaySection')} hint={hint}>
      <SettingSwitch of="airplay_enabled" label="box.airplay" />
    </Group>
  );
}

function Names({ now: { player_name: player, host_name: host, http_names: names } }: { readonly now: SettingsState }) {
  const found = useResource(`discovery/${host}`, () => bodyOf(box.GET('/system/discovery')));
  const address = found.value?.host_name ?? undefined;
  const hint = address === undefined ? say('box.hostNameNone') : say('box.hostNameHint', { address });
  return (
    <Group title={say('box.nameSection')}>
      <TextField
        label={say('state.name')}
        hint={say('box.playerNameHint')}
        value={player}
        maxLength={64}
        set={(name) => change({ player_name: name })}
      />
      <TextField
        label={say('box.hostName')}
        hint={hint}
        value={host}
        placeholder={address?.replace(/\.local$/, '') ?? 'tonearm'}
        maxLength={63}
        pattern="([A-Za-z0-9]([A-Za-z0-9\-]*[A-Za-z0-9])?)?"
        set={(name) => change({ host_name: name })}
      />
      <TextField
        label={say('box.moreNames')}
        hint={say('box.moreNamesHint')}
        value={names.join(', ')}
        pattern="[A-Za-z0-9_.,\s\-]*"
        set={(text) => change({ http_names: text.split(/[\s,]+/).filter(Boolean) })}
      />
    </Group>
  );
}

type PinLevel = Schemas['Pin']['level'];

const levels = (): [PinLevel, string][] => [
  ['box', say('box.pinLevelBox')],
  ['changes', say('box.pinLevelChanges')],
];

function Pin() {
  const found = useResource('system/pin', () => bodyOf(box.GET('/system/pin')));
  const now = found.value;
  const put = async (wanted: Schemas['NewPin']): Promise<boolean> => {
    // Without the current PIN in the body: where it is needed it is asked for and sent in the header.
    const isDone = await done(box.PUT('/system/pin', { body: wanted }));
    forget('system/pin');
    found.again();
    return isDone;
  };
  const set = async (pin: string, level?: PinLevel): Promise<void> => {
    if (!(await put({ pin, ...(level && { level }) }))) return;
    pinKeeper.pin = pin === '' ? undefined : pin;
    notify(say(pin === '' ? 'box.pinRemoved' : 'box.pinSaved'));
  };
  const minutes = Math.ceil((now?.may_set_seconds ?? 0) / 60);
  return (
    <Group title={say('box.pin')} hint={say('box.pinHint')}>
      {now && <p class="hint strong">{say(now.set ? 'box.pinSet' : 'box.pinNotSet')}</p>}
      {now?.set === false && !now.may_set && <p class="hint">{say('box.pinPresence')}</p>}
      {minutes > 0 && <p class="hint">{say('box.pinPresenceLeft', { minutes })}</p>}
      {now?.set === true && (
        <Choice
          label={say('box.pinLevel')}
          value={now.level}
          options={levels()}
          isWide
          set={(level) => void put({ level: level as PinLevel })}
        />
      )}
      {(now?.set === true || now?.may_set === true) && (
        <Action
          icon="settings"
          label={say(now.set ? 'box.pinChange' : 'box.pinNew')}
          act={() => openPinForm(now.level, (pin, level) => void set(pin, level))}
        />
      )}
      {now?.set === true && <Action label={say('box.pinRemove')} act={() => void set('')} />}
    </Group>
  );
}

function openPinForm(level: PinLevel, done: (pin: string, level: PinLevel) => void): void {
  openSheet({
    title: say('box.pinNew'),
    body: () => (
      <SheetForm
        send={({ pin = '', level: chosen }) => {
          closeSheet();
          done(pin, chosen as PinLevel);
        }}
      >
        <SheetField
          label={say('box.pinField')}
          type="password"
          name="pin"
          required
          minLength={4}
          maxLength={64}
          pattern="[!-~][ -~]{2,62}[!-~]"
          data-first=""
        />
        <label>
          {say('box.pinLevel')}
          <select name="level">
            <Options of={levels()} chosen={level} />
          </select>
        </label>
      </SheetForm>
    ),
  });
}

async function restore(file: File): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  if (await done(ask('/system/backup', { method: 'PUT', headers, body: file }))) notify(say('box.backupDone'));
}

function Backup() {
  const choose = ([file]: readonly File[]): void => {
    if (file === undefined) return;
    const text = say('box.backupPutText', { name: file.name });
    askToConfirm({ title: say('box.backupPutTitle'), text, label: say('box.backupPutDo') }, () => void restore(file));
  };
  return (
    <Group title={say('box.backup')} hint={say('box.backupHint')}>
      <Action
        icon="download"
        label={say('box.backupGet')}
        act={() => void done(download('/system/backup', 'tonearm-backup.json'))}
      />
      <FilePick icon="upload" label={say('box.backupPut')} accept=".json,application/json" chosen={choose} />
      <Action icon="box" label={say('box.backupsKept')} hint={say('box.backupsKeptHint')} act={openKeptBackups} />
    </Group>
  );
}

function System({ now: { update_url: address, update_check: isDaily } }: { readonly now: SettingsState }) {
  const version = newVersion.value;
  return (
    <Group title={say('update.title')}>
      <Action
        icon="box"
        label={say('update.open')}
        hint={
          version === undefined ? say('update.openHint') : say('update.available', { version: versionText(version) })
        }
        act={openUpdate}
      />
      <TextField
        label={say('update.address')}
        hint={say('update.addressHint')}
        value={address}
        placeholder="https://"
        maxLength={1024}
        pattern="https?://[^\s?#@]+"
        set={(text) => change({ update_url: text })}
      />
      {address !== '' && <Switch label={say('update.daily')} on={isDaily} set={(on) => change({ update_check: on })} />}
    </Group>
  );
}

const POWERS = [
  { action: 'restart', label: 'box.restart', text: 'box.restartText', hint: 'box.restarting', icon: 'refresh' },
  { action: 'shutdown', label: 'box.off', text: 'box.offText', hint: 'box.switchingOff', icon: 'power' },
] as const;

function Power() {
  const turn = async (action: Schemas['NewPower']['action'], hint: string): Promise<void> => {
    if (await done(box.PUT('/system/power', { body: { action } }))) notify(hint);
  };
  return (
    <Group title={say('box.power')}>
      {POWERS.map(({ action, label, text, hint, icon }) => (
        <Action
          key={action}
          icon={icon}
          label={say(label)}
          confirm={{ title: say(label), text: say(text), label: say(label) }}
          act={() => void turn(action, say(hint))}
        />
      ))}
    </Group>
  );
}

const RESETS = [
  { scope: 'settings', label: 'box.resetSettings', text: 'box.resetSettingsText' },
  { scope: 'everything', label: 'box.resetAll', text: 'box.resetAllText' },
] as const;

function Reset() {
  const reset = async (scope: Schemas['Reset']['scope']): Promise<void> => {
    if (await done(box.POST('/system/reset', { body: { scope } }))) notify(say('box.resetDone'));
  };
  return (
    <Group title={say('box.reset')}>
      {RESETS.map(({ scope, label, text }) => (
        <Action
          key={scope}
          danger
          label={say(label)}
          confirm={{ title: say(label), text: say(text), label: say('box.resetDo') }}
          act={() => void reset(scope)}
        />
      ))}
    </Group>
  );
}
