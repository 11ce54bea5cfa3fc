/** An older version after a newer one: which file counts, what is kept, and kills in the middle. */
import { spawnSync } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { build } from 'esbuild';
import { makeCopy } from '../../src/database/copies.js';
import { DatabaseTooNew } from '../../src/database/migrations.js';
import type { Recovery } from '../../src/database/recovery.js';
import { connect } from '../../src/database/sqlite.js';
import { keptLog } from '../fixtures/log.js';
import { BINDING, databaseIn, MIGRATIONS, put, settingsOf } from './rig.js';

const STEP = '2999-01-01-more';
const NEWER = `state.db.newer-${STEP}`;

async function copyHere(file: string): Promise<void> {
  const sql = await connect(file, BINDING);
  await makeCopy(sql, file, BINDING);
  sql.close();
}

/** Steps of this version and those of newer ones. */
async function stepsWith(t: Test, folder: string, ...steps: readonly string[]): Promise<string> {
  const directory = join(t.testdirName, folder);
  await cp(MIGRATIONS, directory, { recursive: true });
  for (const [at, step] of steps.entries()) {
    await writeFile(join(directory, `${step}.sql`), `CREATE TABLE more${at} (a TEXT) STRICT;`);
  }
  return directory;
}

/** A box on which a newer version has run: `old` was set before its update, `new` after it. */
async function updated(t: Test, { copies = false } = {}) {
  const directory = join(t.testdir(), 'state');
  const file = join(directory, 'state.db');
  const older = databaseIn(directory);
  await older.write(put('old', 1));
  await older.close();
  const migrations = await stepsWith(t, 'newer', STEP);
  const newer = databaseIn(directory, { migrations, copy: copyHere });
  await newer.write(put('new', 2));
  if (copies) await newer.makeCopy();
  await newer.close();
  return { directory, file, migrations };
}

/** What a start of this version finds. */
async function found(directory: string) {
  const { log, lines } = keptLog('database');
  let renewed = 0;
  const database = databaseIn(directory, { log, renewed: () => renewed++ });
  const settings = await database.read(settingsOf);
  t.equal(await database.read((sql) => sql.pragma('integrity_check', { simple: true })), 'ok');
  await database.close();
  const notice = await readFile(join(directory, 'state.db.notice.json'), 'utf8').catch(() => 'null');
  return { settings, lines, renewed, recovery: JSON.parse(notice) as Recovery | null };
}

async function settingsIn(file: string): Promise<Record<string, number>> {
  const sql = await connect(file, BINDING, true);
  try {
    return settingsOf(sql);
  } finally {
    sql.close();
  }
}

const leftovers = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => /part|-wal|-shm|-journal/.test(name));

t.test(
  'the older version starts with the copy from before the update, keeps the newer file, and says so',
  async (t) => {
    const { directory, file } = await updated(t);
    const madeAt = Math.floor((await stat(`${file}.before-${STEP}`)).mtimeMs / 1000);
    const { settings, lines, renewed, recovery } = await found(directory);
    t.strictSame(settings, { old: '1' });
    t.match(recovery, { loss: 'tooNew', source: 'beforeUpdate', copiedAt: madeAt, salvagedRows: 0 });
    t.equal(renewed, 1);
    t.ok(lines.some((line) => line.includes('went back')));
    t.strictSame(await leftovers(directory), []);
    t.strictSame(await settingsIn(join(directory, NEWER)), { new: '2', old: '1' });
    t.equal((await found(directory)).renewed, 0, 'once');
  },
);

t.test('when the newer version runs again the file that was last in use counts', async (t) => {
  const { directory, migrations } = await updated(t, { copies: true });
  const older = databaseIn(directory);
  await older.write(put('again', 3));
  await older.close();
  const newer = databaseIn(directory, { migrations });
  t.strictSame(await newer.read(settingsOf), { again: '3', old: '1' });
  await newer.write(put('newest', 4));
  await newer.close();
  t.strictSame((await found(directory)).settings, { again: '3', old: '1' }, 'and back once more');
  t.strictSame(await settingsIn(join(directory, NEWER)), { new: '2', old: '1' });
  t.strictSame(await settingsIn(join(directory, `${NEWER}.2`)), { again: '3', newest: '4', old: '1' });
  for (let time = 0; time < 5; time++) {
    await databaseIn(directory, { migrations }).read(settingsOf);
    await found(directory);
  }
  t.equal((await readdir(directory)).filter((name) => name.includes('newer-')).length, 4);
});

t.test('of two updates the copy that this version knows is taken', async (t) => {
  const { directory, file } = await updated(t);
  const migrations = await stepsWith(t, 'newest', STEP, '2999-01-02-much-more');
  const newest = databaseIn(directory, { migrations });
  await newest.write(put('newest', 3));
  await newest.close();
  t.strictSame(await settingsIn(`${file}.before-2999-01-02-much-more`), { new: '2', old: '1' });
  t.strictSame((await found(directory)).settings, { old: '1' });
});

