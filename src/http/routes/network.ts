/** The networks of the box, where NetworkManager looks after them. */
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import * as wire from '../wire/network.js';

const api = routesOf('/system/network', { tag: 'System' });

/** Refusals of every operation that calls NetworkManager. */
const ASKS_NETWORK_MANAGER = {
  500: 'NetworkManager failed; `detail` says how.',
  503: 'NetworkManager does not run on this machine (`NO_NETWORK_MANAGER`).',
  504: 'NetworkManager does not answer in time.',
} as const;

export function networkRoutes({ network }: Pick<HttpDeps, 'network'>): Route[] {
  return [
    api.get('', 'getNetwork', 'List network interfaces and their addresses', {
      description: 'Wired and Wi-Fi interfaces as they are now. Read it again to follow a change.',
      answers: jsonAnswer('The interfaces.', wire.NetworkSchema),
      refusals: ASKS_NETWORK_MANAGER,
      handler: async () => wire.toNetwork(await network.read()),
    }),
  ];
}
