import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { fallbackTag } from '../../src/tags/track-tag.js';
import { TrackTags } from '../../src/library/tags.js';
import { createLog } from '../../src/log.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { temporaryDirectory } from '../http/rig.js';
import { bundleWorker, EVERYWHERE } from './fixtures.js';

const FILES = 300;
const LOOKS_A_CALL = 200;
const log = createLog('error', () => undefined);
const directory = await temporaryDirectory(t);
const workerFile = await bundleWorker(directory);
const text = 'not a single frame';
const paths: string[] = [];
for (let index = 0; index < FILES; index++) {
  const path = join(directory, `${index}.mp3`);
  await writeFile(path, text);
  paths.push(path);
}

function startTags(t: { teardown(end: () => Promise<void>): void }): TrackTags {
  const tags = new TrackTags({ nativeFile: NATIVE_FILE, paths: EVERYWHERE, workerFile, log, deadlineMs: 30_000 });
  t.teardown(() => tags.stop());
  return tags;
}

/** Counts the answers that have the size of the file, which only a stat of the file gives. */
async function known(tags: TrackTags, locations: readonly string[]): Promise<number> {
  const found = await tags.read(locations);
  return paths.filter((path) => found.get(path)?.fileSize === text.length).length;
}

t.test('a call looks at so many files and no more, and the next call at the others', async (t) => {
  const tags = startTags(t);
  const first = await tags.read(paths);
  t.equal(first.size, FILES, 'every file is answered');
  const unread = [...first].filter(([, { fileSize }]) => fileSize === 0);
  t.equal(unread.length, FILES - LOOKS_A_CALL);
  t.ok(
    unread.every(([path, tag]) => tag.title === fallbackTag(path).title),
    'by its name where it was not read',
  );
  t.equal(await known(tags, paths), FILES);
});

t.test('a call counts the files that another looks at as its own', async (t) => {
  const tags = startTags(t);
  const [first, second] = await Promise.all([known(tags, paths), known(tags, paths)]);
  t.equal(first, LOOKS_A_CALL);
  t.ok(second > 0 && second < LOOKS_A_CALL, `${second} more`);
});

t.test('missing files, however many, keep no other from being read', async (t) => {
  const tags = startTags(t);
  const missing = Array.from({ length: 500 }, (_, index) => join(directory, `gone-${index}.mp3`));
  let calls = 0;
  while ((await known(tags, [...missing, ...paths])) < FILES && calls < 20) calls++;
  t.ok(calls < 20, `all were read after ${calls} calls`);
});
