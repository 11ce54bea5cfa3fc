/** Rows of smart playlists: how many there can be, how long, and that a change that is refused is not kept. */
import t, { type Test } from 'tap';
import { GuardedDatabase } from '../../../src/database/guarded.js';
import { inFull } from '../../../src/playlists/smart/full-criteria.js';
import {
  MOST_BYTES,
  MOST_SMART_PLAYLISTS,
  SmartStore,
  type StoredSmartPlaylist,
} from '../../../src/playlists/smart/smart-store.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { libraryRig } from '../../library/rig.js';

const CRITERIA = inFull({ limit: 7 });
const RULES = Buffer.byteLength(JSON.stringify(CRITERIA));
const PLAYLIST: StoredSmartPlaylist = {
  ...{ id: 'a', name: 'A', description: null, image: null, folderId: null, criteria: CRITERIA },
  ...{ createdAt: 5, updatedAt: 6 },
};

async function storeRig(t: Test): Promise<SmartStore> {
  const { state } = await libraryRig(t);
  return new SmartStore(new GuardedDatabase(state, SILENT_LOG));
}

t.test('a playlist is kept with all of its texts, and replaced but for when it was made', async (t) => {
  const store = await storeRig(t);
  const known = { ...PLAYLIST, description: 'D', image: 'I', folderId: 'F' };
  await store.add(known);
  t.strictSame(await store.find('a'), known);
  const other = { ...known, name: 'B', description: null, criteria: inFull({ limit: 8 }), updatedAt: 9 };
  t.equal(await store.replace(other), true);
  t.strictSame(await store.find('a'), other);
  t.strictSame(await store.all(), [other]);
  t.equal((await store.find('a'))?.criteria, (await store.find('a'))?.criteria, 'its rules are read once');
  t.strictSame([await store.replace({ ...other, id: 'b' }), await store.remove('b')], [false, false]);
  t.equal(await store.remove('a'), true);
  t.strictSame([await store.find('a'), await store.all()], [undefined, []]);
});

t.test('there can be five hundred, which are listed by id', async (t) => {
  const store = await storeRig(t);
  const ids = Array.from({ length: MOST_SMART_PLAYLISTS }, (_, at) => String(at).padStart(3, '0'));
  for (const id of ids.toReversed()) await store.add({ ...PLAYLIST, id });
  await t.rejects(store.add({ ...PLAYLIST, id: 'x' }), { code: 'TOO_MANY_SMART_PLAYLISTS' });
  t.strictSame(
    (await store.all()).map(({ id }) => id),
    ids,
  );
  await store.remove('000');
  await store.add({ ...PLAYLIST, id: 'x' });
  t.equal((await store.all()).length, MOST_SMART_PLAYLISTS);
});

t.test('texts and rules of all have room for a mebibyte, counted in bytes', async (t) => {
  const room = MOST_BYTES - RULES - PLAYLIST.name.length;
  for (const field of ['description', 'image'] as const) {
    const store = await storeRig(t);
    await t.rejects(store.add({ ...PLAYLIST, [field]: 'x'.repeat(room + 1) }), { code: 'SMART_PLAYLISTS_TOO_LONG' });
    t.strictSame(await store.all(), []);
    await store.add({ ...PLAYLIST, [field]: 'x'.repeat(room) });
    const umlaut = { ...PLAYLIST, [field]: `ü${'x'.repeat(room - 1)}` };
    await t.rejects(store.replace(umlaut), { code: 'SMART_PLAYLISTS_TOO_LONG' });
    await t.rejects(store.add({ ...PLAYLIST, id: 'b' }), { code: 'SMART_PLAYLISTS_TOO_LONG' });
    t.match(await store.all(), [{ id: 'a', [field]: 'x'.repeat(room) }]);
  }
});
