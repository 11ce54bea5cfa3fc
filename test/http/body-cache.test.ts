import t from 'tap';
import { BodyCache } from '../../src/http/body-cache.js';

const bytes = (count: number): Buffer => Buffer.alloc(count);

t.test('bodies are kept in a bounded memory, the least recently used dropped first', async (t) => {
  const cache = new BodyCache(100);
  cache.store('a', bytes(40));
  cache.store('b', bytes(40));
  t.ok(cache.find('a'), 'used');
  cache.store('c', bytes(40));
  t.strictSame(
    ['a', 'b', 'c'].map((tag) => cache.find(tag)?.length),
    [40, undefined, 40],
  );
});

t.test('a body that is larger than all is not kept, and drops nothing', async (t) => {
  const cache = new BodyCache(100);
  cache.store('a', bytes(40));
  cache.store('b', bytes(101));
  t.strictSame([cache.find('a')?.length, cache.find('b')], [40, undefined]);
});

t.test('a body that is stored twice counts once', async (t) => {
  const cache = new BodyCache(100);
  cache.store('a', bytes(60));
  cache.store('a', bytes(60));
  cache.store('b', bytes(40));
  t.ok(cache.find('a'));
  t.ok(cache.find('b'));
});

t.test('an emptied cache has its whole room again', async (t) => {
  const cache = new BodyCache(100);
  cache.store('a', bytes(100));
  cache.clear();
  t.equal(cache.find('a'), undefined);
  cache.store('b', bytes(100));
  t.ok(cache.find('b'));
});
