import t from 'tap';
import { ReportedListens } from '../../src/listens/reported-listens.js';
import type { ListeningFacts } from '../../src/playback/types.js';
import { milliseconds } from '../../src/units.js';
import { databaseIn } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';

const NONE = milliseconds(0);
const facts = (number: number, location: string, resumed = false): ListeningFacts => ({
  ...{ number, location, resumed, played: NONE, length: NONE, age: NONE },
});

t.test('what was stopped is known after a start, to its teller, until another one begins', async (t) => {
  const database = databaseIn(t.testdir());
  t.teardown(() => database.close());
  const start = (teller: 'counts' | 'listenbrainz') => new ReportedListens({ database, teller, log: SILENT_LOG });
  const reported = start('counts');
  t.notOk(await reported.has(facts(1, '/a')));
  await reported.add('stopped', facts(1, '/a'));
  t.ok(await reported.has(facts(1, '/a')));
  t.notOk(await reported.has(facts(2, '/a')), 'not another listening to the same');
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
  const reported = new ReportedListens(parts);
  await reported.add('over', facts(1, '/a'));
  t.ok(await reported.has(facts(1, '/a')));
  t.notOk(await new ReportedListens(parts).has(facts(1, '/a', true)));
});

t.test('on a disk that fails it is known as long as the daemon runs', async (t) => {
  const directory = t.testdir({ state: 'a file where the folder should be' });
  const database = databaseIn(`${directory}/state`);
  t.teardown(() => database.close());
  const reported = new ReportedListens({ database, teller: 'counts', log: SILENT_LOG });
  await reported.begins(facts(1, '/a'));
  await reported.add('stopped', facts(1, '/a'));
  t.ok(await reported.has(facts(1, '/a')));
  t.notOk(await reported.has(facts(2, '/a', true)));
});
