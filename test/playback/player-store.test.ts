import fc from 'fast-check';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import t from 'tap';
import { SampleFormat } from '../../src/native.js';
import { createRing } from '../../src/output/ring-layout.js';
import type { TrackClock } from '../../src/playback/engine/timeline.js';
import type { Database } from '../../src/database/database.js';
import { DEFAULT_MODES, REPEAT_MODES, SINGLE_MODES } from '../../src/playback/modes.js';
import { PlayerStore } from '../../src/playback/player-store.js';
import { PositionFile } from '../../src/playback/position-file.js';
import type { StoredPlayer } from '../../src/playback/state-store.js';
import type { QueueEntry, ResumePoint } from '../../src/playback/types.js';
import { byteOffset, frameCount, milliseconds, sampleRateHz } from '../../src/units.js';
import { FakeNative } from '../output/fake-native.js';
import { checkpointHere, databaseIn } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';

function open(
  directory: string,
  log = SILENT_LOG,
  sync?: () => Promise<void>,
): { store: PlayerStore; database: Database } {
  const database = databaseIn(directory, sync && { sync });
  return {
    database,
    store: new PlayerStore(
      database,
      new PositionFile(join(directory, 'position'), new FakeNative()),
      join(directory, 'queue.unread.json'),
      log,
    ),
  };
}

const entriesOf = (...locations: string[]): QueueEntry[] =>
  locations.map((location, at) => ({ key: at + 1, location }));

const pointAt = (elapsed: number, index = 0): ResumePoint => ({
  index,
  location: '/a',
  elapsed: milliseconds(elapsed),
  offset: byteOffset(elapsed * 40),
});

function stateOf(entries: readonly QueueEntry[], more: Partial<StoredPlayer> = {}): StoredPlayer {
  const queue = { entries, index: 0, firstIndex: 0, lastInsertPosition: -1, seed: 0, unshuffled: undefined };
  return { queue, modes: DEFAULT_MODES, resume: undefined, plays: false, ...more };
}

t.test('before anything was saved there is nothing to restore', async (t) => {
  t.equal(await open(t.testdir()).store.load(), undefined);
});

t.test('whatever was saved last comes back, through any edits', async () => {
  const entry = fc.record({ key: fc.integer({ min: 1, max: 40 }), location: fc.string({ unit: 'binary' }) });
  const state = fc
    .record({
      entries: fc.uniqueArray(entry, { selector: ({ key }) => key }),
      index: fc.nat(50),
      firstIndex: fc.nat(50),
      lastInsertPosition: fc.integer({ min: -1, max: 50 }),
      seed: fc.integer(),
      shuffled: fc.boolean(),
      repeat: fc.constantFrom(...REPEAT_MODES),
      shuffle: fc.boolean(),
      single: fc.constantFrom(...SINGLE_MODES),
      plays: fc.boolean(),
      resume: fc.option(
        fc.nat().map((elapsed) => pointAt(elapsed)),
        { nil: undefined },
      ),
    })
    .map(({ entries, shuffled, repeat, shuffle, single, plays, resume, ...queue }): StoredPlayer => ({
      queue: { entries, unshuffled: shuffled && entries.length > 0 ? [...entries].reverse() : undefined, ...queue },
      modes: { repeat, shuffle, single },
      resume,
      plays,
    }));
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 6 }), async (states) => {
      // A key keeps its location for life.
      const names = new Map<number, QueueEntry>();
      const sound = states.map((it) => {
        const named = (entries: readonly QueueEntry[]): QueueEntry[] =>
          entries.map((each) => names.get(each.key) ?? (names.set(each.key, each), each));
        const entries = named(it.queue.entries);
        const unshuffled = it.queue.unshuffled && [...entries].reverse();
        return { ...it, queue: { ...it.queue, entries, unshuffled } };
      });
      const directory = t.testdir();
      const { store, database } = open(directory);
      for (const it of sound) await store.save(it);
      const again = open(directory);
      t.same(await again.store.load(), sound.at(-1));
      await again.database.close();
      await database.close();
    }),
    { numRuns: 25 },
  );
});

