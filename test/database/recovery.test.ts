import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, open, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { checkpointInWorker } from '../../src/database/checkpoint.js';
import { makeCopy } from '../../src/database/copies.js';
import type { Database } from '../../src/database/database.js';
import type { Recovery } from '../../src/database/recovery.js';
import { connect } from '../../src/database/sqlite.js';
import { WriteTrial } from '../../src/database/write-trial.js';
import { temporaryDirectory } from '../http/rig.js';
import { keptLog } from '../fixtures/log.js';
import { bundleWorker } from '../library/fixtures.js';
import { BINDING, checkpointHere, databaseIn, isPending, put, settingsOf } from './rig.js';

const PAGE = 4096;
/** In the copy. */
const EARLIER = 600;
/** Since then. */
const LATER = 100;

/** Makes the copy in this thread: what the worker does. */
async function copyHere(file: string): Promise<void> {
  const sql = await connect(file, BINDING);
  await makeCopy(sql, file, BINDING);
  sql.close();
}

/** Some pages of rows. */
const name = (number: number): string => `name ${String(number).padStart(4, '0')} ${'x'.repeat(100)}`;

const like = (number: number) => (sql: { prepare(text: string): { run(...values: unknown[]): unknown } }) =>
  void sql.prepare('INSERT INTO liked (kind, id, at) VALUES (?, ?, ?)').run('track', `id ${number}`, number);

/** A database with a copy and changes since, all of it in its file unless it crashed. */
async function house(t: Test, { crashed = false, copied = true } = {}) {
  const directory = t.testdir();
  const file = join(directory, 'state.db');
  const database = databaseIn(directory, { copy: copyHere });
  const write = (from: number, to: number): Promise<unknown> =>
    Promise.all(Array.from({ length: to - from }, (_, at) => database.write(put(name(from + at), from + at))));
  await write(0, EARLIER);
  await database.write(like(1));
  if (copied) await database.makeCopy();
  if (crashed) await checkpointHere(file);
  await write(EARLIER, EARLIER + LATER);
  await database.write(like(2));
  if (crashed) {
    // What is on the disk now is what a power cut leaves.
    const aside = join(directory, 'aside');
    await mkdir(aside);
    for (const end of ['', '-wal']) await copyFile(file + end, join(aside, `state.db${end}`));
    await database.close();
    for (const end of ['', '-wal']) await copyFile(join(aside, `state.db${end}`), file + end);
    await rm(aside, { recursive: true });
  } else {
    await database.close();
  }
  return { directory, file };
}

/** What a start finds. */
async function found(directory: string) {
  const { log, lines } = keptLog('database');
  let renewed = 0;
  const database = databaseIn(directory, { log, renewed: () => renewed++ });
  const settings = Object.values(await database.read(settingsOf)).map(Number);
  const likes = await database.read((sql) => sql.prepare('SELECT id FROM liked ORDER BY id').pluck().all());
  await database.write(put('new', 9999));
  t.equal(await database.read((sql) => sql.pragma('integrity_check', { simple: true })), 'ok');
  await database.close();
  const notice = await readFile(join(directory, 'state.db.notice.json'), 'utf8').catch(() => undefined);
  const earlier = settings.filter((number) => number < EARLIER).length;
  const later = settings.filter((number) => number >= EARLIER && number < 9999).length;
  const recovery = notice === undefined ? undefined : (JSON.parse(notice) as Recovery);
  return { earlier, later, likes, lines, renewed, recovery };
}

async function overwrite(file: string, from: number, pages: number, byte = 0xee): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(pages * PAGE, byte), 0, pages * PAGE, from * PAGE);
  await handle.close();
}

const half = async (file: string): Promise<void> =>
  truncate(file, Math.floor((await stat(file)).size / 2 / PAGE) * PAGE);
const lastQuarter = async (file: string): Promise<void> =>
  truncate(file, Math.floor(((await stat(file)).size * 3) / 4 / PAGE) * PAGE);