t.test('without a sound copy of known tables the newer file is refused and not touched, as before', async (t) => {
  for (const [name, act] of Object.entries({
    'no copy': (copy: string) => rm(copy),
    'half a copy': (copy: string) => truncate(copy, 3 * 4096),
    'a copy of the newer tables': (copy: string, file: string) => copyFile(file, copy),
    'a copy before another step': async (copy: string, file: string) => {
      await rm(copy);
      await copyFile(file, `${file}.before-2026-11-21-player`);
    },
  })) {
    const { directory, file, migrations } = await updated(t);
    await act(`${file}.before-${STEP}`, file);
    await t.rejects(databaseIn(directory).read(settingsOf), DatabaseTooNew, name);
    await t.rejects(databaseIn(directory).write(put('x', 1)), DatabaseTooNew, name);
    t.notOk(
      (await readdir(directory)).some((each) => /newer-|notice|part/.test(each)),
      name,
    );
    t.strictSame(await databaseIn(directory, { migrations }).read(settingsOf), { new: '2', old: '1' }, name);
    await rm(directory, { recursive: true });
  }
});

t.test('changes of the newer version that are in its log only are kept with its file', async (t) => {
  const { directory, file, migrations } = await updated(t);
  const newer = databaseIn(directory, { migrations });
  await newer.write(put('late', 3));
  // What is on the disk now is what a power cut leaves.
  const aside = join(t.testdirName, 'aside');
  await mkdir(aside);
  for (const end of ['', '-wal']) await copyFile(file + end, join(aside, `state.db${end}`));
  await newer.close();
  for (const end of ['', '-wal']) await copyFile(join(aside, `state.db${end}`), file + end);
  t.ok((await stat(`${file}-wal`)).size > 0);
  t.strictSame((await found(directory)).settings, { old: '1' });
  t.strictSame(await settingsIn(join(directory, NEWER)), { late: '3', new: '2', old: '1' });
});

t.test('a daily copy of the newer version brings nothing back that this one cannot read', async (t) => {
  const { directory, file } = await updated(t, { copies: true });
  t.strictSame((await found(directory)).settings, { old: '1' });
  const older = databaseIn(directory, { copy: copyHere });
  await older.write(put('again', 3));
  await older.makeCopy();
  await older.close();
  await rm(file);
  t.strictSame((await found(directory)).settings, { again: '3', old: '1' }, 'its own copy does');
  await rm(file);
  await rm(`${file}.copy`);
  await t.rejects(databaseIn(directory).read(settingsOf), DatabaseTooNew, 'the other one is left alone');
});

t.test('a library of a newer version is put aside, and a fresh one begun', async (t) => {
  const { directory } = await updated(t);
  let renewed = 0;
  const library = databaseIn(directory, { replaceable: true, renewed: () => renewed++ });
  t.strictSame(await library.read(settingsOf), {});
  await library.close();
  t.equal(renewed, 1);
  t.strictSame(await settingsIn(join(directory, 'state.db.newer')), { new: '2', old: '1' });
});

/** Bundles the process that is killed. */
async function startIn(t: Test): Promise<(file: string, killAt: number, migrations?: string) => boolean> {
  const outfile = join(t.testdirName, 'open-state.mjs');
  await build({
    entryPoints: ['test/database/open-state.ts'],
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'error', external: ['better-sqlite3'] },
  });
  const preload = fileURLToPath(new URL('./kill-at.cjs', import.meta.url));
  return (file, killAt, migrations = MIGRATIONS) => {
    const line = ['--require', preload, outfile, file, BINDING, migrations];
    const env = { ...process.env, KILL_AT: String(killAt) };
    const { signal, status, stderr } = spawnSync(process.execPath, line, { env, encoding: 'utf8' });
    if (signal === null && status !== 0) throw new Error(stderr);
    return signal === 'SIGKILL';
  };
}

t.test('a kill before any change to the disk begins it anew, and nothing is lost', async (t) => {
  const { directory } = await updated(t, { copies: true });
  const start = await startIn(t);
  const cut = join(t.testdirName, 'cut');
  for (let kills = 1; ; kills++) {
    await rm(cut, { recursive: true, force: true });
    await cp(directory, cut, { recursive: true, preserveTimestamps: true });
    if (!start(join(cut, 'state.db'), kills)) {
      t.ok(kills > 8, `${kills - 1} kills`);
      break;
    }
    const now = await settingsIn(join(cut, 'state.db'));
    t.match(now, { old: '1' }, `kill ${kills}: one of the two`);
    const names = await readdir(cut);
    t.ok('new' in now || names.includes(NEWER), `kill ${kills}: the newer file is there`);
    t.strictSame((await found(cut)).settings, { old: '1' }, `kill ${kills}: the next start`);
    t.match((await found(cut)).recovery, { source: 'beforeUpdate' }, `kill ${kills}: is told`);
    t.strictSame(await settingsIn(join(cut, NEWER)), { new: '2', old: '1' });
    t.notOk((await readdir(cut)).includes(`${NEWER}.2`), 'kept once');
  }
});

t.test('a kill in the middle of an update leaves a whole copy, or a file that has not changed yet', async (t) => {
  const directory = join(t.testdir(), 'state');
  const older = databaseIn(directory);
  await older.write(put('old', 1));
  await older.close();
  const migrations = await stepsWith(t, 'newer', STEP);
  const start = await startIn(t);
  const cut = join(t.testdirName, 'cut');
  for (let kills = 1; ; kills++) {
    await rm(cut, { recursive: true, force: true });
    await cp(directory, cut, { recursive: true });
    if (!start(join(cut, 'state.db'), kills, migrations)) {
      t.ok(kills > 4, `${kills - 1} kills`);
      break;
    }
    t.strictSame((await found(cut)).settings, { old: '1' }, `kill ${kills}`);
  }
});
