import t from 'tap';
import { superfluousCopies } from '../../src/backup/replace.js';

const copy = (moment: string) => `state-before-reset.2026-11-${moment}.db`;

/** What is left when each of these was made in its turn, four being kept. */
function left(moments: readonly string[]): string[] {
  let kept: string[] = [];
  for (const moment of moments) {
    kept.push(copy(moment));
    const gone = superfluousCopies(kept, 4);
    kept = kept.filter((name) => !gone.includes(name));
  }
  return kept.map((name) => name.slice('state-before-reset.2026-11-'.length, -'.db'.length));
}

t.test('a run of resets leaves the copy from before its first', async (t) => {
  const run = Array.from({ length: 20 }, (_, at) => `24T10-00-${String(at).padStart(2, '0')}-000`);
  const kept = left(run);
  t.equal(kept.length, 4);
  t.equal(kept[0], run[0]);
  t.equal(kept.at(-1), run.at(-1));
});

t.test('nor does it push out an earlier one of the same day, or of days before', async (t) => {
  const run = Array.from({ length: 20 }, (_, at) => `24T22-00-${String(at).padStart(2, '0')}-000`);
  const kept = left(['20T09-00-00', '24T09-00-00-000', ...run]);
  for (const moment of ['20T09-00-00', '24T09-00-00-000', run[0], run.at(-1)])
    t.ok(kept.includes(moment ?? ''), String(moment));
});

t.test('as many as are kept all stay', async (t) => {
  t.strictSame(superfluousCopies([copy('24T10-00-00'), copy('24T10-00-01')], 4), []);
  t.strictSame(superfluousCopies([], 4), []);
});