/** Pages of the settings, which are read first. */
const middle = async (file: string): Promise<void> => {
  const sql = await connect(file, BINDING, true);
  const pages = sql.prepare("SELECT pageno FROM dbstat WHERE name = 'setting' AND pagetype = 'leaf'").pluck().all();
  sql.close();
  const from = Number(pages[Math.floor(pages.length / 2)]) - 1;
  await overwrite(file, from, 1);
};

for (const [damage, { act, loss }] of Object.entries({
  'a file that is gone': { act: (file: string) => rm(file), loss: 'missing' },
  'a file of no bytes': { act: (file: string) => truncate(file), loss: 'empty' },
  'a first page of rubbish': { act: (file: string) => overwrite(file, 0, 1), loss: 'damaged' },
  'half a file': { act: half, loss: 'damaged' },
  'pages of rubbish in the middle': { act: middle, loss: 'damaged' },
})) {
  t.test(`${damage}: the copy comes back, and what happened is noted`, async (t) => {
    const { directory, file } = await house(t);
    await act(file);
    const { earlier, likes, recovery, renewed } = await found(directory);
    t.equal(earlier, EARLIER, 'all that the copy has');
    t.ok(likes.includes('id 1'));
    t.equal(renewed, 1);
    t.match(recovery, { loss });
    t.ok(Math.abs((recovery?.copiedAt ?? 0) - Date.now() / 1000) < 600);
    const again = await found(directory);
    t.equal(again.earlier, EARLIER);
    t.equal(again.renewed, 0, 'once');
    const names = await readdir(directory);
    t.notOk(
      names.some((each) => /salvage|part/.test(each)),
      'nothing is left over',
    );
  });
}

t.test('pages of rubbish cost the rows that lay there: what came after the copy is read around them', async (t) => {
  const { directory, file } = await house(t);
  await middle(file);
  const { later, likes, recovery } = await found(directory);
  t.ok(later > LATER / 2, `${later} of ${LATER}`);
  t.strictSame(likes, ['id 1', 'id 2'], 'a table that is whole is read whole');
  t.ok((recovery?.salvagedRows ?? 0) > EARLIER / 2);
  t.ok((await stat(`${file}.damaged`)).size > 0, 'the damaged file is kept');
});

for (const act of [lastQuarter, middle]) {
  t.test(
    `without a copy what can be read is all there is: ${act === middle ? 'rubbish' : 'no last quarter'}`,
    async (t) => {
      const { directory, file } = await house(t, { copied: false });
      await act(file);
      const { earlier, later, recovery } = await found(directory);
      t.match(recovery, { loss: 'damaged', copiedAt: null });
      t.ok(earlier + later > 100, `${earlier} and ${later} of ${EARLIER + LATER}`);
    },
  );
}

t.test('without a copy an empty file is told of', async (t) => {
  const { directory } = { directory: t.testdir({ 'state.db': '' }) };
  const { recovery, renewed } = await found(directory);
  t.match(recovery, { loss: 'empty', copiedAt: null, salvagedRows: 0 });
  t.equal(renewed, 1);
});

t.test('a new box says nothing', async (t) => {
  const { recovery, renewed, lines } = await found(t.testdir());
  t.strictSame([recovery, renewed, lines], [undefined, 0, []]);
});

t.test('after a crash what was in the log comes back, though its file is empty or gone', async (t) => {
  for (const act of [(file: string) => truncate(file), (file: string) => rm(file)]) {
    const { directory, file } = await house(t, { crashed: true });
    await act(file);
    const { earlier, likes } = await found(directory);
    t.equal(earlier, EARLIER);
    t.ok(likes.includes('id 1'));
  }
});

