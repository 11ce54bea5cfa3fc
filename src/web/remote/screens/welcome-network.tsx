/**
 * The page that a phone opens when it has joined the hotspot of the box, often in the small browser of its sign-in sheet:
 * it chooses the network of the box, and says what happens next. All of it is one screen without a history of its own.
 */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.js';
import { CountryChoice } from '../parts/network/country-choice.js';
import { JoinForm } from '../parts/network/join-form.js';
import { failureText } from '../parts/network/network-words.js';
import { WifiList } from '../parts/network/wifi-list.js';
import { Button, IconButton, Page } from '../parts/page.js';
import { Loaded } from '../parts/states.js';
import { say } from '../state/language.js';
import {
  answers,
  askForNetwork,
  type Joining,
  presetCountry,
  useAddress,
  useSearch,
} from '../state/network/commands.js';
import { nameOf, type Network, type Wifi } from '../state/network/networks.js';
import { useInterval, useResource } from '../state/resource.js';
import { go } from '../state/route.js';

/** Milliseconds between two looks for the box, while it joins. */
const PAUSE = 2000;

type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'password'; readonly network: Wifi | undefined }
  /** The box leaves the hotspot: `addresses` are where it will answer. */
  | { readonly kind: 'joining'; readonly name: string; readonly addresses: readonly string[]; readonly since: number }
  | { readonly kind: 'joined'; readonly name: string };

export function PortalScreen() {
  const found = useResource('network', askForNetwork);
  return (
    <Page title={say('portal.title')}>
      <div class="portal">
        <Loaded of={found}>{(network) => <Portal network={network} again={found.again} />}</Loaded>
      </div>
    </Page>
  );
}

function Portal({ network, again }: { readonly network: Network; readonly again: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const [country, setCountry] = useState(() => presetCountry(network));
  const search = useSearch();
  const list = (): void => setStep({ kind: 'list' });
  // A field that gets the focus by a touch brings the keyboard along.
  useLayoutEffect(() => document.querySelector<HTMLElement>('.portal [data-first]')?.focus(), [step.kind]);

  switch (step.kind) {
    case 'list':
      return (
        <>
          <Failure of={network} />
          <p class="intro">{say('portal.intro')}</p>
          <div class="group-rows">
            <WifiList of={search} choose={(wifi) => setStep({ kind: 'password', network: wifi })} />
            <CountryChoice value={country} set={setCountry} />
          </div>
          <p class="buttons portal-foot">
            <Button label={say('portal.skip')} act={() => go('home')} />
          </p>
        </>
      );
    case 'password':
      return (
        <>
          <div class="line bar">
            <IconButton icon="back" label={say('nav.back')} onClick={list} />
            <h2 dir="auto">{step.network === undefined ? say('network.hidden') : nameOf(step.network)}</h2>
          </div>
          <JoinForm
            network={step.network}
            country={country}
            joined={(name, joining) => setStep(joining === undefined ? { kind: 'joined', name } : leaving(joining))}
          />
        </>
      );
    case 'joining':
      return (
        <Leaving
          step={step}
          network={network}
          again={again}
          failed={() => {
            search.again();
            list();
          }}
        />
      );
    case 'joined':
      return (
        <>
          <p class="intro">{say('network.joined', { name: step.name })}</p>
          <Button main label={say('pin.go')} act={() => go('welcome')} />
        </>
      );
  }
}

function leaving({ joining, addresses }: Joining): Step {
  return { kind: 'joining', name: joining, addresses, since: Date.now() };
}

function Failure({ of: { hotspot } }: { readonly of: Network }) {
  if (!hotspot?.failure) return null;
  return (
    <p class="problem portal-problem" role="alert" dir="auto">
      {failureText(hotspot.failure)}
    </p>
  );
}

interface LeavingProps {
  readonly step: Extract<Step, { kind: 'joining' }>;
  readonly network: Network;
  readonly again: () => void;
  readonly failed: () => void;
}

/** Milliseconds after which a hotspot that is on has come back: it ends half a second after the answer. */
const LEFT = 3000;

/** Waits for the box by its name in the new network, and by this address in case that the hotspot comes back. */
function Leaving({ step: { name, addresses, since }, network, again, failed }: LeavingProps) {
  const usual = useAddress();
  const all = addresses.length > 0 ? addresses : [usual];
  const [isLooking, setLooking] = useState(false);
  useInterval(() => {
    again();
    const [first = usual] = all;
    // The name of the box is found in the hotspot too, until that has ended.
    if (isLooking || Date.now() - since < LEFT || new URL(first).origin === location.origin) return;
    setLooking(true);
    void answers(`${first}/`).then((does) => {
      setLooking(false);
      if (does) location.assign(`${first}/`);
    });
  }, PAUSE);
  useEffect(() => {
    const { hotspot } = network;
    if (Date.now() - since < LEFT || hotspot === null || hotspot.state === 'joining') return;
    if (hotspot.state === 'on') failed();
    else if (hotspot.state === 'off') location.assign('/');
  }, [network]);
  return (
    <>
      <p class="line portal-busy" role="status">
        <span class="spinner" aria-hidden="true" />
        <strong dir="auto">{say('portal.joining', { name })}</strong>
      </p>
      <ol class="portal-steps">
        <li>
          <Icon name="wifi" />
          <span dir="auto">{say('portal.phone', { name })}</span>
        </li>
        <li>
          <Icon name="forward" />
          <span>
            {say('portal.goesOn')}
            {all.map((address) => (
              <a key={address} class="link portal-address" href={`${address}/`}>
                {address}
              </a>
            ))}
          </span>
        </li>
        <li>
          <Icon name="info" />
          <span>{say('portal.otherwise')}</span>
        </li>
      </ol>
    </>
  );
}
