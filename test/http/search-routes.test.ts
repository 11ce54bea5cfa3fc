import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { recordId } from '../../src/library/ids.js';
import { libraryRig } from '../library/rig.js';
import { putOnShelf, type ShelfTrack } from '../library/shelf.js';
import { startRig, temporaryDirectory } from './rig.js';
import { startShelf } from './shelf-rig.js';

interface Results {
  readonly tracks: readonly { readonly title: string; readonly id: string; readonly artist: string }[];
  readonly albums: readonly { readonly title: string }[];
  readonly artists: readonly { readonly name: string }[];
}

const NOTHING = { tracks: [], albums: [], artists: [] };

/** Tracks with these titles, each by somebody else. */
const titled = (...titles: readonly string[]): ShelfTrack[] =>
  titles.map((title, at) => ({ name: `${at}.mp3`, title, album: `Album ${at}`, artist: `Artist ${at}` }));

async function finder(t: Test, tracks: readonly ShelfTrack[]) {
  const shelf = await startShelf(t, tracks);
  const find = async (question: string) => (await shelf.get(`/search?q=${encodeURIComponent(question)}`)) as Results;
  return {
    shelf,
    find,
    titles: async (question: string) => (await find(question)).tracks.map(({ title }) => title),
  };
}

t.test('what is asked for by title, artist or album is found first', async (t) => {
  const { find } = await finder(t, [
    { name: 'a.mp3', title: 'Jóga', artist: 'Björk', album: 'Homogenic' },
    { name: 'b.mp3', title: 'Hunter', artist: 'Björk', album: 'Homogenic' },
    { name: 'c.mp3', title: '夜に駆ける', artist: 'YOASOBI', album: 'THE BOOK' },
    { name: 'd.mp3', title: '今夜', artist: 'スピッツ', album: '夜' },
    { name: 'e.mp3', title: 'Mirror in the Bathroom', artist: 'The Beat', album: "I Just Can't Stop It" },
    { name: 'f.mp3', title: 'Beat It', artist: 'Michael Jackson', album: 'Thriller' },
    { name: 'g.mp3', title: 'The Beat', artist: 'Elvis Costello', album: "This Year's Model" },
    { name: 'h.mp3', title: 'The Beat Goes On', artist: 'Sonny & Cher', album: 'In Case' },
  ]);
  const homogenic = await find('bjork homogenic');
  t.strictSame(
    homogenic.albums.map(({ title }) => title),
    ['Homogenic'],
  );
  t.strictSame(
    homogenic.tracks.map(({ title }) => title),
    ['Jóga', 'Hunter'],
  );
  t.strictSame(
    (await find('BJÖRK')).artists.map(({ name }) => name),
    ['Björk'],
  );
  const night = await find('夜');
  t.strictSame(
    night.tracks.map(({ title }) => title),
    ['夜に駆ける', '今夜'],
  );
  t.strictSame(
    night.albums.map(({ title }) => title),
    ['夜'],
  );
  const beat = await find('the beat');
  t.strictSame(
    beat.tracks.map(({ title }) => title),
    ['The Beat', 'The Beat Goes On', 'Mirror in the Bathroom'],
  );
  t.strictSame(
    beat.artists.map(({ name }) => name),
    ['The Beat'],
  );
});

t.test('the exact title stands in front of its beginnings, its words and the rest', async (t) => {
  const { titles } = await finder(t, [
    ...titled('Night Heart', 'A Heart', 'Hearts of Night', 'Heart of Glass', 'Heartless'),
    { name: 'x.mp3', title: 'Barracuda', artist: 'Heart', album: 'Little Queen' },
    { name: 'y.mp3', title: 'HEART', artist: 'Somebody', album: 'Something' },
    { name: 'z.mp3', title: 'Heart!', artist: 'Somebody', album: 'Something' },
  ]);
  t.strictSame(await titles('heart'), [
    ...['HEART', 'Heart!', 'A Heart', 'Heart of Glass', 'Heartless', 'Hearts of Night', 'Night Heart', 'Barracuda'],
  ]);
  t.strictSame(await titles('heart night'), ['Night Heart', 'Hearts of Night']);
});

