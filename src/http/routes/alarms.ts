/** Alarms: the box wakes people with music, or with a tone where there is none. */
import { MOST_ALARMS } from '../../alarms/alarm.js';
import { answerMade } from '../answer.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, madeAnswer, NOT_SAVED, REFUSED, type Route, routesOf, UNREADABLE } from '../route.js';
import * as wire from '../wire/timers/alarms.js';

const api = routesOf('/alarms', { tag: 'Alarms', segments: { id: 'Id of the alarm.' } });

const DONE = { 204: { description: 'Done.' } };
const UNKNOWN = { 404: 'There is no alarm with this id.' };
const NO_MUSIC = {
  400: 'The request does not have the documented form, or its music has an id that it should not have.',
};
const NONE_RINGS = { 409: 'No alarm rings or is snoozed.' };

export function alarmRoutes({ alarms }: Pick<HttpDeps, 'alarms'>): Route[] {
  return [
    api.get('', 'getAlarms', 'List the alarms', {
      description:
        'A time of day that a change of the clocks leaves out rings at the first minute after it, and one that comes twice ' +
        'rings once. What the box missed by less than 15 minutes, because it was off, rings late.',
      answers: jsonAnswer('The alarms, and what rings.', wire.AlarmsSchema),
      refusals: UNREADABLE,
      handler: async () => ({
        time_zone: alarms.zone(),
        ringing: wire.toRinging(alarms.read()),
        alarms: (await alarms.list()).map((alarm) => wire.toAlarm(alarm, alarms.now())),
      }),
    }),
    api.post('', 'addAlarm', 'Set an alarm', {
      description: 'While it rings, its music is in the place of the queue, which comes back as it was.',
      body: wire.NewAlarmSchema,
      answers: madeAnswer('The alarm.', wire.AlarmSchema),
      refusals: {
        ...NO_MUSIC,
        404: 'There is no such playlist or station.',
        409: `There are ${MOST_ALARMS} alarms already.`,
        ...REFUSED,
      },
      async handler({ body }, ctx) {
        const alarm = await alarms.add({ ...wire.toFacts(body), minute: wire.toMinute(body.time) });
        answerMade(ctx, `/alarms/${alarm.id}`, wire.toAlarm(alarm, alarms.now()));
      },
    }),
    api.put('/snooze', 'snoozeAlarm', 'Silence the alarm for some minutes', {
      description: 'For as long as the alarm says; the queue and the volume are back, and silent. Again: from now on.',
      answers: DONE,
      refusals: { ...NONE_RINGS, ...NOT_SAVED },
      handler: () => alarms.snooze(),
    }),
    api.put('/stop', 'stopAlarm', 'End the alarm that rings or is snoozed', {
      description: 'The queue is back where it was, and plays on if it played when the alarm began.',
      answers: DONE,
      refusals: { ...NONE_RINGS, ...NOT_SAVED },
      handler: () => alarms.end(),
    }),
    api.get('/{id}', 'getAlarm', 'Get an alarm', {
      answers: jsonAnswer('The alarm.', wire.AlarmSchema),
      refusals: { ...UNKNOWN, ...UNREADABLE },
      handler: async ({ params: { id } }) => wire.toAlarm(await alarms.get(id), alarms.now()),
    }),
    api.put('/{id}', 'changeAlarm', 'Change an alarm', {
      protected: 'changes',
      description:
        'With another time, days, or switched on, a skipped time is forgotten. One that rings and is switched off ends.',
      body: wire.AlarmChangeSchema,
      answers: jsonAnswer('The alarm as it is now.', wire.AlarmSchema),
      refusals: { ...NO_MUSIC, 404: 'There is no alarm, playlist or station with this id.', ...REFUSED },
      handler: async ({ params: { id }, body }) =>
        wire.toAlarm(await alarms.change(id, wire.toFacts(body)), alarms.now()),
    }),
    api.delete('/{id}', 'removeAlarm', 'Delete an alarm', {
      protected: 'changes',
      description: 'One that rings ends.',
      answers: { 204: { description: 'Done; or there is none with this id.' } },
      refusals: REFUSED,
      handler: ({ params: { id } }) => alarms.remove(id),
    }),
    api.put('/{id}/skip', 'skipAlarm', 'Skip the next time of an alarm, or do not', {
      body: wire.SkipSchema,
      answers: jsonAnswer('The alarm as it is now.', wire.AlarmSchema),
      refusals: { ...UNKNOWN, 409: 'The alarm is off, or rings once only.', ...REFUSED },
      handler: async ({ params: { id }, body: { skip } }) => wire.toAlarm(await alarms.skip(id, skip), alarms.now()),
    }),
  ];
}
