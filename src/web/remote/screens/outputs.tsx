/** Where the box plays: its outputs, and Bluetooth speakers to be found, paired with and played on with one touch. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Group, Switch } from '../parts/form.js';
import { Icon, type IconName } from '../parts/icon.js';
import { IconButton, Page } from '../parts/page.js';
import { Loading } from '../parts/states.js';
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
import { parts } from '../state/player.js';
import { go } from '../state/route.js';
import { change, settings } from '../state/settings.js';

export function OutputsScreen() {
  return (
    <Page title={say('outputs.title')} above={['more']}>
      {parts.value === undefined ? <Loading /> : <Outputs />}
    </Page>
  );
}

function Outputs() {
  return (
    <>
      <ul class="group-rows rows outputs">
        {devices.value.map((device) => (
          <li key={device.id}>
            <OutputRow device={device} />
          </li>
        ))}
      </ul>
      <Speakers />
      {settings.value && (
        <Group title={say('outputs.options')}>
          <Switch
            label={say('outputs.fallback')}
            on={settings.value.output_fallback}
            set={(on) => change({ output_fallback: on })}
          />
        </Group>
      )}
    </>
  );
}

const ICONS: Readonly<Record<string, IconName>> = { bluetooth: 'bluetooth', builtin: 'box', alsa: 'speaker' };

interface ChoiceLineProps {
  readonly icon: IconName;
  readonly title: string;
  /** How it stands. */
  readonly text: string;
  /** Said in the place of that, and aloud. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** Not while it is busy. */
  readonly choose: () => void;
  /** Undefined where nothing is chosen by it for good. */
  readonly isChosen?: boolean;
  /** What connects it can be called off while it is busy. */
  readonly speaker: Speaker | undefined;
  /** Behind it while it rests. */
  readonly children?: ComponentChildren;
}

/** The whole line chooses. */
function ChoiceLine(props: ChoiceLineProps) {
  const { icon, title, text, problem, isBusy, choose, isChosen, speaker, children } = props;
  return (
    <div class="list-row" aria-current={isChosen === true ? 'true' : undefined}>
      <button
        type="button"
        class="tap"
        aria-pressed={isChosen}
        aria-busy={isBusy}
        onClick={() => {
          if (!isBusy) choose();
        }}
      >
        <Icon name={icon} />
        <span class="lines">
          <span class="title" dir="auto">
            {title}
          </span>
          {problem === undefined ? (
            <span class="text">{text}</span>
          ) : (
            <span class="text wraps problem" role="alert">
              {problem}
            </span>
          )}
        </span>
        {isBusy && <span class="spinner" aria-hidden="true" />}
        {isChosen === true && !isBusy && <Icon name="check" />}
      </button>
      {isBusy && speaker && (
        <IconButton icon="close" label={say('outputs.cancel')} onClick={() => void disconnect(speaker)} />
      )}
      {!isBusy && children}
    </div>
  );
}

/** All outputs as one choice: the button behind each tells more. */
export function OutputRow({ device, plain = false }: { readonly device: Device; readonly plain?: boolean }) {
  const { id, name, service, is_current_device: isCurrent, is_present: isPresent } = device;
  const speaker = speakerOf(id);
  const isBusy = busyWith.value === id || (speaker !== undefined && busyWith.value === speaker.address);
  // What has come to play after all has no trouble any more.
  const problem = isCurrent && isPresent ? undefined : troubleWith(id, speaker?.address);
  return (
    <ChoiceLine
      icon={ICONS[service] ?? 'speaker'}
      title={name}
      text={isBusy ? say('outputs.connecting') : stateOf(device, speaker)}
      problem={isBusy ? undefined : problem}
      choose={() => void playOn(device)}
      isChosen={isCurrent}
      {...{ isBusy, speaker }}
    >
      {!plain && (
        <IconButton icon="settings" label={say('outputs.details', { name })} onClick={() => go('outputs', id)} />
      )}
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

/** Speakers that are no output yet, and what is needed to find more. */
export function Speakers() {
  const state = bluetooth.value?.adapter.state;
  const isOnBluetooth = devices.value.some(({ service, is_current_device: isIt }) => isIt && service === 'bluetooth');
  // Somebody who opens this screen looks for a speaker. Not while one plays: a scan would disturb its sound.
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
      <ul class="rows" aria-label={say('bluetooth.new')} aria-busy={isScanning}>
        {speakers.map((speaker) => (
          <li key={speaker.address}>
            <SpeakerRow speaker={speaker} />
          </li>
        ))}
      </ul>
      {scanTrouble.value !== undefined && (
        <p class="hint problem" role="alert">
          {scanTrouble.value}
        </p>
      )}
      {why === undefined && (
        <button
          type="button"
          class="field action"
          disabled={isScanning}
          aria-busy={isScanning}
          onClick={() => void scan()}
        >
          <Icon name="search" />
          <span class="lines">
            <span class="title">{say(isScanning ? 'bluetooth.finding' : 'bluetooth.find')}</span>
          </span>
          {isScanning && <span class="spinner" aria-hidden="true" />}
        </button>
      )}
    </Group>
  );
}

/** Why nothing can be found; undefined where something can. */
const STATES: Readonly<Record<string, string | undefined>> = {
  no_adapter: 'NO_BLUETOOTH_ADAPTER',
  blocked: 'BLUETOOTH_BLOCKED',
  not_running: 'BLUETOOTH_NOT_RUNNING',
};

/** Also one that does not say so, before it is asked: its icon does. */
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
