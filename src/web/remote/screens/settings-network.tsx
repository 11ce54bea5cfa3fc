/** Networks: what the box is connected by, Wi-Fi networks to join, the known ones, and the hotspot. */
import { useState } from 'preact/hooks';
import { Group, Switch } from '../parts/form.js';
import { Icon } from '../parts/icon.js';
import { List, ListRow } from '../parts/list/row.js';
import { CountryChoice } from '../parts/network/country-choice.js';
import { openAddresses, openInterface, openKnown } from '../parts/network/network-sheets.js';
import { JoinForm } from '../parts/network/join-form.js';
import { openLeaving } from '../parts/network/leaving-sheet.js';
import { failureText, isTrouble, knownText, stateText, titleOf } from '../parts/network/network-words.js';
import { WaitingChange } from '../parts/network/waiting-change.js';
import { WifiIcon } from '../parts/network/wifi-icon.js';
import { WifiList } from '../parts/network/wifi-list.js';
import { Page } from '../parts/page.js';
import { askToConfirm } from '../parts/sheet.js';
import { Loaded } from '../parts/states.js';
import { say } from '../state/language.js';
import { notify } from '../state/notices.js';
import {
  askForKnown,
  askForNetwork,
  type Joining,
  presetCountry,
  setCountry,
  setHotspot,
  useSearch,
} from '../state/network/commands.js';
import { hasWifi, type Known, levelOf, nameOf, type Network, type Wifi } from '../state/network/networks.js';
import { useInterval, useResource } from '../state/resource.js';
import { closeSheet, openSheet } from '../state/sheets.js';

/** Milliseconds between two looks at the networks, while somebody looks at the screen. */
const PAUSE = 3000;

export function NetworkScreen() {
  const found = useResource('network', askForNetwork);
  useInterval(() => {
    if (!document.hidden) found.again();
  }, PAUSE);
  return (
    <Page title={say('network.title')} above={['more']}>
      <Loaded of={found}>{(network) => <Networks network={network} again={found.again} />}</Loaded>
    </Page>
  );
}

interface PartProps {
  readonly network: Network;
  readonly again: () => void;
}

function Networks({ network, again }: PartProps) {
  const { interfaces, silent_radio: silent, hotspot } = network;
  const inUse = interfaces.map(({ network: used, state }) => `${used?.id} ${state}`).join();
  const known = useResource('network/known', askForKnown, `${inUse} ${network.change_waits}`);
  const changed = (): void => {
    again();
    known.again();
  };
  return (
    <>
      <WaitingChange network={network} changed={changed} />
      <Group title={say('network.connections')}>
        <List
          of={interfaces}
          keyOf={({ name }) => name}
          row={(each) => (
            <ListRow
              lead={
                each.kind === 'wifi' ? (
                  <WifiIcon level={each.wifi === null ? 'weak' : levelOf(each.wifi.strength)} />
                ) : (
                  <Icon name="cable" />
                )
              }
              title={titleOf(each, interfaces)}
              text={stateText(each)}
              isProblem={isTrouble(each)}
              isCurrent={each.state === 'connected'}
              trail={each.state === 'connecting' ? <span class="spinner" aria-hidden="true" /> : undefined}
              onTap={() => openInterface(each, titleOf(each, interfaces))}
            />
          )}
        />
        {silent !== null && <p class="hint problem">{say('network.silentRadio')}</p>}
      </Group>
      {hasWifi(network) && <WifiGroup {...{ network, changed }} />}
      {known.value !== undefined && known.value.length > 0 && (
        <KnownGroup {...{ network, known: known.value, changed }} />
      )}
      {hotspot && <HotspotGroup {...{ hotspot, again }} />}
    </>
  );
}

function WifiGroup({ network, changed }: { readonly network: Network; readonly changed: () => void }) {
  const search = useSearch();
  const [chosen, setChosen] = useState<string>();
  const country = chosen ?? presetCountry(network);
  const failure = network.hotspot?.failure;
  const choose = (wifi: Wifi | undefined): void => {
    const title = wifi === undefined ? say('network.hidden') : nameOf(wifi);
    const joined = (name: string, joining: Joining | undefined): void => {
      closeSheet();
      if (joining === undefined) notify(say('network.joined', { name }));
      else openLeaving(joining, network, changed);
      changed();
      search.again();
    };
    const body = () => <JoinForm network={wifi} country={country} joined={joined} />;
    openSheet({ title, body });
  };
  return (
    <Group title={say('network.wifi')}>
      {failure && (
        <p class="hint problem" role="alert">
          {failureText(failure)}
        </p>
      )}
      <WifiList of={search} choose={choose} />
      <CountryChoice
        value={country}
        set={(code) => {
          setChosen(code);
          void setCountry(code).then((isDone) => {
            if (!isDone) setChosen(undefined);
            changed();
          });
        }}
      />
    </Group>
  );
}

interface KnownProps {
  readonly network: Network;
  readonly known: readonly Known[];
  readonly changed: () => void;
}

function KnownGroup({ network, known, changed }: KnownProps) {
  const rivals = known.filter(({ kind }) => kind === 'wifi');
  return (
    <Group title={say('network.known')} hint={rivals.length > 1 ? say('network.knownHint') : undefined}>
      <List
        of={known}
        keyOf={({ id }) => id}
        row={(each) => (
          <ListRow
            lead={<Icon name={each.kind === 'wifi' ? 'wifi' : 'cable'} />}
            title={each.ssid_hex === null ? each.name : nameOf({ ssid: each.ssid, ssid_hex: each.ssid_hex })}
            text={knownText(each)}
            isCurrent={each.in_use}
            onTap={() =>
              openKnown(each, rivals, {
                changed,
                change: () => openAddresses(each, network, changed),
                left: (joining) => openLeaving(joining, network, changed),
              })
            }
          />
        )}
      />
    </Group>
  );
}

interface HotspotProps {
  readonly hotspot: NonNullable<Network['hotspot']>;
  readonly again: () => void;
}

function HotspotGroup({ hotspot: { state, name, joining }, again }: HotspotProps) {
  const text = say('network.hotspotText', { name });
  const set = async (on: boolean): Promise<void> => {
    await setHotspot(on);
    again();
  };
  return (
    <Group title={say('network.hotspot')} hint={text}>
      <Switch
        label={name}
        hint={state === 'joining' ? `${say('network.joining')} ${joining ?? ''}` : undefined}
        on={state !== 'off'}
        set={(on) => {
          if (on) askToConfirm({ title: name, text, label: say('network.hotspotStart') }, () => void set(on));
          else void set(on);
        }}
      />
    </Group>
  );
}
