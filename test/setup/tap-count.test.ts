import t from 'tap';
// @ts-expect-error -- the bootstrap is plain JavaScript without types
import { countTap, TapCount } from '../../native/setup/tap-count.mjs';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

function countFiles(text: string): Counts {
  const count = new (TapCount as new (level: number) => Counts & { line(line: string): void })(1);
  for (const line of text.split('\n')) count.line(line);
  return { passed: count.passed, failed: count.failed, skipped: count.skipped };
}

t.test('a plain TAP program counts its points', async (t) => {
  const text = 'TAP version 14\nok 1 - a\nnot ok 2 - b\nok 3 - c # SKIP no card\nnot ok 4 - d # TODO later\n1..4\n';
  t.strictSame((countTap as (text: string) => Counts)(text), { passed: 1, failed: 1, skipped: 2 });
});

t.test('a runner counts the tests of its files, not their assertions', async (t) => {
  const text = [
    '# Subtest: a.test.ts',
    '    # Subtest: one',
    '        ok 1 - should be equal',
    '        ok 2 - should be equal',
    '    ok 1 - one # time=1ms',
    '    not ok 2 - two # time=1ms',
    '    ok 3 - three # SKIP',
    'not ok 1 - a.test.ts # time=3ms',
  ];
  t.strictSame(countFiles(text.join('\n')), { passed: 1, failed: 1, skipped: 1 });
});

t.test('a file that crashes after its last test is one failure', async (t) => {
  const text = ['    ok 1 - one', 'not ok 1 - a.test.ts', '    ok 1 - one', 'ok 2 - b.test.ts'];
  t.strictSame(countFiles(text.join('\n')), { passed: 2, failed: 1, skipped: 0 });
});

t.test('a file that is skipped as a whole counts as one skipped test', async (t) => {
  t.strictSame(countFiles('ok 1 - a.test.ts # SKIP no ALSA'), { passed: 0, failed: 0, skipped: 1 });
});

t.test('a diagnostic that a crash left open ends with the file', async (t) => {
  const text = [
    '# Subtest: a.test.ts',
    '    not ok 1 - one',
    '      ---',
    'not ok 1 - a.test.ts',
    '# Subtest: b.test.ts',
    '    ok 1 - one',
    'ok 2 - b.test.ts',
  ];
  t.strictSame(countFiles(text.join('\n')), { passed: 1, failed: 1, skipped: 0 });
});

t.test('a point quoted in a diagnostic does not count', async (t) => {
  const text = [
    '    not ok 1 - one',
    '      ---',
    '      diff: |',
    '    ok 1 - quoted',
    '      ...',
    'not ok 1 - a.test.ts',
  ];
  t.strictSame(countFiles(text.join('\n')), { passed: 0, failed: 1, skipped: 0 });
});
