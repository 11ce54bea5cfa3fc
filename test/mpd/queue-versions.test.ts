/** Clients learn what differs since the version that they know. */
import t from 'tap';
import { QueueVersions } from '../../src/mpd/queue-versions.js';
import type { QueueEntry } from '../../src/playback/types.js';

const entries = (...keys: readonly number[]): QueueEntry[] => keys.map((key) => ({ key, location: `/${key}` }));
const newer = (versions: QueueVersions, since: number, length: number): number[] =>
  Array.from({ length }, (_, at) => at).filter((at) => versions.isNewer(at, since));

t.test('each change makes another version', async (t) => {
  const versions = new QueueVersions([]);
  t.equal(versions.version, 1);
  t.equal(versions.look(entries(1, 2, 3)), true);
  t.equal(versions.version, 2);
  t.equal(versions.look(entries(1, 2, 3)), false, 'the same entries are no change');
  t.strictSame(newer(versions, 1, 3), [0, 1, 2]);
  t.strictSame(newer(versions, 2, 3), []);
  versions.look(entries(1, 3, 2));
  t.strictSame(newer(versions, 2, 3), [1, 2]);
  versions.look(entries(1, 3));
  t.equal(versions.version, 4, 'what is shorter is another version');
  t.strictSame(newer(versions, 3, 2), []);
  t.strictSame(newer(versions, 2, 2), [1]);
});

t.test('a version that is none of ours gets everything', async (t) => {
  const versions = new QueueVersions([]);
  versions.look(entries(1, 2));
  t.strictSame(newer(versions, 99, 2), [0, 1]);
});

t.test('songs of which more is known have changed, together', async (t) => {
  const versions = new QueueVersions([]);
  versions.look(entries(3, 4, 5));
  versions.modified([1, 2]);
  t.strictSame(newer(versions, 2, 3), [1, 2]);
  versions.modified([7, -1]);
  versions.modified([]);
  t.equal(versions.version, 3);
});

t.test('a queue that is restored is what came before the version that clients get to know', async (t) => {
  const versions = new QueueVersions(entries(1, 2));
  t.equal(versions.version, 2);
  t.strictSame(newer(versions, 2, 2), []);
  t.strictSame(newer(versions, 1, 2), [0, 1]);
  versions.look(entries(1, 3));
  t.strictSame(newer(versions, 2, 2), [1]);
});
