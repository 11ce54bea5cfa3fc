/** Builds GraphQL, which answers the same clients as the page does, from the same rooms. */
import { createRequire } from 'node:module';
import { Graphql } from '../graphql/graphql.js';
import type { library } from '../graphql/library.js';
import type { HttpDeps } from '../http/deps.js';
import type { HttpServer } from '../http/server.js';
import type { Given } from './given.js';

export function composeGraphql({ config, files, log }: Given, deps: HttpDeps, server: HttpServer): Graphql {
  const ownLog = log.child('graphql');
  const bundle = files.graphqlLibrary;
  return new Graphql({
    host: config.httpHost,
    port: config.graphqlPort,
    settings: deps.settings,
    deps: () => ({
      ...deps,
      follow: (follower) => server.follow(follower),
      load: () => (createRequire(bundle)(bundle) as { library: typeof library }).library,
      log: ownLog,
    }),
    log: ownLog,
  });
}
