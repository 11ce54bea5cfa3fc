import t from 'tap';
import { recordId } from '../../src/library/ids.js';
import type { ShelfTrack } from '../library/shelf.js';
import { ROOT, startShelf } from './shelf-rig.js';

const MASSIVE = recordId('artist', 'Massive Attack');
const FRASER = recordId('artist', 'Elizabeth Fraser');
const TRACKS: readonly ShelfTrack[] = [
  {
    name: '1.mp3',
    title: 'Teardrop',
    artist: 'Massive Attack feat. Elizabeth Fraser',
    artists: ['Massive Attack', 'Elizabeth Fraser'],
    album: 'Mezzanine',
    genres: ['Trip Hop', 'Electronic'],
  },
  { name: '2.mp3', title: 'Angel', artist: 'Massive Attack', album: 'Mezzanine', genres: ['Trip Hop'] },
  { name: '3.mp3', title: 'Song to the Siren', artist: 'Elizabeth Fraser', album: 'Ésta', albumArtist: 'Various' },
  { name: '4.mp3', title: 'Solo', artist: 'Nobody', album: 'Alone' },
];

t.test('an artist has every documented field', async (t) => {
  const { get } = await startShelf(t, TRACKS);
  t.strictSame(await get('/artists'), [
    { id: FRASER, name: 'Elizabeth Fraser', genres: 'Electronic, Trip Hop' },
    { id: MASSIVE, name: 'Massive Attack', genres: 'Electronic, Trip Hop' },
    { id: recordId('artist', 'Nobody'), name: 'Nobody', genres: '' },
  ]);
  t.match(await get(`/artists/${MASSIVE}`), { name: 'Massive Attack' });
});

t.test('an artist with a picture says where it is', async (t) => {
  const { write, get } = await startShelf(t, TRACKS);
  await write((sql) => sql.prepare('UPDATE artist SET image = ? WHERE id = ?').run(`${ROOT}/artist.jpg`, MASSIVE));
  t.match(await get(`/artists/${MASSIVE}`), { image: `/covers/${MASSIVE}.jpg` });
});

t.test('an artist has every track, together with others or not', async (t) => {
  const { titlesOf } = await startShelf(t, TRACKS);
  t.strictSame(await titlesOf(`/artists/${FRASER}/tracks`), ['Song to the Siren', 'Teardrop']);
  t.strictSame(await titlesOf(`/artists/${MASSIVE}/tracks`), ['Angel', 'Teardrop']);
});

t.test('an artist has the albums of its own, and those that it is heard on', async (t) => {
  const { titlesOf } = await startShelf(t, TRACKS);
  t.strictSame(await titlesOf(`/artists/${FRASER}/albums`), ['Ésta', 'Mezzanine']);
});

t.test('the albums of an artist are apart from those that it is heard on, the newest first', async (t) => {
  const { titlesOf } = await startShelf(t, [
    ...TRACKS.map((track) => ({ ...track, year: 1998 })),
    { name: '5.mp3', title: 'Paradise Circus', artist: 'Massive Attack', album: 'Heligoland', year: 2010 },
    { name: '6.mp3', title: 'Protection', artist: 'Massive Attack', album: 'Protection', year: 1994 },
    { name: '7.mp3', title: 'Hers', artist: 'Massive Attack', album: 'Hits', albumArtist: 'Various', year: 2020 },
  ]);
  const of = (id: string, query: string) => titlesOf(`/artists/${id}/albums?${query}`);
  t.strictSame(await of(MASSIVE, 'whose=own&sort=year'), ['Heligoland', 'Mezzanine', 'Protection']);
  t.strictSame(await of(MASSIVE, 'whose=own&sort=year&offset=1&limit=1'), ['Mezzanine']);
  t.strictSame(await of(MASSIVE, 'whose=others'), ['Hits']);
  t.strictSame(await of(MASSIVE, ''), ['Heligoland', 'Hits', 'Mezzanine', 'Protection']);
  t.strictSame(await of(FRASER, 'whose=own'), []);
  t.strictSame(await of(FRASER, 'whose=others&sort=title'), ['Ésta', 'Mezzanine']);
  t.strictSame(await of('nobody', 'whose=own'), []);
});

t.test('an unknown artist is 404, and has no albums and no tracks', async (t) => {
  const { send, get } = await startShelf(t, TRACKS);
  const { status, json } = await send('GET', '/artists/nobody');
  t.equal(status, 404);
  t.match(json, { code: 'UNKNOWN_ID', detail: 'There is no artist with this id.' });
  t.strictSame([await get('/artists/nobody/albums'), await get('/artists/nobody/tracks')], [[], []]);
});

t.test('what an absent root holds is left out', async (t) => {
  const shelf = await startShelf(t, TRACKS);
  await shelf.put([{ name: '5.mp3', title: 'Elsewhere', artist: 'Massive Attack', album: 'Other' }], '/stick');
  await shelf.pull(true);
  t.strictSame(await shelf.titlesOf('/artists'), ['Massive Attack']);
  t.strictSame(await shelf.titlesOf(`/artists/${MASSIVE}/albums`), ['Other']);
  t.strictSame(await shelf.titlesOf(`/artists/${MASSIVE}/tracks`), ['Elsewhere']);
  t.strictSame(await shelf.get(`/artists/${FRASER}/tracks`), []);
});
