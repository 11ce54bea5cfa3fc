/** How often tracks were heard. The player counts by itself; the two commands are for players elsewhere. */
import { NotFound } from '../../errors.js';
import { answerJson } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, REFUSED, route, type Route, UNREADABLE } from '../route.js';
import { toCountedId, toTrackStats, TrackStatsSchema } from '../wire/track-stats.js';

const SEGMENTS = { id: 'Id of the track.' };

export function trackStatsRoutes({ library }: Pick<HttpDeps, 'library'>): Route[] {
  function counting(kind: 'played' | 'skipped', operationId: string, summary: string): Route {
    return route({
      method: 'POST',
      path: `/track-stats/{id}/${kind}`,
      ...{ tag: 'Track stats', operationId, summary },
      description: 'Whether there is such a track is not checked.',
      segments: SEGMENTS,
      answers: { 204: { description: 'It is counted.' } },
      refusals: { 400: 'The id is not one that a track can have.', ...REFUSED },
      async handler(ctx, { params: { id = '' } }) {
        await library[kind](toCountedId(id));
        ctx.status = 204;
      },
    });
  }

  return [
    route({
      ...{ method: 'GET', path: '/track-stats/{id}', tag: 'Track stats', operationId: 'getTrackStats' },
      summary: 'How often a track was played and skipped',
      segments: SEGMENTS,
      refusals: { 404: 'It was never counted, whether there is such a track or not.', ...UNREADABLE },
      answers: jsonAnswer('The counts.', TrackStatsSchema),
      async handler(ctx, { params: { id = '' } }) {
        const stats = await library.statsOf(id);
        if (stats === undefined) throw new NotFound('NEVER_COUNTED', 'This track was never played or skipped.');
        answerJson(ctx, toTrackStats(stats));
      },
    }),
    counting('played', 'recordTrackPlayed', 'Count a play of a track'),
    counting('skipped', 'recordTrackSkipped', 'Count a skip of a track'),
  ];
}
