/** How it stands with what ListenBrainz is told; whether it is told at all is a setting. */
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import { ScrobblingSchema, toScrobbling } from '../wire/scrobbling.js';

const api = routesOf('', { tag: 'Settings' });

export function scrobblingRoutes({ scrobbler }: Pick<HttpDeps, 'scrobbler'>): Route[] {
  return [
    api.get('/scrobbling', 'getScrobbling', 'Get the state of scrobbling to ListenBrainz', {
      description: 'Switched on by `PUT /settings`: `listenbrainz_enabled`, `listenbrainz_token`, `listenbrainz_url`.',
      answers: jsonAnswer('The state.', ScrobblingSchema),
      handler: () => toScrobbling(scrobbler.read()),
    }),
  ];
}