/** A database that crashed after its copy was made: its file lacks what the copy has, its log has it. */
async function crashedSinceCopy(t: Test) {
  const directory = t.testdir();
  const file = join(directory, 'state.db');
  const database = databaseIn(directory, { copy: copyHere });
  await database.write(put('1', 1));
  await database.write(like(1));
  await checkpointHere(file);
  await database.write((sql) => void sql.prepare('DELETE FROM liked').run());
  await database.makeCopy();
  await database.write(put('2', 2));
  // A connection that only reads leaves the log as it is when it closes last.
  const reader = await connect(file, BINDING, true);
  reader.prepare('SELECT 1 FROM setting').get();
  await database.close();
  reader.close();
  t.ok((await stat(`${file}-wal`)).size > 0);
  return { directory, file };
}

t.test('a log that is gone takes with it what no copy has, and no more', async (t) => {
  const { directory, file } = await crashedSinceCopy(t);
  for (const end of ['-wal', '-shm']) await rm(file + end);
  const { earlier, likes, recovery } = await found(directory);
  t.equal(earlier, 1);
  t.strictSame(likes, [], 'what was deleted before the copy stays deleted');
  t.match(recovery, { loss: 'logLost', salvagedRows: 0 });
});

/** One bit of the number that says how new a copy is. */
const flip = async (file: string): Promise<void> => {
  const bytes = await readFile(file);
  bytes.writeInt32BE(bytes.readInt32BE(60) ^ 0x100, 60);
  await writeFile(file, bytes);
};
/** Reading fails there with EIO, as on a broken card. */
const breakSector = async (file: string): Promise<void> => {
  await rm(file);
  await symlink('/proc/self/mem', file);
};

for (const [damage, act] of Object.entries({
  'other content in its first block': (file: string) => overwrite(file, 0, 1, 0x7e),
  'other content behind a whole header': (file: string) => flip(file).then(() => overwrite(file, 1, 4)),
  'a flipped bit': flip,
  'a sector that cannot be read': breakSector,
})) {
  t.test(`a copy with ${damage} takes nothing from a file that is sound`, async (t) => {
    const { directory, file } = await house(t);
    await act(`${file}.copy`);
    const { earlier, later, likes, recovery } = await found(directory);
    t.strictSame([earlier, later, likes], [EARLIER, LATER, ['id 1', 'id 2']]);
    t.equal(recovery, undefined);
    const database = databaseIn(directory, { copy: copyHere });
    await database.makeCopy();
    await database.close();
    await rm(file);
    t.equal((await found(directory)).later, LATER, 'the next copy is a good one');
  });

  t.test(`nor does one with ${damage} from a file that has a log`, async (t) => {
    const { directory, file } = await crashedSinceCopy(t);
    await act(`${file}.copy`);
    const { earlier, recovery } = await found(directory);
    t.equal(earlier, 2);
    t.equal(recovery, undefined);
  });
}

for (const [way, keep] of Object.entries({
  'a daily copy': (file: string, kept: string) => copyFile(`${file}.copy`, kept),
  'a plain copy': (file: string, kept: string) => copyFile(file, kept),
  "one of SQLite's backup": async (file: string, kept: string) => {
    const sql = await connect(file, BINDING, true);
    await sql.backup(kept);
    sql.close();
  },
})) {
  t.test(`an older file that somebody puts in place, ${way}, goes before newer copies, and stays`, async (t) => {
    const { directory, file } = await house(t);
    const older = join(directory, 'older.db');
    await keep(file, older);
    const likesThen = way === 'a daily copy' ? ['id 1'] : ['id 1', 'id 2'];
    const database = databaseIn(directory, { copy: copyHere });
    await database.write(like(3));
    await database.makeCopy();
    await database.close();
    await rm(`${file}-wal`, { force: true });
    await rm(`${file}-shm`, { force: true });
    await copyFile(older, file);
    for (const start of ['one start', 'the next']) {
      const { likes, recovery } = await found(directory);
      t.strictSame(likes, likesThen, `what was put there counts: ${start}`);
      t.equal(recovery, undefined);
    }
  });
}

