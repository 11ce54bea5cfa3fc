/** Search in all that a box can play, and what forgives a typing error, through the real app. */
import t, { type Test } from 'tap';
import type { ShelfTrack } from '../library/shelf.js';
import { startShelf } from './shelf-rig.js';

interface Everything {
  readonly tracks: readonly { readonly title: string }[];
  readonly albums: readonly { readonly title: string }[];
  readonly artists: readonly { readonly name: string }[];
  readonly genres?: readonly { readonly name: string; readonly track_count: number }[];
  readonly folders?: readonly { readonly path: string }[];
  readonly playlists?: readonly { readonly kind: string; readonly name: string; readonly is_system: boolean }[];
  readonly stations?: readonly { readonly name: string }[];
  readonly corrected?: string | null;
}

const SHELF: readonly ShelfTrack[] = [
  { name: 'Björk/Homogenic/1.mp3', title: 'Jóga', artist: 'Björk', album: 'Homogenic', genres: ['Electronic'] },
  { name: 'Björk/Homogenic/2.mp3', title: 'Hunter', artist: 'Björk', album: 'Homogenic', genres: ['Electronic'] },
  { name: 'Radiohead/OK Computer/1.mp3', title: 'Airbag', artist: 'Radiohead', album: 'OK Computer', genres: ['Rock'] },
  { name: 'Radiohead/Kid A/1.mp3', title: 'Idioteque', artist: 'Radiohead', album: 'Kid A', genres: ['Rock'] },
];

async function house(t: Test, tracks: readonly ShelfTrack[] = SHELF) {
  const shelf = await startShelf(t, tracks);
  const post = async (path: string, body: object) => {
    const { status } = await shelf.send('POST', path, { body });
    if (status !== 201) throw new Error(`${path}: ${status}`);
  };
  return {
    ...shelf,
    find: async (q: string, more = '') => (await shelf.get(`/search?q=${encodeURIComponent(q)}${more}`)) as Everything,
    keep: (name: string) => post('/radio/stations', { name, url: `http://radio.example/${encodeURIComponent(name)}` }),
    save: (name: string) => post('/saved-playlists', { name }),
    rule: (name: string) => post('/smart-playlists', { name, rules: { conditions: [] } }),
  };
}

const EVERYTHING = '&of=everything';
const FORGIVING = '&of=everything&forgive=true';

t.test('everything is found by its name, in groups', async (t) => {
  const { find, keep, save, rule } = await house(t);
  await keep('Rock Antenne');
  await save('Rock for the road');
  await rule('Rock of late');
  const found = await find('rock', EVERYTHING);
  t.strictSame(
    found.genres?.map(({ name, track_count: count }) => [name, count]),
    [['Rock', 2]],
  );
  t.strictSame(
    found.playlists?.map(({ kind, name }) => [kind, name]),
    [
      ['saved', 'Rock for the road'],
      ['smart', 'Rock of late'],
    ],
  );
  t.strictSame(
    found.stations?.map(({ name }) => name),
    ['Rock Antenne'],
  );
  t.strictSame(
    (await find('recently', EVERYTHING)).playlists?.every(({ is_system: isSystem }) => isSystem),
    true,
  );
  t.strictSame((await find('bjork', EVERYTHING)).folders, [{ path: '/music/Björk' }], 'a folder of folders, too');
  t.strictSame((await find('kid', EVERYTHING)).folders, [{ path: '/music/Radiohead/Kid A' }]);
  t.strictSame((await find('music', EVERYTHING)).folders, [], 'the root is none');
});

t.test('without the parameters nothing is added, and with them the music is the same', async (t) => {
  const { find } = await house(t);
  for (const question of ['bjork', 'ok', 'o', 'hunter']) {
    const { tracks, albums, artists, ...rest } = await find(question);
    t.strictSame(rest, {}, question);
    const all = await find(question, FORGIVING);
    t.strictSame({ tracks, albums, artists }, { tracks: all.tracks, albums: all.albums, artists: all.artists });
    t.equal(all.corrected, null);
  }
  t.strictSame(Object.keys(await find('', FORGIVING)).sort(), [
    ...['albums', 'artists', 'corrected', 'folders', 'genres', 'playlists', 'stations', 'tracks'],
  ]);
});

