import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { importEarlierFiles } from '../../src/playback/earlier-files.js';
import { PlayerStore } from '../../src/playback/player-store.js';
import { PositionFile } from '../../src/playback/position-file.js';
import { VolumeStore } from '../../src/volume/volume-store.js';
import { FakeNative } from '../output/fake-native.js';
import { databaseIn } from '../database/rig.js';
import { keptLog } from '../fixtures/log.js';

function rig(directory: string) {
  const { log, lines } = keptLog('player');
  const database = databaseIn(directory);
  const player = new PlayerStore(
    database,
    new PositionFile(join(directory, 'position'), new FakeNative()),
    join(directory, 'queue.unread.json'),
    log,
  );
  return { directory, database, player, volumes: new VolumeStore(database, log), log, lines };
}

const FILES = {
  'queue.json': '{"revision":3,"locations":["/a","/b",7]}',
  'playback.json': '{"revision":3,"index":1}',
  'volumes.json': '{"software":-30,"__proto__":4,"bad":"x"}',
};

t.test('queue, index and volumes of an earlier version are brought over once', async (t) => {
  const directory = t.testdir(FILES);
  const parts = rig(directory);
  await importEarlierFiles(parts);
  t.match(await parts.player.load(), {
    queue: { entries: [{ location: '/a' }, { location: '/b' }], index: 1, seed: 0 },
    resume: undefined,
    plays: false,
  });
  t.equal(await parts.volumes.load('software'), -30);
  t.equal(await parts.volumes.load('__proto__'), 4);
  t.equal(await parts.volumes.load('bad'), undefined);
  t.strictSame(
    (await readdir(directory)).filter((name) => name.includes('json')).sort(),
    Object.keys(FILES)
      .map((name) => `${name}.imported`)
      .sort(),
  );
});

t.test('a database that holds a state already keeps it', async (t) => {
  const directory = t.testdir(FILES);
  const parts = rig(directory);
  const queue = { entries: [{ key: 9, location: '/new' }], index: 0, firstIndex: 0, lastInsertPosition: -1, seed: 0 };
  const modes = { repeat: 'off', shuffle: false, single: 'off' } as const;
  await parts.player.save({ queue: { ...queue, unshuffled: undefined }, modes, resume: undefined, plays: false });
  await importEarlierFiles(parts);
  t.match(await parts.player.load(), { queue: { entries: [{ location: '/new' }] } });
});

t.test('damaged files are an empty queue; an index of another queue is none', async (t) => {
  const damaged = rig(
    t.testdir({ 'queue.json': '{"revision":1,"loc', 'playback.json': 'null', 'volumes.json': '[1]' }),
  );
  await importEarlierFiles(damaged);
  t.match(await damaged.player.load(), { queue: { entries: [], index: 0 } });
  const other = rig(t.testdir({ ...FILES, 'playback.json': '{"revision":2,"index":1}' }));
  await importEarlierFiles(other);
  t.match(await other.player.load(), { queue: { index: 0 } });
});

t.test('files that cannot be read stay where they are', async (t) => {
  const directory = t.testdir({ ...FILES, 'playback.json': t.fixture('symlink', '/proc/self/mem') });
  const parts = rig(directory);
  await importEarlierFiles(parts);
  await t.resolves(access(join(directory, 'queue.json')));
  t.match(parts.lines, [/^<3>player: state of an earlier version not brought over error="EIO/]);
});

t.test('an import that was cut short is made anew, volumes and all', async (t) => {
  const directory = t.testdir(FILES);
  const parts = rig(directory);
  parts.volumes.save = () => Promise.reject(new Error('power cut'));
  await importEarlierFiles(parts);
  const again = rig(directory);
  await importEarlierFiles(again);
  t.equal(await again.volumes.load('software'), -30);
  t.match(await again.player.load(), { queue: { index: 1 } });
});

t.test('without such files nothing is opened', async (t) => {
  const directory = t.testdir();
  await importEarlierFiles(rig(directory));
  t.strictSame(await readdir(directory), []);
});