t.test('an older file that is put in place and is damaged gives way to the copy', async (t) => {
  const { directory, file } = await house(t);
  const older = join(directory, 'older.db');
  await copyFile(file, older);
  await middle(older);
  const database = databaseIn(directory, { copy: copyHere });
  await database.write(like(3));
  await database.makeCopy();
  await database.close();
  await copyFile(older, file);
  const { earlier, likes, recovery } = await found(directory);
  t.match(recovery, { loss: 'damaged' });
  t.equal(earlier, EARLIER);
  t.ok(likes.includes('id 1'));
});

t.test('a damaged copy is passed over for the one before it', async (t) => {
  const { directory, file } = await house(t);
  const database = databaseIn(directory, { copy: copyHere });
  await database.write(like(3));
  await database.makeCopy();
  await database.close();
  await overwrite(`${file}.copy`, 2, 4);
  await rm(file);
  const { earlier, likes, recovery } = await found(directory);
  t.equal(earlier, EARLIER);
  t.ok(likes.includes('id 1'));
  t.type(recovery?.copiedAt, 'number');
});

t.test('damage that is found while it is used is mended as at a start', async (t) => {
  const { directory, file } = await house(t);
  const database = databaseIn(directory);
  await database.read((sql) => sql.prepare('SELECT 1').get());
  await middle(file);
  t.ok(Object.keys(await database.read(settingsOf)).length >= EARLIER);
  await database.write(put('new', 9999));
  await database.close();
});

t.test('what was interrupted begins anew at the next start, with the damaged file', async (t) => {
  const { directory, file } = await house(t);
  await middle(file);
  await copyFile(file, `${file}.salvage`);
  await writeFile(`${file}.part`, 'half done');
  await rm(file);
  const { later, recovery } = await found(directory);
  t.match(recovery, { loss: 'damaged' });
  t.ok(later > LATER / 2);
});

t.test('there are two copies, and a day without a change makes none', async (t) => {
  const { directory, file } = await house(t);
  let made = 0;
  const database = databaseIn(directory, {
    copy: async (path) => {
      made += 1;
      await copyHere(path);
    },
  });
  for (let number = 3; number < 6; number++) {
    await database.write(like(number));
    await database.makeCopy();
  }
  await database.close();
  t.equal(made, 3);
  const copies = (await readdir(directory)).filter((each) => each.startsWith('state.db.'));
  t.strictSame(copies.sort(), ['state.db.copy', 'state.db.copy-before']);
  const sql = await connect(`${file}.copy-before`, BINDING, true);
  t.equal(sql.prepare('SELECT count(*) FROM liked').pluck().get(), 4);
  sql.close();
});

t.test('a copy that could not be made leaves those that there are', async (t) => {
  const { directory, file } = await house(t);
  const before = await readFile(`${file}.copy`);
  const { log, lines } = keptLog('database');
  const copy = (): Promise<void> => Promise.reject(new Error('the disk is full'));
  const database = databaseIn(directory, { copy, log });
  await database.makeCopy();
  await database.close();
  t.match(lines, [/daily copy failed/]);
  t.ok((await readFile(`${file}.copy`)).equals(before));
});

/** A disk of so many bytes; undefined where none can be mounted. */
async function smallDisk(t: Test, size: string): Promise<string | undefined> {
  const folder = await temporaryDirectory(t);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tonearm-test', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  t.teardown(() => execFileSync('umount', ['--lazy', folder]));
  return folder;
}

t.test('on a full disk nothing is lost, nothing opens, and all comes back with the space', async (t) => {
  const disk = await smallDisk(t, '2m');
  if (disk === undefined) return t.pass('no disk can be mounted here');
  const { file } = await house(t);
  for (const end of ['', '.copy']) await copyFile(file + end, join(disk, `state.db${end}`));
  await middle(join(disk, 'state.db'));
  const filler = join(disk, 'filler');
  await writeFile(filler, Buffer.alloc(4 * 1024 * 1024)).catch(() => undefined);
  const database = databaseIn(disk);
  await t.rejects(database.read(settingsOf));
  await t.rejects(database.write(put('a', 1)));
  await rm(filler);
  t.ok(Object.keys(await database.read(settingsOf)).length >= EARLIER, 'without a start');
  await database.close();
  return undefined;
});

