/** Wi-Fi networks in reach, each with its strength, and the way to one that does not send its name. */
import { explainCode, reasonOf, Refused } from '../../state/box.js';
import { say } from '../../state/language.js';
import type { Search } from '../../state/network/commands.js';
import { canJoin, keyOf, levelOf, nameOf, needsPassword, type Wifi } from '../../state/network/networks.js';
import { Action } from '../form.js';
import { Icon } from '../icon.js';
import { List, ListRow } from '../list/row.js';
import { Loading } from '../states.js';
import { WifiIcon } from './wifi-icon.js';

interface WifiListProps {
  readonly of: Search;
  /** @param network undefined for one that does not send its name */
  readonly choose: (network: Wifi | undefined) => void;
}

export function WifiList({ of: { networks, error, isBusy, again }, choose }: WifiListProps) {
  const isEmpty = networks?.length === 0 && !isBusy;
  return (
    <>
      {networks === undefined && isBusy && <Loading text={say('network.finding')} />}
      <List
        of={networks ?? []}
        keyOf={keyOf}
        label={say('network.inReach')}
        busy={isBusy}
        row={(network) => <WifiRow network={network} choose={() => choose(network)} />}
      />
      {error !== undefined && (
        <p class="hint problem" role="alert">
          {error instanceof Refused ? explainCode(error.code, error.message) : reasonOf(error)}
        </p>
      )}
      {isEmpty && error === undefined && <p class="hint">{say('network.none')}</p>}
      <Action icon="add" label={say('network.hidden')} act={() => choose(undefined)} />
      <Action icon="refresh" label={say(isBusy ? 'network.finding' : 'network.find')} busy={isBusy} act={again} />
    </>
  );
}

function WifiRow({ network, choose }: { readonly network: Wifi; readonly choose: () => void }) {
  const { in_use: isInUse, strength, security } = network;
  const level = levelOf(strength);
  const signal = say('bluetooth.near', { level: say(`bluetooth.${level}`) });
  const facts = isInUse
    ? [say('network.inUse')]
    : canJoin(network)
      ? [security === 'open' && say('network.open'), signal]
      : [say('network.cannotJoin')];
  return (
    <ListRow
      lead={<WifiIcon level={level} />}
      title={nameOf(network)}
      text={facts.filter(Boolean).join(' · ')}
      isCurrent={isInUse}
      trail={
        <>
          {needsPassword(network) && <Icon name="lock" />}
          {isInUse && <Icon name="check" />}
        </>
      }
      onTap={choose}
    />
  );
}
