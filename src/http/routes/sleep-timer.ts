/** The sleep timer: fades out and pauses after a while. */
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, type Route, routesOf } from '../route.js';
import * as wire from '../wire/timers/sleep-timer.js';

const api = routesOf('/player/sleep-timer', { tag: 'Player' });

export function sleepTimerRoutes({ sleepTimer }: Pick<HttpDeps, 'sleepTimer'>): Route[] {
  return [
    api.get('', 'getSleepTimer', 'Get the sleep timer', {
      answers: jsonAnswer('The timer.', wire.SleepTimerSchema),
      handler: () => wire.toSleepTimer(sleepTimer.read()),
    }),
    api.put('', 'setSleepTimer', 'Set or cancel the sleep timer', {
      description:
        'Fades out over the last 30 seconds (the last quarter of a short timer), then pauses: the place is kept, and ' +
        'the volume is as it was. A timer that runs is replaced. A restart of the daemon cancels it.',
      body: wire.NewSleepTimerSchema,
      answers: jsonAnswer('The timer that is set now.', wire.SleepTimerSchema),
      handler({ body }) {
        sleepTimer.set(wire.toSleepDuration(body));
        return wire.toSleepTimer(sleepTimer.read());
      },
    }),
  ];
}
