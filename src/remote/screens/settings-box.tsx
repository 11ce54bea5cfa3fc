/** The box itself: its names, Bluetooth reception, ListenBrainz, PIN, backup, power, and starting afresh. */
import { Action, FilePick, Group, Switch, TextField } from '../parts/form.js';
import { Page } from '../parts/page.js';
import { askToConfirm } from '../parts/sheet.js';
import { Loading } from '../parts/states.js';
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { ask, download } from '../state/files.js';
import { say } from '../state/language.js';
import { notify } from '../state/notices.js';
import { pinKeeper } from '../state/pin.js';
import { forget, useResource } from '../state/resource.js';
import { change, settings, type SettingsState } from '../state/settings.js';
import { closeSheet, openSheet } from '../state/sheets.js';

export function BoxSettingsScreen() {
  const now = settings.value;
  return (
    <Page title={say('settings.box')} above={['more']}>
      {now === undefined ? (
        <Loading />
      ) : (
        <>
          <Names now={now} />
          <Group title={say('box.receptionSection')}>
            <Switch
              label={say('box.reception')}
              on={now.bluetooth_reception}
              set={(on) => change({ bluetooth_reception: on })}
            />
          </Group>
          <ListenBrainz now={now} />
          <Pin />
          <Backup />
          <Power />
          <Reset />
        </>
      )}
    </Page>
  );
}

interface NowProps {
  readonly now: SettingsState;
}

function Names({ now: { player_name: player, host_name: host } }: NowProps) {
  const found = useResource(`discovery/${host}`, () => bodyOf(box.GET('/system/discovery')));
  const address = found.value?.host_name ?? undefined;
  const told = address === undefined ? say('box.hostNameNone') : say('box.hostNameHint', { address });
  return (
    <Group title={say('box.nameSection')}>
      <TextField
        label={say('box.playerName')}
        hint={say('box.playerNameHint')}
        value={player}
        maxLength={64}
        set={(name) => change({ player_name: name })}
      />
      <TextField
        label={say('box.hostName')}
        hint={told}
        value={host}
        placeholder={address?.replace(/\.local$/, '') ?? 'tonearm'}
        maxLength={63}
        pattern="([A-Za-z0-9]([A-Za-z0-9\-]*[A-Za-z0-9])?)?"
        set={(name) => change({ host_name: name })}
      />
    </Group>
  );
}

function ListenBrainz({ now: { listenbrainz_enabled: isOn, listenbrainz_token_set: hasToken } }: NowProps) {
  return (
    <Group title={say('box.listenbrainz')}>
      <Switch label={say('box.listenbrainzOn')} on={isOn} set={(on) => change({ listenbrainz_enabled: on })} />
      <TextField
        label={say('box.listenbrainzToken')}
        hint={hasToken ? say('box.listenbrainzSet') : undefined}
        value=""
        isSecret
        maxLength={256}
        set={(token) => change({ listenbrainz_token_set: token !== '' }, { listenbrainz_token: token })}
      />
    </Group>
  );
}

function Pin() {
  const found = useResource('system/pin', () => bodyOf(box.GET('/system/pin')));
  const isSet = found.value?.set;
  const set = async (pin: string): Promise<void> => {
    // Without the PIN of now in the body: who is asked for it by the way gives it in the header.
    const body = JSON.stringify({ pin });
    const headers = { 'Content-Type': 'application/json' };
    if (!(await done(ask('/system/pin', { method: 'PUT', headers, body })))) return;
    pinKeeper.pin = pin === '' ? undefined : pin;
    notify(say(pin === '' ? 'box.pinRemoved' : 'box.pinSaved'));
    forget('system/pin');
    found.again();
  };
  return (
    <Group title={say('box.pin')} hint={say('box.pinHint')}>
      {isSet !== undefined && <p class="hint strong">{say(isSet ? 'box.pinSet' : 'box.pinNotSet')}</p>}
      <Action
        icon="settings"
        label={say(isSet === true ? 'box.pinChange' : 'box.pinNew')}
        act={() => openPinForm((pin) => void set(pin))}
      />
      {isSet === true && <Action label={say('box.pinRemove')} act={() => void set('')} />}
    </Group>
  );
}

function openPinForm(done: (pin: string) => void): void {
  openSheet({
    title: say('box.pinNew'),
    body: () => (
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const { value } = form.elements.namedItem('pin') as HTMLInputElement;
          closeSheet();
          done(value);
        }}
      >
        <label>
          {say('box.pinField')}
          <input
            type="password"
            name="pin"
            required
            minLength={4}
            maxLength={64}
            pattern="[!-~][ -~]{2,62}[!-~]"
            data-first=""
            autocomplete="off"
          />
        </label>
        <button type="submit" class="main-button">
          {say('state.save')}
        </button>
      </form>
    ),
  });
}

function Backup() {
  const restore = async (file: File): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const isDone = await done(ask('/system/backup', { method: 'PUT', headers, body: file }));
    if (isDone) notify(say('box.backupDone'));
  };
  return (
    <Group title={say('box.backup')} hint={say('box.backupHint')}>
      <Action
        icon="download"
        label={say('box.backupGet')}
        act={() => void done(download('/system/backup', 'tonearm-backup.json'))}
      />
      <FilePick
        icon="upload"
        label={say('box.backupPut')}
        accept=".json,application/json"
        chosen={([file]) => {
          if (file === undefined) return;
          askToConfirm({
            title: say('box.backupPutTitle'),
            text: say('box.backupPutText', { name: file.name }),
            label: say('box.backupPutDo'),
            done: () => void restore(file),
          });
        }}
      />
    </Group>
  );
}

type PowerAction = Schemas['NewPower']['action'];

const POWERS = [
  { action: 'restart', label: 'box.restart', text: 'box.restartText', told: 'box.restarting', icon: 'refresh' },
  { action: 'shutdown', label: 'box.off', text: 'box.offText', told: 'box.switchingOff', icon: 'power' },
] as const;

function Power() {
  const turn = async (action: PowerAction, told: string): Promise<void> => {
    if (await done(box.PUT('/system/power', { body: { action } }))) notify(told);
  };
  return (
    <Group title={say('box.power')}>
      {POWERS.map(({ action, label, text, told, icon }) => (
        <Action
          key={action}
          icon={icon}
          label={say(label)}
          act={() => {
            askToConfirm({
              title: say(label),
              text: say(text),
              label: say(label),
              done: () => void turn(action, say(told)),
            });
          }}
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
          act={() => {
            askToConfirm({
              title: say(label),
              text: say(text),
              label: say('box.resetDo'),
              done: () => void reset(scope),
            });
          }}
        />
      ))}
    </Group>
  );
}