t.test(
  'a full disk and a folder that cannot be written to are told of by a trial, once a minute when all is well',
  async (t) => {
    const disk = await smallDisk(t, '1m');
    if (disk === undefined) return t.pass('no disk can be mounted here');
    const database = databaseIn(disk);
    t.teardown(() => database.close());
    let now = 0;
    let attempts = 0;
    const counted = {
      tryWrite: () => {
        attempts += 1;
        return database.tryWrite();
      },
    };
    const trial = new WriteTrial(counted, () => now);
    await trial.look();
    await trial.look();
    t.equal(attempts, 1);
    now += 60_000;
    await writeFile(join(disk, 'filler'), Buffer.alloc(2 * 1024 * 1024)).catch(() => undefined);
    await t.rejects(
      (async () => {
        // What the log has room for yet.
        for (let at = 0; at < 400; at++, now += 60_000) await trial.look();
      })(),
      /cannot be written to/,
    );
    await rm(join(disk, 'filler'));
    await trial.look();
    return undefined;
  },
);

t.test('in a folder that cannot be written to a damaged file is left as it is', async (t) => {
  const disk = await smallDisk(t, '2m');
  if (disk === undefined) return t.pass('no disk can be mounted here');
  const { file } = await house(t);
  for (const end of ['', '.copy']) await copyFile(file + end, join(disk, `state.db${end}`));
  await middle(join(disk, 'state.db'));
  const before = await readFile(join(disk, 'state.db'));
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  const database = databaseIn(disk);
  await t.rejects(database.read(settingsOf));
  t.ok((await readFile(join(disk, 'state.db'))).equals(before));
  execFileSync('mount', ['-o', 'remount,rw', disk]);
  t.ok(Object.keys(await database.read(settingsOf)).length >= EARLIER);
  await database.close();
  return undefined;
});

t.test('the worker makes a copy that a lost database comes back from', async (t) => {
  const directory = t.testdir();
  const worker = await bundleWorker(directory, 'src/database/checkpoint-worker.ts');
  const copy = (file: string): Promise<void> => checkpointInWorker(worker, { kind: 'copy', file, binding: BINDING });
  const database = databaseIn(directory, { copy });
  await database.write(put('a', 1));
  await database.makeCopy();
  await database.write(put('a', 2));
  await database.close();
  await rm(join(directory, 'state.db'));
  const { recovery } = await found(directory);
  t.match(recovery, { loss: 'missing', salvagedRows: 0 });
  t.type(recovery?.copiedAt, 'number');
});

t.test('damage that the daily copy meets is mended at once', async (t) => {
  const { directory, file } = await house(t);
  await middle(file);
  const worker = await bundleWorker(directory, 'src/database/checkpoint-worker.ts');
  let renewed = 0;
  const database = databaseIn(directory, {
    copy: (path) => checkpointInWorker(worker, { kind: 'copy', file: path, binding: BINDING }),
    renewed: () => renewed++,
  });
  await database.read((sql) => sql.prepare('SELECT 1').get());
  await database.makeCopy();
  t.ok(Object.keys(await database.read(settingsOf)).length >= EARLIER);
  t.equal(renewed, 1);
  await database.close();
});

