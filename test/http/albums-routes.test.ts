import t from 'tap';
import { md5, recordId, albumMd5 } from '../../src/library/ids.js';
import { type ShelfTrack } from '../library/shelf.js';
import { startShelf } from './shelf-rig.js';

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
