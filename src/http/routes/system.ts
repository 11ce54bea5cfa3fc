/** The daemon about itself: its version, its state and its interface. */
import { readFileSync } from 'node:fs';
import type { Examples } from '../openapi.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import { StatusSchema, type StatusSources, toStatus, VersionSchema } from '../wire/system.js';

const api = routesOf('', { tag: 'System' });

/** @param describe builds the OpenAPI document; called once, when it is first asked for */
export function systemRoutes(deps: HttpDeps, describe: (examples: Examples) => unknown): Route[] {
  const { version } = deps;
  let description: unknown;
  return [
    api.get('/version', 'getVersion', 'Get the version of the daemon', {
      answers: jsonAnswer('The version.', VersionSchema),
      handler: () => ({ version }),
    }),
    api.get('/status', 'getGlobalStatus', 'Get the state of the box and its resume point', {
      answers: jsonAnswer('The state.', StatusSchema),
      handler: () => toStatus(statusOf(deps)),
    }),
    api.get('/openapi.json', 'getOpenApi', 'Get this document', {
      answers: jsonAnswer('The interface as an OpenAPI 3.1.0 document.', { type: 'object' }),
      handler: () => (description ??= describe(examplesOf(deps))),
    }),
  ];
}

/** Read only when somebody wants to see them: they are not worth memory. Without them the document is whole as well. */
function examplesOf({ examples, log }: HttpDeps): Examples {
  if (examples === undefined) return {};
  try {
    return JSON.parse(readFileSync(examples, 'utf8')) as Examples;
  } catch (error) {
    log.warn('openapi: examples not readable (the document has none)', { error });
    return {};
  }
}

function statusOf({ player, volume }: HttpDeps): StatusSources {
  return { volume: levelOf(volume), resume: player.resumePoint(), runtime: Math.floor(process.uptime()) };
}

/** Without its card there is no level to tell. */
function levelOf(volume: HttpDeps['volume']): number {
  try {
    return volume.read().volume;
  } catch {
    return 0;
  }
}
