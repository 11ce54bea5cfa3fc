import { mkdir, readdir, readFile, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { LibraryPaths } from '../../src/library/paths.js';
import { fallbackTag } from '../../src/tags/track-tag.js';
import { TrackTags } from '../../src/library/tags.js';
import { createLog } from '../../src/log.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { temporaryDirectory } from '../http/rig.js';
import { bundleWorker, EVERYWHERE, makeMp3 } from './fixtures.js';

const log = createLog('error', () => undefined);
const directory = await temporaryDirectory(t);
const workerFile = await bundleWorker(directory);
const tags = new TrackTags({ nativeFile: NATIVE_FILE, paths: EVERYWHERE, workerFile, log, deadlineMs: 30_000 });
t.teardown(() => tags.stop());

t.test('all tags of a file are read', async (t) => {
  const path = join(directory, 'tagged.mp3');
  await makeMp3(
    path,
    3,
    ...['-b', '128', '--id3v2-only', '--tt', 'A Title', '--ta', 'An Artist', '--tl', 'An Album', '--ty', '1997'],
    ...['--tn', '3/12', '--tg', 'Ambient', '--tv', 'TPE2=Album Artist', '--tv', 'TCOM=Composer', '--tv', 'TPOS=2/2'],
    ...['--tv', 'TXXX=WORK=Work', '--tv', 'TIT1=Group'],
  );
  const tag = (await tags.read([path])).get(path);
  t.match(tag, {
    title: 'A Title',
    artist: 'An Artist',
    album: 'An Album',
    albumArtist: 'Album Artist',
    composer: 'Composer',
    work: 'Work',
    genre: 'Ambient',
    trackNumber: 3,
    discNumber: 2,
    year: 1997,
    yearString: '1997',
    sampleRate: 44_100,
    bitrate: 128,
  });
  t.equal(tag?.length, 3000, 'to the millisecond: delay and padding are no music');
});

t.test('a file without tags is called by its file name', async (t) => {
  const path = join(directory, 'No Tags Here.mp3');
  await makeMp3(path, 1);
  t.match((await tags.read([path])).get(path), { title: 'No Tags Here', artist: '', trackNumber: 0 });
});

t.test('a variable bit rate without a Xing header does not mislead about the length', async (t) => {
  const path = join(directory, 'no-xing.mp3');
  await makeMp3(path, 20, '-V', '4', '-t');
  const length = (await tags.read([path])).get(path)?.length ?? 0;
  t.ok(Math.abs(length - 20_000) < 100, `length ${length}`);
});

t.test('a file that is no audio keeps its name and its size', async (t) => {
  const path = join(directory, 'text.mp3');
  await writeFile(path, 'not a single frame');
  t.strictSame((await tags.read([path])).get(path), fallbackTag(path, 18));
});

t.test('an empty file, a missing file and a directory are answered by their names', async (t) => {
  const empty = join(directory, 'empty.mp3');
  await writeFile(empty, '');
  const missing = join(directory, 'missing.mp3');
  const found = await tags.read([empty, missing, directory]);
  t.strictSame([...found.values()], [fallbackTag(empty), fallbackTag(missing), fallbackTag(directory)]);
});

t.test('a tag that misses the deadline of a request is reported once it has been read', async (t) => {
  const path = join(directory, 'late.mp3');
  await makeMp3(path, 1, '--tt', 'Late');
  const hasty = new TrackTags({ nativeFile: NATIVE_FILE, paths: EVERYWHERE, workerFile, log, deadlineMs: 0 });
  t.teardown(() => hasty.stop());
  const reported: string[] = [];
  const end = hasty.subscribe((location) => reported.push(location));
  t.match((await hasty.read([path])).get(path), { title: 'late' });
  while (reported.length === 0) await delay(5);
  t.match((await hasty.read([path])).get(path), { title: 'Late' });
  await hasty.read([join(directory, 'missing.mp3')]);
  t.strictSame(reported, [path], 'once, and nothing of what is known or cannot be read');
  end();
  const other = join(directory, 'later.mp3');
  await makeMp3(other, 1, '--tt', 'Later');
  while ((await hasty.read([other])).get(other)?.title !== 'Later') await delay(5);
  t.strictSame(reported, [path]);
});

t.test('a stream is called by its last path segment or its host, and nothing is fetched', async (t) => {
  const streams = ['http://radio.example/live/Jazz%20FM', 'https://radio.example:8000/', 'http://radio.example/%zz'];
  const found = await tags.read(streams);
  t.strictSame(
    [...found.values()].map(({ title }) => title),
    ['Jazz FM', 'radio.example:8000', '%zz'],
  );
});

t.test('many files, some of them twice, are each answered once', async (t) => {
  const paths = [];
  for (let index = 0; index < 40; index += 1) {
    const path = join(directory, `many-${index}.mp3`);
    await writeFile(path, `file ${index}`);
    paths.push(path, path);
  }
  t.equal((await tags.read(paths)).size, 40);
});

t.test('nothing is read of a file that lies outside the library roots, or does so by now', async (t) => {
  const [library, elsewhere] = [join(directory, 'library'), join(directory, 'elsewhere')];
  for (const folder of [library, elsewhere]) await mkdir(folder);
  const path = join(library, 'song.mp3');
  await makeMp3(path, 1, '--tt', 'A Title');
  const confined = new TrackTags({
    nativeFile: NATIVE_FILE,
    workerFile,
    log,
    paths: new LibraryPaths([library]),
    deadlineMs: 30_000,
  });
  t.teardown(() => confined.stop());
  await rename(path, join(elsewhere, 'song.mp3'));
  await symlink(join(elsewhere, 'song.mp3'), path);
  for (const outside of [path, join(elsewhere, 'song.mp3')]) {
    t.strictSame((await confined.read([outside])).get(outside), fallbackTag(outside));
  }
  await rename(join(elsewhere, 'song.mp3'), path);
  t.match((await confined.read([path])).get(path), { title: 'A Title' });
});

t.test('a file that two requests need at once is read once', async (t) => {
  const path = join(directory, 'shared.mp3');
  await makeMp3(path, 1, '--tt', 'Shared');
  const fresh = new TrackTags({ nativeFile: NATIVE_FILE, paths: EVERYWHERE, workerFile, log, deadlineMs: 30_000 });
  t.teardown(() => fresh.stop());
  const reported: string[] = [];
  fresh.subscribe((location) => reported.push(location));
  const answers = await Promise.all([fresh.read([path]), fresh.readUrgently(path, 30_000), fresh.read([path])]);
  t.strictSame(
    answers.map((answer) => (answer instanceof Map ? answer.get(path) : answer)?.title),
    ['Shared', 'Shared', 'Shared'],
  );
  t.strictSame(reported, [path]);
});

t.test('a file that has changed is read again half a minute later, and reported', async (t) => {
  const path = join(directory, 'changing.mp3');
  await makeMp3(path, 1, '--tt', 'Before');
  const fresh = new TrackTags({ nativeFile: NATIVE_FILE, paths: EVERYWHERE, workerFile, log, deadlineMs: 30_000 });
  t.teardown(() => fresh.stop());
  const reported: string[] = [];
  fresh.subscribe((location) => reported.push(location));
  const now = performance.now.bind(performance);
  let later = 0;
  t.capture(performance, 'now', () => now() + later);
  const title = async () => (await fresh.readUrgently(path, 30_000)).title;
  t.equal(await title(), 'Before');
  await writeFile(path, '');
  t.equal(await title(), 'Before', 'what was looked at a moment ago is believed');
  await makeMp3(path, 1, '--tt', 'After');
  await utimes(path, 1, 1);
  later = 31_000;
  t.equal(await title(), 'After');
  t.strictSame(reported, [path, path]);
  later = 62_000;
  t.equal(await title(), 'After');
  t.strictSame(reported, [path, path], 'the same file is not read again');
});

t.test('after stop requests get tags made of the file name', async (t) => {
  const path = join(directory, 'stopped.mp3');
  await makeMp3(path, 1, '--tt', 'Title');
  const fresh = new TrackTags({ nativeFile: NATIVE_FILE, paths: EVERYWHERE, workerFile, log, deadlineMs: 30_000 });
  await fresh.stop();
  await fresh.stop();
  t.equal((await fresh.readUrgently(path, 30_000)).title, 'stopped');
});

t.test('tags are read at a lower priority than what plays', { skip: process.platform !== 'linux' }, async (t) => {
  const path = join(directory, 'behind.mp3');
  await makeMp3(path, 1);
  await tags.read([path]);
  const threads = await readdir('/proc/self/task');
  // Field 19 of proc_pid_stat(5), behind a name that may hold spaces.
  const nicenessOf = async (thread: string): Promise<number> =>
    Number((await readFile(`/proc/self/task/${thread}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ')[16]);
  const niceness = await Promise.all(threads.map((thread) => nicenessOf(thread).catch(() => NaN)));
  t.ok(niceness.includes(Math.max(getPriority(), 5)));
});
