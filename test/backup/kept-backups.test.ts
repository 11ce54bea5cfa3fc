/** Daily backups with their real worker, and a box that has lost its state. */
import { cp, mkdir, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { KeptBackups } from '../../src/backup/kept-backups.js';
import type { Recovery } from '../../src/database/recovery.js';
import { SettingsStore } from '../../src/settings/settings-store.js';
import { DEFAULT_SETTINGS, Settings } from '../../src/settings/settings.js';
import { databaseIn } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { realBackups } from './rig.js';

const MODES = { repeat: 'all', shuffle: true, single: 'off' } as const;

/** A box that keeps backups in a folder. @param people another folder for databases that are not looked at */
async function boxIn(t: Test, directory: string, rooms = directory) {
  await mkdir(rooms, { recursive: true });
  const people = await libraryRig(t, rooms);
  const { log, lines } = keptLog('backup');
  const settings = new Settings(new SettingsStore(people.state), SILENT_LOG);
  const clock = { now: new Date() };
  const now = (): Date => clock.now;
  const stick = { mounted: [] as string[], isWanted: false, copies: 0 };
  const backups = await realBackups(t, people, { now, directory, file: join(directory, 'state.db'), settings });
  const kept = new KeptBackups({
    directory,
    backups,
    settings: { write: () => ({}), read: () => Promise.resolve({ settings: DEFAULT_SETTINGS, modes: MODES }) },
    stick: {
      mounted: async () => stick.mounted,
      isWanted: () => stick.isWanted,
      copy: async () => void (stick.copies += 1),
    },
    log,
    now,
  });
  return { ...people, directory, backups, kept, clock, stick, lines };
}

const likes = (count: number) => (sql: { prepare(text: string): { run(...values: unknown[]): unknown } }) => {
  const add = sql.prepare('INSERT OR REPLACE INTO liked (kind, id, at) VALUES (?, ?, ?)');
  for (let number = 1; number <= count; number++) add.run('track', `id ${number}`, number);
};

/** A box with a backup of one like, and a day later one of two; and a folder for the box that comes after it. */
async function lostBox(t: Test) {
  const before = await boxIn(t, join(t.testdir(), 'before'));
  for (const day of [1, 2]) {
    await before.state.write(likes(day));
    before.clock.now = new Date(Date.UTC(2026, 10, day, 12));
    await before.kept.keep();
  }
  const directory = join(t.testdirName, 'after');
  await cp(join(before.directory, 'backups'), join(directory, 'backups'), { recursive: true });
  const [newest = ''] = (await before.kept.list()).map(({ name }) => name);
  return { before, directory, newest: join(directory, 'backups', newest) };
}

/** What a start finds in a folder. */
async function found(t: Test, directory: string) {
  const box = await boxIn(t, directory, `${directory}-rooms`);
  const database = databaseIn(directory, { reserve: box.kept });
  const count = await database.read((sql) => sql.prepare('SELECT count(*) FROM liked').pluck().get());
  const modes = await database.read((sql) => sql.prepare('SELECT repeat_mode, shuffle, single_mode FROM player').get());
  await database.close();
  const notice = await readFile(join(directory, 'state.db.notice.json'), 'utf8').catch(() => 'null');
  return { likes: count, modes, recovery: JSON.parse(notice) as Recovery | null, ...box };
}

t.test('a box without any state gets the newest backup back once, and a notice has its date', async (t) => {
  const { directory } = await lostBox(t);
  const first = await found(t, directory);
  t.equal(first.likes, 2);
  t.match(first.recovery, { loss: 'gone', source: 'backup', copiedAt: Date.UTC(2026, 10, 2, 12) / 1000 });
  t.strictSame(first.modes, { repeat_mode: 'all', shuffle: 1, single_mode: 'off' }, 'in the same transaction');
  const database = databaseIn(directory, { reserve: first.kept });
  await database.write((sql) => void sql.prepare('DELETE FROM liked').run());
  await database.close();
  t.equal((await found(t, directory)).likes, 0, 'what is there counts, and be it nothing');
});

t.test('a damaged backup is passed over for the one before it, which is told in the log', async (t) => {
  const { directory, newest } = await lostBox(t);
  await truncate(newest, 400);
  const { likes, recovery, lines } = await found(t, directory);
  t.equal(likes, 1);
  t.match(recovery, { copiedAt: Date.UTC(2026, 10, 1, 12) / 1000 });
  t.ok(lines.some((line) => line.includes('not restored') && line.includes('2026-11-02')));
});

t.test('without a sound backup it begins as a new one, without a notice', async (t) => {
  const { directory } = await lostBox(t);
  for (const name of await readdir(join(directory, 'backups'))) await truncate(join(directory, 'backups', name), 400);
  const { likes, recovery } = await found(t, directory);
  t.strictSame([likes, recovery], [0, null]);
});

t.test('a lost database whose copies are not sound gets the backup; one with a sound copy gets that', async (t) => {
  const { before, directory } = await lostBox(t);
  await before.state.close();
  await cp(join(before.directory, 'state.db'), join(directory, 'state.db.copy'));
  const copied = await found(t, directory);
  t.match(copied.recovery, { loss: 'missing', source: 'dailyCopy' });
  await rm(join(directory, 'state.db'));
  await truncate(join(directory, 'state.db.copy'), 5000);
  const backedUp = await found(t, directory);
  t.match(backedUp, { likes: 2, recovery: { loss: 'missing', source: 'backup' } });
});

t.test('after a reset of everything nothing comes back by itself but what was made since', async (t) => {
  const { before, directory } = await lostBox(t);
  await before.backups.reset('everything');
  const folder = join(directory, 'backups');
  await cp(join(before.directory, 'backups'), folder, { recursive: true });
  const after = await found(t, directory);
  t.strictSame([after.likes, after.recovery], [0, null]);
  t.equal((await after.kept.list()).length, 2, 'a person can still bring them back');
  await before.state.write(likes(3));
  before.clock.now = new Date(Date.UTC(2026, 10, 3, 12));
  await before.kept.keep();
  await rm(directory, { recursive: true });
  await cp(join(before.directory, 'backups'), folder, { recursive: true });
  t.equal((await found(t, directory)).likes, 3);
});

t.test(
  'the backup is made after the daily copy, which waits while the box is busy; without a change neither',
  async (t) => {
    const directory = t.testdir();
    const done: string[] = [];
    let isBusy = true;
    const database = databaseIn(directory, {
      copy: async () => void done.push('copy'),
      copied: async () => void done.push('backup'),
      isBusy: () => isBusy,
    });
    const timers = t.capture(globalThis, 'setTimeout', setTimeout);
    const ring = async () => {
      const due = timers().filter(({ args }) => Number(args[1]) >= 60_000);
      for (const { args } of due) (args[0] as () => void)();
      return due.length;
    };
    await database.read(() => undefined);
    t.equal(await ring(), 0, 'nothing has changed');
    await database.write(likes(1));
    t.equal(await ring(), 1);
    t.equal(await ring(), 1, 'busy: again later');
    t.strictSame(done, []);
    isBusy = false;
    t.equal(await ring(), 1);
    await database.close();
    t.strictSame(done, ['copy', 'backup']);
  },
);

t.test('a stick gets the new backup where that is wanted, and what lies only there can be restored', async (t) => {
  const { before } = await lostBox(t);
  t.equal(before.stick.copies, 0, 'not by default');
  before.stick.isWanted = true;
  await before.kept.keep();
  t.equal(before.stick.copies, 1);
  const stick = join(t.testdirName, 'stick');
  await cp(join(before.directory, 'backups'), join(stick, 'Tonearm backups'), { recursive: true });
  const empty = await boxIn(t, join(t.testdirName, 'empty'));
  empty.stick.mounted = [join(t.testdirName, 'no stick'), stick];
  const [newest, ...others] = await empty.kept.list();
  t.match(newest, { source: 'stick', madeAt: Date.UTC(2026, 10, 2, 12) / 1000 });
  t.equal(others.length, 1);
  t.match(await empty.kept.restore(newest?.name ?? ''), { likes: 2 });
  before.stick.mounted = [stick];
  t.strictSame(
    (await before.kept.list()).map(({ source }) => source),
    ['box', 'box'],
    'what is on the box too is taken from there',
  );
  await rm(stick, { recursive: true });
  await t.rejects(empty.kept.restore(newest?.name ?? ''), { code: 'UNKNOWN_BACKUP' }, 'pulled out');
  t.equal(await empty.kept.exists(), false, 'nothing of a stick comes back by itself');
});

t.test('a backup that cannot be made is told in the log, and goes to no stick', async (t) => {
  const box = await boxIn(t, t.testdir({ backups: 'a file' }));
  box.stick.isWanted = true;
  await box.kept.keep();
  t.ok(box.lines.some((line) => line.includes('no daily backup')));
  t.equal(box.stick.copies, 0);
});

t.test('a reset of everything makes a new daily copy, lest the last one come back', async (t) => {
  const people = await libraryRig(t);
  let copies = 0;
  const backups = await realBackups(t, people, {
    settings: new Settings(new SettingsStore(people.state), SILENT_LOG),
    state: {
      read: (query) => people.state.read(query),
      exclusively: (work) => people.state.exclusively(work),
      inWorker: (work) => people.state.inWorker(work),
      makeCopy: async () => void (copies += 1),
    },
  });
  await backups.reset('settings');
  t.equal(copies, 0);
  await backups.reset('everything');
  t.equal(copies, 1);
});
