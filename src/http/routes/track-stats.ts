/** How often tracks were heard. The player counts by itself; the two commands are for players elsewhere. */
import { NotFound } from '../../errors.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, REFUSED, type Route, routesOf, UNREADABLE } from '../route.js';
import { toCountedId, toTrackStats, TrackStatsSchema } from '../wire/track-stats.js';

const api = routesOf('/track-stats', { tag: 'Track stats', segments: { id: 'Id of the track.' } });

export function trackStatsRoutes({ library }: Pick<HttpDeps, 'library'>): Route[] {
  function counting(kind: 'played' | 'skipped', operationId: string, summary: string): Route {
    return api.post(`/{id}/${kind}`, operationId, summary, {
      description: 'Whether there is such a track is not checked.',
      answers: { 204: { description: 'It is counted.' } },
      refusals: { 400: 'The id is not one that a track can have.', ...REFUSED },
      handler: ({ params: { id } }) => library[kind](toCountedId(id)),
    });
  }

  return [
    api.get('/{id}', 'getTrackStats', 'Get the play and skip counts of a track', {
      refusals: { 404: 'It was never counted, whether there is such a track or not.', ...UNREADABLE },
      answers: jsonAnswer('The counts.', TrackStatsSchema),
      async handler({ params: { id } }) {
        const stats = await library.statsOf(id);
        if (stats === undefined) throw new NotFound('NEVER_COUNTED', 'This track was never played or skipped.');
        return toTrackStats(stats);
      },
    }),
    counting('played', 'recordTrackPlayed', 'Count a play of a track'),
    counting('skipped', 'recordTrackSkipped', 'Count a skip of a track'),
  ];
}
