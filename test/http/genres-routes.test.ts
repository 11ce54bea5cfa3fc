import t from 'tap';
import { recordId } from '../../src/library/ids.js';
import type { ShelfTrack } from '../library/shelf.js';
import { startShelf } from './shelf-rig.js';

const JAZZ = recordId('genre', 'Jazz');
const TRACKS: readonly ShelfTrack[] = [
  { name: '1.mp3', title: 'Blue in Green', artist: 'Miles Davis', album: 'Kind of Blue', genres: ['Jazz', 'Modal'] },
  { name: '2.mp3', title: 'All Blues', artist: 'Miles Davis', album: 'Kind of Blue', genres: ['Jazz'] },
  { name: '3.mp3', title: 'Naima', artist: 'John Coltrane', album: 'Giant Steps', genres: ['Jazz'] },
  { name: '4.mp3', title: 'Silence' },
];

t.test('genres are those that the tracks name, with how many do', async (t) => {
  const { get } = await startShelf(t, TRACKS);
  t.strictSame(await get('/genres'), [
    { id: JAZZ, name: 'Jazz', track_count: 3 },
    { id: recordId('genre', 'Modal'), name: 'Modal', track_count: 1 },
  ]);
  t.strictSame(await get(`/genres/${JAZZ}`), { id: JAZZ, name: 'Jazz', track_count: 3 });
});

t.test('a genre has tracks, albums and artists', async (t) => {
  const { titlesOf } = await startShelf(t, TRACKS);
  for (const [what, titles] of [
    ['tracks', ['All Blues', 'Blue in Green', 'Naima']],
    ['albums', ['Giant Steps', 'Kind of Blue']],
    ['artists', ['John Coltrane', 'Miles Davis']],
  ] as const) {
    t.strictSame(await titlesOf(`/genres/${JAZZ}/${what}`), titles);
  }
});

t.test('an unknown genre is 404, and has nothing', async (t) => {
  const { send, get } = await startShelf(t, TRACKS);
  t.match((await send('GET', '/genres/polka')).json, { status: 404, code: 'UNKNOWN_ID' });
  for (const what of ['tracks', 'albums', 'artists']) t.strictSame(await get(`/genres/polka/${what}`), []);
});

t.test('tracks of an absent root do not count', async (t) => {
  const shelf = await startShelf(t, TRACKS);
  await shelf.put([{ name: '5.mp3', title: 'So What', artist: 'Miles Davis', genres: ['Jazz'] }], '/stick');
  await shelf.pull(true);
  t.strictSame(await shelf.get('/genres'), [{ id: JAZZ, name: 'Jazz', track_count: 1 }]);
  t.strictSame(await shelf.titlesOf(`/genres/${JAZZ}/tracks`), ['So What']);
});
