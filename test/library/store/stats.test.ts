import t from 'tap';
import { GuardedDatabase } from '../../../src/database/guarded.js';
import { type StatsOfTrack, TrackStats } from '../../../src/library/store/stats.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { libraryRig } from '../rig.js';

async function statsRig(t: Parameters<typeof libraryRig>[0]): Promise<TrackStats> {
  const { state } = await libraryRig(t);
  return new TrackStats(new GuardedDatabase(state, SILENT_LOG));
}

t.test('counts are kept with the time of the last', async (t) => {
  const stats = await statsRig(t);
  await stats.played('a', 100);
  await stats.skipped('a', 200);
  await stats.played('a', 300);
  const found = await stats.of('a');
  t.match(found, { trackId: 'a', playCount: 2, skipCount: 1, lastPlayed: 300, lastSkipped: 200 });
  t.equal(await stats.of('b'), undefined);
});

t.test('every change has another number, a failed one too', async (t) => {
  const stats = await statsRig(t);
  const numbers = new Set([stats.changes]);
  await stats.played('a');
  numbers.add(stats.changes);
  await stats.skipped('a');
  numbers.add(stats.changes);
  await stats.played('a', Infinity).catch(() => undefined);
  numbers.add(stats.changes);
  t.equal(numbers.size, 4);
  t.match(await stats.of('a'), { playCount: 1 });
});

t.test('all are read in batches, each once', async (t) => {
  const { state } = await libraryRig(t);
  const stats = new TrackStats(new GuardedDatabase(state, SILENT_LOG));
  t.strictSame(await pages(stats), [0]);
  for (const [more, sizes] of [
    [499, [499]],
    [500, [500, 0]],
    [1203, [500, 500, 203]],
  ] as const) {
    await state.write((sql) => {
      const add = sql.prepare('INSERT OR IGNORE INTO track_stats (track_id, play_count, updated_at) VALUES (?, 1, 1)');
      for (let at = 0; at < more; at++) add.run(`id ${at}`);
    });
    t.strictSame(await pages(stats), sizes);
  }
  const ids = new Set<string>();
  for await (const page of stats.all()) for (const { trackId } of page) ids.add(trackId);
  t.equal(ids.size, 1203);
});

async function pages(stats: TrackStats): Promise<number[]> {
  const found: StatsOfTrack[][] = [];
  for await (const page of stats.all()) found.push(page);
  return found.map((page) => page.length);
}
