import { readdir, readFile, readlink, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { QueueFiles } from '../../src/player/queue-store.js';
import { entriesOf } from './states.js';

const EMPTY = { locations: [], index: 0 };

t.test('a queue comes back as it was saved, whatever its names hold', async (t) => {
  const directory = t.testdir();
  const locations = ['/music/a.mp3', '/music/Ü "quoted"\n\u2028.mp3', '/music/日本.mp3', 'http://radio.example/?a=1&b'];
  await new QueueFiles(directory, SILENT_LOG).save(entriesOf(locations), 2);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations, index: 2 });
});

t.test('the newest queue and index come back', async (t) => {
  const directory = t.testdir();
  const files = new QueueFiles(directory, SILENT_LOG);
  const second = entriesOf(['/x', '/y', '/z']);
  await files.save(entriesOf(['/a', '/b']), 1);
  await files.save(second, 0);
  await files.save(second, 2);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/x', '/y', '/z'], index: 2 });
});

t.test('before anything was saved the queue is empty, and loading makes nothing', async (t) => {
  const directory = join(t.testdir(), 'state');
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), EMPTY);
  await t.rejects(readdir(directory));
});

t.test('the directory is made when it is missing', async (t) => {
  const directory = join(t.testdir(), 'deeply', 'nested');
  await new QueueFiles(directory, SILENT_LOG).save(entriesOf(['/a']), 0);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/a'], index: 0 });
});

t.test('an emptied queue comes back empty', async (t) => {
  const directory = t.testdir();
  const files = new QueueFiles(directory, SILENT_LOG);
  await files.save(entriesOf(['/a']), 0);
  await files.save([], 0);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), EMPTY);
});

t.test('a change of track does not write the queue again', async (t) => {
  const directory = t.testdir();
  const files = new QueueFiles(directory, SILENT_LOG);
  const entries = entriesOf(['/a', '/b']);
  await files.save(entries, 0);
  const before = await stat(join(directory, 'queue.json'), { bigint: true });
  await files.save(entries, 1);
  const { ino, mtimeNs } = await stat(join(directory, 'queue.json'), { bigint: true });
  t.strictSame({ ino, mtimeNs }, { ino: before.ino, mtimeNs: before.mtimeNs });
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/a', '/b'], index: 1 });
});

t.test('a queue of ten thousand comes back', async (t) => {
  const directory = t.testdir();
  const locations = Array.from({ length: 10_000 }, (_, at) => `/music/artist/album/${at} track.mp3`);
  await new QueueFiles(directory, SILENT_LOG).save(entriesOf(locations), 9999);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations, index: 9999 });
});

t.test('nothing but the two files is left behind', async (t) => {
  const directory = t.testdir();
  await new QueueFiles(directory, SILENT_LOG).save(entriesOf(['/a']), 0);
  t.strictSame((await readdir(directory)).sort(), ['playback.json', 'queue.json']);
});

t.test('a disk that refuses is reported', async (t) => {
  const directory = join(t.testdir({ file: '' }), 'file', 'below');
  await t.rejects(new QueueFiles(directory, SILENT_LOG).save(entriesOf(['/a']), 0), { code: 'ENOTDIR' });
});

t.test('files of other revisions are never mixed: a power cut between the two writes', async (t) => {
  const directory = t.testdir();
  const files = new QueueFiles(directory, SILENT_LOG);
  await files.save(entriesOf(['/a', '/b', '/c']), 2);
  const indexOfTheOldQueue = await readFile(join(directory, 'playback.json'));
  await files.save(entriesOf(['/x', '/y', '/z']), 0);
  await writeFile(join(directory, 'playback.json'), indexOfTheOldQueue);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/x', '/y', '/z'], index: 0 });
});

t.test('after a restart an old index is still not taken for the new queue', async (t) => {
  const directory = t.testdir();
  await new QueueFiles(directory, SILENT_LOG).save(entriesOf(['/a', '/b', '/c']), 2);
  const indexOfTheOldQueue = await readFile(join(directory, 'playback.json'));
  const files = new QueueFiles(directory, SILENT_LOG);
  await files.load();
  await files.save(entriesOf(['/x', '/y', '/z']), 1);
  await writeFile(join(directory, 'playback.json'), indexOfTheOldQueue);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/x', '/y', '/z'], index: 0 });
});

t.test('without an index the queue begins at its first entry', async (t) => {
  const directory = t.testdir({ 'queue.json': '{"revision":4,"locations":["/a","/b"]}' });
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/a', '/b'], index: 0 });
});

for (const name of ['queue.json', 'playback.json']) {
  t.test(`while ${name} cannot be read the queue is empty, and neither file is overwritten`, async (t) => {
    const { log, lines } = keptLog('player');
    const directory = t.testdir();
    await new QueueFiles(directory, SILENT_LOG).save(entriesOf(['/a', '/b']), 1);
    const path = join(directory, name);
    await rename(path, `${path}.away`);
    await symlink('/proc/self/mem', path);
    const files = new QueueFiles(directory, log);
    t.strictSame(await files.load(), EMPTY);
    t.match(lines, [/^<3>player: queue not readable, starting with an empty one; it is kept as it is error="EIO/]);
    await t.rejects(files.save(entriesOf(['/x']), 0), { code: 'EIO' });
    await t.rejects(files.save(entriesOf(['/x']), 0), { code: 'EIO' });
    t.equal(await readlink(path), '/proc/self/mem');

    await rename(`${path}.away`, path);
    t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/a', '/b'], index: 1 });
    await files.save(entriesOf(['/x', '/y']), 1);
    t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/x', '/y'], index: 1 });
  });
}

t.test('a queue that was never loaded is not taken for one of the same revision', async (t) => {
  const directory = t.testdir();
  await new QueueFiles(directory, SILENT_LOG).save(entriesOf(['/a', '/b', '/c']), 2);
  const indexOfTheOldQueue = await readFile(join(directory, 'playback.json'));
  await new QueueFiles(directory, SILENT_LOG).save(entriesOf(['/x', '/y', '/z']), 0);
  await writeFile(join(directory, 'playback.json'), indexOfTheOldQueue);
  t.strictSame(await new QueueFiles(directory, SILENT_LOG).load(), { locations: ['/x', '/y', '/z'], index: 0 });
});
