import { allRoutes } from '../../src/http/routes/index.js';
import type { HttpDeps } from '../../src/http/deps.js';

/** The segments of all routes whose answers end, for tests that put them together anew. */
export function operationPaths(): string[] {
  const ending = allRoutes({} as HttpDeps).filter(({ path }) => path !== '/events');
  return [...new Set(ending.flatMap(({ path }) => path.slice(1).split('/')))];
}
