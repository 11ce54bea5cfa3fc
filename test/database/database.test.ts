import { appendFile, copyFile, mkdir, readFile, stat, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { connect } from '../../src/database/sqlite.js';
import { BINDING, checkpointHere, databaseIn, isPending, put, settingsOf } from './rig.js';

/** A disk whose syncs take until the test says so. */
class SlowDisk {
  syncs = 0;
  #release: (() => void) | undefined;
  #began: (() => void) | undefined;

  sync(): Promise<void> {
    this.syncs += 1;
    this.#began?.();
    return new Promise((resolve) => (this.#release = resolve));
  }

  /** Resolves while a sync is under way. */
  async busy(): Promise<void> {
    if (this.#release === undefined) await new Promise<void>((resolve) => (this.#began = resolve));
  }

  release(): void {
    this.#release?.();
    this.#release = undefined;
  }
}

t.test('what was written comes back, after a close and after none', async (t) => {
  const directory = t.testdir();
  const database = databaseIn(directory);
  await database.write(put('a', 1));
  await database.close();
  const unclosed = databaseIn(directory);
  await unclosed.write(put('b', 2));
  t.strictSame(await databaseIn(directory).read(settingsOf), { a: '1', b: '2' });
  await unclosed.close();
});

t.test('it is in WAL mode, with foreign keys, and nothing is copied into the file in a commit', async (t) => {
  const database = databaseIn(t.testdir());
  t.strictSame(
    await database.read((sql) =>
      ['journal_mode', 'foreign_keys', 'wal_autocheckpoint'].map((name) => sql.pragma(name, { simple: true })),
    ),
    ['wal', 1, 0],
  );
  await database.close();
});

t.test('a write is acknowledged only once its log is synced; other things go on meanwhile', async (t) => {
  const disk = new SlowDisk();
  const database = databaseIn(t.testdir(), { sync: () => disk.sync() });
  await database.read(settingsOf);
  const first = database.write(put('a', 1));
  await disk.busy();
  t.ok(await isPending(first));
  const others = Promise.all([database.write(put('b', 2)), database.write(put('c', 3))]);
  t.ok(await isPending(others));
  t.equal(disk.syncs, 1, 'one sync at a time');
  t.strictSame(await database.read(settingsOf), { a: '1' }, 'and no commit beside it');
  disk.release();
  await first;
  await disk.busy();
  t.ok(await isPending(others), 'those that came meanwhile wait for the next one');
  disk.release();
  await others;
  t.equal(disk.syncs, 2, 'which is one for both');
  await database.close();
});

t.test('a change that fails is undone, and takes no other one with it', async (t) => {
  const database = databaseIn(t.testdir());
  const failing = database.write((sql) => {
    put('half', 1)(sql);
    throw new Error('not this one');
  });
  const [one, refused, other] = await Promise.allSettled([
    database.write(put('a', 1)),
    failing,
    database.write(put('b', 2)),
  ]);
  t.strictSame([one.status, other.status], ['fulfilled', 'fulfilled']);
  t.match(refused, { status: 'rejected', reason: { message: 'not this one' } });
  t.strictSame(await database.read(settingsOf), { a: '1', b: '2' });
  await database.close();
});

t.test('after a sync that failed everything is brought into the file before the next promise', async (t) => {
  const directory = t.testdir();
  let fails = true;
  const database = databaseIn(directory, {
    sync: () => (fails ? Promise.reject(new Error('EIO')) : Promise.resolve()),
  });
  await t.rejects(database.write(put('a', 1)), { message: 'EIO' });
  fails = false;
  await database.write(put('b', 2));
  await copyFile(join(directory, 'state.db'), join(directory, 'alone.db'));
  const sql = await connect(join(directory, 'alone.db'), BINDING);
  t.strictSame(settingsOf(sql), { a: '1' }, 'the file itself holds what the lost log held');
  sql.close();
  await database.close();
});

t.test('a log that has grown is copied into the file, and writes wait for that', async (t) => {
  const directory = t.testdir();
  const checkpointed: string[] = [];
  const database = databaseIn(directory, {
    checkpoint: async (file) => {
      checkpointed.push(file);
      await checkpointHere(file);
    },
  });
  const blow = (name: string) =>
    database.write((sql) => {
      sql.prepare('INSERT INTO setting VALUES (?, ?)').run(name, JSON.stringify('x'.repeat(5_000_000)));
    });
  await blow('large');
  await database.write(put('a', 1));
  t.strictSame(checkpointed, [join(directory, 'state.db')]);
  t.ok((await stat(join(directory, 'state.db-wal'))).size < 100_000);
  await database.close();
});

t.test('closing twice is closing once; a closed database takes nothing more', async (t) => {
  const database = databaseIn(t.testdir());
  const written = database.write(put('a', 1));
  await database.close();
  await database.close();
  await t.resolves(written);
  await t.rejects(database.write(put('a', 2)), /is closed/);
});

t.test('a file that is in the way of the folder is reported', async (t) => {
  const directory = join(t.testdir({ file: '' }), 'file', 'below');
  await t.rejects(databaseIn(directory).write(put('a', 1)), { code: 'ENOTDIR' });
});

t.test('what cannot be read is left alone until it can be', async (t) => {
  const directory = t.testdir();
  const file = join(directory, 'state.db');
  await symlink('/proc/self/mem', file);
  const database = databaseIn(directory);
  await t.rejects(database.read(settingsOf));
  await t.rejects(database.write(put('a', 1)));
  t.ok((await stat(file)).isFile());
  await unlink(file);
  await database.write(put('a', 2));
  t.strictSame(await database.read(settingsOf), { a: '2' });
  await database.close();
});

t.test('a write that comes at any moment after a refusal is answered too', async (t) => {
  const directory = t.testdir();
  await mkdir(join(directory, 'state.db'));
  const database = databaseIn(directory);
  for (let rounds = 0; rounds < 20; rounds++) {
    await t.rejects(
      database.write(put('a', 1)).catch(async () => {
        for (let turn = 0; turn < rounds; turn++) await Promise.resolve();
        await database.write(put('b', 2));
      }),
      { code: 'SQLITE_CANTOPEN' },
      `${rounds} turns later`,
    );
  }
});

t.test('a folder in the place of the file is no damage', async (t) => {
  const directory = t.testdir();
  await mkdir(join(directory, 'state.db'));
  await t.rejects(databaseIn(directory).write(put('a', 1)));
  t.ok((await stat(join(directory, 'state.db'))).isDirectory());
});

t.test('a log whose end was torn off keeps everything before it', async (t) => {
  const directory = t.testdir();
  const database = databaseIn(directory);
  await database.write(put('a', 1));
  await appendFile(join(directory, 'state.db-wal'), Buffer.alloc(3000, 7));
  t.strictSame(await databaseIn(directory).read(settingsOf), { a: '1' });
  t.ok((await readFile(join(directory, 'state.db'))).length > 0);
});
