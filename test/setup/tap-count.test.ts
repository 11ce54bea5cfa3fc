import t from 'tap';
// @ts-expect-error -- the bootstrap is plain JavaScript without types
import * as tap from '../../native/setup/tap-count.mjs';

const { countTap } = tap as {
  readonly countTap: (lines: readonly string[]) => {
    readonly passed: number;
    readonly failed: number;
    readonly skipped: number;
  };
};

t.test('the points of a program are counted, whatever else it prints', async (t) => {
  const lines = ['TAP version 14', 'ok 1 - a', 'not ok 2 - b', 'ok 3 - c # SKIP no card', 'okay', '1..3'];
  t.strictSame(countTap(lines), { passed: 1, failed: 1, skipped: 1 });
  t.strictSame(countTap(['not ok 1 - d # TODO later', '1..1']), { passed: 0, failed: 0, skipped: 1 });
  t.strictSame(countTap(['1..0 # no card']), { passed: 0, failed: 0, skipped: 0 });
});

t.test('assertions inside a test do not count', async (t) => {
  const lines = [
    '# Subtest: one',
    '    ok 1 - should be equal',
    '    ok 2 - should be equal',
    'ok 1 - one # time=1ms',
    'not ok 2 - two # time=1ms',
    'ok 3 - three # SKIP',
  ];
  t.strictSame(countTap(lines), { passed: 1, failed: 1, skipped: 1 });
});

t.test('a point quoted in a diagnostic does not count, in one that a crash left open either', async (t) => {
  const quoting = ['not ok 1 - one', '  ---', '  diff: |', 'ok 1 - quoted'];
  t.strictSame(countTap([...quoting, '  ...', 'ok 2 - two']), { passed: 1, failed: 1, skipped: 0 });
  t.strictSame(countTap(quoting), { passed: 0, failed: 1, skipped: 0 });
});
