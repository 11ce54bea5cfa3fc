import t from 'tap';
import { languageOf } from '../../../src/web/remote/locales/locales.js';
import {
  clockText,
  dayName,
  daysWords,
  momentWords,
  timeOf,
  WEEKDAYS,
} from '../../../src/web/remote/state/alarm-words.js';

/** A Friday, noon by the clock of the box. */
const NOW = Date.parse('2026-11-27T12:00:00+01:00');
const EN = languageOf('en');
const plain = (text: string): string => text.replace(/\s/g, ' ');

t.test('a time is near by its day, and far by its date', async (t) => {
  for (const [moment, words] of [
    ['2026-11-27T23:59:00+01:00', 'today, 11:59 PM'],
    ['2026-11-28T00:00:00+01:00', 'tomorrow, 12:00 AM'],
    ['2026-11-26T07:00:00+01:00', 'yesterday, 7:00 AM'],
    ['2026-11-29T07:00:00+01:00', 'Sunday, 7:00 AM'],
    ['2026-12-03T07:00:00+01:00', 'Thursday, 7:00 AM'],
    ['2026-12-04T07:00:00+01:00', 'Fri, Dec 4, 7:00 AM'],
    ['2026-11-20T07:00:00+01:00', 'Fri, Nov 20, 7:00 AM'],
  ] as const) {
    t.equal(plain(momentWords(EN, moment, NOW)), words, moment);
  }
});

t.test('the day is that of the box, wherever the phone is', async (t) => {
  t.match(momentWords(EN, '2026-11-28T07:00:00+13:00', Date.parse('2026-11-27T12:00:00Z')), /^today/);
  t.match(momentWords(EN, '2026-11-27T07:00:00-08:00', Date.parse('2026-11-27T12:00:00Z')), /^today/);
  t.equal(plain(timeOf(EN, '2026-11-28T07:05:00+13:00')), '7:05 AM');
});

t.test('days have short words where there are some', async (t) => {
  t.equal(daysWords(EN, []), 'Once');
  t.equal(daysWords(EN, WEEKDAYS), 'Every day');
  t.equal(daysWords(EN, WEEKDAYS.slice(0, 5)), 'Weekdays');
  t.equal(daysWords(EN, ['sunday', 'saturday']), 'Weekends');
  t.equal(daysWords(EN, ['sunday', 'monday', 'wednesday']), 'Mon Wed Sun');
  t.equal(dayName(EN, 'thursday', 'long'), 'Thursday');
  t.equal(plain(clockText(EN, '00:30')), '12:30 AM');
});
