import t from 'tap';
import { SettingsStore } from '../../src/settings/settings-store.js';
import { Settings } from '../../src/settings/settings.js';
import { settingsOf } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { realBackups } from './rig.js';

t.test('a database that comes back waits until the backup has closed the damaged file', async (t) => {
  const people = await libraryRig(t);
  const { state } = people;
  let isOver = false;
  let read: Promise<boolean> | undefined;
  const backups = await realBackups(t, people, {
    settings: new Settings(new SettingsStore(state), SILENT_LOG),
    state: {
      read: (query) => state.read(query),
      exclusively: (work) => state.exclusively(work),
      makeCopy: () => state.makeCopy(),
      inWorker: (work) => {
        const watched = state.inWorker(work.finally(() => (isOver = true)));
        state.putAside(new Error('damaged'));
        read = state.read(settingsOf).then(() => isOver);
        return watched;
      },
    },
  });
  const written = backups.write({}).then(
    ({ file }) => file.close(),
    () => undefined,
  );
  await t.resolves(written);
  t.ok(read, 'a worker has the file');
  t.ok(await read);
});
