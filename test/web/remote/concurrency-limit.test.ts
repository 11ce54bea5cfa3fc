import t from 'tap';
import { ConcurrencyLimit } from '../../../src/web/remote/state/concurrency-limit.js';

t.test('so many begin at once, and the others in their order as turns end', async (t) => {
  const begun: string[] = [];
  const limit = new ConcurrencyLimit(2);
  const [a, b, c] = ['a', 'b', 'c', 'd'].map((name) => limit.ask(() => begun.push(name)));
  t.strictSame(begun, ['a', 'b']);
  b!();
  t.strictSame(begun, ['a', 'b', 'c']);
  b!();
  t.strictSame(begun, ['a', 'b', 'c'], 'a turn ends once');
  a!();
  c!();
  t.strictSame(begun, ['a', 'b', 'c', 'd']);
  limit.ask(() => begun.push('e'));
  t.equal(begun.at(-1), 'e');
});

t.test('who does not wait any more is passed over', async (t) => {
  const begun: string[] = [];
  const limit = new ConcurrencyLimit(1);
  const [a, b] = ['a', 'b', 'c'].map((name) => limit.ask(() => begun.push(name)));
  b!();
  a!();
  t.strictSame(begun, ['a', 'c']);
});
