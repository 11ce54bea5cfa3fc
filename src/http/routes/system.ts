/** The daemon about itself: its version and its interface. */
import { answerJson } from '../answer.js';
import type { HttpParts } from '../parts.js';
import { jsonAnswer, route, type Route } from '../route.js';
import { VersionSchema } from '../wire/system.js';

/** @param describe builds the OpenAPI document; called once, when it is first asked for */
export function systemRoutes({ version }: HttpParts, describe: () => unknown): Route[] {
  let description: unknown;
  return [
    route({
      method: 'GET',
      path: '/version',
      tag: 'System',
      operationId: 'getVersion',
      summary: 'The version of the daemon',
      answers: jsonAnswer('The version.', VersionSchema),
      handler: (ctx) => answerJson(ctx, { version }),
    }),
    route({
      method: 'GET',
      path: '/openapi.json',
      tag: 'System',
      operationId: 'getOpenApi',
      summary: 'This document',
      answers: jsonAnswer('The interface as an OpenAPI 3.1.0 document.', { type: 'object' }),
      handler: (ctx) => answerJson(ctx, (description ??= describe())),
    }),
  ];
}
