/** Bluetooth speakers that are no output yet: to find, pair and play on with one touch. */
import { useEffect } from 'preact/hooks';
import { explainCode } from '../../state/box.js';
import { say } from '../../state/language.js';
import {
  bluetooth,
  busyWith,
  devices,
  outputOf,
  playOnSpeaker,
  scan,
  scanning,
  scanTrouble,
  type Speaker,
} from '../../state/outputs.js';
import { Action, Group } from '../form.js';
import { List } from '../list/row.js';
import { ChoiceLine, troubleWith } from './output-list.js';

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
