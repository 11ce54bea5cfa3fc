import { renameSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { temporaryDirectory } from '../../http/rig.js';
import { mp3, openShelf, put, putAlbum, type Shelf, type ShelfOptions } from './rig.js';

const QUICK = { quietMs: 50, longestMs: 200 };
const NEVER = 2 ** 30;

/** A scanner that follows its folder; nothing is scanned without a reason but the first time. */
async function watched(t: Test, options: ShelfOptions = {}): Promise<Shelf> {
  const times = { first: 0, daily: NEVER, unwatched: NEVER, away: 50, ...options.times };
  const shelf = await openShelf(t, { watch: QUICK, ...options, times });
  shelf.scanner.start();
  await until(() => shelf.scanner.read().last !== undefined);
  return shelf;
}

/** Waits as long as the test's own limit. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20);
}

const shows = async ({ titles }: Shelf, ...wanted: readonly string[]): Promise<void> => {
  await until(async () => (await titles()).join() === wanted.join());
};

t.test('what comes, changes and goes is noticed without being asked', async (t) => {
  const shelf = await watched(t);
  const { music } = shelf;
  const path = await put(join(music, 'a.mp3'), mp3({ TIT2: 'A' }));
  await shows(shelf, 'A');
  await put(path, mp3({ TIT2: 'Changed' }));
  await shows(shelf, 'Changed');
  await put(join(music, 'new', 'deep', 'b.mp3'), mp3({ TIT2: 'B' }));
  await shows(shelf, 'B', 'Changed');
  await put(join(music, 'new', 'deep', 'c.mp3'), mp3({ TIT2: 'C' }));
  await shows(shelf, 'B', 'C', 'Changed');
  await rename(join(music, 'new'), join(music, 'moved'));
  await until(async () => JSON.stringify(await shelf.rows('SELECT location FROM track')).includes('/moved/deep/c.mp3'));
  await shows(shelf, 'B', 'C', 'Changed');
  await put(join(music, 'moved', 'deep', 'd.mp3'), mp3({ TIT2: 'D' }));
  await shows(shelf, 'B', 'C', 'Changed', 'D');
  await rm(join(music, 'moved'), { recursive: true });
  await rm(path);
  await shows(shelf);
});

t.test('a file .nomedia that comes and goes is noticed', async (t) => {
  const shelf = await watched(t);
  const { music } = shelf;
  await putAlbum(join(music, 'songs', 'album'), 'Nova', 'Song', 1);
  await shows(shelf, 'Song 1');
  const mark = await put(join(music, 'songs', '.nomedia'), '');
  await shows(shelf);
  await rm(mark);
  await shows(shelf, 'Song 1');
});

t.test('what comes into a folder behind the first scan, and before the folder is watched, is noticed', async (t) => {
  const music = await temporaryDirectory(t);
  await put(join(music, 'a', '1.mp3'), mp3({ TIT2: 'First' }));
  await putAlbum(join(music, 'b'), 'Nova', 'Satellites', 300);
  // By the clock of the file system, which is a few milliseconds late, all of that is older than the scan.
  await wait(20);
  const shelf = await openShelf(t, { music, watch: QUICK, times: { first: 0, daily: NEVER, unwatched: NEVER } });
  shelf.scanner.start();
  await until(() => {
    const { progress, last } = shelf.scanner.read();
    return last !== undefined || (progress?.read ?? 0) >= 2;
  });
  writeFileSync(join(music, 'a', '2.mp3'), mp3({ TIT2: 'Second' }));
  await until(async () => (await shelf.titles()).includes('Second'));
});

t.test('a library that knows nothing is scanned at once, any other when the start is over', async (t) => {
  const times = { first: NEVER, daily: NEVER, unwatched: NEVER, away: NEVER };
  const music = await temporaryDirectory(t);
  await putAlbum(join(music, 'a'), 'Nova', 'Satellites', 1);
  const fresh = await openShelf(t, { music, watch: QUICK, times });
  fresh.scanner.start();
  await shows(fresh, 'Satellites 1');
  await until(() => fresh.scanner.read().last !== undefined);
  await fresh.scanner.stop();
  t.equal(fresh.logged.filter((line) => line.includes('scan: library is up to date')).length, 1);

  const again = await openShelf(t, { music, file: fresh.file, watch: QUICK, times });
  again.scanner.start();
  // Asked behind the look at what is known, which by then is over.
  t.strictSame(await again.titles(), ['Satellites 1']);
  await wait(20);
  t.strictSame([again.scanner.read().progress, again.scanner.read().last], [undefined, undefined]);
});

t.test('what is mounted after a first scan at once has found nothing is found at the usual time', async (t) => {
  const times = { first: 1000, daily: NEVER, unwatched: NEVER, away: NEVER };
  const parent = await temporaryDirectory(t);
  await putAlbum(join(parent, 'served', 'a'), 'Nova', 'Satellites', 1);
  const music = join(parent, 'music');
  await mkdir(music);
  // inotify does not report a mount.
  const shelf = await openShelf(t, { music, watch: { ...QUICK, limit: 0 }, times });
  t.strictSame(await shelf.titles(), []);
  const end = shelf.scanner.subscribe(() => {
    if (shelf.scanner.read().last === undefined) return;
    end();
    renameSync(join(parent, 'served'), music);
  });
  shelf.scanner.start();
  await shows(shelf, 'Satellites 1');
});

t.test('a root that is made later, goes and comes back is noticed', async (t) => {
  const shelf = await watched(t, { music: join(await temporaryDirectory(t), 'music') });
  await mkdir(shelf.music);
  await putAlbum(join(shelf.music, 'a'), 'Nova', 'Satellites', 1);
  await shows(shelf, 'Satellites 1');
  await rename(shelf.music, `${shelf.music}-away`);
  await shows(shelf);
  await rename(`${shelf.music}-away`, shelf.music);
  await shows(shelf, 'Satellites 1');
});

t.test('where there are too many folders to watch, they are looked through from time to time', async (t) => {
  const music = await temporaryDirectory(t);
  for (let album = 0; album < 5; album++) await putAlbum(join(music, `a${album}`), 'Nova', `Album ${album}`, 1);
  const shelf = await watched(t, { music, watch: { ...QUICK, limit: 2 }, times: { unwatched: 100 } });
  t.match(shelf.logged.join('\n'), /not all folders are watched/);
  await rm(join(music, 'a4'), { recursive: true });
  await put(join(music, 'a3', '2.mp3'), mp3({ TIT2: 'New' }));
  await shows(shelf, 'Album 0 1', 'Album 1 1', 'Album 2 1', 'Album 3 1', 'New');
});

t.test('calls during a scan join it', async (t) => {
  const { music, scanner, logged } = await openShelf(t);
  for (let album = 0; album < 10; album++) await putAlbum(join(music, `a${album}`), 'Nova', `Album ${album}`, 10);
  const ends = await Promise.all([scanner.scan(), scanner.scan(), scanner.scan()]);
  t.strictSame(
    ends.map(({ read }) => read),
    [100, 100, 100],
  );
  t.equal(logged.filter((line) => line.includes('scan: library is up to date')).length, 1);
});

t.test('progress is reported while a scan runs, and its end', async (t) => {
  const { music, scanner } = await openShelf(t);
  for (let album = 0; album < 40; album++) await putAlbum(join(music, `a${album}`), 'Nova', `Album ${album}`, 10);
  const states: ReturnType<typeof scanner.read>[] = [];
  scanner.subscribe(() => states.push(scanner.read()));
  const before = scanner.read();
  await scanner.scan();
  t.strictSame([before.progress, before.last], [undefined, undefined]);
  t.strictSame([states.at(-1)?.progress, states.at(-1)?.last?.read], [undefined, 400]);
  t.ok(scanner.read().revision > 0);
  t.strictSame(scanner.read().volumes, [{ path: music, available: true, mounted: false, remote: false }]);
});
