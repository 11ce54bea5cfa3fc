import t from 'tap';
import { startShelf } from './shelf-rig.js';

const TRACKS = [
  { name: '1.mp3', title: 'Blue', artist: 'Ä', album: 'The Zoo', genres: ['Jazz'] },
  { name: '2.mp3', title: 'Äpfel', artist: 'B', album: '1999', genres: ['Rock'] },
  { name: '3.mp3', title: 'apples', artist: 'B', album: 'Zebra', genres: ['Rock'] },
];

t.test('a list has letters, whose offsets are its own', async (t) => {
  const { get, titlesOf } = await startShelf(t, TRACKS);
  t.strictSame(await get('/library/letters?of=tracks'), [
    { letter: 'A', offset: 0, count: 2 },
    { letter: 'B', offset: 2, count: 1 },
  ]);
  t.strictSame(await get('/library/letters?of=albums'), [
    { letter: '#', offset: 0, count: 1 },
    { letter: 'Z', offset: 1, count: 2 },
  ]);
  t.strictSame(await titlesOf('/albums?offset=1&limit=2'), ['Zebra', 'The Zoo']);
  t.strictSame(await get('/library/letters?of=artists'), [
    { letter: 'A', offset: 0, count: 1 },
    { letter: 'B', offset: 1, count: 1 },
  ]);
  t.strictSame(await get('/library/letters?of=genres'), [
    { letter: 'J', offset: 0, count: 1 },
    { letter: 'R', offset: 1, count: 1 },
  ]);
});

t.test('letters have an ETag, another one for another list and another library', async (t) => {
  const { send, put } = await startShelf(t, TRACKS);
  const first = await send('GET', '/library/letters?of=tracks');
  const etag = String(first.headers['etag']);
  const again = await send('GET', '/library/letters?of=tracks', { headers: { 'if-none-match': etag } });
  t.strictSame([again.status, again.text], [304, '']);
  t.equal((await send('GET', '/library/letters?of=albums', { headers: { 'if-none-match': etag } })).status, 200);
  await put([{ name: '4.mp3', title: 'Zen' }]);
  const other = await send('GET', '/library/letters?of=tracks', { headers: { 'if-none-match': etag } });
  t.strictSame([other.status, (other.json as unknown[]).length], [200, 3]);
});

t.test('only the lists that there are have letters', async (t) => {
  const { send } = await startShelf(t);
  t.strictSame((await send('GET', '/library/letters?of=playlists')).json, {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'of must be one of albums, artists, tracks, genres',
    code: 'INVALID_QUERY',
    errors: [{ path: 'of', message: 'must be one of albums, artists, tracks, genres' }],
  });
  t.match((await send('GET', '/library/letters')).json, { code: 'INVALID_QUERY', detail: 'of is required' });
});