t.test('of saves that overlap the newest is kept, and all are acknowledged', async (t) => {
  const directory = t.testdir();
  const { store } = open(directory);
  const saves = ['/a', '/b', '/c'].map((location, at) => store.save(stateOf([{ key: at + 1, location }])));
  await Promise.all(saves);
  t.match(await open(directory).store.load(), { queue: { entries: [{ key: 3, location: '/c' }] } });
});

t.test('a track change in a queue of ten thousand writes a page or two', async (t) => {
  const directory = t.testdir();
  const { store } = open(directory);
  const entries = entriesOf(...Array.from({ length: 10_000 }, (_, at) => `/music/artist/album/${at} track.mp3`));
  const state = stateOf(entries);
  await store.save(state);
  await checkpointHere(join(directory, 'state.db'));
  await store.save({ ...state, queue: { ...state.queue, index: 9999 }, resume: pointAt(0, 9999) });
  t.ok((await stat(join(directory, 'state.db-wal'))).size < 3 * 4200);
  const back = (await open(directory).store.load())!;
  t.strictSame(back.queue.entries, entries);
  t.equal(back.queue.index, 9999);
});

t.test('a restored queue is not written again by the next save', async (t) => {
  const directory = t.testdir();
  const first = open(directory);
  await first.store.save(stateOf(entriesOf(...Array.from({ length: 2000 }, (_, at) => `/${at}`))));
  await first.database.close();
  const { store } = open(directory);
  const state = (await store.load())!;
  await store.save({ ...state, queue: { ...state.queue, index: 7 } });
  t.ok((await stat(join(directory, 'state.db-wal'))).size < 3 * 4200);
});

t.test('the position goes on from the one that was kept since the save', async (t) => {
  const directory = t.testdir();
  const { store } = open(directory);
  await store.save(stateOf(entriesOf('/a'), { resume: pointAt(0) }));
  store.keepPosition(pointAt(5000));
  store.keepPosition(pointAt(6000));
  await store.syncPosition();
  t.strictSame((await open(directory).store.load())?.resume, pointAt(6000));
});

t.test('a position from before the last track change means nothing', async (t) => {
  const directory = t.testdir();
  const { store } = open(directory);
  await store.save(stateOf(entriesOf('/a', '/b'), { resume: pointAt(0) }));
  store.keepPosition(pointAt(170_000));
  await store.save(stateOf(entriesOf('/a', '/b'), { resume: pointAt(0, 1) }));
  t.strictSame((await open(directory).store.load())?.resume, pointAt(0, 1));
});

t.test(
  'while another resume point is being saved no position is written: it would be taken for the old one',
  async (t) => {
    const directory = t.testdir();
    let release: () => void = () => undefined;
    const { store } = open(directory, SILENT_LOG, () => new Promise<void>((resolve) => (release = resolve)));
    const first = store.save(stateOf(entriesOf('/a', '/b'), { resume: pointAt(0) }));
    await untilSyncing();
    release();
    await first;
    store.keepPosition(pointAt(170_000));
    const second = store.save(stateOf(entriesOf('/a', '/b'), { resume: pointAt(0, 1) }));
    store.keepPosition(pointAt(100, 1));
    await untilSyncing();
    store.keepPosition(pointAt(200, 1));
    t.match(JSON.parse(await readFile(join(directory, 'position'), 'utf8')), { stamp: 1, elapsed: 170_000 });
    release();
    await second;
    store.keepPosition(pointAt(300, 1));
    t.match(JSON.parse(await readFile(join(directory, 'position'), 'utf8')), { stamp: 2, elapsed: 300 });

    async function untilSyncing(): Promise<void> {
      release = () => undefined;
      const idle = release;
      while (release === idle) await setImmediate();
    }
  },
);

t.test('a save that leaves the resume point as it was leaves the kept position in force', async (t) => {
  const directory = t.testdir();
  const { store } = open(directory);
  const state = stateOf(entriesOf('/a'), { resume: pointAt(0) });
  await store.save(state);
  store.keepPosition(pointAt(9000));
  await store.save({ ...state, modes: { ...DEFAULT_MODES, repeat: 'all' } });
  t.strictSame((await open(directory).store.load())?.resume, pointAt(9000));
});

