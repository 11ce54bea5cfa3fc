/** The outputs, and Bluetooth speakers to find, pair and play on with one touch. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Action, Group } from '../parts/form.js';
import { Icon, type IconName } from '../parts/icon.js';
import { IconButton } from '../parts/page.js';
import { ListRow, List } from '../parts/list/row.js';
import { SettingsPage, SettingSwitch } from '../parts/settings.js';
import { explainCode } from '../state/box.js';
import { say } from '../state/language.js';
import { percentText } from '../state/measures.js';
import {
  bluetooth,
  busyWith,
  type Device,
  devices,
  disconnect,
  outputOf,
  playOn,
  playOnSpeaker,
  scan,
  scanning,
  scanTrouble,
  type Speaker,
  speakerOf,
  trouble,
} from '../state/outputs.js';
import { go } from '../state/route.js';

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

/** All outputs as one choice. @param plain without the way to the details of each */
export function OutputList({ plain, class: name }: { readonly plain?: boolean; readonly class: string }) {
  return (
    <List
      class={name}
      of={devices.value}
      keyOf={({ id }) => id}
      row={(device) => <OutputRow {...{ device, plain }} />}
    />
  );
}

const ICONS: Readonly<Record<string, IconName>> = { bluetooth: 'bluetooth', builtin: 'box', alsa: 'speaker' };

interface ChoiceLineProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Shown instead of the text, as an alert. */
  readonly problem: string | undefined;
  /** Being connected: it can be cancelled, not chosen. */
  readonly isBusy: boolean;
  readonly choose: () => void;
  /** Undefined for a line that is no toggle. */
  readonly isChosen?: boolean;
  readonly speaker: Speaker | undefined;
  readonly children?: ComponentChildren;
}

function ChoiceLine(props: ChoiceLineProps) {
  const { icon, title, text, problem, isBusy, choose, isChosen, speaker, children } = props;
  return (
    <ListRow
      {...{
        title,
        text: problem ?? text,
        isProblem: problem !== undefined && 'alert',
        busy: isBusy,
        pressed: isChosen,
      }}
      isCurrent={isChosen === true}
      lead={<Icon name={icon} />}
      trail={
        <>
          {isBusy && <span class="spinner" aria-hidden="true" />}
          {isChosen === true && !isBusy && <Icon name="check" />}
        </>
      }
      onTap={() => {
        if (!isBusy) choose();
      }}
    >
      {isBusy && speaker && (
        <IconButton icon="close" label={say('state.cancel')} onClick={() => void disconnect(speaker)} />
      )}
      {!isBusy && children}
    </ListRow>
  );
}

function OutputRow({ device, plain = false }: { readonly device: Device; readonly plain?: boolean | undefined }) {
  const { id, name, service, is_current_device: isCurrent, is_present: isPresent } = device;
  const speaker = speakerOf(id);
  const isBusy = busyWith.value === id || (speaker !== undefined && busyWith.value === speaker.address);
  // An output that plays has no trouble any more.
  const problem = isBusy || (isCurrent && isPresent) ? undefined : troubleWith(id, speaker?.address);
  return (
    <ChoiceLine
      icon={ICONS[service] ?? 'speaker'}
      title={name}
      text={isBusy ? say('outputs.connecting') : stateOf(device, speaker)}
      choose={() => void playOn(device)}
      isChosen={isCurrent}
      {...{ isBusy, speaker, problem }}
    >
      {!plain && <IconButton icon="settings" label={say('state.menu', { name })} onClick={() => go('outputs', id)} />}
    </ChoiceLine>
  );
}

function troubleWith(...subjects: readonly (string | undefined)[]): string | undefined {
  const last = trouble.value;
  return last !== undefined && subjects.includes(last.with) ? last.text : undefined;
}

