import t from 'tap';
import { md5, recordId, albumMd5 } from '../../src/library/ids.js';
import { type ShelfTrack } from '../library/shelf.js';
import { type Shelf, startShelf } from './shelf-rig.js';

const ALBUM: ShelfTrack = { name: '', artist: 'Björk', album: 'Homogenic', year: 1997, yearString: '1997-09-22' };
const id = recordId('album', albumMd5('Björk', 'Homogenic', 1997));
const TRACKS: readonly ShelfTrack[] = [
  { ...ALBUM, name: 'b.mp3', title: 'Jóga', trackNumber: 2, discNumber: 1, label: 'One Little', copyright: '1997' },
  { ...ALBUM, name: 'c.mp3', title: 'Alarm Call', trackNumber: 1, discNumber: 2, picture: 'image/jpeg' },
  { ...ALBUM, name: 'a.mp3', title: 'Hunter', trackNumber: 1, discNumber: 1 },
];

t.test('an album has every documented field', async (t) => {
  const { get } = await startShelf(t, TRACKS);
  t.strictSame(await get('/albums'), [
    {
      id,
      title: 'Homogenic',
      artist: 'Björk',
      year: 1997,
      year_string: '1997-09-22',
      album_art: `${id}.jpg`,
      md5: md5('BjörkHomogenic1997'),
      artist_id: recordId('artist', 'Björk'),
      label: 'One Little',
      copyright_message: '1997',
    },
  ]);
  t.strictSame([await get(`/albums/${id}`)], await get('/albums'));
});

t.test('what is unknown of an album is 0, empty or null', async (t) => {
  const { get } = await startShelf(t, [{ name: 'x.mp3', title: 'X' }]);
  t.match(await get('/albums'), [
    { title: 'Unknown album', year: 0, year_string: '', album_art: '', label: null, copyright_message: null },
  ]);
});

t.test('albums are listed by their sort keys', async (t) => {
  const titles = ['Zebra', 'émigré', 'The Beatles', 'Alpha', '10', '2', 'beat'];
  const { titlesOf } = await startShelf(
    t,
    titles.map((album, at) => ({ name: `${at}.mp3`, album })),
  );
  t.strictSame(await titlesOf('/albums'), ['2', '10', 'Alpha', 'beat', 'The Beatles', 'émigré', 'Zebra']);
});

t.test('the tracks of an album stand by disc, then by number', async (t) => {
  const { titlesOf } = await startShelf(t, TRACKS);
  t.strictSame(await titlesOf(`/albums/${id}/tracks`), ['Hunter', 'Jóga', 'Alarm Call']);
});

t.test('an unknown album is 404, and has no tracks', async (t) => {
  const { send, get } = await startShelf(t, TRACKS);
  const { status, json } = await send('GET', '/albums/nothing');
  t.equal(status, 404);
  t.match(json, { code: 'UNKNOWN_ID', detail: 'There is no album with this id.' });
  t.strictSame(await get('/albums/nothing/tracks'), []);
});

t.test('albums of an absent root are left out of lists, and come back with it', async (t) => {
  const shelf = await startShelf(t, TRACKS);
  await shelf.pull(true);
  t.strictSame(await shelf.get('/albums'), []);
  t.strictSame(await shelf.get(`/albums/${id}/tracks`), []);
  t.equal((await shelf.send('GET', `/albums/${id}`)).status, 200, 'its id still means it');
  await shelf.pull(false);
  t.strictSame(await shelf.titlesOf('/albums'), ['Homogenic']);
});

const SORTED: readonly ShelfTrack[] = [
  { name: '1.mp3', title: 'One', album: 'Zebra', artist: 'Björk', year: 1997, trackNumber: 2 },
  { name: '2.mp3', title: 'Two', album: 'Zebra', artist: 'Björk', year: 1997, trackNumber: 1 },
  { name: '3.mp3', title: 'Three', album: 'Apple', artist: 'The Zombies', year: 1968 },
  { name: '4.mp3', title: 'Four', album: 'Middle', artist: 'Björk', year: 2004 },
  { name: '5.mp3', title: 'Five', album: 'Nowhere', artist: 'Aphex Twin' },
];

async function playOf(shelf: Shelf, title: string, times: number): Promise<void> {
  const all = (await shelf.get('/tracks')) as { id: string; title: string }[];
  const { id } = all.find((track) => track.title === title)!;
  for (let count = 0; count < times; count++) await shelf.library.played(id, 1000 + count);
}

t.test('albums are listed by artist, by year, as they were found, and by how often they were played', async (t) => {
  const shelf = await startShelf(t, SORTED);
  const { titlesOf, send } = shelf;
  t.strictSame(await titlesOf('/albums?sort=title'), ['Apple', 'Middle', 'Nowhere', 'Zebra']);
  t.strictSame(await titlesOf('/albums?sort=artist'), ['Nowhere', 'Middle', 'Zebra', 'Apple']);
  t.strictSame(await titlesOf('/albums?sort=year'), ['Middle', 'Zebra', 'Apple', 'Nowhere']);
  t.strictSame(await titlesOf('/albums?sort=added'), ['Nowhere', 'Middle', 'Apple', 'Zebra']);
  t.strictSame(await titlesOf('/albums?sort=added&offset=1&limit=2'), ['Middle', 'Apple']);
  t.strictSame(await titlesOf('/albums?sort=played'), ['Apple', 'Middle', 'Nowhere', 'Zebra'], 'by title at first');
  await playOf(shelf, 'Four', 3);
  await playOf(shelf, 'One', 2);
  await playOf(shelf, 'Two', 2);
  t.strictSame(await titlesOf('/albums?sort=played'), ['Zebra', 'Middle', 'Apple', 'Nowhere'], 'all tracks together');
  for (const [offset, titles] of [
    [0, ['Zebra']],
    [1, ['Middle']],
    [2, ['Apple']],
    [3, ['Nowhere']],
    [4, []],
  ] as const) {
    const { json, headers } = await send('GET', `/albums?sort=played&limit=1&offset=${offset}`);
    t.strictSame(
      (json as { title: string }[]).map(({ title }) => title),
      titles,
    );
    t.equal(headers['x-total-count'], '4');
  }
  t.match(await send('GET', '/albums?sort=loud'), { status: 400, json: { code: 'INVALID_QUERY' } });
});

