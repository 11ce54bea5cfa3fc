import t from 'tap';
import { type Alarm, NEW_ALARM, type Weekday } from '../../src/alarms/alarm.js';
import { judge, LATEST, nextOccurrence, notSkipping, skipping, timesFrom } from '../../src/alarms/plan.js';

const BERLIN = 'Europe/Berlin';
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;
const utc = (text: string): number => Date.parse(text);

/** The next times, as UTC. */
function next(minute: number, days: readonly Weekday[], from: string, zone: string, count = 3): string[] {
  const times: string[] = [];
  for (let after = utc(from); times.length < count;) {
    after = nextOccurrence({ minute, days }, after, zone);
    times.push(new Date(after).toISOString().slice(0, 16));
  }
  return times;
}

function alarm(more: Partial<Alarm> = {}): Alarm {
  const facts = { ...NEW_ALARM, minute: at(7), days: ['friday', 'saturday'] as const, ...more };
  return { id: 'a', ...facts, ...timesFrom(facts, utc('2026-11-26T12:00Z'), BERLIN), ...more };
}

t.test('an alarm rings on its weekdays, and one without days at the next such time', async (t) => {
  t.strictSame(next(at(7), ['monday', 'friday'], '2026-11-27T05:59Z', BERLIN), [
    ...['2026-11-27T06:00', '2026-11-30T06:00', '2026-12-04T06:00'],
  ]);
  t.strictSame(next(at(7), ['sunday'], '2026-11-27T12:00Z', BERLIN, 1), ['2026-11-29T06:00']);
  t.strictSame(
    next(at(7), [], '2026-11-27T06:00Z', BERLIN, 2),
    ['2026-11-28T06:00', '2026-11-29T06:00'],
    'later than now',
  );
  t.strictSame(next(at(23, 59), [], '2026-12-31T12:00Z', BERLIN, 2), ['2026-12-31T22:59', '2027-01-01T22:59']);
  t.strictSame(next(0, [], '2028-02-28T12:00Z', 'UTC', 2), ['2028-02-29T00:00', '2028-03-01T00:00']);
});

t.test('a time that the clocks leave out rings at the first minute that exists', async (t) => {
  for (const [minute, zone, from, times] of [
    [at(2, 30), BERLIN, '2026-03-28T12:00Z', ['2026-03-29T01:00', '2026-03-30T00:30']],
    [at(2), BERLIN, '2026-03-28T12:00Z', ['2026-03-29T01:00', '2026-03-30T00:00']],
    [at(2, 30), 'America/New_York', '2026-03-07T12:00Z', ['2026-03-08T07:00', '2026-03-09T06:30']],
    // The clock goes from 02:00 to 02:30 there.
    [at(2, 15), 'Australia/Lord_Howe', '2026-10-03T12:00Z', ['2026-10-03T15:30', '2026-10-04T15:15']],
    [at(0, 30), 'America/Havana', '2026-03-07T12:00Z', ['2026-03-08T05:00', '2026-03-09T04:30']],
  ] as const) {
    t.strictSame(next(minute, [], from, zone, 2), times, zone);
  }
});

