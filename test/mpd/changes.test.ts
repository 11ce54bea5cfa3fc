/** Which changes are reported to clients that wait, and what they then read anew. */
import { setImmediate } from 'node:timers/promises';
import t from 'tap';
import type { ScanProgress, ScannerState } from '../../src/library/scan/scanner.js';
import type { StreamNow } from '../../src/playback/engine/network-track.js';
import { FIRST_SCAN } from '../http/fake-scanner.js';
import { type MpdClient, ROOT, startMpd, TRACKS } from './rig.js';

const [DAYS = '', SPRAY = ''] = TRACKS.map(({ name }) => name);
const PROGRESS: ScanProgress = { folders: 1, files: 1, read: 1, failed: 0, phase: 'reading', root: ROOT };
const scanning = (revision: number): ScannerState => ({ ...FIRST_SCAN, progress: PROGRESS, revision });
const RETITLE = 'UPDATE track SET title = ? WHERE location = ?';

/** What was noted since the last time. */
async function noted(client: MpdClient): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    client.send('idle\nnoidle\n');
    const lines = await client.answer();
    if (lines.length === 0) return all;
    all.push(...lines.map((line) => line.replace('changed: ', '')));
  }
}

const versionOf = async (client: MpdClient): Promise<string> =>
  (await client.ask('status')).find((line) => line.startsWith('playlist: '))?.slice('playlist: '.length) ?? '';

t.test('a queue that was filled before the server began is not new for ever', async (t) => {
  const { connect } = await startMpd(t, { tracks: TRACKS, queue: [`${ROOT}/${DAYS}`, `${ROOT}/${SPRAY}`] });
  const client = await connect();
  t.equal(await versionOf(client), '2');
  t.strictSame(await client.ask('plchangesposid 2'), []);
  t.equal((await client.ask('plchangesposid 1')).length, 4);
  await client.ask('swap 0 1');
  const version = await versionOf(client);
  t.strictSame(await client.ask(`plchangesposid ${version}`), []);
});

t.test('a scan that changes tags of queued songs changes the version of those that clients know', async (t) => {
  const { connect, scanner, write } = await startMpd(t, { tracks: TRACKS });
  const [client, waiting] = [await connect(), await connect()];
  await client.ask('add ""');
  await client.ask('playlistinfo');
  const version = await versionOf(client);
  await noted(waiting);
  await write((sql) => void sql.prepare(RETITLE).run('Spray (1973)', `${ROOT}/${SPRAY}`));
  waiting.send('idle playlist\n');
  scanner.become({ ...FIRST_SCAN, revision: 1 });
  t.strictSame(await waiting.answer(), ['changed: playlist']);
  t.strictSame(await client.ask(`plchangesposid ${version}`), ['cpos: 1', 'Id: 2']);
  const later = await versionOf(client);
  scanner.become({ ...FIRST_SCAN, revision: 2 });
  t.strictSame(await waiting.ask('idle database'), ['changed: database']);
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  t.equal(await versionOf(client), later, 'a scan that changes no song of the queue leaves its version');
});

t.test('a song that one client is shown with new tags is new to the other', async (t) => {
  const { connect, write } = await startMpd(t, { tracks: TRACKS });
  const [client, other] = [await connect(), await connect()];
  await client.ask('add ""');
  await client.ask('playlistinfo');
  const version = await versionOf(client);
  await write((sql) => void sql.prepare(RETITLE).run('Spray (1973)', `${ROOT}/${SPRAY}`));
  await other.ask('playlistinfo');
  t.strictSame(await client.ask(`plchangesposid ${version}`), ['cpos: 1', 'Id: 2']);
});

t.test('a scan while no client is there makes all of the queue new', async (t) => {
  const { connect, scanner } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add ""');
  await client.ask('playlistinfo');
  const version = await versionOf(client);
  client.socket.end();
  await client.closed();
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  scanner.become({ ...FIRST_SCAN, revision: 1 });
  const later = await connect();
  t.equal((await later.ask(`plchangesposid ${version}`)).length, 6);
});

t.test('a long scan is reported now and then, and once at its end', async (t) => {
  const { connect, scanner } = await startMpd(t);
  const waiting = await connect();
  scanner.become(scanning(0));
  t.strictSame(await noted(waiting), ['update']);
  for (let batch = 1; batch < 50; batch++) scanner.become(scanning(batch));
  t.strictSame(await noted(waiting), ['database'], 'at once for the first batch');
  for (let batch = 50; batch < 100; batch++) {
    scanner.become(scanning(batch));
    if (batch % 10 === 0) t.strictSame(await noted(waiting), []);
  }
  scanner.become({ ...FIRST_SCAN, revision: 100 });
  t.strictSame(await noted(waiting), ['database', 'update']);
});

