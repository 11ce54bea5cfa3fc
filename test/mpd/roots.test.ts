/** URIs with one root and with several, parts of files, and folders that are away. */
import t from 'tap';
import { Uris } from '../../src/mpd/uris.js';
import { setAvailable } from '../library/shelf.js';
import { ROOT, startMpd, TRACKS } from './rig.js';

t.test('with one root, URIs begin below it', async (t) => {
  const uris = new Uris(['/music']);
  t.equal(uris.of('/music/a/b.mp3'), 'a/b.mp3');
  t.equal(uris.of('/musical/b.mp3'), undefined);
  t.equal(uris.of('http://x/y'), 'http://x/y');
  t.equal(uris.pathOf('a/b.mp3'), '/music/a/b.mp3');
  t.equal(uris.pathOf(''), '/music');
  for (const bad of ['../x', 'a/../../x', 'a//b', './a', '/a', 'a/', 'a\0']) t.equal(uris.pathOf(bad), undefined, bad);
  t.equal(uris.locationOf('/music/a.mp3'), '/music/a.mp3');
  t.equal(uris.locationOf('file:///music/a.mp3'), '/music/a.mp3');
  t.equal(uris.locationOf('/etc/passwd'), undefined);
});

t.test('with several, each is a folder of its own name', async (t) => {
  const uris = new Uris(['/data/music', '/media/stick/music', '/media', '/']);
  t.equal(uris.of('/data/music/a.mp3'), 'music/a.mp3');
  t.equal(uris.of('/media/stick/music/a.mp3'), 'music (2)/a.mp3', 'the inner of two roots');
  t.equal(uris.of('/media/a.mp3'), 'media/a.mp3');
  t.equal(uris.of('/srv/a.mp3'), 'root/srv/a.mp3');
  t.equal(uris.pathOf('music (2)/a.mp3'), '/media/stick/music/a.mp3');
  t.equal(uris.pathOf('music'), '/data/music');
  t.equal(uris.pathOf(''), undefined);
  t.equal(uris.pathOf('nothing/a.mp3'), undefined);
});

t.test('folders of several roots are listed at the top', async (t) => {
  const { connect, put, roots, write } = await startMpd(t, { tracks: TRACKS, roots: [ROOT, '/stick'] });
  await put([{ name: 'Faust/01.mp3', title: 'Krautrock' }], '/stick');
  const client = await connect();
  t.strictSame(await client.ask('lsinfo'), ['directory: music', 'directory: stick']);
  t.strictSame(await client.ask('listfiles'), ['directory: music', 'directory: stick']);
  t.match(await client.ask('listfiles nothing'), [/^ACK \[50@0\] {listfiles} /]);
  t.strictSame(await client.ask('list file'), [
    'file: music/Can/Future Days/01 Future Days.flac',
    'file: music/Can/Future Days/02 Spray.flac',
    'file: music/Neu!/Neu! 75/01 Isi.mp3',
    'file: stick/Faust/01.mp3',
  ]);
  t.strictSame(await client.ask('add stick/Faust'), []);
  t.strictSame(await client.ask('playlist'), ['0:file: stick/Faust/01.mp3']);
  await write((sql) => setAvailable(sql, '/stick', false));
  t.strictSame(await client.ask('lsinfo'), ['directory: music'], 'the stick was pulled out');
  t.strictSame(await client.ask('add stick/Faust'), ['ACK [50@0] {add} No such directory']);
  roots.setByPeople([], []);
  t.strictSame(await client.ask('find artist Nobody'), []);
});

t.test('parts of a file are songs of their own', async (t) => {
  const { connect } = await startMpd(t, {
    tracks: [
      { name: 'Live/set.flac#track=1', title: 'One', start: 0, trackNumber: 1, length: 1000 },
      { name: 'Live/set.flac#track=2', title: 'Two', start: 1000, trackNumber: 2, length: 2000 },
    ],
  });
  const client = await connect();
  const lines = await client.ask('find title Two');
  t.ok(lines.includes('file: Live/set.flac#track=2'));
  t.ok(lines.includes('Range: 1.000-'));
  t.strictSame(await client.ask('add "Live/set.flac#track=2"'), []);
  t.strictSame(await client.ask('playlist'), ['0:file: Live/set.flac#track=2']);
});
