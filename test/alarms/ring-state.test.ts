import t from 'tap';
import { type RingEvent, type RingState, type RungAlarm, transition, WAITING } from '../../src/alarms/ring-state.js';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-27T06:00:00Z');
const alarm: RungAlarm = {
  ...{ id: 'a', name: 'Work', isShuffled: false, level: 40, occurrence: NOW },
  music: { of: 'station', id: 's' },
  ...{ fadeIn: 30_000, snooze: 9 * MINUTE, duration: 60 * MINUTE },
};
const other: RungAlarm = { ...alarm, id: 'b', duration: MINUTE };
const ringing: RingState = { kind: 'ringing', alarm, until: NOW + alarm.duration, failure: null };
const tone: RingState = { ...ringing, failure: 'NO_SOUND' };
const snoozed: RingState = { kind: 'snoozed', alarm, until: NOW + alarm.snooze };

const due: RingEvent = { type: 'due', alarm: other, at: NOW };
const snooze: RingEvent = { type: 'snoozed', at: NOW };
const timeIsUp: RingEvent = { type: 'timeIsUp', at: NOW };
const stop: RingEvent = { type: 'stopped' };
const silence: RingEvent = { type: 'silenced' };
const remove: RingEvent = { type: 'removed', id: 'a' };
const removeOther: RingEvent = { type: 'removed', id: 'b' };
const fail: RingEvent = { type: 'failed', reason: 'STREAM_GONE' };

const otherRings: RingState = { kind: 'ringing', alarm: other, until: NOW + MINUTE, failure: null };
const rest = (goesOn: boolean) => [{ type: 'rest', goesOn }];
const same = (state: RingState) => [state, []] as const;

const EDGES: readonly (readonly [string, RingState, RingEvent, readonly [RingState, readonly object[]]])[] = [
  ['what is due rings', WAITING, due, [otherRings, [{ type: 'play' }]]],
  ['another that is due takes the place of the first', ringing, due, [otherRings, [{ type: 'play' }]]],
  ['also of its tone', tone, due, [otherRings, [{ type: 'play' }]]],
  ['also of one that is snoozed', snoozed, due, [otherRings, [{ type: 'play' }]]],
  ['a snooze is silent, whatever played before', ringing, snooze, [snoozed, rest(false)]],
  ['also that of a tone', tone, snooze, [snoozed, rest(false)]],
  ['a snooze begins anew', { ...snoozed, until: 0 }, snooze, [snoozed, []]],
  ['after it the music is tried again', snoozed, timeIsUp, [ringing, [{ type: 'play' }]]],
  ['a stop gives the queue back as it was', ringing, stop, [WAITING, rest(true)]],
  ['also behind a tone', tone, stop, [WAITING, rest(true)]],
  ['a stop ends a snooze, and nothing is to be given back', snoozed, stop, [WAITING, []]],
  ['who pauses the player ends it, in silence', ringing, silence, [WAITING, rest(false)]],
  ['nobody acts: it ends, in silence', ringing, timeIsUp, [WAITING, rest(false)]],
  ['also a tone', tone, timeIsUp, [WAITING, rest(false)]],
  [
    'music that breaks gives way to the tone',
    ringing,
    fail,
    [{ ...ringing, failure: 'STREAM_GONE' }, [{ type: 'playTone' }]],
  ],
  ['once', tone, fail, same(tone)],
  ['one that is removed ends', ringing, remove, [WAITING, rest(true)]],
  ['also one that is snoozed', snoozed, remove, [WAITING, []]],
  ['that of another does nothing', ringing, removeOther, same(ringing)],
  ['nor to one that is snoozed', snoozed, removeOther, same(snoozed)],
  ['what plays during a snooze does not end it', snoozed, silence, same(snoozed)],
  ['nor does a failure that comes late', snoozed, fail, same(snoozed)],
  ...[snooze, timeIsUp, stop, silence, remove, fail].map(
    (event) => [`without an alarm nothing comes of "${event.type}"`, WAITING, event, same(WAITING)] as const,
  ),
];

for (const [title, before, event, [state, effects]] of EDGES) {
  t.test(title, async (t) => {
    t.strictSame(transition(before, event), { state, effects });
  });
}
