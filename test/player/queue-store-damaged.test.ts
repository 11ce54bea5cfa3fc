import fc from 'fast-check';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { SILENT_LOG } from '../fixtures/log.js';
import { QueueFiles } from '../../src/player/queue-store.js';
import { entriesOf } from './states.js';

const EMPTY = { locations: [], index: 0 };

for (const [damage, text] of Object.entries({
  'an empty file': '',
  'a file of zeros': '\0'.repeat(64),
  'a file that breaks off': '{"revision":1,"locations":["/a","/',
  'something that is no JSON': 'queue',
  null: 'null',
  'a number': '5',
  'a text': '"/a"',
  'a list': '["/a"]',
  'an object without a queue': '{}',
  'a queue that is no list': '{"revision":1,"locations":{"0":"/a","length":1}}',
})) {
  t.test(`${damage} counts as an empty queue`, async (t) => {
    const directory = t.testdir({ 'queue.json': text, 'playback.json': '{"revision":1,"index":0}' });
    t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), EMPTY);
  });

  t.test(`${damage} in the place of the index counts as index 0`, async (t) => {
    const directory = t.testdir({ 'queue.json': '{"revision":1,"locations":["/a","/b"]}', 'playback.json': text });
    t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/a', '/b'], index: 0 });
  });
}

t.test('files that do not parse are kept beside', async (t) => {
  const directory = t.testdir({ 'queue.json': '{"revision":1,"loc', 'playback.json': '{' });
  const files = new QueueFiles(directory, SILENT_LOG);
  await files.load();
  await files.save(entriesOf(['/a']), 0);
  t.equal(await readFile(join(directory, 'queue.json.damaged'), 'utf8'), '{"revision":1,"loc');
  t.equal(await readFile(join(directory, 'playback.json.damaged'), 'utf8'), '{');
});

t.test('what is no location is left out', async (t) => {
  const directory = t.testdir({ 'queue.json': '{"revision":1,"locations":["/a",null,7,["/x"],{"a":1},"/b"]}' });
  t.strictSame((await new QueueFiles(directory, SILENT_LOG).load()).locations, ['/a', '/b']);
});

t.test('an index that is no number counts as 0', async (t) => {
  for (const index of ['"1"', 'null', 'true', '[1]', '{}']) {
    const directory = t.testdir({
      'queue.json': '{"revision":1,"locations":["/a","/b"]}',
      'playback.json': `{"revision":1,"index":${index}}`,
    });
    t.equal((await new QueueFiles(directory, SILENT_LOG).load()).index, 0);
  }
});

t.test('files without a revision do not belong together', async (t) => {
  const directory = t.testdir({ 'queue.json': '{"locations":["/a","/b"]}', 'playback.json': '{"index":1}' });
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/a', '/b'], index: 0 });
});

t.test('whatever the files hold, loading gives a list of texts and a number', async (t) => {
  const directory = t.testdir();
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record({ revision: fc.jsonValue(), locations: fc.jsonValue(), index: fc.jsonValue() })
      .map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(text, text, async (queue, playback) => {
      await writeFile(join(directory, 'queue.json'), queue);
      await writeFile(join(directory, 'playback.json'), playback);
      const { locations, index } = await new QueueFiles(directory, SILENT_LOG).load();
      return locations.every((location) => typeof location === 'string') && typeof index === 'number';
    }),
    { numRuns: 200 },
  );
  t.pass('nothing was thrown');
});

t.test('a damaged queue is replaced by the next one', async (t) => {
  const directory = t.testdir({ 'queue.json': '{', 'playback.json': '{' });
  const files = new QueueFiles(directory, SILENT_LOG);
  await files.load();
  await files.save(entriesOf(['/a', '/b']), 1);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/a', '/b'], index: 1 });
});

t.test('a half-written file of the last time does not hide the good one', async (t) => {
  const directory = t.testdir();
  await new QueueFiles(directory, SILENT_LOG).save(entriesOf(['/a', '/b']), 1);
  await writeFile(join(directory, 'queue.json.new'), '{"revision":2,"loc');
  await writeFile(join(directory, 'playback.json.new'), '');
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/a', '/b'], index: 1 });
  const files = new QueueFiles(directory, SILENT_LOG);
  await files.load();
  await files.save(entriesOf(['/x']), 0);
  t.match(JSON.parse(await readFile(join(directory, 'queue.json'), 'utf8')), { locations: ['/x'] });
});
