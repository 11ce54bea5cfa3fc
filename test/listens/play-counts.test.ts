import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { Library } from '../../src/library/library.js';
import { recordId } from '../../src/library/ids.js';
import { PlayCounts, verdictOn } from '../../src/listens/play-counts.js';
import { ReportedListens } from '../../src/listens/reported-listens.js';
import { createLog } from '../../src/log.js';
import type { ListeningEvent } from '../../src/playback/types.js';
import { milliseconds } from '../../src/units.js';
import { databaseIn } from '../database/rig.js';
import { FakePlayer } from '../http/fake-player.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig, type LibraryRig } from '../library/rig.js';
import { putOnShelf } from '../library/shelf.js';

const ROOT = '/music';
const location = (name: string) => `${ROOT}/${name}`;
const idOf = (name: string) => recordId('track', location(name));

interface Rig {
  readonly library: Library;
  readonly counts: PlayCounts;
  readonly logged: string[];
  /** A listening to a track of 100 s. */
  readonly hear: (
    phase: ListeningEvent['phase'],
    number: number,
    name: string,
    played: number,
    length?: number,
  ) => void;
  /** Emits a listen that had begun before the daemon was started. */
  readonly hearResumed: Rig['hear'];
  /** Plays and skips of a track, once everything that was heard is counted. */
  readonly countsOf: (name: string) => Promise<[number, number]>;
}

async function countsRig(t: Test, prepared?: Pick<LibraryRig, 'library' | 'write' | 'state'>): Promise<Rig> {
  const { library, write, state } = prepared ?? (await libraryRig(t));
  if ((await library.all('track').total()) === 0) {
    await write((sql) => putOnShelf(sql, ROOT, [{ name: 'a' }, { name: 'b' }]));
  }
  const player = new FakePlayer();
  const logged: string[] = [];
  const log = createLog('debug', (line) => logged.push(line));
  const counts = new PlayCounts({
    ...{ player, library, log, retryAfter: 5 },
    reported: new ReportedListens({ database: state, teller: 'counts', log: SILENT_LOG }),
  });
  counts.start();
  t.teardown(() => counts.stop());
  const hearing =
    (resumed: boolean): Rig['hear'] =>
    (phase, number, name, played, length = 100_000) => {
      const facts = { number, played: milliseconds(played), length: milliseconds(length), age: milliseconds(played) };
      const path = name.includes('://') ? name : location(name);
      for (const listener of player.listeners) {
        listener({ type: 'listening', phase, listening: { ...facts, resumed, location: path } });
      }
    };
  return {
    library,
    counts,
    logged,
    hear: hearing(false),
    hearResumed: hearing(true),
    async countsOf(name) {
      await counts.stop();
      counts.start();
      const stats = await library.statsOf(name.startsWith('c') ? name : idOf(name));
      return [stats?.playCount ?? 0, stats?.skipCount ?? 0];
    },
  };
}

t.test('the verdict is that of the contract', async (t) => {
  for (const [played, length, verdict] of [
    [40_000, 100_000, 'played'],
    [39_999, 100_000, 'skipped'],
    [100_000, 100_000, 'played'],
    [2001, 100_000, 'skipped'],
    [2000, 100_000, undefined],
    [10_000, 10_000, undefined],
    [10_001, 10_001, 'played'],
    [4001, 10_001, 'played'],
    [4000, 10_001, 'skipped'],
    [60_000, 0, undefined],
  ] as const) {
    t.equal(verdictOn(played, length), verdict, `${played} of ${length} ms`);
  }
});

t.test('what is over is played or skipped', async (t) => {
  const { hear, countsOf } = await countsRig(t);
  hear('begun', 1, 'a', 0);
  hear('over', 1, 'a', 41_000);
  hear('over', 2, 'b', 39_000);
  hear('over', 3, 'a', 41_000);
  t.strictSame(
    [await countsOf('a'), await countsOf('b')],
    [
      [2, 0],
      [0, 1],
    ],
  );
});

