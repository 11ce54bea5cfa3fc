import { allRoutes } from '../../src/http/routes/index.js';
import type { HttpParts } from '../../src/http/parts.js';

/** The segments of all routes, for tests that put them together anew. */
export function operationPaths(): string[] {
  return [...new Set(allRoutes({} as HttpParts).flatMap(({ path }) => path.slice(1).split('/')))];
}
