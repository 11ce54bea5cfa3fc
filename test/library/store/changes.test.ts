import t from 'tap';
import { Changes } from '../../../src/library/store/changes.js';

t.test('what changed since is known, in order', async (t) => {
  const changes = new Changes();
  const start = changes.count;
  t.strictSame(changes.since(start), []);
  for (const id of ['a', 'b', 'a']) changes.add(id);
  t.equal(changes.count, start + 3);
  t.strictSame(changes.since(start), ['a', 'b', 'a']);
  t.strictSame(changes.since(start + 2), ['a']);
  t.strictSame(changes.since(changes.count), []);
});

t.test('a change of anything, or of long ago, is not known', async (t) => {
  const changes = new Changes();
  const start = changes.count;
  changes.add('a');
  changes.add(undefined);
  t.equal(changes.since(start), undefined);
  t.strictSame(changes.since(start + 2), []);
  changes.add('b');
  t.strictSame(changes.since(start + 2), ['b']);
  for (let at = 0; at < 5000; at++) changes.add(String(at));
  t.equal(changes.since(start + 2), undefined);
  t.strictSame(changes.since(changes.count - 3), ['4997', '4998', '4999']);
});

t.test('a count of another run means nothing', async (t) => {
  const changes = new Changes();
  t.equal(changes.since(changes.count + 1), undefined);
  t.equal(changes.since(changes.count - 1), undefined);
});
