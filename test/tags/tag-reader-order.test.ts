import { join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { TagReader } from '../../src/tags/tag-reader.js';
import { TrackTags } from '../../src/library/tags.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { EVERYWHERE, writeWorker } from '../library/fixtures.js';

/** Files that the worker has before anybody is in a hurry. */
const AT_THE_WORKER = 4;

/** Answers with a tag that tells which file was read how late; reads nothing before there is a file `gate`. */
async function countingWorker(directory: string, gate = directory): Promise<string> {
  return writeWorker(
    directory,
    `const { existsSync } = require('node:fs');
     let count = 0;
     const answer = (path) => {
       if (existsSync(${JSON.stringify(gate)})) parentPort.postMessage({ path, tag: { title: String(++count) } });
       else setTimeout(answer, 5, path);
     };
     parentPort.on('message', ({ path }) => answer(path));`,
  );
}

async function readerOf(t: Test): Promise<TagReader> {
  const workerFile = await countingWorker(await temporaryDirectory(t));
  const reader = new TagReader({ nativeFile: NATIVE_FILE, workerFile, log: SILENT_LOG });
  t.teardown(() => reader.stop());
  return reader;
}

const LIST = Array.from({ length: 50 }, (_, index) => `/list/${index}`);

t.test('an urgent file is read before those that a list waits for', async (t) => {
  const reader = await readerOf(t);
  const list = LIST.map((path) => reader.read(path));
  const urgent = [reader.read('/urgent', true), reader.read('/urgent too', true)];
  t.strictSame(
    (await Promise.all(urgent)).map((tag) => tag?.title),
    [String(AT_THE_WORKER + 1), String(AT_THE_WORKER + 2)],
  );
  t.equal((await list.at(-1))?.title, String(LIST.length + urgent.length), 'the list is read all the same');
});

t.test('a file that a list waits for becomes urgent', async (t) => {
  const reader = await readerOf(t);
  const list = LIST.map((path) => reader.read(path));
  reader.hurry('/list/40');
  t.equal((await list[40])?.title, String(AT_THE_WORKER + 1));
  t.equal((await list[39])?.title, '41');
});

t.test('the tag of a track that is about to be played does not wait for lists', async (t) => {
  const directory = await temporaryDirectory(t);
  const gate = join(directory, 'gate');
  const workerFile = await countingWorker(directory, gate);
  const tags = new TrackTags({
    nativeFile: NATIVE_FILE,
    paths: EVERYWHERE,
    workerFile,
    log: SILENT_LOG,
    deadlineMs: 0,
  });
  t.teardown(() => tags.stop());
  await mkdir(join(directory, 'list'));
  const files = LIST.map((path) => join(directory, path));
  const last = join(directory, 'played.mp3');
  for (const path of [...files, last]) await writeFile(path, 'x');
  for (let call = 0; call < files.length; call += 10) await tags.read(files.slice(call, call + 10));
  await wait(50);
  const played = tags.readUrgently(last, 60_000);
  await wait(50);
  await writeFile(gate, '');
  const index = Number((await played).title);
  t.ok(index < LIST.length, `it was read as number ${index}`);
});
