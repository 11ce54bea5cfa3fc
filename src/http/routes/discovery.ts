/** How the box is found by name. */
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import { DiscoverySchema, toDiscovery } from '../wire/discovery.js';

const api = routesOf('/system', { tag: 'System' });

export function discoveryRoutes({ discovery }: Pick<HttpDeps, 'discovery'>): Route[] {
  return [
    api.get('/discovery', 'getDiscovery', 'Get the names announced on the network', {
      description:
        'What it is called is set by `player_name` and `host_name` of `PUT /settings`. When another box has the name ' +
        'already, this one gets a number behind it.',
      answers: jsonAnswer('The names in force.', DiscoverySchema),
      handler: async () => toDiscovery(await discovery.read()),
    }),
  ];
}