t.test(
  'the end of a scan that a client asked for is reported once, when status does not show it any more',
  async (t) => {
    const { connect, scanner } = await startMpd(t);
    const client = await connect();
    let end: () => void = () => undefined;
    const scan = scanner.scan.bind(scanner);
    scanner.scan = async (...parameters) => {
      await new Promise<void>((resolve) => (end = resolve));
      return scan(...parameters);
    };
    await client.ask('update');
    t.strictSame(await noted(client), ['update'], 'the scan begins');
    scanner.become(scanning(0));
    scanner.become(FIRST_SCAN);
    t.strictSame(await noted(client), [], 'the scanner is ready, but the scan that was asked for is not over');
    t.ok((await client.ask('status')).includes('updating_db: 1'));
    end();
    t.strictSame(await client.ask('idle update'), ['changed: update']);
    t.notOk((await client.ask('status')).includes('updating_db: 1'));
    t.strictSame(await noted(client), []);
  },
);

t.test('while a scan runs, the tree of folders is not made anew with each batch', async (t) => {
  const { connect, scanner, put, library } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  let reads = 0;
  const folders = library.songs.folders.bind(library.songs);
  library.songs.folders = () => {
    reads += 1;
    return folders();
  };
  scanner.become(scanning(0));
  t.equal((await client.ask('lsinfo')).length, 2);
  for (let batch = 1; batch < 5; batch++) {
    await put([{ name: `New ${batch}/one.mp3` }]);
    scanner.become(scanning(batch));
    await client.ask('lsinfo');
  }
  t.equal(reads, 1);
  scanner.become({ ...FIRST_SCAN, revision: 5 });
  t.equal((await client.ask('lsinfo')).length, 6, 'at the end of the scan everything is there');
  await put([{ name: 'New 5/one.mp3' }]);
  t.equal((await client.ask('lsinfo')).length, 7, 'and without a scan at once');
});

t.test('tags that a client gives a stream change the version of its songs, when they are kept', async (t) => {
  const { connect } = await startMpd(t);
  const [client, waiting] = [await connect(), await connect()];
  const url = 'http://radio.example/live.mp3';
  for (const each of [url, 'http://radio.example/other.mp3', url]) await client.ask(`add ${each}`);
  const version = await versionOf(client);
  await noted(waiting);
  waiting.send('idle playlist\n');
  t.strictSame(await client.ask('addtagid 1 title "Night watch"'), []);
  t.strictSame(await waiting.answer(), ['changed: playlist']);
  t.strictSame(await client.ask(`plchangesposid ${version}`), ['cpos: 0', 'Id: 1', 'cpos: 2', 'Id: 3']);
  const named = await versionOf(client);
  t.strictSame(await client.ask('cleartagid 3'), []);
  t.equal((await client.ask(`plchangesposid ${named}`)).length, 4);
});

t.test('a station that sends a title, and then none, is another song each time', async (t) => {
  const { connect, engine } = await startMpd(t);
  const client = await connect();
  await client.ask('add http://radio.example/live.mp3');
  await client.ask('play');
  let now: StreamNow | undefined = {
    station: '',
    genre: '',
    artist: 'Can',
    title: 'Spray',
    album: '',
    seekable: false,
  };
  engine.stream = () => now;
  const before = await versionOf(client);
  engine.events.streamChanged(engine.loadedId);
  t.equal((await client.ask(`plchangesposid ${before}`)).length, 2);
  const titled = await versionOf(client);
  now = undefined;
  engine.events.streamChanged(engine.loadedId);
  t.equal((await client.ask(`plchangesposid ${titled}`)).length, 2);
});

t.test('a client that does not read its messages gets no more of them', async (t) => {
  const { connect } = await startMpd(t);
  const [client, slow] = [await connect(), await connect()];
  await slow.ask('subscribe talk');
  await noted(slow);
  for (let count = 0; count < 64; count++) t.strictSame(await client.ask(`sendmessage talk ${count}`), []);
  t.strictSame(await client.ask('sendmessage talk more'), [
    'ACK [50@0] {sendmessage} nobody is subscribed to this channel',
  ]);
  t.strictSame(await noted(slow), ['message']);
  await client.ask('sendmessage talk more');
  t.strictSame(await noted(slow), [], 'a message that waits with others is reported with them');
  t.equal((await slow.ask('readmessages')).length, 128);
  t.strictSame(await client.ask('sendmessage talk more'), []);
  t.strictSame(await noted(slow), ['message']);
});
