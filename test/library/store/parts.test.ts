/** Where parts of files lie. */
import t from 'tap';
import { partAt, partsOf } from '../../../src/library/store/parts.js';
import { libraryRig } from '../rig.js';
import { putOnShelf } from '../shelf.js';

const { records, write } = await libraryRig(t);
await write((sql) => {
  const parts = [10, 2, 1].map((at) => ({ name: `set.flac#track=${at}`, start: at * 1000 }));
  const others = ['set.flac2#track=1', 'a.mp3'].map((name) => ({ name, start: 500 }));
  putOnShelf(sql, '/music', [...parts, ...others, { name: 'odd#track=1' }, { name: 'bare.flac' }]);
  sql.prepare("UPDATE track SET part_end = 2000 WHERE location = '/music/set.flac#track=1'").run();
});

t.test('a part is found by its location, and nothing else is', async (t) => {
  const path = '/music/set.flac';
  for (const [location, part] of [
    [`${path}#track=1`, { path, start: 1000, end: 2000 }],
    [`${path}#track=10`, { path, start: 10_000, end: undefined }],
    [`${path}#track=3`, undefined],
    [path, undefined],
    ['/music/odd#track=1', undefined],
    ['/music/a.mp3', undefined],
    ['/music/bare.flac', undefined],
    ['#track=1', undefined],
    ['', undefined],
  ] as const) {
    t.strictSame(await partAt(records, location), part, location);
  }
});

t.test('parts of a file come as they follow each other, each file with its own', async (t) => {
  const files = ['/music/bare.flac', '/music/set.flac', '/music/odd', '/music/set.flac2', '/music/set'];
  t.strictSame(await partsOf(records, files), [
    [],
    [1, 2, 10].map((at) => `/music/set.flac#track=${at}`),
    [],
    ['/music/set.flac2#track=1'],
    [],
  ]);
  t.strictSame(await partsOf(records, []), []);
});
