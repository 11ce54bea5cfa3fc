/** The form that joins a Wi-Fi network: its password, shown on request, and its name where it does not send it. */
import { useState } from 'preact/hooks';
import type { Schemas } from '../../state/box.js';
import { say } from '../../state/language.js';
import { join, type Joining, useAddress, whyNot } from '../../state/network/commands.js';
import { canJoin, nameOf, needsPassword, type Wifi } from '../../state/network/networks.js';
import { SheetField, SheetForm } from '../sheet.js';

/** A passphrase of WPA2, or the key made from one. WPA3 takes any text. */
const WPA = { pattern: '[ -~]{8,63}|[0-9A-Fa-f]{64}', minLength: 8, maxLength: 64 };
const LONGEST = 128;

interface JoinFormProps {
  /** Undefined for a network that does not send its name. */
  readonly network: Wifi | undefined;
  /** Two letters; `''` leaves the radio as it is. */
  readonly country: string;
  /** @param joining where the box will be, when it has left for the network */
  readonly joined: (name: string, joining: Joining | undefined) => void;
}

export function JoinForm({ network, country, joined }: JoinFormProps) {
  const [isShown, setShown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const address = useAddress();
  if (network !== undefined && !canJoin(network)) return <p class="hint">{say('network.cannotJoinWhy')}</p>;
  const isSecret = network === undefined || needsPassword(network);

  const send = async ({ ssid = '', password = '' }: Readonly<Record<string, string>>): Promise<void> => {
    const body: Schemas['NewWifi'] = {
      ...(network === undefined ? { ssid, hidden: true } : { ssid_hex: network.ssid_hex }),
      ...(password !== '' && { password }),
      ...(country !== '' && { country }),
    };
    setBusy(true);
    setProblem(undefined);
    try {
      joined(network === undefined ? ssid : nameOf(network), await join(body));
    } catch (error) {
      setProblem(whyNot(error));
    }
    setBusy(false);
  };

  return (
    <SheetForm
      label={say(isBusy ? 'network.joining' : 'network.join')}
      busy={isBusy}
      send={(texts) => {
        if (!isBusy) void send(texts);
      }}
      after={
        <p class="faint small" dir="auto">
          {say('network.thenOpen', { address })}
        </p>
      }
    >
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {network === undefined && (
        <SheetField
          label={say('network.ssid')}
          type="text"
          name="ssid"
          required
          maxLength={32}
          autocapitalize="off"
          spellcheck={false}
          data-first=""
        />
      )}
      {isSecret ? (
        <>
          <SheetField
            label={say(network === undefined ? 'network.passwordIfAny' : 'network.password')}
            {...(network?.security === 'wpa3' ? { maxLength: LONGEST } : WPA)}
            title={say('network.passwordHint')}
            {...(isShown ? ({ type: 'text' } as const) : ({ type: 'password' } as const))}
            name="password"
            required={network !== undefined}
            autocapitalize="off"
            spellcheck={false}
            data-first={network && ''}
          />
          <label class="line show-password">
            <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} />
            {say('network.showPassword')}
          </label>
        </>
      ) : (
        <p>{say('network.openHint')}</p>
      )}
    </SheetForm>
  );
}
