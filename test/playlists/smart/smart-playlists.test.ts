/** Smart playlists over a real database, with a clock of the test's own. */
import t, { type Test } from 'tap';
import type { RuleCriteria } from '../../../src/library/rules/criteria.js';
import { recordId } from '../../../src/library/ids.js';
import { SmartPlaylists } from '../../../src/playlists/smart/smart-playlists.js';
import { SYSTEM_PLAYLISTS } from '../../../src/playlists/smart/system-playlists.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { libraryRig } from '../../library/rig.js';
import { putOnShelf } from '../../library/shelf.js';

const ALL: RuleCriteria = { match_type: 'all' };
const RANDOM: RuleCriteria = { sort_by: 'random' };
const NOON = new Date(2026, 4, 1, 12).getTime();

const texts = (name: string) => ({ name, description: null, image: null, folderId: null });

async function start(t: Test, names: readonly string[] = []) {
  const { state, library, write } = await libraryRig(t);
  await write((sql) =>
    putOnShelf(
      sql,
      '/music',
      names.map((name) => ({ name, title: name })),
    ),
  );
  const clock = { milliseconds: NOON };
  let changes = 0;
  const playlists = new SmartPlaylists({
    state,
    library,
    revision: { changed: () => (changes += 1) },
    log: SILENT_LOG,
    now: () => new Date(clock.milliseconds),
  });
  return { playlists, library, clock, changes: () => changes };
}

t.test('a playlist is found as it was made, and is gone when it is removed', async (t) => {
  const { playlists, clock, changes } = await start(t, ['a', 'b']);
  clock.milliseconds = 1999;
  const { playlist, trackCount } = await playlists.create({ ...texts('Mine'), description: 'of two' }, { limit: 1 });
  t.match(playlist, { name: 'Mine', description: 'of two', isSystem: false, createdAt: 1, updatedAt: 1 });
  t.equal(trackCount, 1, 'no more than the limit');
  t.match((await playlists.find(playlist.id)).playlist, { name: 'Mine' });
  clock.milliseconds = 5000;
  await playlists.replace(playlist.id, texts('Other'), ALL);
  const replaced = await playlists.find(playlist.id);
  t.match(replaced, { trackCount: 2, playlist: { name: 'Other', description: null, createdAt: 1, updatedAt: 5 } });
  await playlists.remove(playlist.id);
  await t.rejects(playlists.find(playlist.id), { code: 'UNKNOWN_ID' });
  t.equal(changes(), 3, 'each change is reported');
});

t.test('a playlist that does not exist is neither found nor changed', async (t) => {
  const { playlists } = await start(t);
  for (const id of ['none', SYSTEM_PLAYLISTS[0]!.id]) {
    await t.rejects(playlists.replace(id, texts('x'), ALL), { code: 'UNKNOWN_ID' });
    await t.rejects(playlists.remove(id), { code: 'UNKNOWN_ID' });
  }
  await t.rejects(playlists.find('none'), { code: 'UNKNOWN_ID' });
  await t.rejects(playlists.tracksOf('none', ''), { code: 'UNKNOWN_ID' });
});

t.test('the system comes first, then each group by name, and by id where names are the same', async (t) => {
  const { playlists } = await start(t);
  const names = ['beta', 'Álpha', 'beta', 'alpha 2', 'beta', 'beta', 'beta', 'beta', 'beta'];
  for (const name of names) await playlists.create(texts(name), ALL);
  const all = (await playlists.all()).map(({ playlist }) => playlist);
  const system = all.slice(0, SYSTEM_PLAYLISTS.length);
  t.ok(system.every(({ isSystem }) => isSystem));
  t.strictSame(system.map(({ name }) => name).slice(0, 3), ['90s Mix', 'Discovery Queue', 'Forgotten Favorites']);
  const own = all.slice(SYSTEM_PLAYLISTS.length);
  t.strictSame(
    own.map(({ name, isSystem }) => [name, isSystem]),
    ['Álpha', 'alpha 2', ...Array.from({ length: 7 }, () => 'beta')].map((name) => [name, false]),
  );
  const ids = own.slice(2).map(({ id }) => id);
  t.strictSame(ids, ids.toSorted());
});

