/** Locations of playlist files, each with what of a real library it means. */
import t from 'tap';
import { recordId } from '../../../src/library/ids.js';
import { LibraryPaths } from '../../../src/library/paths.js';
import { StreamAddresses } from '../../../src/net/stream-address.js';
import { findEntries } from '../../../src/playlists/files/find-entries.js';
import { TRACK_URN, TURN } from '../../../src/playlists/files/file-entry.js';
import { libraryRig } from '../../library/rig.js';
import { putOnShelf, setAvailable } from '../../library/shelf.js';

const { library, write } = await libraryRig(t);
const PARTS = { library, paths: new LibraryPaths(['/srv/music', '/media']), streams: new StreamAddresses() };
const id = (path: string): string => recordId('track', path);

await write((sql) => {
  const length = 180_000;
  const names = ['Rock/One/01.mp3', 'Rock/Two/01.mp3', 'Rock/Two/02.mp3', 'it%20is.mp3', 'it is.mp3', '#1 hit.mp3'];
  putOnShelf(sql, '/srv/music', [...names.map((name) => ({ name, length })), { name: 'music/deep.mp3', length }]);
  putOnShelf(sql, '/media', [
    { name: 'stick/Only.MP3', length },
    { name: 'srv/music/x.mp3', length },
  ]);
  setAvailable(sql, '/media', false);
});
await library.saveStream({ url: 'http://radio.example/a', title: 'A', artist: '', album: '', length: 0 });

/** What a location means: the path of the track, where it is one that the library holds. */
async function meaning(location: string, { isUri = false, seconds = 0 } = {}): Promise<string> {
  const { tracks, missing } = await findEntries([{ line: 3, location, isUri, seconds, title: '' }], PARTS);
  t.equal(tracks.length + missing.length, 1, location);
  t.ok(missing.every((each) => each.line === 3 && each.location === location.slice(0, 1000)));
  return missing[0]?.code ?? tracks[0]?.id ?? '';
}

t.test('a path is that of a track, or lies below a root, whose name may stand in front', async (t) => {
  for (const [location, path] of [
    ['/srv/music/Rock/One/01.mp3', '/srv/music/Rock/One/01.mp3'],
    ['Rock/One/01.mp3', '/srv/music/Rock/One/01.mp3'],
    ['./Rock/Two/../One//01.mp3', '/srv/music/Rock/One/01.mp3'],
    ['music/Rock/One/01.mp3', '/srv/music/Rock/One/01.mp3'],
    ['/music/Rock/One/01.mp3', '/srv/music/Rock/One/01.mp3'],
    ['music/deep.mp3', '/srv/music/music/deep.mp3'],
    ['/srv/music/x.mp3', '/media/srv/music/x.mp3'],
    ['media/stick/Only.MP3', '/media/stick/Only.MP3'],
    ['stick/Only.MP3', '/media/stick/Only.MP3'],
  ] as const) {
    t.equal(await meaning(location), id(path), location);
  }
});

t.test('percent escapes are tried first in a URI, and last in a plain path', async (t) => {
  for (const [location, isUri, name] of [
    ['file:///srv/music/it%20is.mp3', false, 'it is.mp3'],
    ['it%20is.mp3', true, 'it is.mp3'],
    ['it%20is.mp3', false, 'it%20is.mp3'],
    ['file://host/srv/music/%231%20hit.mp3', true, '#1 hit.mp3'],
    ['%231%20hit.mp3', false, '#1 hit.mp3'],
  ] as const) {
    t.equal(await meaning(location, { isUri }), id(`/srv/music/${name}`), location);
  }
});

t.test('a path of another machine means the one track that shares its longest end', async (t) => {
  for (const [location, path] of [
    ['C:\\Users\\x\\Rock\\One\\01.mp3', '/srv/music/Rock/One/01.mp3'],
    ['/mnt/nas/rock/ONE/01.MP3', '/srv/music/Rock/One/01.mp3'],
    ['D:/Other/02.mp3', '/srv/music/Rock/Two/02.mp3'],
    ['somewhere/only.mp3', '/media/stick/Only.MP3'],
  ] as const) {
    t.equal(await meaning(location), id(path), location);
  }
  t.equal(await meaning('/mnt/01.mp3'), 'AMBIGUOUS');
  t.equal(await meaning('/mnt/none.mp3'), 'NOT_FOUND');
});