t.test('what was stopped counts once, and as skipped only when something else begins', async (t) => {
  const { hear, countsOf } = await countsRig(t);
  hear('stopped', 1, 'a', 41_000);
  t.strictSame(await countsOf('a'), [1, 0]);
  hear('stopped', 1, 'a', 70_000);
  hear('over', 1, 'a', 90_000);
  t.strictSame(await countsOf('a'), [1, 0]);
  hear('stopped', 2, 'b', 20_000);
  t.strictSame(await countsOf('b'), [0, 0]);
  hear('over', 2, 'b', 20_000);
  t.strictSame(await countsOf('b'), [0, 1]);
  hear('stopped', 3, 'b', 20_000);
  hear('over', 3, 'b', 50_000);
  t.strictSame(await countsOf('b'), [1, 1]);
});

t.test('what was stopped and goes on after a start of the daemon counts once', async (t) => {
  const rig = await libraryRig(t);
  const evening = await countsRig(t, rig);
  evening.hear('begun', 1, 'a', 0);
  evening.hear('stopped', 1, 'a', 41_000);
  t.strictSame(await evening.countsOf('a'), [1, 0]);
  const morning = await countsRig(t, rig);
  morning.hearResumed('begun', 1, 'a', 41_000);
  morning.hearResumed('over', 1, 'a', 100_000);
  t.strictSame(await morning.countsOf('a'), [1, 0]);
  morning.hear('begun', 2, 'a', 0);
  morning.hear('over', 2, 'a', 100_000);
  t.strictSame(await morning.countsOf('a'), [2, 0], 'but from its beginning it is another listening');
});

t.test('what had not counted when the daemon ended counts when it goes on', async (t) => {
  const rig = await libraryRig(t);
  const evening = await countsRig(t, rig);
  evening.hear('stopped', 1, 'b', 41_000);
  evening.hear('begun', 2, 'b', 0);
  evening.hear('stopped', 2, 'b', 39_000);
  t.strictSame(await evening.countsOf('b'), [1, 0]);
  const morning = await countsRig(t, rig);
  morning.hearResumed('over', 1, 'b', 45_000);
  t.strictSame(await morning.countsOf('b'), [2, 0], 'whatever counted before the last that began');
});

t.test('what the library does not know does not count', async (t) => {
  const { library, hear, countsOf } = await countsRig(t);
  const url = 'http://radio.example/song';
  hear('over', 1, 'unknown', 90_000);
  hear('over', 2, url, 90_000);
  t.strictSame(await countsOf('unknown'), [0, 0]);
  await library.saveStream({ url, title: 'Song', artist: '', album: '', length: 100_000 });
  hear('over', 3, url, 90_000, 0);
  t.strictSame(await countsOf(recordId('track', url)), [1, 0], 'but a stream that was told of does, by its length');
});

t.test('the length is that of the decoder, and else that of the tag', async (t) => {
  const { hear, countsOf } = await countsRig(t);
  hear('over', 1, 'a', 3000, 0);
  t.strictSame(await countsOf('a'), [0, 0], 'its tag says a second');
});

t.test('what a full disk refuses is told once, and counted when there is room', async (t) => {
  const { records, write } = await libraryRig(t);
  const directory = t.testdir({ state: 'a file where the folder should be' });
  const state = databaseIn(`${directory}/state`);
  t.teardown(() => state.close());
  const library = new Library({ records, state, log: SILENT_LOG });
  const { hear, countsOf, logged } = await countsRig(t, { library, write, state });
  hear('over', 1, 'a', 41_000);
  hear('over', 2, 'b', 39_000);
  hear('over', 3, 'a', 41_000);
  await delay(30);
  t.equal(logged.filter((line) => line.includes('play counts: not saved')).length, 1);
  rmSync(`${directory}/state`);
  const patience = 1000;
  for (let attempts = 0; attempts < patience && (await library.statsOf(idOf('a')))?.playCount !== 2; attempts++)
    await delay(5);
  t.strictSame(
    [await countsOf('a'), await countsOf('b')],
    [
      [2, 0],
      [0, 1],
    ],
  );
});