t.test('among words of title, artist and album those in the title count most', async (t) => {
  const { titles } = await finder(t, [
    { name: 'a.mp3', title: 'The Night Before', artist: 'The Beatles', album: 'Help!' },
    { name: 'b.mp3', title: 'Ticket to Ride', artist: 'The Beatles', album: 'Help!' },
    { name: 'c.mp3', title: 'Help!', artist: 'The Beatles', album: '1' },
    { name: 'd.mp3', title: 'Help Me', artist: 'Joni Mitchell', album: 'Beatles of Us' },
    { name: 'e.mp3', title: 'Yesterday', artist: 'The Beatles', album: '1' },
  ]);
  t.strictSame(await titles('beatles help'), ['Help!', 'Help Me', 'The Night Before', 'Ticket to Ride']);
  t.strictSame(await titles('help beat'), ['Help!', 'Help Me', 'The Night Before', 'Ticket to Ride']);
  t.strictSame(await titles('help beatles ride'), ['Ticket to Ride']);
});

t.test('albums and artists are ranked as titles are', async (t) => {
  const { find } = await finder(
    t,
    ['Blue', 'The Blue', 'Blue Train', 'Bluegrass', 'Kind of Blue', 'Red'].map((name, at) => ({
      name: `${at}.mp3`,
      title: `Track ${at}`,
      artist: name,
      album: name === 'Red' ? 'Red Album' : name,
      albumArtist: name === 'Red' ? 'Blue Man' : 'Somebody',
    })),
  );
  const { albums, artists } = await find('blue');
  const ranked = ['Blue', 'The Blue', 'Blue Train', 'Bluegrass', 'Kind of Blue'];
  t.strictSame(
    albums.map(({ title }) => title),
    [...ranked, 'Red Album'],
  );
  t.strictSame(
    artists.map(({ name }) => name),
    ranked,
  );
});

t.test('an article that is asked for has to be there', async (t) => {
  const { titles } = await finder(t, titled('Tomorrow', 'The Time', 'Time of the Season', 'To the Moon', 'A Tea'));
  t.strictSame(await titles('the t'), ['The Time', 'Time of the Season', 'To the Moon']);
  t.strictSame((await titles('the')).sort(), ['The Time', 'Time of the Season', 'To the Moon']);
});

t.test('an exact title without spaces stands first too', async (t) => {
  const { titles } = await finder(t, titled('群青と夜に駆ける', '夜に駆ける (Remix)', '夜に駆ける', '夜'));
  t.strictSame(await titles('夜に駆ける'), ['夜に駆ける', '夜に駆ける (Remix)', '群青と夜に駆ける']);
  t.strictSame(await titles('夜'), ['夜', '夜に駆ける', '夜に駆ける (Remix)', '群青と夜に駆ける']);
});

t.test('a number that is not yet whole begins a title too', async (t) => {
  const { titles } = await finder(t, titled('Summer of 1979', '1979', '19', '190 Beats'));
  t.strictSame(await titles('19'), ['19', '1979', '190 Beats', 'Summer of 1979']);
});

t.test('an exact title is found among thousands that begin with it', async (t) => {
  const many = Array.from({ length: 3000 }, (_, at) => `Love Song ${at}`);
  const { titles } = await finder(t, titled(...many, 'The Love', 'Love'));
  t.strictSame((await titles('love')).slice(0, 2), ['Love', 'The Love']);
  t.equal((await titles('love')).length, 50);
  t.strictSame((await titles('the love'))[0], 'The Love');
});

t.test('tracks that only begin alike are as in the list of all, and in its order', async (t) => {
  const many = Array.from({ length: 70 }, (_, at) => `Love Song ${at + 10}`);
  const { shelf, find, titles } = await finder(t, titled('Lost', ...many, 'Lover', 'The Love', 'Love'));
  const all = (await shelf.get('/tracks')) as Results['tracks'];
  const begun = all.filter(({ title }) => title.startsWith('Love Song')).slice(0, 50);
  t.strictSame((await find('love s')).tracks, begun);
  t.strictSame(await titles('love'), ['Love', 'The Love', ...begun.slice(0, 48).map(({ title }) => title)]);
  t.strictSame((await find('the love')).tracks[0]?.title, 'The Love');
});