t.test('a time that comes twice rings once', async (t) => {
  for (const [minute, zone, from, times] of [
    [at(2, 30), BERLIN, '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    [at(1, 30), 'America/New_York', '2026-10-31T12:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
    [at(1, 45), 'Australia/Lord_Howe', '2026-04-04T12:00Z', ['2026-04-04T14:45', '2026-04-05T15:15']],
  ] as const) {
    t.strictSame(next(minute, [], from, zone, 2), times, zone);
    t.strictSame(next(minute, [], `${times[0]}:30Z`, zone, 1), [times[1]], 'nor between the two');
  }
});

t.test('a time around a change of the clocks that exists once is not moved', async (t) => {
  t.strictSame(next(at(7), ['sunday'], '2026-03-28T12:00Z', BERLIN, 2), ['2026-03-29T05:00', '2026-04-05T05:00']);
  t.strictSame(next(at(3), [], '2026-03-28T12:00Z', BERLIN, 1), ['2026-03-29T01:00']);
  t.strictSame(next(at(3), [], '2026-10-24T12:00Z', BERLIN, 1), ['2026-10-25T02:00']);
});

t.test('an alarm waits, is due, and is late until it is missed', async (t) => {
  const seven = utc('2026-11-27T06:00Z');
  const times = { next: utc('2026-11-28T06:00Z'), zone: BERLIN, skipped: null, last: seven };
  t.equal(judge(alarm(), seven - 1, BERLIN).kind, 'waits');
  for (const late of [0, 59_000, LATEST]) {
    const verdict = judge(alarm(), seven + late, BERLIN);
    t.strictSame(verdict, { kind: 'due', occurrence: seven, times: { ...times, missed: null } }, `${late} ms`);
  }
  const missed = judge(alarm(), seven + LATEST + 1, BERLIN);
  t.strictSame(missed, { kind: 'missed', occurrence: seven, times: { ...times, missed: seven } });
  t.equal(judge(alarm({ next: seven - 86_400_000 * 30 }), seven - 1000, BERLIN).times.next, seven, 'after a month');
});

t.test('an alarm without days is off after it rang, or was missed', async (t) => {
  const once = alarm({ days: [], next: utc('2026-11-27T06:00Z') });
  for (const now of ['2026-11-27T06:00Z', '2026-11-29T06:00Z']) {
    t.equal(judge(once, utc(now), BERLIN).times.next, null, now);
  }
});

t.test('another time zone makes another next time, and nothing is due by the old one', async (t) => {
  const verdict = judge(alarm(), utc('2026-11-27T06:00:01Z'), 'America/New_York');
  t.match(verdict, { kind: 'waits', times: { next: utc('2026-11-27T12:00Z'), zone: 'America/New_York' } });
  // By the clock of the old zone it rang already on this day.
  const rang = alarm({ last: utc('2026-11-27T06:00Z'), next: utc('2026-11-28T06:00Z') });
  t.match(judge(rang, utc('2026-11-27T06:10Z'), 'Europe/London').times.next, utc('2026-11-27T07:00Z'));
});

t.test('a clock that is set back rings nothing twice, and one that was far ahead blocks nothing', async (t) => {
  const rang = alarm({ last: utc('2026-11-27T06:00Z'), next: utc('2026-11-28T06:00Z') });
  t.equal(judge(rang, utc('2026-11-27T05:30Z'), BERLIN).times.next, utc('2026-11-28T06:00Z'));
  const future = alarm({ last: utc('2031-02-01T06:00Z'), next: utc('2031-02-07T06:00Z') });
  t.equal(judge(future, utc('2026-11-27T05:30Z'), BERLIN).times.next, utc('2026-11-27T06:00Z'));
});

t.test('a skipped time is left out once', async (t) => {
  const skipped = { ...alarm(), ...skipping(alarm()) };
  const [friday, saturday] = [utc('2026-11-27T06:00Z'), utc('2026-11-28T06:00Z')];
  t.match(skipped, { next: saturday, skipped: friday });
  t.match(judge(skipped, friday - 1, BERLIN), { kind: 'waits', times: { next: saturday, skipped: friday } });
  t.match(judge(skipped, friday, BERLIN), { kind: 'waits', times: { next: saturday, skipped: null } });
  t.match(judge(skipped, saturday, BERLIN), { kind: 'due', times: { next: friday + 7 * 86_400_000, skipped: null } });
  t.match(notSkipping(skipped, friday - 1), { next: friday, skipped: null });
  t.match(notSkipping(skipped, friday), { next: saturday, skipped: null }, 'too late');
});

t.test('a skipped time stays skipped, however far ahead it is', async (t) => {
  const weekly = alarm({ days: ['friday'], next: utc('2026-12-04T06:00Z') });
  const skipped = { ...weekly, ...skipping(weekly) };
  for (const now of ['2026-11-27T06:00:01Z', '2026-12-01T12:00Z', '2026-12-04T05:59Z']) {
    t.match(judge(skipped, utc(now), BERLIN), { kind: 'waits', times: { next: utc('2026-12-11T06:00Z') } }, now);
  }
});

t.test('an alarm that has no next time yet gets one', async (t) => {
  const restored = alarm({ next: null, zone: '' });
  t.match(judge(restored, utc('2026-11-26T12:00Z'), BERLIN), {
    kind: 'waits',
    times: { next: utc('2026-11-27T06:00Z') },
  });
});
