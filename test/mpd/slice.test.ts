/** Connect, look at the status, play, wait for changes. */
import t from 'tap';
import { startMpd, TRACKS } from './rig.js';

t.test('a new box is stopped and has an empty queue', async (t) => {
  const client = await (await startMpd(t)).connect();
  t.strictSame(await client.ask('status'), [
    'volume: 40',
    'repeat: 0',
    'random: 0',
    'single: 0',
    'consume: 0',
    'partition: default',
    'playlist: 1',
    'playlistlength: 0',
    'mixrampdb: 0',
    'state: stop',
    'lastloadedplaylist: ',
  ]);
  t.strictSame(await client.ask('currentsong'), []);
  t.strictSame(await client.ask('playlistinfo'), []);
});

t.test('an album is added and played, and a client that waits hears of it', async (t) => {
  const { connect } = await startMpd(t, { tracks: TRACKS });
  const [client, waiting] = [await connect(), await connect()];
  waiting.send('idle playlist player mixer\n');
  t.strictSame(await client.ask('add Can'), []);
  t.strictSame(await waiting.answer(), ['changed: playlist']);
  t.strictSame(await client.ask('play 1'), []);
  t.strictSame(await waiting.ask('idle'), ['changed: player']);
  const status = await client.ask('status');
  t.ok(status.includes('state: play'));
  t.ok(status.includes('song: 1'));
  t.ok(status.includes('playlistlength: 2'));
  t.strictSame(await client.ask('currentsong'), [
    'file: Can/Future Days/02 Spray.flac',
    'Last-Modified: 1970-01-01T00:00:00Z',
    (await client.ask('currentsong'))[2],
    'Artist: Can',
    'AlbumArtist: Can',
    'Title: Spray',
    'Album: Future Days',
    'Track: 2',
    'Date: 1973',
    'Genre: Krautrock',
    'Time: 509',
    'duration: 509.000',
    'Pos: 1',
    'Id: 2',
  ]);
  t.strictSame(await client.ask('setvol 30'), []);
  t.strictSame(await waiting.ask('idle mixer'), ['changed: mixer']);
  t.strictSame(await client.ask('getvol'), ['volume: 30']);
});

t.test('a client that waits no more gets an empty answer', async (t) => {
  const client = await (await startMpd(t)).connect();
  client.send('idle\n');
  t.strictSame(await client.ask('noidle'), []);
  t.strictSame(await client.ask('ping'), []);
});

t.test('transport needs something that plays', async (t) => {
  const client = await (await startMpd(t, { tracks: TRACKS })).connect();
  t.strictSame(await client.ask('next'), ['ACK [55@0] {next} Not playing']);
  t.strictSame(await client.ask('play 3'), ['ACK [2@0] {play} Bad song index']);
  t.strictSame(await client.ask('playid 7'), ['ACK [50@0] {playid} No such song']);
  await client.ask('add ""');
  await client.ask('play');
  await client.ask('next');
  t.ok((await client.ask('status')).includes('song: 1'));
  await client.ask('pause');
  t.ok((await client.ask('status')).includes('state: pause'));
  await client.ask('pause 0');
  t.ok((await client.ask('status')).includes('state: play'));
  await client.ask('clear');
  t.ok((await client.ask('status')).includes('state: stop'));
  t.ok((await client.ask('status')).includes('playlistlength: 0'));
});

t.test('a list of commands stops at the first that is refused', async (t) => {
  const client = await (await startMpd(t, { tracks: TRACKS })).connect();
  client.send('command_list_ok_begin\nadd Can\nplay 9\nclear\ncommand_list_end\n');
  t.strictSame(await client.answer(), ['list_OK', 'ACK [2@1] {play} Bad song index']);
  t.ok((await client.ask('status')).includes('playlistlength: 2'));
});

t.test('the first line of a browser closes the connection', async (t) => {
  const { connect } = await startMpd(t);
  for (const line of ['GET / HTTP/1.1', 'POST / HTTP/1.1', '']) {
    const client = await connect();
    client.send(`${line}\r\nHost: tonearm\r\n\r\n`);
    t.equal(await client.closed(), '', line);
  }
});

t.test('who asked for a scan hears when it is over', async (t) => {
  const { connect, scanner } = await startMpd(t);
  const client = await connect();
  t.strictSame(await client.ask('update'), ['updating_db: 1']);
  t.strictSame(await client.ask('idle update'), ['changed: update']);
  t.notOk((await client.ask('status')).some((line) => line.startsWith('updating_db')));
  t.strictSame(await client.ask('rescan'), ['updating_db: 2']);
  t.strictSame(scanner.asked, ['everything', 'everything again']);
});

t.test('what changed before a client waits is reported at once, each change once', async (t) => {
  const { connect } = await startMpd(t, { tracks: TRACKS });
  const [client, waiting] = [await connect(), await connect()];
  await client.ask('repeat 1');
  await client.ask('setvol 20');
  waiting.send('idle mixer\nnoidle\n');
  t.strictSame(await waiting.answer(), ['changed: mixer']);
  waiting.send('idle\nnoidle\n');
  t.strictSame(await waiting.answer(), ['changed: options'], 'the other one was kept');
  waiting.send('idle\nnoidle\n');
  t.strictSame(await waiting.answer(), []);
});

t.test('who has said all still gets the answers', async (t) => {
  const client = await (await startMpd(t, { tracks: TRACKS })).connect();
  client.socket.end('count artist Can\nlist artist\n');
  t.equal(await client.closed(), 'songs: 2\nplaytime: 1083\nOK\nArtist: Can\nArtist: Neu!\nOK\n');
});
