import t from 'tap';
import { albumMd5, md5, recordId } from '../../src/library/ids.js';
import type { ShelfTrack } from '../library/shelf.js';
import { ROOT, startShelf } from './shelf-rig.js';

const RADIO = 'http://radio.example/live';
const FULL: ShelfTrack = {
  name: 'Björk/Jóga.mp3',
  title: 'Jóga',
  artist: 'Björk',
  album: 'Homogenic',
  albumArtist: 'Björk',
  composer: 'Björk, Sjón',
  genre: 'Electronic, Pop',
  genres: ['Electronic', 'Pop'],
  trackNumber: 2,
  discNumber: 1,
  year: 1997,
  yearString: '1997-09-22',
  length: 305_040,
  fileSize: 7_000_000,
  bitrate: 192,
  sampleRate: 44_100,
};

t.test('a track has every documented field', async (t) => {
  const { get } = await startShelf(t, [FULL]);
  const path = `${ROOT}/Björk/Jóga.mp3`;
  const [track] = (await get('/tracks')) as Record<string, unknown>[];
  const { created_at: created, updated_at: updated, ...rest } = track!;
  t.strictSame(rest, {
    id: recordId('track', path),
    path,
    title: 'Jóga',
    artist: 'Björk',
    album: 'Homogenic',
    album_artist: 'Björk',
    bitrate: 192,
    composer: 'Björk, Sjón',
    disc_number: 1,
    filesize: 7_000_000,
    frequency: 44_100,
    length: 305_040,
    track_number: 2,
    year: 1997,
    year_string: '1997-09-22',
    genre: 'Electronic, Pop',
    md5: md5(path),
    album_art: '',
    artist_id: recordId('artist', 'Björk'),
    album_id: recordId('album', albumMd5('Björk', 'Homogenic', 1997)),
    genre_id: recordId('genre', 'Electronic'),
    is_remote: false,
  });
  t.ok(Number.isInteger(created) && Number.isInteger(updated), 'Unix seconds');
  t.strictSame(await get(`/tracks/${recordId('track', path)}`), track);
});

t.test('names of files reach the wire as they are', async (t) => {
  const names = ['quote".mp3', 'back\\slash.mp3', 'lone \u2028 line.mp3', '夜🎵.mp3', '</script>.mp3'];
  const { get } = await startShelf(
    t,
    names.map((name) => ({ name })),
  );
  const tracks = (await get('/tracks')) as { path: string }[];
  t.strictSame(tracks.map(({ path }) => path).sort(), names.map((name) => `${ROOT}/${name}`).sort());
});

t.test('an unknown track is 404', async (t) => {
  const { send } = await startShelf(t, [FULL]);
  t.match((await send('GET', '/tracks/nothing')).json, { status: 404, code: 'UNKNOWN_ID' });
  t.equal((await send('GET', '/tracks/stream-metadata')).status, 405, 'a fixed segment');
});

t.test('what a client tells of a stream is a track, but in no list', async (t) => {
  const { send, get } = await startShelf(t);
  const body = { url: RADIO, title: 'Morning', artist: 'Radio', album: 'Station', duration_ms: 90_000 };
  t.equal((await send('PUT', '/tracks/stream-metadata', { body })).status, 204);
  const id = recordId('track', RADIO);
  const { created_at: created, updated_at: updated, ...rest } = (await get(`/tracks/${id}`)) as Record<string, unknown>;
  t.strictSame(
    rest,
    {
      ...{ id, path: RADIO, title: 'Morning', artist: 'Radio', album: 'Station', length: 90_000 },
      ...{ md5: md5(RADIO), is_remote: true },
      ...{ album_artist: '', composer: '', genre: '', year_string: '', album_art: '' },
      ...{ artist_id: '', album_id: '', genre_id: '' },
      ...{ bitrate: 0, disc_number: 0, filesize: 0, frequency: 0, track_number: 0, year: 0 },
    },
    'what nobody told is empty or 0',
  );
  t.ok(Number.isInteger(created) && Number.isInteger(updated), 'Unix seconds');
  t.equal((await send('PUT', '/tracks/stream-metadata', { body: { ...body, title: 'Evening' } })).status, 204);
  t.match(await get(`/tracks/${id}`), { title: 'Evening' });
  t.strictSame(await get('/tracks'), []);
});

t.test('stream metadata of another form is refused with the place of the mistake', async (t) => {
  const { send } = await startShelf(t);
  const body = { url: RADIO, title: '', artist: '', album: '', duration_ms: 0 };
  const path = '/tracks/stream-metadata';
  for (const [wrong, pointer] of [
    [{ ...body, url: 'ftp://radio.example/' }, '/url'],
    [{ ...body, url: `http://radio.example/${'x'.repeat(5000)}` }, '/url'],
    [{ ...body, duration_ms: -1 }, '/duration_ms'],
    [{ ...body, duration_ms: 2 ** 32 }, '/duration_ms'],
    [{ ...body, title: 3 }, '/title'],
    [{ ...body, album: undefined }, '/album'],
  ] as const) {
    const { status, json } = await send('PUT', path, { body: wrong });
    t.equal(status, 400, pointer);
    t.match(json, { errors: [{ path: pointer }] });
  }
});

t.test('a queue shows its tracks with their library ids', async (t) => {
  const shelf = await startShelf(t, [FULL]);
  const path = `${ROOT}/Björk/Jóga.mp3`;
  await shelf.send('PUT', '/tracks/stream-metadata', {
    body: { url: RADIO, title: 'Morning', artist: 'Radio', album: 'Station', duration_ms: 90_000 },
  });
  shelf.player.hold([path, RADIO, '/music/new.mp3', 'http://radio.example/other']);
  const unknown = { id: null, album_id: null, artist_id: null, genre_id: null, album_art: null };
  t.match(await shelf.get('/playlists/current/tracks'), [
    {
      ...{ id: recordId('track', path), artist_id: recordId('artist', 'Björk'), album_art: '' },
      ...{ album_id: recordId('album', albumMd5('Björk', 'Homogenic', 1997)) },
      ...{ genre_id: recordId('genre', 'Electronic'), title: 'Jóga', length: 305_040, frequency: 44_100 },
    },
    { id: recordId('track', RADIO), album_id: '', title: 'Morning', artist: 'Radio', album: 'Station', length: 90_000 },
    { ...unknown, title: 'new' },
    { ...unknown, title: 'other' },
  ]);
  shelf.player.kind = 'playing';
  t.match(await shelf.get('/player/current-track'), { id: recordId('track', path), title: 'Jóga' });
  t.match(await shelf.get('/player/next-track'), { id: recordId('track', RADIO), title: 'Morning' });
});

t.test('a queue follows the library', async (t) => {
  const shelf = await startShelf(t, [FULL]);
  shelf.player.hold([`${ROOT}/late.mp3`]);
  t.match(await shelf.get('/playlists/current/tracks'), [{ id: null }]);
  await shelf.put([{ name: 'late.mp3', title: 'Late' }]);
  t.match(await shelf.get('/playlists/current/tracks'), [{ id: recordId('track', `${ROOT}/late.mp3`), title: 'Late' }]);
});