t.test('an order by plays has another ETag after a play, and the others have not', async (t) => {
  const shelf = await startShelf(t, SORTED);
  const etag = async (path: string) => (await shelf.send('GET', path)).headers['etag'];
  for (const list of ['/albums', '/tracks']) {
    const [played, title] = [await etag(`${list}?sort=played`), await etag(`${list}?sort=title`)];
    t.not(played, title);
    await playOf(shelf, 'One', 1);
    t.not(await etag(`${list}?sort=played`), played);
    t.equal(await etag(`${list}?sort=title`), title);
    t.equal(await etag(list), title, 'which is the order without a parameter');
  }
});

t.test('every order leaves out what is away', async (t) => {
  const shelf = await startShelf(t, SORTED);
  await shelf.put([{ name: '9.mp3', title: 'Elsewhere', album: 'Stick', artist: 'Björk', year: 2010 }], '/stick');
  await playOf(shelf, 'Elsewhere', 9);
  await shelf.pull(true, '/stick');
  for (const sort of ['title', 'artist', 'year', 'added', 'played']) {
    t.notMatch(await shelf.titlesOf(`/albums?sort=${sort}`), ['Stick'], sort);
    t.equal((await shelf.titlesOf(`/albums?sort=${sort}`)).length, 4, sort);
  }
  for (const sort of ['title', 'artist', 'album', 'added', 'played']) {
    t.equal((await shelf.titlesOf(`/tracks?sort=${sort}`)).length, 5, sort);
  }
});

t.test('tracks are listed album by album, as they were found, and by how often they were played', async (t) => {
  const shelf = await startShelf(t, SORTED);
  const { titlesOf } = shelf;
  t.strictSame(await titlesOf('/tracks?sort=title'), ['Five', 'Four', 'One', 'Three', 'Two']);
  t.strictSame(await titlesOf('/tracks?sort=artist'), ['Five', 'Four', 'Two', 'One', 'Three']);
  t.strictSame(await titlesOf('/tracks?sort=album'), ['Three', 'Four', 'Five', 'Two', 'One']);
  await shelf.write((sql) => sql.prepare('UPDATE track SET created_at = key').run());
  t.strictSame(await titlesOf('/tracks?sort=added'), ['Five', 'Four', 'Three', 'Two', 'One']);
  t.strictSame(await titlesOf('/tracks?sort=added&offset=3'), ['Two', 'One']);
  await playOf(shelf, 'Two', 1);
  await playOf(shelf, 'Three', 2);
  t.strictSame(await titlesOf('/tracks?sort=played'), ['Three', 'Two', 'Five', 'Four', 'One']);
});

t.test('an album stands where its artist is sorted by tags, in whatever order they are read', async (t) => {
  const bowie: ShelfTrack = { name: 'b.mp3', title: 'Heroes', album: 'Heroes', artist: 'David Bowie' };
  const sorted: ShelfTrack = { ...bowie, artistSorts: ['Bowie, David'] };
  const others: readonly ShelfTrack[] = [
    { name: 'a.mp3', album: 'Aladdin', artist: 'Air' },
    { name: 'c.mp3', album: 'Crocodiles', artist: 'Cure' },
  ];
  for (const tracks of [
    [sorted, ...others],
    [...others, bowie, { ...sorted, name: 'b2.mp3', title: 'Blackout' }],
  ]) {
    const { titlesOf } = await startShelf(t, tracks);
    t.strictSame(await titlesOf('/albums?sort=artist'), ['Aladdin', 'Heroes', 'Crocodiles']);
  }
});

t.test('a list can be narrowed by words, in every order', async (t) => {
  const shelf = await startShelf(t, SORTED);
  await playOf(shelf, 'Four', 1);
  for (const [path, titles] of [
    ['/albums?q=BJORK', ['Middle', 'Zebra']],
    ['/albums?q=bj%C3%B6rk&sort=year', ['Middle', 'Zebra']],
    ['/albums?q=bjork&sort=played', ['Middle', 'Zebra']],
    ['/albums?q=bjork&sort=played&offset=1', ['Zebra']],
    ['/albums?q=zom&sort=artist', ['Apple']],
    ['/albums?q=nothing', []],
    ['/albums?q=%20!', ['Apple', 'Middle', 'Nowhere', 'Zebra']],
    ['/tracks?q=zebra&sort=album', ['Two', 'One']],
    ['/tracks?q=zebra&sort=artist&limit=1', ['Two']],
    ['/tracks?q=bjork', ['Four', 'One', 'Two']],
    ['/tracks?q=bjork&sort=played', ['Four', 'One', 'Two']],
  ] as const) {
    t.strictSame(await shelf.titlesOf(path), titles, path);
  }
  const { headers } = await shelf.send('GET', '/albums?q=bjork&limit=1');
  t.equal(headers['x-total-count'], '2');
  t.equal((await shelf.send('GET', '/tracks?q=zebra&sort=artist')).headers['x-total-count'], '2');
});
