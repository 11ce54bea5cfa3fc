/** Counts that are kept: they hold until something that the rules look at has changed, and no longer. */
import t, { type Test } from 'tap';
import type { RuleCriteria } from '../../../src/library/rules/criteria.js';
import { recordId } from '../../../src/library/ids.js';
import { libraryRig } from '../rig.js';
import { putOnShelf } from '../shelf.js';

const DAY = 86_400;
const id = recordId('track', '/music/a');

async function shelfOf(t: Test, names: readonly string[]) {
  const rig = await libraryRig(t);
  await rig.write((sql) =>
    putOnShelf(
      sql,
      '/music',
      names.map((name) => ({ name, title: name })),
    ),
  );
  return rig;
}

t.test('a count follows the clock, to and fro', async (t) => {
  const { library } = await shelfOf(t, ['a', 'b']);
  const now = Math.floor(Date.now() / 1000);
  await library.played(id, now - 14 * DAY + 10);
  const recent: RuleCriteria = { conditions: [{ field: 'last_played', operator: 'in_last', value: 14 }] };
  const old: RuleCriteria = {
    conditions: [{ field: 'last_played', operator: 'not_in_last', value: 2, unit: 'weeks' }],
  };
  const at = async (seconds: number): Promise<number[]> => {
    t.capture(Date, 'now', () => (now + seconds) * 1000);
    return library.countsOf([recent, old]);
  };
  t.strictSame(await at(0), [1, 1]);
  t.strictSame(await at(10), [1, 1], 'the border itself belongs to it');
  t.strictSame(await at(11), [0, 2]);
  t.strictSame(await at(5), [1, 1], 'the clock was set back');
});

t.test('a count follows every play, of tracks that are there', async (t) => {
  const { library } = await shelfOf(t, ['a', 'b']);
  await library.played(id);
  const played: RuleCriteria = { conditions: [{ field: 'play_count', operator: 'is', value: 1 }] };
  t.strictSame(await library.countsOf([played]), [1]);
  await library.played(id);
  t.strictSame(await library.countsOf([played]), [0]);
  await library.played(recordId('track', '/music/b'));
  await library.played('unknown');
  t.strictSame(await library.countsOf([played]), [1]);
});

t.test('nothing is asked of the library while nothing changes', async (t) => {
  const { library, records } = await shelfOf(t, ['a', 'b']);
  const rules: RuleCriteria[] = [
    { match_type: 'all' },
    { conditions: [{ field: 'play_count', operator: 'is', value: 0 }], limit: 1 },
  ];
  t.strictSame(await library.countsOf(rules), [2, 1]);
  const asked = t.capture(records, 'read', records.read.bind(records));
  t.strictSame(await library.countsOf(rules), [2, 1]);
  t.equal(asked().length, 1, 'but its revision');
  await library.like('track', id);
  const before = asked().length;
  t.strictSame(await library.countsOf(rules), [2, 1]);
  t.ok(asked().length <= before + 1, 'a like is none of their business');
});

t.test('a fault while the columns are made is no fault for good', async (t) => {
  const { library, records } = await shelfOf(t, ['a']);
  const rules: RuleCriteria[] = [{ conditions: [{ field: 'year', operator: 'is_empty' }] }];
  const read = records.read.bind(records);
  let left = 3;
  const capture = t.capture(records, 'read', (query: Parameters<typeof read>[0]) => {
    if (left-- === 0) return Promise.reject(Object.assign(new Error('no'), { code: 'SQLITE_IOERR' }));
    return read(query);
  });
  await t.rejects(library.countsOf(rules), { code: 'LIBRARY_UNAVAILABLE' });
  capture.restore();
  t.strictSame(await library.countsOf(rules), [1]);
});
