import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t from 'tap';
import { temporaryDirectory } from '../../http/rig.js';
import type { Scanner } from '../../../src/library/scan/scanner.js';
import { openShelf, putAlbum } from './rig.js';

const IDS = 'SELECT id FROM track ORDER BY id';

/** Mounts a file system in memory; undefined where that is not allowed. */
function mount(folder: string, size: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tonearm-test', folder], { stdio: 'ignore' });
    return () => execFileSync('umount', ['--lazy', folder]);
  } catch {
    return undefined;
  }
}

/** Overwrites everything behind the first pages. */
async function damage(path: string): Promise<void> {
  const { size } = await stat(path);
  const file = await open(path, 'r+');
  for (let at = 8192; at < size; at += 4096) await file.write(Buffer.alloc(4096, 0xa5), 0, 4096, at);
  await file.close();
}

t.test('a damaged database is put aside and rebuilt with the same ids', async (t) => {
  const file = join(await temporaryDirectory(t), 'library.db');
  const first = await openShelf(t, { file });
  for (let album = 0; album < 10; album++) {
    await putAlbum(join(first.music, `a${album}`), 'Nova', `Album ${album}`, 10);
  }
  await first.scanner.scan();
  const ids = await first.rows(IDS);
  await first.scanner.stop();
  await first.database.close();
  await damage(file);
  const second = await openShelf(t, { file, music: first.music });
  await second.scanner.scan();
  t.strictSame(await second.rows(IDS), ids);
  t.ok(readdirSync(dirname(file)).includes('library.db.damaged'));
  t.match(second.logged.join('\n'), /damaged file put aside/);
});

t.test('damage that the daemon notices while it reads has all found again', async (t) => {
  const { music, scanner, database, rows } = await openShelf(t);
  await putAlbum(join(music, 'a'), 'Nova', 'Satellites', 5);
  await scanner.scan();
  const ids = await rows(IDS);
  database.putAside(new Error('a page is damaged'));
  await scanner.scan();
  t.strictSame(await rows(IDS), ids);
});

t.test('once a damaged library is put aside the scan begins by itself', async (t) => {
  const { music, scanner, database, rows } = await openShelf(t);
  await putAlbum(join(music, 'a'), 'Nova', 'Satellites', 5);
  await scanner.scan();
  const ended = new Promise<void>((resolve) => {
    scanner.subscribe(() => {
      if (scanner.read().progress === undefined) resolve();
    });
  });
  database.putAside(new Error('a page is damaged'));
  await new Promise((resolve) => setImmediate(resolve));
  t.match(scanner.read().progress, { phase: String });
  await ended;
  t.strictSame(await rows('SELECT count(*) FROM track'), [[5]]);
});

/** A disk on which every file is damaged as soon as it is made. */
class BadDisk {
  scanner: Scanner | undefined;
  attempts = 0;

  read(): Promise<never> {
    this.attempts += 1;
    this.putAside();
    return Promise.reject(Object.assign(new Error('damaged'), { code: 'SQLITE_CORRUPT' }));
  }

  putAside(): void {
    this.scanner?.renew();
  }
}

t.test('a database that is damaged again at once is not rebuilt for ever', async (t) => {
  const database = new BadDisk();
  const { scanner } = await openShelf(t, { database });
  database.scanner = scanner;
  await t.rejects(scanner.scan(), { code: 'LIBRARY_UNREADABLE' });
  t.equal(database.attempts, 1);
});

t.test('a full disk is reported and keeps the records, and the next scan with free space is complete', async (t) => {
  const folder = await temporaryDirectory(t);
  const undo = mount(folder, '700k');
  if (undo === undefined) {
    t.pass('mounting is not allowed here');
    return;
  }
  t.teardown(undo);
  const { music, scanner, rows } = await openShelf(t, { file: join(folder, 'library.db') });
  for (let album = 0; album < 60; album++) await putAlbum(join(music, `a${album}`), 'Nova', `Album ${album}`, 20);
  await t.rejects(scanner.scan(), {
    code: 'DISK_FULL',
    message: 'The disk is full: the library could not be brought up to date.',
  });
  t.match(scanner.read().last?.failure, { code: 'DISK_FULL' });
  t.ok(Number((await rows('SELECT count(*) FROM track'))[0]?.[0]) < 1200, 'lists are still read');
  execFileSync('mount', ['-o', 'remount,size=32m', folder]);
  await scanner.scan();
  t.strictSame(await rows('SELECT count(*) FROM track'), [[1200]]);
});

t.test('a library of a newer version is left alone', async (t) => {
  const { scanner, database, rows } = await openShelf(t);
  await database.read((sql) => sql.exec("INSERT INTO migration VALUES ('2999-01-01-future', 0)"));
  await database.close();
  await t.rejects(scanner.scan(), { code: 'LIBRARY_UNREADABLE' });
  await t.rejects(rows('SELECT 1'));
});
