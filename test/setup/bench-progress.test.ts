import { readFileSync } from 'node:fs';
import t from 'tap';
// @ts-expect-error The bootstrap runs without a compiler, and has no types.
import { USAGE } from '../../native/setup/usage.mjs';
// @ts-expect-error The bench runs without a compiler, and has no types.
import { expectedSeconds, Progress } from '../bench/progress.mjs';

interface Status {
  next: () => void;
  line: (text: string) => string;
}
type ProgressClass = new (names: readonly string[], expected: Record<string, number>, now: () => number) => Status;

const groups = Object.keys((USAGE as { bench: { operands: { choices: object } } }).bench.operands.choices);

t.test('a line names the group, the time elapsed and the time left', (t) => {
  let now = 1000;
  const expected = { startup: 60, status: 30, remote: 600 };
  const progress = new (Progress as ProgressClass)(Object.keys(expected), expected, () => now);
  t.equal(progress.line('music'), '[0:00 elapsed, about 11:30 left] music');
  now += 10;
  progress.next();
  now += 15;
  t.equal(progress.line('MPD'), '[1 of 3, startup, 0:25 elapsed, about 11:15 left] MPD');
  now += 100;
  t.equal(progress.line('MPD'), '[1 of 3, startup, 2:05 elapsed, about 10:30 left] MPD', 'longer than expected');
  progress.next();
  progress.next();
  now += 600;
  t.equal(progress.line('end'), '[3 of 3, remote, 12:05 elapsed, about 0:00 left] end');
  t.end();
});

t.test('every group is in the help, can be run and has its usual time', (t) => {
  const bench = readFileSync(new URL('../bench/bench.mjs', import.meta.url), 'utf8');
  const run = /const GROUPS = \{([^}]*)\}/
    .exec(bench)?.[1]
    ?.match(/^ +\w+/gm)
    ?.map((name) => name.trim());
  t.strictSame(run, groups);
  for (const quick of [true, false]) {
    const expected = (expectedSeconds as (kind: object) => Record<string, number>)({ quick });
    t.strictSame(
      groups.filter((name) => !((expected[name] ?? 0) > 0)),
      [],
    );
  }
  t.end();
});
