/**
 * New addresses on trial: how long still, and the way to the new one. A page that still gets an answer, by the changed
 * interface, keeps them by itself; one that was opened by a number goes to the new number, and is such a page there.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { done } from '../../state/box.js';
import { say } from '../../state/language.js';
import { confirmChange } from '../../state/network/commands.js';
import { isNumeric, type Network, provesChange } from '../../state/network/networks.js';
import { waiting } from '../../state/network/waiting.js';
import { notify } from '../../state/notices.js';
import { connected } from '../../state/player.js';
import { useInterval } from '../../state/resource.js';
import { Button } from '../page.js';

/** Milliseconds after which a change is in force: the box applies it half a second after its answer. */
const APPLIED = 2000;
/** Milliseconds without a connection after which the old address is taken to be gone. */
const GONE = 4000;

interface WaitingProps {
  readonly network: Network;
  readonly changed: () => void;
}

export function WaitingChange(props: WaitingProps) {
  const isWaiting = props.network.change_waits;
  const wasWaiting = useRef(false);
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) {
      if (waiting.value !== undefined) notify(say('network.takenBack'));
      waiting.value = undefined;
    }
    wasWaiting.current = isWaiting;
  }, [isWaiting]);
  return isWaiting || waiting.value !== undefined ? <Trial {...props} /> : null;
}

function Trial({ network, changed }: WaitingProps) {
  const since = useRef(Date.now());
  const lostSince = useRef<number | undefined>(undefined);
  const isKeeping = useRef(false);
  const [now, setNow] = useState(Date.now());
  const change = waiting.value;
  const seconds = change && Math.max(0, Math.ceil((change.until - now) / 1000));
  const address = change?.to === undefined ? undefined : addressAt(change.to);
  const goes = address !== undefined && isNumeric(location.hostname) && change?.to !== location.hostname;

  const keep = async (): Promise<void> => {
    isKeeping.current = true;
    if (await done(confirmChange())) {
      waiting.value = undefined;
      notify(say('network.kept'));
    }
    isKeeping.current = false;
    changed();
  };

  // Above a list of networks that is scrolled past.
  useLayoutEffect(() => scrollTo(0, 0), []);
  useInterval(() => {
    setNow(Date.now());
    if (connected.value) lostSince.current = undefined;
    else lostSince.current ??= Date.now();
    const isGone = lostSince.current !== undefined && Date.now() - lostSince.current > GONE;
    if (isGone && goes) location.assign(address);
  }, 1000);
  // Each answer of the box is another object.
  useEffect(() => {
    const isInForce = Date.now() - since.current > APPLIED && network.change_waits;
    if (isInForce && !isKeeping.current && provesChange(network, location.hostname, change?.network)) void keep();
  }, [network]);

  return (
    <section class="group" aria-label={say('network.trial')}>
      <div class="whole">
        <p role="status">{say('network.trial')}</p>
        {seconds !== undefined && <p class="faint">{say('network.trialLeft', { seconds })}</p>}
        <p class="buttons">
          {goes && (
            <a class="main-button" href={address}>
              {say('network.openAt', { address: change?.to ?? '' })}
            </a>
          )}
          <Button main={!goes} label={say('network.keep')} act={() => void keep()} />
        </p>
      </div>
    </section>
  );
}

/** This page at another number. */
function addressAt(host: string): string {
  const url = new URL(location.href);
  url.hostname = host;
  return url.href;
}
