/** What a monitor asks: an addition to the contract. */
import { exposition, EXPOSITION_TYPE } from '../../system/metrics/exposition.js';
import { answerJson } from '../answer.js';
import type { RequestDurations } from '../durations.js';
import type { HttpDeps } from '../deps.js';
import { NotHealthy } from '../refusals.js';
import { jsonAnswer, route, type Route, textAnswer } from '../route.js';
import { text } from '../schema.js';
import { HealthSchema, toHealth } from '../wire/system.js';

export function observationRoutes(deps: HttpDeps, durations: RequestDurations): Route[] {
  return [
    route({
      ...{ method: 'GET', path: '/health', tag: 'System', operationId: 'getHealth' },
      summary: 'Whether audio core, databases and HTTP answer',
      description:
        'Tries whether what people do can be saved, once a minute at most. A sound card that is not there is no failure of the daemon; `GET /metrics` tells of it.',
      answers: jsonAnswer('All of them do.', HealthSchema, ['Cache-Control']),
      refusals: { 503: 'A part does not answer; `errors` says which, its `path` being the name of the part.' },
      async handler(ctx) {
        const results = await deps.health.read();
        if (results.some(({ problem }) => problem !== undefined)) throw new NotHealthy(results);
        ctx.res.setHeader('Cache-Control', 'no-store');
        answerJson(ctx, toHealth(results, await deps.notices.read()));
      },
    }),
    route({
      ...{ method: 'GET', path: '/metrics', tag: 'System', operationId: 'getMetrics' },
      summary: 'Readings for Prometheus',
      description:
        'The text format 0.0.4. The delay of the main thread is measured only while somebody asks: it comes with the second answer.',
      answers: textAnswer('The readings.', text('One family after the other.')),
      handler(ctx) {
        ctx.res.setHeader('Content-Type', EXPOSITION_TYPE);
        ctx.body = exposition([...deps.readMetrics(), durations.read()]);
      },
    }),
  ];
}
