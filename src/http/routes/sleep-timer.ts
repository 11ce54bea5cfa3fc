/** The sleep timer: fades out and pauses after a while. */
import { answerJson } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, route, type Route } from '../route.js';
import * as wire from '../wire/sleep-timer.js';

const ROW = { path: '/player/sleep-timer', tag: 'Player' } as const;

export function sleepTimerRoutes({ sleepTimer }: Pick<HttpDeps, 'sleepTimer'>): Route[] {
  return [
    route({
      ...ROW,
      method: 'GET',
      operationId: 'getSleepTimer',
      summary: 'How long until the sleep timer pauses',
      answers: jsonAnswer('The timer.', wire.SleepTimerSchema),
      handler: (ctx) => answerJson(ctx, wire.toSleepTimer(sleepTimer.read())),
    }),
    route({
      ...ROW,
      method: 'PUT',
      operationId: 'setSleepTimer',
      summary: 'Pause after a while, or cancel that',
      description:
        'Fades out over the last 30 seconds (the last quarter of a short timer), then pauses: the place is kept, and ' +
        'the volume is as it was. A timer that runs is replaced. A restart of the daemon cancels it.',
      body: wire.NewSleepTimerSchema,
      answers: jsonAnswer('The timer that is set now.', wire.SleepTimerSchema),
      handler(ctx, { body }) {
        sleepTimer.set(wire.toSleepDuration(body));
        answerJson(ctx, wire.toSleepTimer(sleepTimer.read()));
      },
    }),
  ];
}
