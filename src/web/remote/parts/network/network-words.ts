/** What an interface and a known network do now, in words. */
import { explainCode } from '../../state/box.js';
import { say } from '../../state/language.js';
import { type Interface, type Known, type Network, withoutPrefix } from '../../state/network/networks.js';

/** Reasons that say no more than that it is not connected. */
const PLAIN: readonly (string | null)[] = [null, 'by_hand', 'forgotten'];

/** Such as `Home · 192.168.1.20`, or why it is not connected. */
export function stateText({ state, step, reason, detail, network, ipv4, hotspot }: Interface): string {
  switch (state) {
    case 'connected':
      return [hotspot ? say('network.hotspot') : network?.name, ...ipv4.addresses.map(withoutPrefix)]
        .filter(Boolean)
        .join(' · ');
    case 'connecting':
      return [network?.name, say(`network.step.${step ?? 'link'}`)].filter(Boolean).join(' · ');
    case 'unmanaged':
      return say('network.unmanaged');
    default:
      return PLAIN.includes(reason)
        ? say('network.off')
        : explainCode(`NETWORK_${String(reason).toUpperCase()}`, detail ?? '');
  }
}

/** Whether a person can do something about it: a card without a cable is as it should be. */
export function isTrouble({ state, reason }: Interface): boolean {
  return state !== 'connected' && state !== 'connecting' && !PLAIN.includes(reason) && reason !== 'no_cable';
}

/** Kind, and the kernel's name where there are several. */
export function titleOf({ name, kind }: Interface, all: readonly Interface[]): string {
  const isOnly = all.filter((each) => each.kind === kind).length === 1;
  return say(`network.${kind}`) + (isOnly ? '' : ` · ${name}`);
}

export function knownText({ in_use: isInUse, automatic: isAutomatic, ipv4 }: Known): string {
  const fixed = ipv4.method === 'static' ? ipv4.addresses.map(withoutPrefix).join(', ') : '';
  return [isInUse && say('network.inUse'), !isAutomatic && say('network.byHand'), fixed].filter(Boolean).join(' · ');
}

/** Why the box could not join, above the list of networks. */
export function failureText(failure: NonNullable<NonNullable<Network['hotspot']>['failure']>): string {
  return `${failure.network}: ${explainCode(failure.code, failure.detail)}`;
}