function stateOf(device: Device, speaker: Speaker | undefined): string {
  const { stands_in_for: missing, is_present: isPresent, is_current_device: isCurrent, card } = device;
  const state = ((): string => {
    if (missing !== null) {
      return say('outputs.standsIn', { name: devices.value.find(({ id }) => id === missing)?.name ?? missing });
    }
    if (speaker?.connecting === true) return say('outputs.connecting');
    if (!isPresent) return say(device.service === 'bluetooth' ? 'outputs.notConnected' : 'outputs.away');
    return isCurrent ? say('outputs.current') : '';
  })();
  const battery =
    speaker?.battery != null && speaker.connected ? `${say('outputs.battery')} ${percentText(speaker.battery)}` : '';
  return [state, card, battery].filter(Boolean).join(' · ') || say('outputs.ready');
}

/** Speakers that are no output yet, and the scan for more. */
export function Speakers() {
  const state = bluetooth.value?.adapter.state;
  const isOnBluetooth = devices.value.some(({ service, is_current_device: isIt }) => isIt && service === 'bluetooth');
  // Opening the screen scans, but not while a speaker plays: a scan would disturb its sound.
  useEffect(() => {
    if ((state === 'on' || state === 'off') && !isOnBluetooth) void scan();
  }, [state === undefined]);

  if (state === undefined) return null;
  const why = STATES[state];
  const known = new Set(devices.value.map(({ id }) => id));
  const found = bluetooth.value?.devices.filter(({ address }) => !known.has(outputOf(address))) ?? [];
  const isScanning = scanning.value || bluetooth.value?.adapter.scanning === true;
  const speakers = found.filter(isSpeaker).sort((one, other) => (other.rssi ?? -999) - (one.rssi ?? -999));
  return (
    <Group title={say('bluetooth.title')} hint={why === undefined ? say('bluetooth.findHint') : undefined}>
      {why !== undefined && <p class="hint">{explainCode(why, why)}</p>}
      <List
        of={speakers}
        keyOf={({ address }) => address}
        row={(speaker) => <SpeakerRow speaker={speaker} />}
        label={say('bluetooth.new')}
        busy={isScanning}
      />
      {scanTrouble.value !== undefined && (
        <p class="hint problem" role="alert">
          {scanTrouble.value}
        </p>
      )}
      {why === undefined && (
        <Action
          icon="search"
          label={say(isScanning ? 'bluetooth.finding' : 'bluetooth.find')}
          busy={isScanning}
          act={() => void scan()}
        />
      )}
    </Group>
  );
}

/** Problem codes of states without a scan. */
const STATES: Readonly<Record<string, string | undefined>> = {
  no_adapter: 'NO_BLUETOOTH_ADAPTER',
  blocked: 'BLUETOOTH_BLOCKED',
  not_running: 'BLUETOOTH_NOT_RUNNING',
};

/** Before pairing a speaker may be known by its icon only. */
function isSpeaker({ speaker, icon, name, address }: Speaker): boolean {
  if (speaker) return true;
  return icon?.startsWith('audio-') === true && name.replaceAll('-', ':') !== address;
}

function SpeakerRow({ speaker }: { readonly speaker: Speaker }) {
  const { address, name, rssi, connecting, paired } = speaker;
  const isBusy = connecting || busyWith.value === address;
  const facts = paired
    ? say('bluetooth.known')
    : rssi === null
      ? say('bluetooth.new')
      : say('bluetooth.near', near(rssi));
  return (
    <ChoiceLine
      icon="bluetooth"
      title={name}
      text={isBusy ? say('outputs.pairing') : facts}
      problem={isBusy ? undefined : troubleWith(address)}
      choose={() => void playOnSpeaker(speaker)}
      {...{ isBusy, speaker }}
    />
  );
}

/** @param rssi in dBm */
function near(rssi: number): { readonly level: string } {
  return { level: say(rssi > -60 ? 'bluetooth.strong' : rssi > -80 ? 'bluetooth.fair' : 'bluetooth.weak') };
}
