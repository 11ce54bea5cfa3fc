import t from 'tap';
import { Told } from '../../src/listens/told.js';
import type { ListeningFacts } from '../../src/playback/types.js';
import { milliseconds } from '../../src/units.js';
import { databaseIn } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';

const NONE = milliseconds(0);
const facts = (number: number, location: string, resumed = false): ListeningFacts => ({
  ...{ number, location, resumed, heard: NONE, length: NONE, age: NONE },
});

t.test('what was stopped is known after a start, to its teller, until another one begins', async (t) => {
  const database = databaseIn(t.testdir());
  t.teardown(() => database.close());
  const start = (teller: 'counts' | 'listenbrainz') => new Told({ database, teller, log: SILENT_LOG });
  const told = start('counts');
  t.notOk(await told.has(facts(1, '/a')));
  await told.add('stopped', facts(1, '/a'));
  t.ok(await told.has(facts(1, '/a')));
  t.notOk(await told.has(facts(2, '/a')), 'not another listening to the same');
  t.ok(await start('counts').has(facts(1, '/a', true)));
  t.notOk(await start('counts').has(facts(1, '/a')));
  t.notOk(await start('counts').has(facts(1, '/b', true)));
  t.notOk(await start('listenbrainz').has(facts(1, '/a', true)));

  await start('counts').begins(facts(1, '/a', true));
  t.ok(await start('counts').has(facts(1, '/a', true)), 'it is that one that goes on');
  await start('counts').begins(facts(2, '/b'));
  t.notOk(await start('counts').has(facts(1, '/a', true)));
});

t.test('what is over goes on no more', async (t) => {
  const database = databaseIn(t.testdir());
  t.teardown(() => database.close());
  const parts = { database, teller: 'counts', log: SILENT_LOG } as const;
  const told = new Told(parts);
  await told.add('over', facts(1, '/a'));
  t.ok(await told.has(facts(1, '/a')));
  t.notOk(await new Told(parts).has(facts(1, '/a', true)));
});

t.test('on a disk that fails it is known as long as the daemon runs', async (t) => {
  const directory = t.testdir({ state: 'a file where the folder should be' });
  const database = databaseIn(`${directory}/state`);
  t.teardown(() => database.close());
  const told = new Told({ database, teller: 'counts', log: SILENT_LOG });
  await told.begins(facts(1, '/a'));
  await told.add('stopped', facts(1, '/a'));
  t.ok(await told.has(facts(1, '/a')));
  t.notOk(await told.has(facts(2, '/a', true)));
});
