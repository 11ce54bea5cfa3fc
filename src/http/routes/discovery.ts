/** How the box is found by name. */
import { answerJson } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, route, type Route } from '../route.js';
import { DiscoverySchema, toDiscovery } from '../wire/discovery.js';

export function discoveryRoutes({ discovery }: Pick<HttpDeps, 'discovery'>): Route[] {
  return [
    route({
      method: 'GET',
      path: '/system/discovery',
      tag: 'System',
      operationId: 'getDiscovery',
      summary: 'The names by which the box is found on the network',
      description:
        'What it is called is set by `player_name` and `host_name` of `PUT /settings`. When another box has the name ' +
        'already, this one gets a number behind it.',
      answers: jsonAnswer('The names in force.', DiscoverySchema),
      handler: async (ctx) => answerJson(ctx, toDiscovery(await discovery.read())),
    }),
  ];
}
