/** How it stands with what ListenBrainz and Last.fm are told, and the account of Last.fm. */
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, REFUSED, type Route, routesOf } from '../route.js';
import * as wire from '../wire/scrobbling.js';

const api = routesOf('/scrobbling', { tag: 'Settings' });

const SERVER = {
  409: 'There is no API key, the server does not accept it, or nobody has approved in time.',
  504: 'The server does not answer in time.',
} as const;
const UNREACHABLE = 'The server cannot be reached, or does not answer as Last.fm does.';

export function scrobblingRoutes({
  scrobblers,
  lastFmAccount,
}: Pick<HttpDeps, 'scrobblers' | 'lastFmAccount'>): Route[] {
  return [
    api.get('', 'getScrobbling', 'Get the state of scrobbling', {
      description:
        'Switched on by `PUT /settings`: `listenbrainz_enabled`, `listenbrainz_token`, `listenbrainz_url`; `lastfm_enabled`, ' +
        '`lastfm_api_key`, `lastfm_secret`, `lastfm_url`. Both may be on, and each has a queue of its own.',
      answers: jsonAnswer('The state.', wire.ScrobblingSchema),
      handler: () => wire.toScrobbling(scrobblers.listenBrainz.read(), scrobblers.lastFm.read()),
    }),
    api.post('/lastfm/connect', 'connectLastFm', 'Begin to connect an account of Last.fm', {
      protected: 'always',
      description:
        'A person opens the page, approves there, and then `POST /scrobbling/lastfm/finish` keeps the account.',
      answers: jsonAnswer('Where to approve.', wire.ApprovalSchema),
      refusals: { ...SERVER, 503: UNREACHABLE },
      handler: async () => ({ url: await lastFmAccount.connect() }),
    }),
    api.post('/lastfm/finish', 'finishLastFm', 'Keep the account of Last.fm that was approved', {
      protected: 'always',
      description: 'Switches `lastfm_enabled` on.',
      answers: jsonAnswer('The account.', wire.LastFmUserSchema),
      refusals: { ...SERVER, 503: `${UNREACHABLE} Or: ${REFUSED[503]}` },
      handler: async () => ({ user: await lastFmAccount.finish() }),
    }),
    api.delete('/lastfm', 'disconnectLastFm', 'Forget the account of Last.fm', {
      protected: 'always',
      description: 'API key and secret stay. What waits to be sent stays, too, and goes to the next account.',
      answers: { 204: { description: 'Done.' } },
      refusals: REFUSED,
      handler: () => lastFmAccount.disconnect(),
    }),
  ];
}
