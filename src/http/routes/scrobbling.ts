/** How it stands with what ListenBrainz is told; whether it is told at all is a setting. */
import { answerJson } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, route, type Route } from '../route.js';
import { ScrobblingSchema, toScrobbling } from '../wire/scrobbling.js';

export function scrobblingRoutes({ scrobbler }: Pick<HttpDeps, 'scrobbler'>): Route[] {
  return [
    route({
      ...{ method: 'GET', path: '/scrobbling', tag: 'Settings', operationId: 'getScrobbling' },
      summary: 'Whether ListenBrainz takes what it is told',
      description: 'Switched on by `PUT /settings`: `listenbrainz_enabled`, `listenbrainz_token`, `listenbrainz_url`.',
      answers: jsonAnswer('The state.', ScrobblingSchema),
      handler: (ctx) => answerJson(ctx, toScrobbling(scrobbler.read())),
    }),
  ];
}
