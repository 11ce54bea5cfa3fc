import t from 'tap';

import { exposition, single } from '../../../src/system/metrics/exposition.js';
import { Histogram } from '../../../src/system/metrics/histogram.js';

t.test('a family has its help, its type and a line for each sample', (t) => {
  const family = {
    ...single('gauge', 'queue_entries', 'Entries.', 3),
    samples: [{ labels: { room: 'one', floor: '2' }, value: 3 }, { value: 0.25 }],
  };
  t.equal(
    exposition([family]),
    '# HELP queue_entries Entries.\n# TYPE queue_entries gauge\nqueue_entries{room="one",floor="2"} 3\nqueue_entries 0.25\n',
  );
  t.end();
});

t.test('line breaks, quotes and backslashes are escaped as the format wants it', (t) => {
  const family = {
    ...single('gauge', 'x', 'one\ntwo\\three "four"', 1),
    samples: [{ labels: { a: 'b"c\\d\ne' }, value: 1 }],
  };
  t.equal(exposition([family]), '# HELP x one\\ntwo\\\\three "four"\n# TYPE x gauge\nx{a="b\\"c\\\\d\\ne"} 1\n');
  t.end();
});

t.test('what is no number has its own words', (t) => {
  const values = [NaN, Infinity, -Infinity].map((value) => single('gauge', 'x', 'X.', value));
  t.same(
    exposition(values)
      .split('\n')
      .filter((line) => line.startsWith('x')),
    ['x NaN', 'x +Inf', 'x -Inf'],
  );
  t.end();
});

t.test('a family without samples is left out', (t) => {
  t.equal(exposition([{ ...single('gauge', 'x', 'X.', 1), samples: [] }]), '');
  t.end();
});

t.test('the buckets of a histogram hold what the smaller ones hold, and their bounds belong to them', (t) => {
  const histogram = new Histogram('took_seconds', 'How long.', [0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 7]) histogram.observe('a', seconds, () => ({ what: 'a' }));
  histogram.observe('b', 1, () => ({ what: 'b' }));
  t.same(
    exposition([histogram.read()])
      .split('\n')
      .filter((line) => line.startsWith('took')),
    [
      'took_seconds_bucket{what="a",le="0.1"} 2',
      'took_seconds_bucket{what="a",le="1"} 3',
      'took_seconds_bucket{what="a",le="+Inf"} 4',
      'took_seconds_sum{what="a"} 7.65',
      'took_seconds_count{what="a"} 4',
      'took_seconds_bucket{what="b",le="0.1"} 0',
      'took_seconds_bucket{what="b",le="1"} 1',
      'took_seconds_bucket{what="b",le="+Inf"} 1',
      'took_seconds_sum{what="b"} 1',
      'took_seconds_count{what="b"} 1',
    ],
  );
  t.end();
});
