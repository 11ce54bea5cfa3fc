/** The box under the daemon: its clock and its power. */
import { answerList } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, pageAnswer, type Route, routesOf } from '../route.js';
import * as wire from '../wire/box.js';

const api = routesOf('/system', { tag: 'System' });

export type BoxDeps = Pick<HttpDeps, 'clock' | 'power'>;

/** Refusals of every operation that calls another program of the box. */
const ASKS_THE_SYSTEM = {
  500: 'The service of the system failed; `detail` says how.',
  503: 'There is no message bus, or no such service on it.',
  504: 'The service of the system does not answer in time.',
} as const;

/** Refusals of operations for which the called program needs a permission. */
const COMMANDS_THE_SYSTEM = {
  ...ASKS_THE_SYSTEM,
  403: 'The host name or the origin of the request is not allowed, or the system does not let the daemon do this.',
} as const;

const UNSAVED = 'or it could not be saved';

export function boxRoutes(deps: BoxDeps): Route[] {
  const { clock, power } = deps;
  return [
    api.get('/time', 'getSystemTime', 'Get the clock and who sets it', {
      answers: jsonAnswer('The clock.', wire.SystemClockSchema),
      refusals: ASKS_THE_SYSTEM,
      handler: async () => wire.toSystemClock(await clock.read()),
    }),
    api.put('/time', 'setSystemTime', 'Set the time zone, the clock, or who sets it', {
      protected: 'changes',
      description:
        'Everything is judged before anything changes. The zone is set first, then `ntp`, then the time: after a failure ' +
        'of the system what was done before it stays.',
      body: wire.NewClockSchema,
      answers: { 204: { description: 'In force and kept.' } },
      refusals: {
        ...COMMANDS_THE_SYSTEM,
        409: 'The network sets the clock (`ntp`), or nothing on this box could.',
        503: `${ASKS_THE_SYSTEM[503].slice(0, -1)}, ${UNSAVED}.`,
      },
      handler: ({ body }) => clock.change(wire.toClockChange(body)),
    }),
    api.get('/time-zones', 'getTimeZones', 'List the time zones', {
      answers: pageAnswer('Their names, in the order of the alphabet.', wire.TimeZonesSchema),
      refusals: ASKS_THE_SYSTEM,
      handler: async (_input, ctx) => answerList(ctx, await clock.timeZones(), (name) => name),
    }),
    api.put('/power', 'setPower', 'Restart or shut down the box', {
      protected: 'always',
      description: 'What was acknowledged is kept. Only somebody at the box can switch it on again.',
      body: wire.NewPowerSchema,
      answers: { 202: { description: 'It has begun.' } },
      refusals: COMMANDS_THE_SYSTEM,
      handler: ({ body: { action } }) => power.turn(action),
    }),
  ];
}
