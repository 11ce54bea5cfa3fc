import t, { type Test } from 'tap';
import { followTimeZone } from '../../src/config/time-zone.js';
import { Library } from '../../src/library/library.js';
import { albumMd5, recordId } from '../../src/library/ids.js';
import { SILENT_LOG } from '../fixtures/log.js';
import type { ShelfTrack } from '../library/shelf.js';
import { startRig } from './rig.js';
import { ROOT, type Shelf, startShelf } from './shelf-rig.js';

const DAY = 86_400;
const now = (): number => Math.floor(Date.now() / 1000);
const track = (name: string): string => recordId('track', `${ROOT}/${name}`);
const album = (title: string): string => recordId('album', albumMd5('X', title, 0));

/** Three tracks: `A 1`, `A 2`, `A 3`. */
function albumOf(title: string, tracks = 3): ShelfTrack[] {
  return Array.from({ length: tracks }, (_, at) => {
    const name = `${title} ${at + 1}`;
    return { name: `${title}/${name}`, title: name, artist: 'X', album: title, trackNumber: at + 1 };
  });
}
const trackOf = (title: string, number: number): string => track(`${title}/${title} ${number}`);

interface Home {
  readonly day: string;
  readonly daily_mix: string;
  readonly unfinished: { readonly album: Named; readonly track: Named; readonly index: number } | null;
  readonly recently_played: readonly Named[];
  readonly recently_added: readonly Named[];
  readonly rediscover: readonly Named[];
  readonly liked_albums: readonly Named[];
  readonly liked_tracks: readonly Named[];
}
type Named = Readonly<{ id: string; title: string }>;

const home = async ({ get }: Pick<Shelf, 'get'>): Promise<Home> => (await get('/home')) as Home;
const titles = (rows: readonly Named[]): string => rows.map(({ title }) => title).join();

async function shelf(t: Test, ...albums: readonly string[]): Promise<Shelf> {
  const made = await startShelf(t);
  for (const title of albums) await made.put(albumOf(title));
  return made;
}

t.test('a box without music has empty shelves', async (t) => {
  const made = await startShelf(t);
  t.match(await home(made), {
    day: /^\d{4}-\d\d-\d\d$/,
    daily_mix: 'sys_smart_daily_mix',
    ...{ unfinished: null, recently_played: [], recently_added: [], rediscover: [] },
    ...{ liked_albums: [], liked_tracks: [] },
  });
  t.equal((await made.send('GET', `/smart-playlists/sys_smart_daily_mix`)).status, 200);
});

t.test('albums come by the newest of their tracks, at most twenty of them', async (t) => {
  const made = await shelf(t, 'A', 'B', 'C');
  t.equal(titles((await home(made)).recently_added), 'C,B,A');
  await made.put([{ name: 'A/late', title: 'late', artist: 'X', album: 'A' }]);
  t.equal(titles((await home(made)).recently_added), 'A,C,B');
  for (let more = 0; more < 25; more++) await made.put(albumOf(`more ${more}`, 1));
  const added = (await home(made)).recently_added;
  t.equal(added.length, 20);
  t.equal(added[0]?.title, 'more 24');
});

t.test('a long album does not hide those that came before it', async (t) => {
  const made = await shelf(t, 'A');
  await made.put(albumOf('Long', 700));
  t.equal(titles((await home(made)).recently_added), 'Long,A');
});

t.test('albums come by their last play, and a skip is none', async (t) => {
  const made = await shelf(t, 'A', 'B', 'C');
  const { library } = made;
  await library.played(trackOf('A', 1), 100);
  await library.played(trackOf('C', 1), 200);
  await library.skipped(trackOf('B', 1), 300);
  t.equal(titles((await home(made)).recently_played), 'C,A');
  await library.played(trackOf('A', 2), 400);
  t.equal(titles((await home(made)).recently_played), 'A,C');
  for (let more = 0; more < 250; more++) await library.played(`gone ${more}`, 500 + more);
  t.equal(titles((await home(made)).recently_played), 'A,C', 'behind plays of what is gone');
});

t.test('an album goes on behind the last of two plays', async (t) => {
  const made = await shelf(t, 'A', 'B');
  const { library } = made;
  await library.played(trackOf('A', 1), 100);
  t.equal((await home(made)).unfinished, null, 'one track is no album');
  await library.played(trackOf('A', 2), 200);
  const { unfinished } = await home(made);
  t.match(unfinished, { album: { title: 'A' }, track: { title: 'A 3' }, index: 2 });
  await library.played(trackOf('A', 3), 300);
  t.equal((await home(made)).unfinished, null, 'it was heard to its end');
  await library.played(trackOf('B', 1), 400);
  t.equal((await home(made)).unfinished, null, 'a track of another one');
});

