/**
 * The box leaves the Wi-Fi network of this phone, or its hotspot, for another: the way after it, until the page has found
 * it there, or here again.
 */
import { useEffect, useRef } from 'preact/hooks';
import { say } from '../../state/language.js';
import { askForNetwork, type Joining } from '../../state/network/commands.js';
import { addressByName, type Network, whereaboutsOf, wifiInUse } from '../../state/network/networks.js';
import { notify } from '../../state/notices.js';
import { useResource } from '../../state/resource.js';
import { openSheet, type Sheet, withdrawSheet } from '../../state/sheets.js';
import { failureText } from './network-words.js';

/** Milliseconds after which the box has left: it does so half a second after its answer. */
const LEFT = 3000;

/** @param network as it was when the command was given @param changed called when the box is found */
export function openLeaving(joining: Joining, network: Network, changed: () => void): void {
  const found = (now: Network, where: 'there' | 'back'): void => {
    withdrawSheet(sheet);
    const failure = now.hotspot?.failure;
    if (where === 'there') notify(say('network.joined', { name: joining.joining }));
    else notify(failure ? failureText(failure) : say('problem.NETWORK_UNCONFIRMED'));
    changed();
  };
  const before = wifiInUse(network);
  const sheet: Sheet = { title: joining.joining, body: () => <Leaving {...{ joining, before, found }} /> };
  openSheet(sheet);
}

interface LeavingProps {
  readonly joining: Joining;
  readonly before: string | undefined;
  readonly found: (now: Network, where: 'there' | 'back') => void;
}

function Leaving({ joining: { joining: name, addresses, confirm_within_secs: seconds }, before, found }: LeavingProps) {
  const since = useRef(Date.now());
  // The screen below asks for it again and again.
  const now = useResource('network', askForNetwork).value;
  const address = addressByName(addresses);
  useEffect(() => {
    if (now === undefined || Date.now() - since.current < LEFT) return;
    const where = whereaboutsOf(now, before);
    if (where !== undefined) found(now, where);
  }, [now]);
  return (
    <>
      <p role="status" dir="auto">
        {seconds === null
          ? `${say('portal.phone', { name })} ${say('portal.otherwise')}`
          : say('network.leaves', { name, address, seconds })}
      </p>
      <p class="buttons">
        <a class="main-button" href={`${address}/`} data-first="">
          {say('network.openAt', { address })}
        </a>
      </p>
    </>
  );
}
