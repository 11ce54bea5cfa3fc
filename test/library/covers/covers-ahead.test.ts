import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { NotFound } from '../../../src/errors.js';
import { CoversAhead, type CoversAheadDeps } from '../../../src/library/covers/covers-ahead.js';
import { Covers } from '../../../src/library/covers/covers.js';
import { LibraryPaths } from '../../../src/library/paths.js';
import { Listeners } from '../../../src/listeners.js';
import { CONFINE } from '../../fixtures/confine.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { temporaryDirectory } from '../../http/rig.js';
import { id3With, plainJpeg } from './pictures.js';

type Memory = Pick<CoversAheadDeps['covers'], 'madeFor' | 'saveMadeFor'>;
const FORGETFUL: Memory = { madeFor: async () => undefined, saveMadeFor: async () => undefined };

/** @param memory of what was made before a restart */
function rig(
  t: Test,
  paths: readonly string[],
  prepare: CoversAheadDeps['covers']['prepare'],
  memory: Memory = FORGETFUL,
) {
  const listeners = new Listeners();
  const state = { progress: undefined as unknown, revision: 'a', busy: 0 };
  const asked: string[] = [];
  const ahead = new CoversAhead({
    covers: {
      prepare: (path, set) => {
        asked.push(`${path.replace(/.*\//, '')} ${set.name}`);
        return prepare(path, set);
      },
      madeFor: () => memory.madeFor(),
      saveMadeFor: (library) => memory.saveMadeFor(library),
    },
    library: {
      revision: async () => state.revision,
      coversAfter: async (after, most) =>
        paths
          .map((path, index) => ({ key: index + 1, path }))
          .filter(({ key }) => key > after)
          .slice(0, most),
    },
    scanner: { read: () => state, subscribe: (listener) => listeners.add(listener) },
    isBusy: () => state.busy-- > 0,
    log: SILENT_LOG,
    rest: 0,
    busyPause: 0,
  });
  t.teardown(() => ahead.stop());
  return { ahead, state, asked, endScan: () => listeners.call() };
}

t.test('after a scan every cover is made once, first for lists, then for Now Playing', async (t) => {
  const directory = await temporaryDirectory(t);
  const paths = ['a.mp3', 'b.mp3'].map((name) => join(directory, name));
  await Promise.all(paths.map((path, index) => writeFile(path, id3With({ bytes: plainJpeg(200 + index, 100) }))));
  const make = () =>
    new Covers({
      paths: new LibraryPaths([directory]),
      directory: join(directory, 'covers'),
      confine: CONFINE,
      log: SILENT_LOG,
      readPicture: async () => undefined,
    });
  const covers = make();
  t.teardown(() => covers.stop());
  const results: string[] = [];
  const prepare: CoversAheadDeps['covers']['prepare'] = async (path, set) => {
    const result = await covers.prepare(path, set);
    results.push(result);
    return result;
  };
  const { ahead, asked, endScan, state } = rig(t, paths, prepare, covers);
  ahead.start();
  await ahead.whenDone();
  t.strictSame(asked, ['a.mp3 list', 'b.mp3 list', 'a.mp3 640webp', 'b.mp3 640webp']);
  t.strictSame(results, ['made', 'made', 'made', 'made']);
  endScan();
  await ahead.whenDone();
  t.equal(asked.length, 4, 'nothing has changed');
  state.revision = 'b';
  endScan();
  await ahead.whenDone();
  t.strictSame(results.slice(4), ['kept', 'kept', 'kept', 'kept'], 'cached covers are skipped');
  const restarted = make();
  const set = { name: 'list', wanted: [] };
  t.equal(await restarted.prepare(paths[0] ?? '', set), 'kept', 'also after a restart');
  t.teardown(() => restarted.stop());
  const again = rig(t, paths, prepare, restarted);
  again.state.revision = 'b';
  again.ahead.start();
  await again.ahead.whenDone();
  t.strictSame(again.asked, [], 'a restart with the same library opens no file');
  again.state.revision = 'c';
  again.endScan();
  await again.ahead.whenDone();
  t.equal(again.asked.length, 4, 'another library is looked through');
});

t.test('a scan interrupts the work, its end resumes it; a busy appliance delays it', async (t) => {
  let during = (): void => undefined;
  const { ahead, asked, endScan, state } = rig(t, ['a', 'b'], async () => {
    during();
    return 'kept';
  });
  during = () => (state.progress = {});
  ahead.start();
  await ahead.whenDone();
  t.strictSame(asked, ['a list'], 'a scan began');
  endScan();
  await ahead.whenDone();
  t.equal(asked.length, 1, 'and goes on');
  during = () => undefined;
  state.progress = undefined;
  state.busy = 5;
  endScan();
  await ahead.whenDone();
  t.equal(asked.length, 5);
  t.ok(state.busy < 0, 'asked until it was not busy');
});

t.test('an unreadable cover is skipped; a full cache ends the work', async (t) => {
  const { ahead, asked } = rig(t, ['a', 'b', 'c'], async (path) => {
    if (path === 'a') throw new NotFound('UNREADABLE_PICTURE', 'no');
    return path === 'b' ? 'made' : 'full';
  });
  ahead.start();
  await ahead.whenDone();
  t.strictSame(asked, ['a list', 'b list', 'c list']);
});
