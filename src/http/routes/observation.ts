/** What a monitor asks; not in rockboxd. */
import { exposition, EXPOSITION_TYPE } from '../../system/metrics/exposition.js';
import type { RequestDurations } from '../durations.js';
import type { HttpDeps } from '../deps.js';
import { NotHealthy } from '../refusals.js';
import { jsonAnswer, type Route, routesOf, textAnswer } from '../route.js';
import { text } from '../schema.js';
import { HealthSchema, toHealth } from '../wire/system.js';

const api = routesOf('', { tag: 'System' });

export function observationRoutes(deps: HttpDeps, durations: RequestDurations): Route[] {
  return [
    api.get('/health', 'getHealth', 'Check whether audio, databases and HTTP answer', {
      description:
        'Tries whether what people do can be saved, once a minute at most. A sound card that is not there is no failure of the daemon; `GET /metrics` tells of it.',
      answers: jsonAnswer('All of them do.', HealthSchema, ['Cache-Control']),
      refusals: { 503: 'A part does not answer; `errors` says which, its `path` being the name of the part.' },
      async handler(_input, ctx) {
        const results = await deps.health.read();
        if (results.some(({ problem }) => problem !== undefined)) throw new NotHealthy(results);
        ctx.res.setHeader('Cache-Control', 'no-store');
        return toHealth(results, await deps.notices.read());
      },
    }),
    api.get('/metrics', 'getMetrics', 'Get metrics for Prometheus', {
      description:
        'The text format 0.0.4. The delay of the main thread is measured only while somebody asks: it comes with the second answer.',
      answers: textAnswer('The readings.', text('One family after the other.')),
      handler(_input, ctx) {
        ctx.res.setHeader('Content-Type', EXPOSITION_TYPE);
        ctx.body = exposition([...deps.readMetrics(), durations.read()]);
      },
    }),
  ];
}