/** A promise and what ends it. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

for (const worker of ['copy', 'checkpoint'] as const) {
  t.test(`what comes back waits until the ${worker} is over, and keeps its log`, async (t) => {
    const { directory, file } = await house(t);
    const [begun, over] = [gate(), gate()];
    const lengthy = async (path: string): Promise<void> => {
      const sql = await connect(path, BINDING);
      sql.prepare('SELECT 1 FROM migration').get();
      begun.open();
      await over.opened;
      sql.close();
    };
    const database = databaseIn(directory, { [worker]: lengthy });
    await database.read((sql) => sql.prepare('SELECT 1').get());
    const work =
      worker === 'copy'
        ? database.makeCopy()
        : database.write(
            (sql) => void sql.prepare(`INSERT INTO setting VALUES ('long', json_quote(hex(zeroblob(3000000))))`).run(),
          );
    await begun.opened;
    // Another connection found that the file is damaged.
    database.putAside(new Error('damaged'));
    const read = database.read(settingsOf);
    t.ok(await isPending(read));
    t.notOk((await readdir(directory)).includes('state.db'));
    over.open();
    await read;
    await work;
    await database.write(put('new', 9999));
    t.ok((await stat(`${file}-wal`)).size > 0, 'the log is there by its name');
    await database.close();
  });
}

t.test('damage that two meet at once puts one file aside', async (t) => {
  const { directory, file } = await house(t);
  const { log, lines } = keptLog('database');
  const begun = gate();
  const over = gate();
  const database = databaseIn(directory, {
    log,
    copy: async () => {
      begun.open();
      await over.opened;
      throw Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' });
    },
  });
  const copy = database.makeCopy();
  await begun.opened;
  database.putAside(new Error('damaged'));
  const read = database.read(settingsOf);
  over.open();
  await copy;
  t.equal(Object.keys(await read).length, EARLIER + LATER, 'what the copy lacks is read of the file put aside');
  t.equal(lines.filter((line) => line.includes('put aside')).length, 1);
  t.ok((await stat(`${file}.damaged`)).size > PAGE);
  database.putAside(new Error('damaged'));
  database.putAside(new Error('damaged'));
  t.equal(Object.keys(await database.read(settingsOf)).length, EARLIER + LATER);
  await database.close();
});

t.test('a copy that is to begin when its file was put aside is not made', async (t) => {
  const { directory } = await house(t);
  let made = 0;
  const database: Database = databaseIn(directory, {
    copy: () => {
      made += 1;
      return Promise.resolve();
    },
    // The sync that makes the number of the copy durable.
    sync: () => {
      database.putAside(new Error('damaged'));
      return Promise.resolve();
    },
  });
  await database.makeCopy();
  t.equal(made, 0);
  await database.close();
});

t.test('a worker that comes too late copies nothing in the place of the copy', async (t) => {
  const { directory, file } = await house(t);
  const worker = await bundleWorker(directory, 'src/database/checkpoint-worker.ts');
  const before = await readFile(`${file}.copy`);
  await rm(file);
  await t.rejects(checkpointInWorker(worker, { kind: 'copy', file, binding: BINDING }));
  t.ok((await readFile(`${file}.copy`)).equals(before));
  t.notOk((await readdir(directory)).includes('state.db'));
});

t.test('what a power cut left between the names of a file and its log is brought together', async (t) => {
  const { directory, file } = await crashedSinceCopy(t);
  await copyFile(file, `${file}.salvage`);
  await rm(file);
  const { earlier } = await found(directory);
  t.equal(earlier, 2, 'what just the log has');
  t.notOk((await readdir(directory)).some((name) => name.includes('salvage')));
  t.ok((await stat(`${file}.damaged-wal`)).size > 0);
});

t.test('a file that is lost leaves what was kept of an earlier one', async (t) => {
  const { directory, file } = await house(t);
  await writeFile(`${file}.damaged`, 'earlier');
  await rm(file);
  await found(directory);
  t.equal(await readFile(`${file}.damaged`, 'utf8'), 'earlier');
});

t.test('ten changes set one timer for the daily copy, which does not keep the process', async (t) => {
  const { directory } = await house(t);
  const database = databaseIn(directory, { copy: copyHere });
  const timers = t.capture(globalThis, 'setTimeout', setTimeout);
  for (let number = 10; number < 20; number++) await database.write(like(number));
  const set = timers();
  t.equal(set.length, 1);
  const [first] = set;
  t.ok(Number(first?.args[1]) > 23 * 60 * 60 * 1000);
  t.equal((first as unknown as { returned: NodeJS.Timeout }).returned.hasRef(), false);
  await database.close();
});
