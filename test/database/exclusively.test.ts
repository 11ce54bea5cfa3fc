import t from 'tap';
import { connect } from '../../src/database/sqlite.js';
import { BINDING, databaseIn, isPending, put, settingsOf } from './rig.js';

t.test('what another connection writes meanwhile comes between the writes before and after', async (t) => {
  const database = databaseIn(t.testdir());
  t.teardown(() => database.close());
  const seen: unknown[] = [];
  let file = '';
  const first = database.write((sql) => {
    file = sql.name;
    put('first', 1)(sql);
  });
  const alone = database.exclusively(async () => {
    seen.push(await database.read(settingsOf));
    const later = database.write(put('last', 3));
    t.ok(await isPending(later), 'a write waits');
    const other = await connect(file, BINDING);
    put('between', 2)(other);
    other.close();
    seen.push(await database.read(settingsOf));
  });
  const second = database.write((sql) => {
    seen.push(settingsOf(sql));
    put('second', 4)(sql);
  });
  await Promise.all([first, alone, second]);
  t.strictSame(seen, [{ first: '1' }, { between: '2', first: '1' }, { between: '2', first: '1' }]);
  await database.write(() => undefined);
  t.strictSame(await database.read(settingsOf), { between: '2', first: '1', last: '3', second: '4' });
});

t.test('what fails there is told, and the writes after it go on', async (t) => {
  const database = databaseIn(t.testdir());
  t.teardown(() => database.close());
  const failing = database.exclusively(() => Promise.reject(new Error('the disk is full')));
  const after = database.write(put('after', 1));
  await t.rejects(failing, { message: 'the disk is full' });
  await after;
  t.strictSame(await database.read(settingsOf), { after: '1' });
});