t.test('what was liked or played often is rediscovered after ninety days without it', async (t) => {
  const made = await shelf(t, 'Often', 'Once', 'Lately', 'Liked', 'New like');
  const { library, state } = made;
  const before = now() - 100 * DAY;
  for (const title of ['Often', 'Lately']) {
    for (let plays = 0; plays < 3; plays++) await library.played(trackOf(title, 1), before);
  }
  await library.played(trackOf('Once', 1), before);
  await library.played(trackOf('Lately', 2), now() - 80 * DAY);
  for (const title of ['Liked', 'New like']) await library.like('album', album(title));
  await state.write((sql) => sql.prepare('UPDATE liked SET at = ? WHERE id = ?').run(before * 1000, album('Liked')));
  const found = (await home(made)).rediscover.map(({ title }) => title);
  t.strictSame(found.sort(), ['Liked', 'Often']);
  await library.played(trackOf('Liked', 3), now());
  t.equal(titles((await home(made)).rediscover), 'Often');
});

t.test('what is rediscovered is drawn by lot, the same on one day', async (t) => {
  const names = Array.from({ length: 30 }, (_, at) => `album ${at}`);
  const { library, records, state, ...made } = await shelf(t, ...names);
  for (const title of names) {
    for (let plays = 0; plays < 3; plays++) await library.played(trackOf(title, 1), now() - 100 * DAY);
  }
  const drawn = (lot: string) => library.shelves.read(now(), lot).then(({ rediscover }) => rediscover.join());
  t.equal((await drawn('2026-01-01')).split(',').length, 20);
  t.equal(await drawn('2026-01-01'), await drawn('2026-01-01'));
  t.not(await drawn('2026-01-01'), await drawn('2026-01-02'));
  const today = titles((await home(made)).rediscover);
  const again = await startRig(t, { library: new Library({ records, state, log: SILENT_LOG }) });
  t.equal(titles(((await again.send('GET', '/home')).json as Home).rediscover), today, 'after a restart, too');
});

t.test('likes come with the newest first', async (t) => {
  const made = await shelf(t, 'A', 'B');
  for (const title of ['A', 'B']) {
    await made.library.like('album', album(title));
    await made.library.like('track', trackOf(title, 2));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const { liked_albums: albums, liked_tracks: tracks } = await home(made);
  t.equal(titles(albums), 'B,A');
  t.equal(titles(tracks), 'B 2,A 2');
});

t.test('what is on a pulled stick is on no shelf', async (t) => {
  const made = await shelf(t, 'A');
  const { library } = made;
  for (let plays = 0; plays < 3; plays++) await library.played(trackOf('A', 1), now() - 100 * DAY);
  await library.like('album', album('A'));
  await library.like('track', trackOf('A', 1));
  t.equal(titles((await home(made)).recently_added), 'A');
  await made.pull(true);
  t.match(await home(made), {
    ...{ unfinished: null, recently_played: [], recently_added: [], rediscover: [] },
    ...{ liked_albums: [], liked_tracks: [] },
  });
  await made.pull(false);
  t.equal(titles((await home(made)).rediscover), 'A');
});

t.test('a client that has the answer is told so until a scan, a like, a play or midnight', async (t) => {
  const made = await shelf(t, 'A');
  let etag = '';
  const isSame = async (): Promise<boolean> => {
    const { status, headers } = await made.send('GET', '/home', { headers: { 'if-none-match': etag } });
    etag = headers.etag ?? '';
    return status === 304;
  };
  t.notOk(await isSame());
  t.ok(await isSame());
  await made.put(albumOf('B'));
  t.notOk(await isSame(), 'a scan');
  await made.library.like('track', trackOf('A', 1));
  t.notOk(await isSame(), 'a like');
  await made.library.played(trackOf('A', 1));
  t.notOk(await isSame(), 'a play');
  t.ok(await isSame());
});

t.test('the day is that of the box, wherever it stands', async (t) => {
  const zone = process.env['TZ'];
  t.teardown(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });
  const made = await shelf(t, 'A');
  // Two zones 26 hours apart: no day is the same in both.
  followTimeZone('Etc/GMT+12');
  const first = await made.send('GET', '/home');
  followTimeZone('Pacific/Kiritimati');
  const second = await made.send('GET', '/home', { headers: { 'if-none-match': first.headers.etag ?? '' } });
  t.equal(second.status, 200);
  t.ok((first.json as Home).day < (second.json as Home).day);
});
