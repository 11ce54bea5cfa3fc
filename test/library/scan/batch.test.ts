/** What a scan gathers and writes in one transaction, in a database of one table. */
import t from 'tap';
import { connect } from '../../../src/database/sqlite.js';
import { Batch } from '../../../src/library/scan/batch.js';
import { BINDING } from '../../database/rig.js';

async function batchRig() {
  const sql = await connect(':memory:', BINDING);
  t.teardown(() => sql.close());
  sql.exec('CREATE TABLE library (revision INTEGER); INSERT INTO library VALUES (0)');
  const done: string[] = [];
  const note = (what: string) => (): void => void done.push(what);
  const tracks = { settle: note('settled'), forget: note('forgotten') };
  const batch = new Batch(sql, tracks as never, note('writing'));
  const revision = (): unknown => sql.prepare('SELECT revision FROM library').pluck().get();
  return { sql, batch, done, note, revision, taken: () => done.splice(0) };
}

const there = (): boolean => true;
const gone = (): boolean => false;

t.test('changes and removals are written once, removals first', async (t) => {
  const { batch, note, revision, taken } = await batchRig();
  batch.add(note('a'), false);
  t.equal(batch.write(gone), true);
  t.strictSame(taken(), ['writing', 'a', 'settled']);
  t.equal(revision(), 0, 'no list shows another thing');
  t.equal(batch.write(gone), true, 'nothing is to be removed');
  t.strictSame(taken(), [], 'no transaction for nothing');
  batch.add(note('b'), false);
  batch.add(note('c'));
  batch.add(note('d'), false);
  batch.remove(note('e'));
  t.equal(batch.write(there), true);
  t.strictSame(taken(), ['writing', 'e', 'b', 'c', 'd', 'settled']);
  t.equal(revision(), 1);
  batch.add(note('f'));
  batch.write(there);
  t.equal(revision(), 2);
  batch.remove(note('g'));
  batch.write(there);
  t.equal(revision(), 3);
  batch.add(note('h'), false);
  batch.write(there);
  t.equal(revision(), 3, 'what was visible is written');
  taken();
  batch.write(there);
  t.strictSame(taken(), [], 'nothing is written twice');
  batch.add(note('i'), false);
  batch.remove(note('j'));
  batch.write(there);
  t.strictSame(taken(), ['writing', 'j', 'i', 'settled'], 'one of each');
  t.equal(revision(), 4);
});

t.test('nothing is removed when the volume is gone', async (t) => {
  const { batch, note, revision, taken } = await batchRig();
  batch.remove(note('a'));
  t.equal(batch.write(gone), false);
  t.strictSame(taken(), []);
  batch.remove(note('b'));
  batch.add(note('c'), false);
  t.equal(batch.write(gone), false);
  t.strictSame(taken(), ['writing', 'c', 'settled']);
  t.equal(revision(), 0);
  batch.write(there);
  t.strictSame(taken(), [], 'nor later');
});

t.test('a transaction that fails writes nothing', async (t) => {
  const { sql, batch, note, revision, taken } = await batchRig();
  batch.add(() => void sql.exec('INSERT INTO library VALUES (7)'));
  batch.add(() => {
    throw new Error('no');
  });
  t.throws(() => batch.write(there), { message: 'no' });
  t.strictSame(taken(), ['writing', 'forgotten']);
  t.equal(sql.prepare('SELECT count(*) FROM library').pluck().get(), 1);
  batch.add(note('a'), false);
  batch.write(there);
  t.strictSame(taken(), ['writing', 'a', 'settled'], 'what failed is not tried again');
  t.equal(revision(), 0);
});

t.test('a transaction is due with three thousand changes, or after a second', async (t) => {
  const { batch, note } = await batchRig();
  const change = note('x');
  let now = 0;
  const clock = performance.now.bind(performance);
  performance.now = () => now;
  t.teardown(() => void (performance.now = clock));
  t.equal(batch.isDue, false);
  now = 5000;
  t.equal(batch.isDue, false, 'there is nothing to write');
  for (let count = 1; count < 3000; count += 1) {
    if (count % 2 === 0) batch.add(change);
    else batch.remove(change);
  }
  t.equal(batch.isDue, false);
  batch.remove(change);
  t.equal(batch.isDue, true);
  batch.write(there);
  t.equal(batch.isDue, false);
  for (const begin of [() => batch.add(change), () => batch.remove(change)]) {
    now += 10_000;
    begin();
    now += 500;
    batch.add(change);
    batch.remove(change);
    now += 499;
    t.equal(batch.isDue, false);
    now += 1;
    t.equal(batch.isDue, true, 'a second after the first of them');
    batch.write(there);
  }
});