t.test('a track that is found by its end alone is another one when its length differs by more than 5 s', async (t) => {
  const found = id('/srv/music/Rock/Two/02.mp3');
  for (const [seconds, answer] of [
    [0, found],
    [174, 'ANOTHER_LENGTH'],
    [175, found],
    [185, found],
    [186, 'ANOTHER_LENGTH'],
  ] as const) {
    t.equal(await meaning('D:/Other/02.mp3', { seconds }), answer, `${seconds} s`);
  }
  t.equal(await meaning('Rock/Two/02.mp3', { seconds: 1 }), found, 'a path that is exact needs no length');
});

t.test('streams, ids and what cannot be a track', async (t) => {
  for (const [location, answer] of [
    ['http://radio.example/a', id('http://radio.example/a')],
    [' http://radio.example/a ', id('http://radio.example/a')],
    ['http://radio.example/b', id('http://radio.example/b')],
    ['http://127.0.0.1/b', 'STREAM_ADDRESS_FORBIDDEN'],
    ['http://user:secret@radio.example/b', 'UNSUPPORTED_ADDRESS'],
    ['Rock/list.m3u', 'NESTED_PLAYLIST'],
    ['ftp://radio.example/a', 'UNSUPPORTED_ADDRESS'],
    [`${TRACK_URN}gone`, 'gone'],
    [TRACK_URN, 'UNSUPPORTED_ADDRESS'],
    [`${TRACK_URN}${'x'.repeat(100)}`, 'x'.repeat(100)],
    [`${TRACK_URN}${'x'.repeat(101)}`, 'UNSUPPORTED_ADDRESS'],
    ['x'.repeat(4096), 'NOT_FOUND'],
    ['x'.repeat(4097), 'TOO_LONG'],
    ['..', 'NOT_FOUND'],
  ] as const) {
    t.equal(await meaning(location), answer, location.slice(0, 80));
  }
});

t.test('more entries than are looked at in a turn keep their order', async (t) => {
  const names = ['Rock/Two/02.mp3', 'D:/x/it is.mp3', '/mnt/none.mp3'];
  const entries = Array.from({ length: 3 * TURN + 2 }, (_, at) => ({
    ...{ line: at + 1, location: names[at % 3]!, isUri: false, seconds: 0, title: '' },
  }));
  const { tracks, missing } = await findEntries(entries, PARTS);
  const paths = ['/srv/music/Rock/Two/02.mp3', '/srv/music/it is.mp3'].map(id);
  t.strictSame(
    tracks.map((track) => track.id),
    Array.from({ length: 2 * TURN + 2 }, (_, at) => paths[at % 2]),
  );
  t.strictSame(
    missing,
    Array.from({ length: TURN }, (_, at) => ({ line: 3 * at + 3, location: '/mnt/none.mp3', code: 'NOT_FOUND' })),
  );
});

t.test('streams that the library does not know are told with their titles, so many of one file', async (t) => {
  const entries = Array.from({ length: 1002 }, (_, at) => ({
    ...{ line: at + 1, location: `http://radio.example/live/${at % 1001}`, isUri: false, seconds: 0 },
    title: at === 0 ? 'First' : '',
  }));
  const { tracks, missing, newStreams } = await findEntries(entries, PARTS);
  t.equal(tracks.length, 1001);
  t.strictSame(newStreams.slice(0, 2), [
    { url: 'http://radio.example/live/0', title: 'First' },
    { url: 'http://radio.example/live/1', title: '1' },
  ]);
  t.match(missing, [{ line: 1001, code: 'UNKNOWN_STREAM' }]);
  t.equal((await findEntries(entries, PARTS, true)).tracks.length, 1002, 'to play them all are taken');
});

t.test('a file that the library has by its parts means all of them', async (t) => {
  await write((sql) => {
    putOnShelf(
      sql,
      '/srv/music',
      [10, 2, 1].map((at) => ({ name: `Mix/set.flac#track=${at}`, start: at * 1000 })),
    );
  });
  const entry = { line: 1, isUri: false, seconds: 0, title: '', folder: '/srv/music/Mix' };
  const found = async (location: string, part?: number) => {
    const { tracks } = await findEntries([{ ...entry, location, ...(part !== undefined && { part }) }], PARTS);
    return tracks.map((track) => track.location);
  };
  t.strictSame(
    await found('set.flac'),
    [1, 2, 10].map((at) => `/srv/music/Mix/set.flac#track=${at}`),
  );
  t.strictSame(await found('set.flac', 2), ['/srv/music/Mix/set.flac#track=2']);
  t.strictSame(await found('set.flac', 3), []);
});
