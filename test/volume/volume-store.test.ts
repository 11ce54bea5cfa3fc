import fc from 'fast-check';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { VolumeStore } from '../../src/volume/volume-store.js';
import { databaseIn } from '../database/rig.js';
import { keptLog, SILENT_LOG } from '../fixtures/log.js';

t.test('the level of every output comes back', async (t) => {
  const directory = t.testdir();
  const store = new VolumeStore(databaseIn(directory), SILENT_LOG);
  await store.save('hw:0:Digital', 180);
  await store.save('software', -30);
  await store.save('hw:0:Digital', 175);
  for (const volumes of [store, new VolumeStore(databaseIn(directory), SILENT_LOG)]) {
    t.equal(await volumes.load('hw:0:Digital'), 175);
    t.equal(await volumes.load('software'), -30);
  }
});

t.test('an output that was never used has no level and no limit', async (t) => {
  const store = new VolumeStore(databaseIn(t.testdir()), SILENT_LOG);
  t.equal(await store.load('software'), undefined);
  t.equal(await store.loadLimit('software'), undefined);
});

t.test('a limit comes, goes, and leaves the level alone', async (t) => {
  const store = new VolumeStore(databaseIn(t.testdir()), SILENT_LOG);
  await store.saveLimit('software', -20);
  t.equal(await store.load('software'), undefined);
  await store.save('software', -40);
  t.equal(await store.loadLimit('software'), -20);
  await store.saveLimit('software', undefined);
  t.equal(await store.loadLimit('software'), undefined);
  t.equal(await store.load('software'), -40);
});

t.test('any name and any whole level comes back', async (t) => {
  const store = new VolumeStore(databaseIn(t.testdir()), SILENT_LOG);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger(), async (name, level) => {
      await store.save(name, level);
      return (await store.load(name)) === (level === 0 ? 0 : level);
    }),
    { numRuns: 30 },
  );
});

t.test('while it cannot be read no level is known, and a save says that it is not kept', async (t) => {
  const { log, lines } = keptLog('player');
  const directory = t.testdir({ 'state.db': t.fixture('symlink', '/proc/self/mem') });
  const store = new VolumeStore(databaseIn(directory), log);
  t.equal(await store.load('software'), undefined);
  await t.rejects(store.save('software', -12), { code: 'STATE_NOT_SAVED' });
  t.match(lines, [
    /^<3>player: volumes not readable: outputs start at a quiet level error=/,
    /^<3>player: volume not saved error=/,
  ]);
  await rm(join(directory, 'state.db'));
  await store.save('software', -12);
  t.equal(await store.load('software'), -12);
});

t.test('a mode comes back, and an output that nobody chose one for has none', async (t) => {
  const directory = t.testdir();
  const store = new VolumeStore(databaseIn(directory), SILENT_LOG);
  t.equal(await store.loadMode('alsa-dac'), undefined);
  await store.saveMode('alsa-dac', 'software');
  await store.saveMode('alsa-dac', 'fixed');
  t.equal(await new VolumeStore(databaseIn(directory), SILENT_LOG).loadMode('alsa-dac'), 'fixed');
});

t.test('what was remembered under a former name goes over, and no level that is known better', async (t) => {
  const store = new VolumeStore(databaseIn(t.testdir()), SILENT_LOG);
  await store.save('former', -20);
  await store.saveLimit('former', -10);
  await store.adopt('former', 'now');
  t.strictSame([await store.load('now'), await store.loadLimit('now')], [-20, -10]);
  t.strictSame([await store.load('former'), await store.loadLimit('former')], [undefined, undefined]);
  await store.saveLimit('former', -15);
  await store.save('former', 0);
  await store.adopt('former', 'now');
  t.strictSame([await store.load('now'), await store.loadLimit('now')], [-20, -15]);
  await store.adopt('never seen', 'now');
  await store.adopt('now', 'now');
  t.equal(await store.load('now'), -20);
});
