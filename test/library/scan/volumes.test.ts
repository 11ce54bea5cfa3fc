import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import t from 'tap';
import { temporaryDirectory } from '../../http/rig.js';
import { mp3, openShelf, put, putAlbum, type Shelf } from './rig.js';

const IDS = 'SELECT id, created_at FROM track ORDER BY id';
const AVAILABLE = 'SELECT available FROM root ORDER BY path';

/** Mounts an empty file system in memory; undefined where that is not allowed. */
function mount(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tonearm-test', folder], { stdio: 'ignore' });
    return () => execFileSync('umount', ['--lazy', folder]);
  } catch {
    return undefined;
  }
}

const canMount = await (async () => {
  const undo = mount(await temporaryDirectory(t));
  undo?.();
  return undo !== undefined;
})();
const mounting = canMount ? {} : { skip: 'mounting is not allowed here' };

t.test('a root that is missing keeps its tracks, and gives them back with their ids', async (t) => {
  const { music, scanner, rows, titles } = await openShelf(t, { music: join(await temporaryDirectory(t), 'music') });
  await putAlbum(music, 'Nova', 'Satellites', 3);
  await scanner.scan();
  const ids = await rows(IDS);
  await rename(music, `${music}-away`);
  await scanner.scan();
  t.strictSame(await titles(), [], 'lists show none of them');
  t.strictSame(await rows(IDS), ids, 'they are not forgotten');
  t.strictSame(scanner.read().volumes, [{ path: music, available: false, mounted: false, remote: false }]);
  await rename(`${music}-away`, music);
  t.equal((await scanner.scan()).read, 0, 'none of them is read again');
  t.equal((await titles()).length, 3);
  t.strictSame(await rows(IDS), ids);
});

t.test('a root that is taken out of the configuration is away, though its folder is there', async (t) => {
  const first = await openShelf(t);
  await put(join(first.music, 'own.mp3'), mp3({ TIT2: 'Own' }));
  await first.scanner.scan();
  await first.scanner.stop();
  const other = await openShelf(t, { file: first.file });
  await put(join(other.music, 'other.mp3'), mp3({ TIT2: 'Other' }));
  await other.scanner.scan();
  t.strictSame(await other.titles(), ['Other']);
  t.strictSame(await other.rows('SELECT path, available FROM root ORDER BY available'), [
    [first.music, 0],
    [other.music, 1],
  ]);
});

t.test('a root that never was there is no mistake', async (t) => {
  const { scanner, rows } = await openShelf(t, { roots: ['/nonexistent/music'] });
  t.equal((await scanner.scan()).files, 0);
  t.strictSame(await rows('SELECT * FROM root'), []);
});

t.test('a stick that is pulled and put back is the same stick', mounting, async (t) => {
  const shelf = await openShelf(t);
  const { music, scanner, rows, titles } = shelf;
  const stick = join(music, 'sda1');
  await put(join(music, 'own.mp3'), mp3({ TIT2: 'Own' }));
  await mkdir(stick);
  let pull = mount(stick);
  t.teardown(() => pull?.());
  await putAlbum(join(stick, 'album'), 'Nova', 'Satellites', 3);
  await scanner.scan();
  t.strictSame(await rows('SELECT path, mounted FROM root ORDER BY path'), [
    [music, 0],
    [stick, 1],
  ]);
  const ids = await rows(IDS);
  pull?.();
  pull = undefined;
  await scanner.scan();
  t.strictSame(await titles(), ['Own'], 'the empty folder is not taken for an empty stick');
  await rm(stick, { recursive: true });
  await scanner.scan();
  t.strictSame([await rows(IDS), await rows(AVAILABLE)], [ids, [[1], [0]]], 'nor is the folder that is gone');
  await mkdir(stick);
  pull = mount(stick);
  await putAlbum(join(stick, 'album'), 'Nova', 'Satellites', 3);
  await scanner.scan();
  t.strictSame(await rows(IDS), ids);
  t.equal((await titles()).length, 4);
});

/** Resolves when the running scan has read a file; polls in every turn, as progress is reported too seldom. */
async function hasBegun({ scanner }: Shelf): Promise<void> {
  for (let progress = scanner.read().progress; progress?.read === 0; progress = scanner.read().progress) await turn();
}

