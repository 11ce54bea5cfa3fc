/** Large folders and costly questions hold up nothing else. */
import t from 'tap';
import { parseFilter } from '../../src/mpd/filter-parser.js';
import { matcherOf, matchingOf } from '../../src/mpd/filter.js';
import type { Song } from '../../src/mpd/song.js';
import { SongSource } from '../../src/mpd/song-source.js';
import { startMpd, TRACKS } from './rig.js';

const FILES = 1000;
const many = Array.from({ length: FILES }, (_, at) => ({
  ...{ name: `Everything/${String(FILES - at).padStart(4, '0')}.mp3`, title: `${at}`, trackNumber: 0 },
  ...{ artists: ['A', 'B', 'C', `${at}`], artist: `A, B, C, ${at}`, album: `Album ${at % 7}` },
}));

t.test('the songs of a large folder come in pieces, in order', async (t) => {
  const { connect, deps } = await startMpd(t, { tracks: many });
  const source = new SongSource({ ...deps, isScanning: () => false });
  const folder = await source.folder('Everything');
  if (folder === undefined) throw new Error('no folder');
  for (const pieces of [source.in(folder), source.below(folder)]) {
    const lengths: number[] = [];
    const uris: string[] = [];
    for await (const piece of pieces) {
      lengths.push(piece.length);
      uris.push(...piece.map(({ uri }) => uri));
    }
    t.strictSame(lengths, [200, 200, 200, 200, 200]);
    t.equal(new Set(uris).size, FILES);
  }
  const client = await connect();
  const lines = await client.ask('lsinfo Everything');
  t.equal(lines.filter((line) => line.startsWith('file: ')).length, FILES);
  t.equal((await client.ask('listall Everything')).length, FILES + 1);
});

t.test('a search looks up now and then', async (t) => {
  const song = {
    ...{ uri: 'a', location: '/a', id: 'c', modified: 0, added: 0, duration: 0, range: undefined },
    tags: [['Title', 'Größe']],
  } as unknown as Song;
  let rooms = 0;
  const reply = {
    isDue: true,
    room: async () => {
      rooms += 1;
    },
  };
  const songs = Array.from({ length: 10 }, () => ({ ...song }));
  t.equal((await matchingOf(songs, matcherOf(parseFilter(['any', 'grosse'], true)), reply)).length, 0);
  t.equal((await matchingOf(songs, matcherOf(parseFilter(['any', 'GRÖSSE'], true)), reply)).length, 10);
  t.equal(rooms, 20);
});

t.test('values within each other have a bound', async (t) => {
  const names = (prefix: string): string[] => Array.from({ length: 100 }, (_, at) => `${prefix}${at}`);
  const { connect, logged } = await startMpd(t, {
    tracks: Array.from({ length: 30 }, (_, at) => ({
      ...{ name: `${at}/one.mp3`, title: `${at}`, artists: names('artist'), artist: names('artist').join(', ') },
      ...{ genres: names('genre'), genre: names('genre').join(', ') },
    })),
  });
  const client = await connect();
  t.strictSame(await client.ask('list title group artist group genre'), [
    'ACK [52@0] {list} Too many different values: group by fewer tags',
  ]);
  t.equal((await client.ask('list artist group genre')).length, 100 + 100 * 100);
  t.equal((await client.ask('list title')).length, 30);
  t.strictSame(
    logged.filter((line) => line.includes('fault')),
    [],
  );
});

t.test('comments of a file are given whole, whatever tags the client wants in lists', async (t) => {
  const client = await (await startMpd(t, { tracks: TRACKS })).connect();
  const name = TRACKS[0]?.name ?? '';
  const all = await client.ask(`readcomments "${name}"`);
  t.ok(all.includes('Title: Future Days') && all.includes('Artist: Can'));
  await client.ask('tagtypes clear');
  t.strictSame(await client.ask(`readcomments "${name}"`), all);
});
