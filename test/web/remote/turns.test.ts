import t from 'tap';
import { Turns } from '../../../src/web/remote/state/turns.js';

t.test('so many begin at once, and the others in their order as turns end', async (t) => {
  const begun: string[] = [];
  const turns = new Turns(2);
  const [a, b, c] = ['a', 'b', 'c', 'd'].map((name) => turns.ask(() => begun.push(name)));
  t.strictSame(begun, ['a', 'b']);
  b!();
  t.strictSame(begun, ['a', 'b', 'c']);
  b!();
  t.strictSame(begun, ['a', 'b', 'c'], 'a turn ends once');
  a!();
  c!();
  t.strictSame(begun, ['a', 'b', 'c', 'd']);
  turns.ask(() => begun.push('e'));
  t.equal(begun.at(-1), 'e');
});

t.test('who does not wait any more is passed over', async (t) => {
  const begun: string[] = [];
  const turns = new Turns(1);
  const [a, b] = ['a', 'b', 'c'].map((name) => turns.ask(() => begun.push(name)));
  b!();
  a!();
  t.strictSame(begun, ['a', 'c']);
});
