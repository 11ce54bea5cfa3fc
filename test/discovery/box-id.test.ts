import t from 'tap';
import { BoxId } from '../../src/discovery/box-id.js';
import { databaseIn } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';

t.test('a box has an id of its own, the same after every start', async (t) => {
  const directory = t.testdir();
  const database = databaseIn(directory);
  const box = new BoxId(database, SILENT_LOG);
  const id = await box.read();
  t.match(id, /^[0-9a-f]{16}$/);
  t.equal(await box.read(), id);
  await database.close();
  const later = databaseIn(directory);
  t.equal(await new BoxId(later, SILENT_LOG).read(), id);
  await later.close();
});

t.test('who asks at the same time is told the same', async (t) => {
  const database = databaseIn(t.testdir());
  const box = new BoxId(database, SILENT_LOG);
  const [one, other] = await Promise.all([box.read(), box.read()]);
  t.equal(one, other);
  t.equal(await new BoxId(database, SILENT_LOG).read(), one);
  await database.close();
});

t.test('an id that cannot be kept lasts until the daemon ends, and that is said', async (t) => {
  const { log, lines } = keptLog('discovery');
  const full = { read: () => Promise.reject(new Error('disk I/O error')), write: () => Promise.reject(new Error()) };
  const box = new BoxId(full, log);
  const id = await box.read();
  t.match(id, /^[0-9a-f]{16}$/);
  t.equal(await box.read(), id);
  t.equal(lines.length, 1);
  t.match(lines[0], /box id: not saved/);
});