t.test('no more than 50 of each kind are found, none of them twice', async (t) => {
  const { find } = await finder(
    t,
    Array.from({ length: 120 }, (_, at) => ({
      name: `${at}/a.mp3`,
      title: `Same`,
      artist: `Same ${at}`,
      album: 'Same',
    })),
  );
  const { tracks, albums, artists } = await find('same');
  t.strictSame([tracks.length, albums.length, artists.length], [50, 50, 50]);
  t.equal(new Set(tracks.map(({ id }) => id)).size, 50);
});

t.test('without a letter or a digit, and without a match, all three groups are there and empty', async (t) => {
  const { shelf, find } = await finder(t, titled('Love'));
  for (const question of ['', ' ', '!?', '"', '🎵', '*', 'zzz', 'love zzz']) {
    t.strictSame(await find(question), NOTHING, question);
  }
  t.strictSame(await shelf.get('/search'), NOTHING);
});

t.test('what is in an absent root is not found, and is found when it is back', async (t) => {
  const { shelf, find } = await finder(t, titled('Love'));
  await shelf.put([{ name: 'a.mp3', title: 'Love', artist: 'Artist 0', album: 'Elsewhere' }], '/media/stick');
  t.equal((await find('love')).tracks.length, 2);
  await shelf.pull(true, '/media/stick');
  t.strictSame(
    (await find('love')).tracks.map(({ id }) => id),
    [recordId('track', '/music/0.mp3')],
  );
  t.strictSame((await find('elsewhere')).albums, []);
  t.equal((await find('artist 0')).artists.length, 1, 'an artist of the other root too');
  await shelf.pull(true);
  t.strictSame(await find('love'), NOTHING);
  t.strictSame(await find('artist 0'), NOTHING);
  await shelf.pull(false, '/media/stick');
  t.strictSame(
    (await find('elsewhere')).albums.map(({ title }) => title),
    ['Elsewhere'],
  );
});

t.test('a question may be anything', async (t) => {
  const { shelf } = await finder(t, titled('Love'));
  const ask = async (query: string) => (await shelf.send('GET', `/search?${query}`)).status;
  for (const query of ['q=%', 'q=%ff', 'q=%00', 'q=NEAR(', `q=${'a'.repeat(4096)}`, `q=${'%E5%A4%9C'.repeat(1500)}`]) {
    t.equal(await ask(query), 200, query.slice(0, 20));
  }
  t.equal(await ask(`q=${'a'.repeat(4097)}`), 400);
  t.equal(await ask('q=a&q=b'), 400);
});

t.test('a found artist has an id and a name, a found album no copyright notice', async (t) => {
  const { find } = await finder(t, [
    { name: 'a.mp3', title: 'Jóga', artist: 'Björk', album: 'Homogenic', copyright: 'x' },
  ]);
  t.strictSame((await find('bjork')).artists, [{ id: recordId('artist', 'Björk'), name: 'Björk' }]);
  t.notOk('copyright_message' in ((await find('homogenic')).albums[0] ?? {}));
});

t.test('a library with damaged pages is put aside when a search meets them', async (t) => {
  const folder = await temporaryDirectory(t);
  const file = join(folder, 'library.db');
  const before = await libraryRig(t, folder);
  await before.write((sql) =>
    putOnShelf(sql, '/music', titled(...Array.from({ length: 2000 }, (_, at) => `Love ${at}`))),
  );
  await before.records.close();
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xa5, bytes.length / 4));
  const { library } = await libraryRig(t, folder);
  const { send } = await startRig(t, { library });
  const { status, json } = await send('GET', '/search?q=love');
  t.strictSame([status, json], [200, NOTHING]);
  t.ok((await readdir(folder)).includes('library.db.damaged'));
});
