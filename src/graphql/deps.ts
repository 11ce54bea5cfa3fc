/** What the GraphQL server is built from. Only the composition makes one of these, and the tests. */
import type { HttpDeps } from '../http/deps.js';
import type { Follow } from '../http/events/events.js';
import type { GraphqlLibrary } from './library.js';

export interface GraphqlDeps extends HttpDeps {
  /** Follows the events of the daemon. */
  readonly follow: Follow;
  /** Loads graphql-js and ws; called with the first request that needs them. */
  readonly load: () => GraphqlLibrary;
}