t.test('a stick that is pulled while it is scanned loses nothing', mounting, async (t) => {
  const shelf = await openShelf(t);
  const { music, scanner, rows } = shelf;
  const stick = join(music, 'sda1');
  const kept = join(await temporaryDirectory(t), 'kept');
  await mkdir(stick);
  await mkdir(kept);
  const undo = mount(kept);
  const bind = (): void => void execFileSync('mount', ['--bind', kept, stick]);
  const pull = (): void => void execFileSync('umount', ['--lazy', stick]);
  t.teardown(() => undo?.());
  for (let album = 0; album < 30; album++) await putAlbum(join(kept, `a${album}`), 'Nova', `Album ${album}`, 10);
  bind();
  await scanner.scan();
  const ids = await rows(IDS);
  t.equal(ids.length, 300);
  for (let round = 0; round < 3; round++) {
    const running = scanner.scan(true);
    await new Promise((resolve) => setTimeout(resolve, 20 + 30 * round));
    pull();
    await running;
    await scanner.scan();
    t.strictSame(await rows(IDS), ids);
    t.strictSame(await rows(AVAILABLE), [[1], [0]]);
    bind();
    await scanner.scan();
    t.strictSame([await rows(IDS), await rows(AVAILABLE)], [ids, [[1], [1]]]);
    t.strictSame(await rows('SELECT count(*) FROM file WHERE problem IS NOT NULL'), [[0]]);
  }
  pull();
});

t.test('a root that goes while it is scanned loses nothing', async (t) => {
  const shelf = await openShelf(t, { music: join(await temporaryDirectory(t), 'music') });
  const { music, scanner, rows } = shelf;
  for (let album = 0; album < 100; album++) await putAlbum(join(music, `a${album}`), 'Nova', `Album ${album}`, 10);
  await scanner.scan();
  const ids = await rows(IDS);
  const running = scanner.scan(true);
  await hasBegun(shelf);
  await rename(music, `${music}-away`);
  t.ok((await running).read < ids.length, 'it went in the middle');
  await scanner.scan();
  t.strictSame(await rows(IDS), ids);
  await rename(`${music}-away`, music);
  await scanner.scan();
  t.strictSame([await rows(IDS), await rows(AVAILABLE)], [ids, [[1]]]);
});

t.test('what has been away for thirty days is dropped', async (t) => {
  const { music, scanner, rows, database } = await openShelf(t, { music: join(await temporaryDirectory(t), 'music') });
  await putAlbum(music, 'Nova', 'Satellites', 2);
  await scanner.scan();
  await rename(music, `${music}-away`);
  await scanner.scan();
  const day = 24 * 60 * 60;
  const age = (days: number) =>
    database.read((sql) => sql.exec(`UPDATE root SET vanished_at = unixepoch() - ${days * day}`));
  await age(29);
  await scanner.scan();
  t.strictSame(await rows('SELECT count(*) FROM track'), [[2]]);
  await age(31);
  await scanner.scan();
  for (const table of ['root', 'track', 'album', 'artist', 'genre', 'folder', 'file']) {
    t.strictSame(await rows(`SELECT count(*) FROM ${table}`), [[0]], table);
  }
});

t.test('days between two scans count as absence, up to two', async (t) => {
  const { music, scanner, rows, database } = await openShelf(t, { music: join(await temporaryDirectory(t), 'music') });
  await putAlbum(music, 'Nova', 'Satellites', 2);
  await scanner.scan();
  await rename(music, `${music}-away`);
  await scanner.scan();
  const hour = 60 * 60;
  const age = (away: number, between: number) =>
    database.read((sql) => {
      sql.exec(`UPDATE root SET vanished_at = unixepoch() - ${away * hour}`);
      sql.exec(`UPDATE library SET scanned_at = unixepoch() - ${between * hour}`);
    });
  await age(30 * 24 + 1, 50);
  await scanner.scan();
  t.strictSame(await rows('SELECT count(*) FROM track'), [[2]], 'two hours of the fifty do not count');
  await age(30 * 24 + 1, 47);
  await scanner.scan();
  t.strictSame(await rows('SELECT count(*) FROM track'), [[0]]);
});

t.test('a clock that jumps drops nothing', async (t) => {
  const { music, scanner, rows, database } = await openShelf(t, { music: join(await temporaryDirectory(t), 'music') });
  await putAlbum(music, 'Nova', 'Satellites', 2);
  await scanner.scan();
  await rename(music, `${music}-away`);
  await scanner.scan();
  const past = 'unixepoch() - 400 * 86400';
  await database.read((sql) => {
    sql.exec(`UPDATE root SET vanished_at = ${past}`);
    sql.exec(`UPDATE library SET scanned_at = ${past}`);
  });
  await scanner.scan();
  t.strictSame(await rows('SELECT count(*) FROM track'), [[2]]);
  t.strictSame(await rows('SELECT vanished_at > unixepoch() - 3 * 86400 FROM root'), [[1]]);
});
