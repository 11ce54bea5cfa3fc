import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { DatabaseTooNew } from '../../src/database/migrations.js';
import { connect } from '../../src/database/sqlite.js';
import { readText } from '../house/source-files.js';
import { BINDING, databaseIn, MIGRATIONS, put, settingsOf } from './rig.js';

/** The steps as released, and one more. */
async function withStep(folder: string, name: string, text: string): Promise<string> {
  for (const file of await readdir(MIGRATIONS)) await copyFile(join(MIGRATIONS, file), join(folder, file));
  await writeFile(join(folder, name), text);
  return folder;
}

t.test('every step is dated, and every table strict', async (t) => {
  for (const name of await readdir(MIGRATIONS)) {
    t.match(name, /^\d{4}-\d{2}-\d{2}-[a-z-]+\.sql$/);
    const text = readText(`src/database/migrations/${name}`);
    for (const [table] of text.matchAll(/CREATE TABLE[^;]*/g)) t.match(table, /\) STRICT/);
  }
});

t.test('each step runs once', async (t) => {
  const directory = t.testdir();
  const first = databaseIn(directory);
  await first.write(put('a', 1));
  await first.close();
  const noted = (await readdir(MIGRATIONS)).map((name) => name.replace('.sql', '')).sort();
  const names = await databaseIn(directory).read((sql) =>
    sql.prepare('SELECT name FROM migration ORDER BY name').pluck().all(),
  );
  t.strictSame(names, noted);
});

t.test('a later step finds everything there, and leaves a copy of how it was', async (t) => {
  const directory = t.testdir({ steps: {} });
  const database = databaseIn(directory);
  await database.write(put('a', 1));
  await database.close();
  const migrations = await withStep(join(directory, 'steps'), '2999-01-01-more.sql', 'UPDATE setting SET value = 9;');
  const newer = databaseIn(directory, { migrations });
  t.strictSame(await newer.read(settingsOf), { a: '9' });
  await newer.close();
  const copy = await connect(join(directory, 'state.db.before-2999-01-01-more'), BINDING);
  t.strictSame(settingsOf(copy), { a: '1' });
  copy.close();
});

t.test('what can be made again is not copied before a step', async (t) => {
  const directory = t.testdir({ steps: {} });
  const database = databaseIn(directory, { replaceable: true });
  await database.write(put('a', 1));
  await database.close();
  const migrations = await withStep(join(directory, 'steps'), '2999-01-01-more.sql', 'UPDATE setting SET value = 9;');
  const newer = databaseIn(directory, { migrations, replaceable: true });
  t.strictSame(await newer.read(settingsOf), { a: '9' });
  await newer.close();
  t.strictSame(
    (await readdir(directory)).filter((name) => name.includes('before')),
    [],
  );
});

t.test('a step that fails leaves everything as it was', async (t) => {
  const directory = t.testdir({ steps: {} });
  const database = databaseIn(directory);
  await database.write(put('a', 1));
  await database.close();
  const text = 'UPDATE setting SET value = 9; INSERT INTO nowhere VALUES (1);';
  const migrations = await withStep(join(directory, 'steps'), '2999-01-01-more.sql', text);
  await t.rejects(databaseIn(directory, { migrations }).read(settingsOf), /no such table/);
  t.strictSame(await databaseIn(directory).read(settingsOf), { a: '1' });
});

t.test('a file that a newer version has changed is refused and not touched', async (t) => {
  const directory = t.testdir({ steps: {} });
  const migrations = await withStep(
    join(directory, 'steps'),
    '2999-01-01-more.sql',
    'CREATE TABLE more (a) STRICT;'.replace('a)', 'a TEXT)'),
  );
  const newer = databaseIn(directory, { migrations });
  await newer.write(put('a', 1));
  await newer.close();
  const older = databaseIn(directory);
  await t.rejects(older.read(settingsOf), DatabaseTooNew);
  await t.rejects(older.write(put('a', 2)), /changed by a newer version of Tonearm \(2999-01-01-more\)/);
  t.strictSame(await databaseIn(directory, { migrations }).read(settingsOf), { a: '1' });
});
