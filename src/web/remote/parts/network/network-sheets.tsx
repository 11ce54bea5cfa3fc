/** Sheets of networks: an interface in detail, what can be done with a known network, and its addresses. */
import { useState } from 'preact/hooks';
import { done, reasonOf, Refused, type Schemas } from '../../state/box.js';
import { say } from '../../state/language.js';
import { percentText } from '../../state/measures.js';
import { changeKnown, connect, forgetNetwork, type Joining, moveKnown } from '../../state/network/commands.js';
import { waiting } from '../../state/network/waiting.js';
import { addressesIn, type Interface, type Known, type Network, withoutPrefix } from '../../state/network/networks.js';
import { notify } from '../../state/notices.js';
import { closeSheet, openSheet } from '../../state/sheets.js';
import { Fact, Options } from '../form.js';
import { askToConfirm, type MenuItem, openMenu, SheetField, SheetForm } from '../sheet.js';

export function openInterface(shown: Interface, title: string): void {
  const { ipv4, ipv6, wifi, mac, speed_mbps: speed, driver, firmware, name } = shown;
  const facts: readonly (readonly [label: string, value: string])[] = [
    [say('network.signal'), wifi === null ? '' : `${percentText(wifi.strength)} · ${wifi.band} GHz`],
    [say('network.address'), [...ipv4.addresses, ...ipv6.addresses].join(' · ')],
    [say('network.router'), [ipv4.gateway, ipv6.gateway].filter(Boolean).join(' · ')],
    [say('network.dns'), [...ipv4.dns, ...ipv6.dns].join(' · ')],
    [say('network.speed'), speed === null ? '' : `${speed} Mbit/s`],
    [say('network.mac'), mac],
    [say('network.driver'), [name, driver, firmware].filter(Boolean).join(' · ')],
  ];
  openSheet({
    title,
    body: () => (
      <>{facts.map(([label, value]) => value !== '' && <Fact key={label} label={label} children={value} />)}</>
    ),
  });
}

interface KnownActions {
  /** Opens the form of the addresses. */
  readonly change: () => void;
  /** Called after a command. */
  readonly changed: () => void;
  /** Called when the box leaves the network of this phone. */
  readonly left: (joining: Joining) => void;
}

/** @param rivals Wi-Fi networks by priority */
export function openKnown(known: Known, rivals: readonly Known[], { change, changed, left }: KnownActions): void {
  const { name, kind, automatic: isAutomatic, in_use: isInUse } = known;
  const index = rivals.findIndex(({ id }) => id === known.id);
  const after = (command: Promise<unknown>): void => void command.then(changed);
  const leave = async (): Promise<void> => {
    const joining = await connect(known);
    if (joining !== undefined) left(joining);
  };
  const move = (to: number) => () => after(moveKnown(rivals, index, to));
  const items: MenuItem[] = [
    ...(isInUse ? [] : [{ icon: 'play', label: say('network.connect'), act: () => after(done(leave)) } as const]),
    ...(index > 0 ? [{ icon: 'up', label: say('state.up'), act: move(index - 1) } as const] : []),
    ...(index >= 0 && index < rivals.length - 1
      ? [{ icon: 'down', label: say('state.down'), act: move(index + 1) } as const]
      : []),
    { icon: 'edit', label: say('network.addresses'), act: change },
    {
      icon: 'refresh',
      label: say(isAutomatic ? 'network.manually' : 'network.automatic'),
      act: () => after(done(changeKnown(known, { automatic: !isAutomatic }))),
    },
  ];
  const confirm = {
    title: say('network.forgetName', { name }),
    text: say('network.forgetText'),
    label: say('network.forget'),
  };
  const forget: MenuItem = {
    icon: 'trash',
    label: say('network.forget'),
    act: () =>
      askToConfirm(confirm, () => {
        after(
          forgetNetwork(known).then((isDone) => {
            if (isDone) notify(say('state.removed', { name }));
          }),
        );
      }),
  };
  openMenu(name, kind === 'wifi' ? [...items, forget] : items);
}

/** An address of IPv4, with and without the length of its prefix. */
const NUMBER = String.raw`\d{1,3}(\.\d{1,3}){3}`;
const WITH_PREFIX = String.raw`${NUMBER}/\d{1,2}`;
const LIST = (each: string): string => String.raw`\s*${each}([\s,;]+${each})*[\s,;]*`;

export function openAddresses(known: Known, network: Network, changed: () => void): void {
  openSheet({ title: say('network.addresses'), body: () => <AddressForm {...{ known, network, changed }} /> });
}

interface FormProps {
  readonly known: Known;
  readonly network: Network;
  readonly changed: () => void;
}

function AddressForm({ known, network, changed }: FormProps) {
  const [method, setMethod] = useState(known.ipv4.method === 'static' ? 'static' : 'automatic');
  const [problem, setProblem] = useState<string>();
  const isStatic = method === 'static';
  // The addresses of now are most of what somebody wants who fixes them.
  const now = network.interfaces.find(({ network: used }) => used?.id === known.id)?.ipv4;
  const given = known.ipv4.method === 'static' || now === undefined ? known.ipv4 : now;

  const send = async ({ addresses = '', gateway = '', dns = '' }: Readonly<Record<string, string>>): Promise<void> => {
    const ipv4: NonNullable<Schemas['KnownNetworkChange']['ipv4']> = isStatic
      ? {
          method: 'static',
          addresses: addressesIn(addresses),
          dns: addressesIn(dns),
          ...(gateway.trim() !== '' && { gateway: gateway.trim() }),
        }
      : { method: 'automatic' };
    try {
      const seconds = await changeKnown(known, { ipv4 });
      const to = isStatic ? addressesIn(addresses).map(withoutPrefix)[0] : undefined;
      waiting.value = seconds === null ? undefined : { network: known.id, to, until: Date.now() + seconds * 1000 };
      closeSheet();
      changed();
    } catch (error) {
      const isMistake = error instanceof Refused && error.code === 'INVALID_BODY';
      setProblem(isMistake ? say('network.badAddresses') : reasonOf(error));
    }
  };

  return (
    <SheetForm
      send={(texts) => void send(texts)}
      after={known.in_use && <p class="faint small">{say('network.tried')}</p>}
    >
      <select
        aria-label={say('network.addresses')}
        data-first=""
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
      >
        <Options
          of={[
            ['automatic', say('network.dhcp')],
            ['static', say('network.static')],
          ]}
        />
      </select>
      {isStatic && (
        <>
          <AddressField
            label="network.withPrefix"
            name="addresses"
            value={given.addresses}
            pattern={LIST(WITH_PREFIX)}
            required
          />
          <AddressField label="network.router" name="gateway" value={[given.gateway ?? '']} pattern={LIST(NUMBER)} />
          <AddressField label="network.dns" name="dns" value={given.dns} pattern={LIST(NUMBER)} />
        </>
      )}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </SheetForm>
  );
}

interface FieldProps {
  readonly label: 'network.withPrefix' | 'network.router' | 'network.dns';
  readonly name: string;
  readonly value: readonly string[];
  readonly pattern: string;
  readonly required?: boolean;
}

/** Digits and dots, for which the keyboard of numbers of a phone lacks the comma. */
function AddressField({ label, value, ...rest }: FieldProps) {
  return (
    <SheetField
      {...rest}
      label={say(label)}
      title={say('network.badAddresses')}
      defaultValue={value.join(', ')}
      inputMode="text"
      autocapitalize="off"
      spellcheck={false}
    />
  );
}
