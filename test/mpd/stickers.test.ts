/** Stickers, the heart of the library among them. */
import t from 'tap';
import { SavedPlaylists } from '../../src/playlists/saved/saved-playlists.js';
import { carryOver } from '../../src/playlists/moved/move.js';
import { startMpd, TRACKS } from './rig.js';

const [DAYS = '', SPRAY = ''] = TRACKS.map(({ name }) => name);

t.test('a like is a heart, and a heart is a like', async (t) => {
  const { connect, library } = await startMpd(t, { tracks: TRACKS });
  const [client, waiting] = [await connect(), await connect()];
  waiting.send('idle sticker\n');
  t.strictSame(await client.ask(`sticker set song "${DAYS}" like 2`), []);
  t.strictSame(await waiting.answer(), ['changed: sticker']);
  const keys = await library.liked('track').keys();
  t.strictSame(await library.locations(keys), [`/music/${DAYS}`]);
  t.strictSame(await client.ask(`sticker get song "${DAYS}" like`), ['sticker: like=2']);
  t.strictSame(await client.ask(`sticker list song "${DAYS}"`), ['sticker: like=2']);
  await client.ask(`sticker set song "${SPRAY}" like 0`);
  t.strictSame(await client.ask('sticker find song "" like'), [
    `file: ${DAYS}`,
    'sticker: like=2',
    `file: ${SPRAY}`,
    'sticker: like=0',
  ]);
  t.strictSame(await client.ask(`sticker set song "${DAYS}" like 1`), []);
  t.equal((await library.liked('track').keys()).length, 0);
  t.strictSame(await client.ask(`sticker get song "${DAYS}" like`), ['sticker: like=1']);
  await client.ask(`sticker set song "${DAYS}" like 2`);
  t.strictSame(await client.ask(`sticker delete song "${DAYS}" like`), []);
  t.equal((await library.liked('track').keys()).length, 0);
});

t.test('stickers follow a song that is moved', async (t) => {
  const { connect, state, library } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask(`sticker set song "${DAYS}" rating 8`);
  const songs = await library.songs.at([`/music/${DAYS}`, `/music/${SPRAY}`]);
  const [from = '', to = ''] = [...songs.values()].map(({ id }) => id);
  await state.write((sql) => carryOver(sql, [[from, to]]));
  t.strictSame(await client.ask(`sticker get song "${SPRAY}" rating`), ['sticker: rating=8']);
  t.match(await client.ask(`sticker get song "${DAYS}" rating`), [/no such sticker/]);
});

t.test('what is too long is refused', async (t) => {
  const client = await (await startMpd(t, { tracks: TRACKS })).connect();
  t.match(await client.ask(`sticker set song "${DAYS}" ${'n'.repeat(300)} x`), [/^ACK \[2@0\] {sticker} The name /]);
  t.match(await client.ask(`sticker set song "${DAYS}" note ${'n'.repeat(5000)}`), [
    /^ACK \[2@0\] {sticker} The value /,
  ]);
});

t.test('playlists have stickers too', async (t) => {
  const { connect, savedPlaylists } = await startMpd(t, { tracks: TRACKS });
  t.ok(savedPlaylists instanceof SavedPlaylists);
  const client = await connect();
  await client.ask('add Can');
  await client.ask('save mix');
  t.strictSame(await client.ask('sticker set playlist mix mood calm'), []);
  t.strictSame(await client.ask('sticker get playlist mix mood'), ['sticker: mood=calm']);
  t.strictSame(await client.ask('sticker find playlist "" mood'), ['playlist: mix', 'sticker: mood=calm']);
  t.match(await client.ask('sticker set playlist other mood calm'), [/no such playlist/]);
});

t.test('a like can be counted up, and is among the names', async (t) => {
  const { connect, library } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  t.strictSame(await client.ask('stickernames'), []);
  t.strictSame(await client.ask(`sticker inc song "${DAYS}" like 1`), []);
  t.strictSame(await client.ask(`sticker get song "${DAYS}" like`), ['sticker: like=1']);
  t.equal((await library.liked('track').keys()).length, 0);
  t.strictSame(await client.ask(`sticker inc song "${DAYS}" like 1`), []);
  t.equal((await library.liked('track').keys()).length, 1, 'two is a like');
  await client.ask(`sticker set song "${SPRAY}" rating 3`);
  t.strictSame(await client.ask('stickernames'), ['name: like', 'name: rating']);
  t.strictSame(await client.ask('stickernamestypes song'), [
    ...['name: like', 'type: song', 'name: rating', 'type: song'],
  ]);
  t.strictSame(await client.ask('stickernamestypes playlist'), []);
  t.strictSame(await client.ask(`sticker dec song "${DAYS}" like 1`), []);
  t.equal((await library.liked('track').keys()).length, 0);
  t.strictSame(await client.ask(`sticker list song "${DAYS}"`), ['sticker: like=1']);
});

t.test('a base is a folder of songs, and the beginning of any other name', async (t) => {
  const { connect } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask(`sticker set song "${DAYS}" rating 3`);
  await client.ask('sticker set Artist Can note x');
  t.strictSame(await client.ask('sticker find song Can rating'), [`file: ${DAYS}`, 'sticker: rating=3']);
  t.strictSame(await client.ask('sticker find song Ca rating'), []);
  t.strictSame(await client.ask(`sticker find song "${DAYS}" rating`), [], 'a song is no folder');
  t.strictSame(await client.ask('sticker find Artist ca note'), ['Artist: Can', 'sticker: note=x']);
  t.strictSame(await client.ask('sticker find Artist an note'), []);
});

t.test('whether there is an artist is asked for, without a look at all songs', async (t) => {
  const many = Array.from({ length: 2000 }, (_, at) => ({ name: `${at}/one.mp3`, artist: 'A', artists: ['A'] }));
  const { connect, library } = await startMpd(t, { tracks: [...many, ...TRACKS] });
  const client = await connect();
  let rows = 0;
  const inFolders = library.songs.inFolders.bind(library.songs);
  library.songs.inFolders = async (...parameters) => {
    const found = await inFolders(...parameters);
    rows += found.length;
    return found;
  };
  t.strictSame(await client.ask('sticker set Artist Can note x'), []);
  t.strictSame(await client.ask('sticker set filter "(artist == \'Can\')" note x'), []);
  t.strictSame(await client.ask('sticker set Title Isi note x'), []);
  t.match(await client.ask('sticker set Artist Nobody note x'), [/no such Artist/]);
  t.ok(rows < 10, `${rows} songs`);
});
