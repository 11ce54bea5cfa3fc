import t from 'tap';
import { BodyCache, type Draft } from '../../src/http/body-cache.js';

function drafted(cache: BodyCache, etag: string, ...sizes: readonly number[]): Draft {
  const draft = cache.begin(etag, 1);
  for (const size of sizes) draft.add(Buffer.alloc(size));
  return draft;
}

const store = (cache: BodyCache, etag: string, ...sizes: readonly number[]): void =>
  drafted(cache, etag, ...sizes).finish();

t.test('a body is found when it is whole, in its pieces', async (t) => {
  const cache = new BodyCache(100);
  const draft = cache.begin('a', 1);
  draft.add(Buffer.from('[1'));
  draft.add(Buffer.from(',2]'));
  t.equal(cache.find('a'), undefined);
  draft.finish();
  t.strictSame(cache.find('a'), { pieces: [Buffer.from('[1'), Buffer.from(',2]')], bytes: 5, total: 1 });
  draft.drop();
  t.equal(cache.find('a')?.pieces.length, 2, 'it stays');
});

t.test('bodies are kept in a bounded memory, the least recently used dropped first', async (t) => {
  const cache = new BodyCache(100);
  store(cache, 'a', 40);
  store(cache, 'b', 40);
  t.ok(cache.find('a'), 'used');
  store(cache, 'c', 20, 20);
  t.strictSame(
    ['a', 'b', 'c'].map((tag) => cache.find(tag)?.bytes),
    [40, undefined, 40],
  );
});

t.test('a body that is larger than all is not kept, and drops nothing', async (t) => {
  const cache = new BodyCache(100);
  store(cache, 'a', 40);
  store(cache, 'b', 60, 41, 1);
  t.strictSame([cache.find('a')?.bytes, cache.find('b')], [40, undefined]);
});

t.test('a body that is made twice counts once', async (t) => {
  const cache = new BodyCache(100);
  const [one, other] = [drafted(cache, 'a', 40), drafted(cache, 'a', 40)];
  one.finish();
  other.finish();
  store(cache, 'b', 60);
  t.ok(cache.find('a'));
  t.ok(cache.find('b'));
});

t.test('what is being made is bounded too: the oldest is given up', async (t) => {
  const cache = new BodyCache(100);
  const [slow, quick] = [drafted(cache, 'slow', 60), drafted(cache, 'quick', 30)];
  quick.add(Buffer.alloc(30));
  slow.add(Buffer.alloc(10));
  quick.finish();
  slow.finish();
  t.strictSame([cache.find('slow'), cache.find('quick')?.bytes], [undefined, 60]);
});

t.test('what was given up takes no room', async (t) => {
  const cache = new BodyCache(100);
  drafted(cache, 'gone', 90).drop();
  const kept = drafted(cache, 'kept', 90);
  drafted(cache, 'other', 5).finish();
  kept.finish();
  t.strictSame([cache.find('gone'), cache.find('kept')?.bytes, cache.find('other')?.bytes], [undefined, 90, 5]);
});

t.test('an emptied cache has its whole room again, and forgets what was begun', async (t) => {
  const cache = new BodyCache(100);
  store(cache, 'a', 100);
  const begun = drafted(cache, 'b', 90);
  cache.clear();
  begun.add(Buffer.alloc(5));
  begun.finish();
  t.strictSame([cache.find('a'), cache.find('b')], [undefined, undefined]);
  const again = drafted(cache, 'c', 100);
  again.finish();
  t.equal(cache.find('c')?.bytes, 100);
});