t.test('a state without a resume point ends the position that was kept', async (t) => {
  const directory = t.testdir();
  const { store } = open(directory);
  await store.save(stateOf(entriesOf('/a'), { resume: pointAt(0) }));
  store.keepPosition(pointAt(9000));
  await store.save(stateOf(entriesOf('/a')));
  t.equal((await open(directory).store.load())?.resume, undefined);
});

t.test('while nothing was saved no position is written', async (t) => {
  const directory = t.testdir();
  open(directory).store.keepPosition(pointAt(9000));
  await t.rejects(readFile(join(directory, 'position')));
});

t.test('the place is followed on its clock only under the stamp of a state that is durable', async (t) => {
  const directory = t.testdir();
  const calls: string[] = [];
  const position: Pick<PositionFile, 'follow' | 'rest'> = {
    follow: (stamp, { playId }) => {
      if (playId === 13) throw new Error('no such file');
      calls.push(`follow ${playId} under ${stamp}`);
    },
    rest: () => calls.push('rest'),
  };
  const { log, lines } = keptLog('player');
  let release: () => void = () => undefined;
  const sync = (): Promise<void> => new Promise((resolve) => (release = resolve));
  const database = databaseIn(directory, { sync });
  const store = new PlayerStore(database, position as PositionFile, join(directory, 'queue.unread.json'), log);
  const clockOf = (playId: number): TrackClock => {
    const ring = createRing(sampleRateHz(1000), SampleFormat.S32, 0);
    const frames = { ringFrame: 0, trackFrame: frameCount(0), most: frameCount(5000) };
    return { playId, ring, ringRate: ring.rate, trackRate: ring.rate, ...frames };
  };
  const saved = async (state: StoredPlayer, playId: number): Promise<void> => {
    const idle = (release = () => undefined);
    const done = store.save(state);
    while (release === idle) await setImmediate();
    store.follow(clockOf(playId));
    release();
    await done;
  };
  store.follow(clockOf(1));
  t.strictSame(calls, [], 'nothing was saved yet');
  await saved(stateOf(entriesOf('/a', '/b'), { resume: pointAt(0) }), 2);
  t.strictSame(calls, [], 'it is not durable yet');
  store.follow(clockOf(3));
  await saved(stateOf(entriesOf('/a', '/b'), { resume: pointAt(0, 1) }), 4);
  store.follow(clockOf(5));
  store.follow(undefined);
  t.strictSame(calls, ['follow 3 under 1', 'follow 5 under 2', 'rest']);
  store.follow(clockOf(13));
  t.match(lines, [/position not followed error="no such file"/]);
});

t.test('a position file of rubbish is no position, and is written over', async (t) => {
  for (const text of ['', '{', 'null', '{"stamp":1,"elapsed":-1,"offset":0}', 'x'.repeat(5000)]) {
    const directory = t.testdir();
    const first = open(directory);
    await first.store.save(stateOf(entriesOf('/a'), { resume: pointAt(1) }));
    await first.database.close();
    await writeFile(join(directory, 'position'), text);
    const { store, database } = open(directory);
    t.strictSame((await store.load())?.resume, pointAt(1));
    store.keepPosition(pointAt(2));
    await database.close();
    t.strictSame((await open(directory).store.load())?.resume, pointAt(2));
  }
});

t.test('modes that nobody knows are the ones of a new box', async (t) => {
  const directory = t.testdir();
  const { store, database } = open(directory);
  await store.save(stateOf(entriesOf('/a')));
  await database.write((sql) => sql.exec("UPDATE player SET repeat_mode = 'backwards', single_mode = ''"));
  t.strictSame((await open(directory).store.load())?.modes, DEFAULT_MODES);
});

