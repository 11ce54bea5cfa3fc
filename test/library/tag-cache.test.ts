import t from 'tap';
import { TagCache } from '../../src/library/tag-cache.js';
import { fallbackTag } from '../../src/tags/track-tag.js';

const tag = fallbackTag('/music/a.mp3');

t.test('a tag is kept for as long as size and time of the file stay', async (t) => {
  const cache = new TagCache(10);
  cache.store('/a', 5, 100, tag);
  t.match(cache.find('/a'), { tag, isFresh: true });
  t.equal(cache.confirm('/a', 5, 100), tag);
  t.equal(cache.confirm('/a', 6, 100), undefined, 'another size');
  t.equal(cache.confirm('/a', 5, 101), undefined, 'another time');
  t.equal(cache.find('/a')?.tag, tag, 'what was known');
});

t.test('an unknown path has no tag', async (t) => {
  const cache = new TagCache(10);
  t.strictSame([cache.find('/a'), cache.confirm('/a', 0, 0)], [undefined, undefined]);
});

t.test('the least recently used tag makes room', async (t) => {
  const cache = new TagCache(2);
  cache.store('/a', 1, 1, tag);
  cache.store('/b', 1, 1, tag);
  cache.find('/a');
  cache.store('/c', 1, 1, tag);
  t.strictSame(
    ['/a', '/b', '/c'].map((path) => cache.find(path) !== undefined),
    [true, false, true],
  );
});

t.test('a full cache keeps what is used, whatever else comes', async (t) => {
  const cache = new TagCache(100);
  for (let at = 0; at < 1000; at++) {
    cache.store(`/${at}`, 1, 1, tag);
    t.ok(cache.find('/0'));
  }
  t.ok(cache.find('/999'));
  t.notOk(cache.find('/1'));
});

t.test('a tag that was confirmed is believed for half a minute, however long the daemon runs', async (t) => {
  let now = 1_000_000;
  t.capture(performance, 'now', () => now);
  const cache = new TagCache(10);
  cache.store('/a', 5, 100, tag);
  const isFresh = (): boolean | undefined => cache.find('/a')?.isFresh;
  t.equal(isFresh(), true);
  now += 29_999;
  t.equal(isFresh(), true);
  now += 1;
  t.equal(isFresh(), false);
  cache.confirm('/a', 6, 100);
  t.equal(isFresh(), false, 'another file confirms nothing');
  cache.confirm('/a', 5, 100);
  t.equal(isFresh(), true);
});