t.test('what is new is found: names are read anew when they have changed', async (t) => {
  const { find, keep, put, pull } = await house(t);
  t.strictSame((await find('harbour', EVERYTHING)).stations, []);
  await keep('Harbour');
  t.equal((await find('harbour', EVERYTHING)).stations?.length, 1);
  await put([{ name: 'Harbour/1.mp3', title: 'X', artist: 'Y', album: 'Z', genres: ['Harbour folk'] }], '/stick');
  const both = await find('harbour', EVERYTHING);
  t.strictSame([both.folders?.length, both.genres?.length], [1, 1]);
  await pull(true, '/stick');
  const gone = await find('harbour', EVERYTHING);
  t.strictSame([gone.folders, gone.genres], [[], []], 'and what is away is not');
});

t.test('one group alone is read part by part, beyond what an answer for all has', async (t) => {
  const tracks = Array.from({ length: 230 }, (_, at) => ({
    name: `${at}.mp3`,
    title: `Love ${String(at).padStart(3, '0')}`,
    artist: `Artist ${at}`,
    album: 'One',
  }));
  const { find, titlesOf } = await house(t, tracks);
  const titles: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const { tracks: some, albums, artists, ...rest } = await find('love', `&of=tracks&limit=100&offset=${offset}`);
    t.strictSame([albums, artists, rest], [[], [], {}]);
    titles.push(...some.map(({ title }) => title));
    if (some.length < 100) break;
  }
  t.strictSame(titles, await titlesOf('/tracks'));
  t.strictSame((await find('love', '&of=tracks&offset=1000')).tracks, []);
  t.equal((await find('love', '&of=everything&limit=100')).tracks.length, 50);
  t.strictSame(Object.keys(await find('x', '&of=folders')).sort(), ['albums', 'artists', 'folders', 'tracks']);
});

t.test('one typing error is forgiven where nothing is found, and said', async (t) => {
  const { find, keep, save } = await house(t);
  await keep('Kexp Seattle');
  await save('Sonntagmorgen');
  for (const [typed, meant] of [
    ['bjrok', 'Björk'],
    ['radiohed', 'Radiohead'],
    ['raidohe', 'Radiohead'],
    ['homogenci', 'Homogenic'],
    ['bjrok homogenic', 'Björk Homogenic'],
    ['elecrtonic', 'electronic'],
    ['sonntagmogen', 'Sonntagmorgen'],
    ['seatle', 'Seattle'],
  ] as const) {
    const before = await find(typed, EVERYTHING);
    t.ok(
      Object.values(before).every((group: readonly unknown[]) => group.length === 0),
      typed,
    );
    const found = await find(typed, FORGIVING);
    t.equal(found.corrected, meant, typed);
    t.strictSame(found, { ...(await find(meant, EVERYTHING)), corrected: meant }, 'as if it had been typed so');
  }
  t.strictSame(
    (await find('bjrok', '&forgive=true')).artists.map(({ name }) => name),
    ['Björk'],
    'of music alone, too',
  );
});

t.test('what is found stays first, and is not corrected when there is enough of it', async (t) => {
  const many = Array.from({ length: 12 }, (_, at) => ({
    ...{ name: `r${at}.mp3`, title: `Song ${at}`, artist: 'Radiohead', album: 'OK' },
  }));
  const { find } = await house(t, [...many, { name: 'x.mp3', title: 'Radiohed', artist: 'Somebody', album: 'Typo' }]);
  const found = await find('radiohed', '&forgive=true');
  t.equal(found.corrected, 'Radiohead');
  t.equal(found.tracks[0]?.title, 'Radiohed');
  t.equal(found.tracks.length, 13);
  t.equal((await find('song', '&forgive=true')).corrected, null);
  t.equal((await find('zzzz', '&forgive=true')).corrected, null);
  t.equal((await find('typo', '&forgive=true')).corrected, null, 'a word that is right');
});

t.test('a query in another form is refused', async (t) => {
  const { send } = await house(t, []);
  for (const query of ['of=', 'of=songs', 'offset=-1', 'forgive=yes', 'limit=-1']) {
    t.match((await send('GET', `/search?q=x&${query}`)).json, { status: 400, code: 'INVALID_QUERY' }, query);
  }
});