t.test('more playlists than are read in a turn are all listed', async (t) => {
  const { playlists } = await start(t);
  const names = Array.from({ length: 51 }, (_, at) => `p${String(at).padStart(3, '0')}`);
  for (const name of names) await playlists.create(texts(name), ALL);
  const own = (await playlists.all()).filter(({ playlist }) => !playlist.isSystem);
  t.strictSame(
    own.map(({ playlist }) => playlist.name),
    names,
  );
});

t.test('rules that are wrong, or longer than 32 KiB as JSON, are refused', async (t) => {
  const { playlists, changes } = await start(t);
  const wrong: RuleCriteria = { conditions: [{ field: 'play_count', operator: 'equals', value: 'x' }] };
  await t.rejects(playlists.create(texts('x'), wrong), { code: 'INVALID_RULES' });
  const member = { field: 'artist', operator: 'is', value: '' } as const;
  const full = { match_type: 'all', conditions: Array.from({ length: 100 }, () => member) } as const;
  const { playlist } = await playlists.create(texts('x'), full);
  const bare = JSON.stringify(playlist.criteria).length;
  /** Rules of exactly so many more characters; a quotation mark is two. */
  const values = (room: number): RuleCriteria => {
    const lengths = Array.from({ length: 100 }, (_, at) => Math.min(500, Math.max(0, room - 500 * at)));
    const value = (length: number) => '"'.repeat(length / 2) + 'x'.repeat(length % 2);
    return { ...full, conditions: lengths.map((length) => ({ ...member, value: value(length) })) };
  };
  await playlists.create(texts('just'), values(32 * 1024 - bare));
  const before = changes();
  const refusal = { code: 'INVALID_RULES', violations: [{ path: '/rules' }] };
  await t.rejects(playlists.create(texts('over'), values(32 * 1024 - bare + 1)), refusal);
  await t.rejects(playlists.replace(playlist.id, texts('over'), values(32 * 1024 - bare + 1)), refusal);
  t.equal(changes(), before);
});

t.test('a random order lasts a day, and differs by playlist, by day, by seed and by change', async (t) => {
  const names = Array.from({ length: 30 }, (_, at) => `t${at}`);
  const { playlists, clock } = await start(t, names);
  const [one, other] = [await playlists.create(texts('1'), RANDOM), await playlists.create(texts('2'), RANDOM)];
  const drawn = async (id: string, seed = '') => (await playlists.tracksOf(id, seed)).join();
  const first = await drawn(one.playlist.id);
  clock.milliseconds += 3_600_000;
  t.equal(await drawn(one.playlist.id), first);
  t.not(await drawn(other.playlist.id), first);
  const seeded = await drawn(one.playlist.id, 's');
  t.not(seeded, first);
  t.equal(await drawn(other.playlist.id, 's'), seeded, 'a seed is the same draw for all');
  t.equal((await playlists.preview(RANDOM, 's')).join(), seeded);
  t.not((await playlists.preview(RANDOM, '')).join(), first);
  clock.milliseconds += 86_400_000;
  t.equal(await drawn(one.playlist.id, 's'), seeded);
  const next = await drawn(one.playlist.id);
  t.not(next, first);
  await playlists.replace(one.playlist.id, texts('1'), RANDOM);
  t.not(await drawn(one.playlist.id), next);
});

t.test('the system counts what the library has now', async (t) => {
  const { playlists, library } = await start(t, ['a', 'b', 'c']);
  await library.played(recordId('track', '/music/a'), 100);
  const counts = new Map((await playlists.all()).map(({ playlist, trackCount }) => [playlist.id, trackCount]));
  t.strictSame(
    [counts.get('sys_recently_added'), counts.get('sys_most_played'), counts.get('sys_old_but_gold')],
    [3, 1, 0],
  );
  t.equal((await playlists.find('sys_discovery_queue')).trackCount, 2);
  t.match((await playlists.find('sys_90s_mix')).playlist, { isSystem: true, image: null, folderId: null });
});