t.test('after a save that failed the next one is whole', async (t) => {
  const directory = t.testdir();
  const { store, database } = open(directory);
  const state = stateOf(entriesOf('/a', '/b'));
  await store.save(state);
  await database.write((sql) =>
    sql.exec("CREATE TEMP TRIGGER full BEFORE INSERT ON player BEGIN SELECT RAISE(ABORT, 'disk full'); END"),
  );
  const changed = stateOf([{ key: 3, location: '/c' }]);
  await t.rejects(store.save(changed), /disk full/);
  await database.write((sql) => sql.exec('DROP TRIGGER full'));
  await store.save({ ...changed, modes: { ...DEFAULT_MODES, repeat: 'one' } });
  t.match(await open(directory).store.load(), { queue: { entries: [{ key: 3, location: '/c' }] } });
});

t.test('a state that cannot be read is none, and the log says so', async (t) => {
  const directory = t.testdir({ 'state.db': t.fixture('symlink', '/proc/self/mem') });
  const { log, lines } = keptLog('player');
  const { store } = open(directory, log);
  t.equal(await store.load(), undefined);
  t.match(lines, [/^<3>player: player state not readable, starting with an empty queue; it is kept as it is error=/]);
  await t.rejects(store.save(stateOf(entriesOf('/a'))));
});

t.test('a queue that was not understood is set aside before another one takes its place', async (t) => {
  const directory = t.testdir();
  const first = open(directory);
  const [a, b, c] = entriesOf('/a', '/b\n"c"', '/c');
  await first.store.save(stateOf([c!, a!, b!], { resume: pointAt(1000) }));
  await first.database.write((sql) => sql.exec(`UPDATE player SET resume = '{"index":'`));
  await first.database.close();

  const { log, lines } = keptLog('player');
  const { store, database } = open(directory, log);
  t.equal(await store.load(), undefined);
  await store.save(stateOf(entriesOf('/new')));
  await store.save(stateOf([{ key: 2, location: '/newer' }]));
  const file = join(directory, 'queue.unread.json');
  t.strictSame(JSON.parse(await readFile(file, 'utf8')), { tracks: ['/c', '/a', '/b\n"c"'] });
  t.match(lines, [/not readable/, /^<4>player: the queue that was not readable is set aside.* tracks=3/]);
  t.equal(lines.length, 2, 'it is said once');
  await database.close();
  t.match(await open(directory).store.load(), { queue: { entries: [{ location: '/newer' }] } });
});

t.test('a queue that cannot be set aside is not overwritten, until it can be', async (t) => {
  const directory = t.testdir();
  const first = open(directory);
  await first.store.save(stateOf(entriesOf('/a', '/b')));
  const damage = (text: string) => `UPDATE player SET resume = ${text}`;
  await first.database.write((sql) => sql.exec(damage(`'{'`)));
  await first.database.close();

  const file = join(directory, 'queue.unread.json');
  await mkdir(file);
  const { store, database } = open(directory);
  t.equal(await store.load(), undefined);
  await t.rejects(store.save(stateOf(entriesOf('/new'))), { code: 'EISDIR' });
  const rows = () => database.read((sql) => sql.prepare('SELECT location FROM queue_entry ORDER BY key').pluck().all());
  t.strictSame(await rows(), ['/a', '/b']);
  await rm(file, { recursive: true });
  await store.save(stateOf(entriesOf('/new')));
  t.strictSame(JSON.parse(await readFile(file, 'utf8')), { tracks: ['/a', '/b'] });
  t.strictSame(await rows(), ['/new']);
});

t.test('an order that is damaged loses no entry of the queue that is set aside', async (t) => {
  const directory = t.testdir();
  const first = open(directory);
  await first.store.save(stateOf(entriesOf('/a', '/b', '/c')));
  await first.database.write((sql) => sql.exec(`UPDATE queue_order SET keys = x'03000000ff000000030000'`));
  await first.database.close();
  const { store } = open(directory);
  t.equal(await store.load(), undefined);
  await store.save(stateOf([]));
  const text = await readFile(join(directory, 'queue.unread.json'), 'utf8');
  t.strictSame(JSON.parse(text), { tracks: ['/c', '/a', '/b'] });
});
