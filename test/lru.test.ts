import t from 'tap';
import { Lru } from '../src/lru.js';

t.test('what was used least recently makes room', async (t) => {
  const lru = new Lru<string, number>(2);
  lru.set('a', 1);
  lru.set('b', 2);
  t.equal(lru.get('a'), 1);
  lru.set('c', 3);
  t.equal(lru.get('b'), undefined);
  t.strictSame([...lru.values()], [1, 3]);
});

t.test('a value counts by its weight, and one that is replaced counts no more', async (t) => {
  const lru = new Lru<string, string>(10, ({ length }) => length);
  lru.set('a', 'four');
  lru.set('b', 'six___');
  lru.set('b', 'six___');
  t.equal(lru.get('a'), 'four');
  lru.set('c', 'five_');
  t.strictSame([...lru.values()], ['four', 'five_']);
});

t.test('a value that is heavier than the capacity is not kept', async (t) => {
  const lru = new Lru<string, string>(3, ({ length }) => length);
  lru.set('a', 'long');
  t.equal(lru.get('a'), undefined);
  lru.set('b', 'fit');
  t.equal(lru.get('b'), 'fit');
});

t.test('what was deleted or cleared leaves its room', async (t) => {
  const lru = new Lru<string, number>(1);
  lru.set('a', 1);
  lru.delete('a');
  lru.delete('a');
  lru.set('b', 2);
  t.equal(lru.get('b'), 2);
  lru.clear();
  lru.set('c', 3);
  t.strictSame([...lru.values()], [3]);
});
