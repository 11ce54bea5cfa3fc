/** Builds GraphQL, which answers the same clients as the page does, from the same rooms. */
import { createRequire } from 'node:module';
import type { GraphqlDeps } from '../graphql/deps.js';
import type { library } from '../graphql/library.js';
import type { HttpDeps } from '../http/deps.js';
import type { HttpServer } from '../http/server.js';
import { SwitchedServer } from '../switched-server.js';
import type { Given } from './given.js';

export function composeGraphql({ config, files, log }: Given, rooms: HttpDeps, server: HttpServer): SwitchedServer {
  const ownLog = log.child('graphql');
  const bundle = files.graphqlLibrary;
  const deps: GraphqlDeps = {
    ...rooms,
    follow: (follower) => server.follow(follower),
    load: () => (createRequire(bundle)(bundle) as { library: typeof library }).library,
    log: ownLog,
  };
  return new SwitchedServer({
    settings: rooms.settings,
    isWanted: () => config.graphqlPort !== 0 && rooms.settings.read().graphqlServer,
    async open() {
      const { GraphqlServer } = await import('../graphql/server.js');
      const graphql = new GraphqlServer(deps, config.httpHost, config.graphqlPort);
      await graphql.start();
      return graphql;
    },
    clients: 'GraphQL clients',
    log: ownLog,
  });
}
