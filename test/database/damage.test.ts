import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { keptLog } from '../fixtures/log.js';
import { databaseIn, put, settingsOf } from './rig.js';

for (const [damage, bytes] of Object.entries({
  'a file of text': Buffer.from('this is no database\n'.repeat(400)),
  'a file of zeros and ones': Buffer.alloc(8192, 1),
  'a few bytes': Buffer.from('SQLite'),
})) {
  t.test(`${damage} is put aside, and a fresh one begun`, async (t) => {
    const directory = t.testdir();
    const file = join(directory, 'state.db');
    await writeFile(file, bytes);
    const { log, lines } = keptLog('database');
    const database = databaseIn(directory, { log });
    t.strictSame(await database.read(settingsOf), {});
    await database.write(put('a', 1));
    await database.close();
    t.ok((await readFile(`${file}.damaged`)).equals(bytes), 'it is still there');
    t.match(lines, [/^<3>database: damaged file put aside kept=.*state\.db\.damaged/]);
    t.strictSame(await databaseIn(directory).read(settingsOf), { a: '1' });
  });
}

t.test('an empty file of what can be made again is a new database', async (t) => {
  const directory = t.testdir({ 'state.db': '' });
  const { log, lines } = keptLog('database');
  t.strictSame(await databaseIn(directory, { log, replaceable: true }).read(settingsOf), {});
  t.strictSame(lines, []);
});

async function filled(directory: string): Promise<string> {
  const database = databaseIn(directory);
  for (let n = 0; n < 300; n++) void database.write(put(`name ${n} ${'x'.repeat(100)}`, n));
  await database.close();
  return join(directory, 'state.db');
}

t.test('a file that lost its end is put aside when that is read', async (t) => {
  const directory = t.testdir();
  const file = await filled(directory);
  await truncate(file, (await readFile(file)).length - 8192);
  const { log, lines } = keptLog('database');
  const database = databaseIn(directory, { log, replaceable: true });
  t.strictSame(await database.read(settingsOf), {});
  await database.write(put('a', 1));
  t.strictSame(await database.read(settingsOf), { a: '1' });
  t.match(lines, [/damaged file put aside/]);
  await database.close();
});

t.test('pages of rubbish are noticed at the start after a crash, before anybody relies on them', async (t) => {
  const directory = t.testdir();
  const file = await filled(directory);
  const crashed = databaseIn(directory);
  await crashed.write(put('a', 1));
  const bytes = await readFile(file);
  bytes.fill(0xee, bytes.length - 4096);
  await writeFile(file, bytes);
  const { log, lines } = keptLog('database');
  await databaseIn(directory, { log }).write(put('b', 2));
  t.match(lines, [/damaged file put aside/]);
});
