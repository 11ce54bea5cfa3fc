/** Files that kill, block or confuse the tag worker. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { TagReader } from '../../src/tags/tag-reader.js';
import { fallbackTag } from '../../src/tags/track-tag.js';
import { TrackTags } from '../../src/library/tags.js';
import { createLog } from '../../src/log.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { temporaryDirectory } from '../http/rig.js';
import { EVERYWHERE, writeWorker } from '../library/fixtures.js';

const log = createLog('error', () => undefined);

/** Answers with a tag that holds only the name of the thread that read it. */
const ANSWER = "const answer = (path) => parentPort.postMessage({ path, tag: { title: 'read' } });";

t.test('a file that kills its worker is given up, and its neighbours are read', async (t) => {
  const worker = await writeWorker(
    await temporaryDirectory(t),
    `${ANSWER} parentPort.on('message', ({ path }) => (path === '/bad' ? process.exit(1) : answer(path)));`,
  );
  const reader = new TagReader({ nativeFile: NATIVE_FILE, workerFile: worker, log });
  t.teardown(() => reader.stop());
  const found = await Promise.all(['/a', '/bad', '/b', '/c', '/d', '/e'].map((path) => reader.read(path)));
  t.strictSame(
    found.map((tag) => tag?.title),
    ['read', undefined, 'read', 'read', 'read', 'read'],
  );
});

t.test('a worker that throws is replaced', async (t) => {
  const worker = await writeWorker(
    await temporaryDirectory(t),
    `${ANSWER} parentPort.on('message', ({ path }) => { if (path === '/bad') throw new Error('no'); answer(path); });`,
  );
  const reader = new TagReader({ nativeFile: NATIVE_FILE, workerFile: worker, log });
  t.teardown(() => reader.stop());
  t.equal(await reader.read('/bad'), undefined);
  t.equal((await reader.read('/good'))?.title, 'read');
});

t.test('a worker whose file is missing gives no tags and no error', async (t) => {
  const reader = new TagReader({ nativeFile: NATIVE_FILE, workerFile: '/nonexistent/tag-worker.cjs', log });
  t.teardown(() => reader.stop());
  t.strictSame(await Promise.all([reader.read('/a'), reader.read('/b')]), [undefined, undefined]);
});

t.test('an idle worker ends, and the next file starts another', async (t) => {
  const worker = await writeWorker(
    await temporaryDirectory(t),
    `const started = Math.random().toString();
     parentPort.on('message', ({ path }) => parentPort.postMessage({ path, tag: { title: started } }));`,
  );
  const reader = new TagReader({ nativeFile: NATIVE_FILE, workerFile: worker, log, idleMs: 50 });
  t.teardown(() => reader.stop());
  const first = (await reader.read('/a'))?.title;
  t.equal((await reader.read('/b'))?.title, first, 'one worker while there is work');
  await wait(300);
  t.not((await reader.read('/c'))?.title, first, 'another after a rest');
});

t.test('stopping twice is fine, gives up what waits and takes nothing new', async (t) => {
  const worker = await writeWorker(await temporaryDirectory(t), "parentPort.on('message', () => undefined);");
  const reader = new TagReader({ nativeFile: NATIVE_FILE, workerFile: worker, log });
  const waiting = reader.read('/never');
  await reader.stop();
  await reader.stop();
  t.equal(await waiting, undefined);
  t.equal(await reader.read('/late'), undefined);
});

t.test('a file whose tag cannot be read has its name and its size', async (t) => {
  const path = join(await temporaryDirectory(t), 'song.mp3');
  await writeFile(path, 'no tag');
  const tags = new TrackTags({
    nativeFile: NATIVE_FILE,
    paths: EVERYWHERE,
    workerFile: '/nonexistent/tag-worker.cjs',
    log,
    deadlineMs: 60_000,
  });
  t.teardown(() => tags.stop());
  for (let round = 0; round < 2; round++) t.strictSame((await tags.read([path])).get(path), fallbackTag(path, 6));
});

/** A file whose tag takes so long to be read, and who waits 50 ms for it. */
async function slowFile(t: Test, milliseconds: number) {
  const directory = await temporaryDirectory(t);
  const workerFile = await writeWorker(
    directory,
    `${ANSWER} parentPort.on('message', ({ path }) => setTimeout(() => answer(path), ${milliseconds}));`,
  );
  const path = join(directory, 'slow.mp3');
  await writeFile(path, 'slow');
  const tags = new TrackTags({ nativeFile: NATIVE_FILE, paths: EVERYWHERE, workerFile, log, deadlineMs: 50 });
  t.teardown(() => tags.stop());
  return { path, tags };
}

t.test('who cannot do without the tag of a slow file waits for it', async (t) => {
  const { path, tags } = await slowFile(t, 500);
  t.match(await tags.readUrgently(path, 60_000), { title: 'read' });
});

t.test('a slow file is answered by its name in time, and by its tag the next time', async (t) => {
  const { path, tags } = await slowFile(t, 2000);
  t.strictSame((await tags.read([path])).get(path), fallbackTag(path), 'the deadline holds');
  let title = '';
  for (let attempts = 0; attempts < 100 && title !== 'read'; attempts += 1) {
    await wait(50);
    title = (await tags.read([path])).get(path)?.title ?? '';
  }
  t.equal(title, 'read');
});
