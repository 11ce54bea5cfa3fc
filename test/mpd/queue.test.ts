/** Edits of the queue, beyond what the transcript compares with MPD. */
import t from 'tap';
import { type MpdClient, startMpd, TRACKS } from './rig.js';

const [DAYS = '', SPRAY = '', ISI = ''] = TRACKS.map(({ name }) => name);
const uris = async (client: MpdClient): Promise<string[]> =>
  (await client.ask('playlist')).map((line) => line.replace(/^\d+:file: /, ''));
const fact = async (client: MpdClient, name: string): Promise<string | undefined> =>
  (await client.ask('status')).find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);

t.test('a client that knows a version gets what changed since', async (t) => {
  const client = await (await startMpd(t, { tracks: TRACKS })).connect();
  await client.ask('add ""');
  const version = (await fact(client, 'playlist')) ?? '';
  t.strictSame(await client.ask(`plchangesposid ${version}`), []);
  await client.ask('swap 0 2');
  t.strictSame(await client.ask(`plchangesposid ${version}`), ['cpos: 0', 'Id: 3', 'cpos: 2', 'Id: 1']);
  t.strictSame(await client.ask(`plchangesposid ${version} 1:`), ['cpos: 2', 'Id: 1']);
  const songs = (await client.ask(`plchanges ${version}`)).filter((line) => line.startsWith('file: '));
  t.strictSame(songs, [`file: ${ISI}`, `file: ${DAYS}`]);
});

t.test('what follows a song that plays and is deleted plays', async (t) => {
  const { connect, player } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add ""');
  await client.ask('play 1');
  await client.ask('delete 1');
  t.equal(player.currentTrack()?.entry.location, `/music/${ISI}`);
  await client.ask('delete 1');
  t.equal(player.status().kind, 'stopped', 'nothing follows');
  await client.ask('play 0');
  await client.ask('pause 1');
  await client.ask('delete 0');
  t.equal(player.status().kind, 'stopped', 'a pause ends');
  t.strictSame(await uris(client), []);
});

t.test('the end of the queue stops at next', async (t) => {
  const client = await (await startMpd(t, { tracks: TRACKS })).connect();
  await client.ask('add ""');
  await client.ask('play 2');
  await client.ask('next');
  t.equal(await fact(client, 'state'), 'stop');
});

t.test('a part of the queue is shuffled, the rest stays', async (t) => {
  const { connect } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  for (let count = 0; count < 4; count++) await client.ask('add ""');
  const before = await uris(client);
  const ids = await client.ask('plchangesposid 0');
  t.strictSame(await client.ask('shuffle 2:12'), []);
  const after = await uris(client);
  t.strictSame(after.slice(0, 2), before.slice(0, 2));
  t.strictSame(after.toSorted(), before.toSorted());
  const idsAfter = await client.ask('plchangesposid 0');
  t.strictSame(
    idsAfter.filter((line) => line.startsWith('Id')).toSorted(),
    ids.filter((line) => line.startsWith('Id')).toSorted(),
    'songs keep their ids',
  );
  t.strictSame(await client.ask('shuffle 13:'), ['ACK [2@0] {shuffle} Bad song index']);
});

t.test('modes are those of the player', async (t) => {
  const { connect, player } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add ""');
  for (const [command, modes] of [
    ['repeat 1', { repeat: 'all', single: 'off' }],
    ['single 1', { repeat: 'one', single: 'off' }],
    ['repeat 0', { repeat: 'off', single: 'track' }],
    ['single 0', { repeat: 'off', single: 'off' }],
    ['random 1', { shuffle: true }],
    ['random 0', { shuffle: false }],
  ] as const) {
    t.strictSame(await client.ask(command), []);
    t.match(player.modes(), modes, command);
  }
  t.match(await client.ask('single oneshot'), [/^ACK \[5@0\] {single} /]);
  t.match(await client.ask('consume 1'), [/^ACK \[5@0\] {consume} /]);
  t.match(await client.ask('prio 5 0'), [/^ACK \[5@0\] {prio} /]);
});

t.test('a full queue takes nothing more', async (t) => {
  const { connect, player } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await player.replaceQueue(Array.from({ length: 9999 }, () => `/music/${SPRAY}`));
  t.strictSame(await client.ask('add ""'), ['ACK [51@0] {add} Playlist is too large']);
  t.strictSame(await client.ask(`add "${DAYS}"`), []);
  t.strictSame(await client.ask(`addid "${DAYS}"`), ['ACK [51@0] {addid} Playlist is too large']);
});

t.test('what is not saved is in force, and the client hears that it is not durable', async (t) => {
  const { connect, store } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  store.failure = new Error('disk full');
  const [ack = ''] = await client.ask('add Can');
  t.match(ack, /^ACK \[52@0\] {} It took effect but could not be saved/);
  t.equal((await uris(client)).length, 2);
});

t.test('a stream is queued by its address, and tags that a client gives it are kept', async (t) => {
  const client = await (await startMpd(t)).connect();
  t.strictSame(await client.ask('addid http://radio.example/live.mp3'), ['Id: 1']);
  t.strictSame(await client.ask('addtagid 1 title "Night watch"'), []);
  t.strictSame(await client.ask('playlistinfo'), [
    'file: http://radio.example/live.mp3',
    'Title: Night watch',
    'Pos: 0',
    'Id: 1',
  ]);
  t.match(await client.ask('add http://127.0.0.1/x'), [/^ACK \[2@0\] {add} /]);
  t.strictSame(await client.ask('addtagid 1 comment "client=upmpdcli"'), [], 'a tag that is not kept stops no client');
  t.strictSame(await client.ask('cleartagid 1 title'), []);
});

t.test('radio stations are a playlist', async (t) => {
  const { connect, stations } = await startMpd(t);
  const [client, waiting] = [await connect(), await connect()];
  t.strictSame(await client.ask('listplaylists'), []);
  waiting.send('idle stored_playlist\n');
  const about = { logo: null, homepage: null, tags: [], codec: '', bitrate: 0, directoryId: null };
  await stations.add({ ...about, name: 'Night', url: 'http://radio.example/night' });
  t.strictSame(await waiting.answer(), ['changed: stored_playlist']);
  t.strictSame(await client.ask('listplaylists'), ['playlist: Radio stations']);
  t.strictSame(await client.ask('listplaylistinfo "Radio stations"'), [
    'file: http://radio.example/night',
    'Title: Night',
  ]);
  t.strictSame(await client.ask('load "Radio stations"'), []);
  t.strictSame(await client.ask('playlist'), ['0:file: http://radio.example/night']);
  t.strictSame(await client.ask('rm "Radio stations"'), ['ACK [50@0] {rm} No such playlist']);
});

t.test('next and previous end a pause, a seek does not', async (t) => {
  const { connect, player, engine } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add ""');
  await client.ask('play 0');
  for (const [command, song] of [
    ['next', '1'],
    ['previous', '0'],
    ['previous', '0'],
  ] as const) {
    await client.ask('pause 1');
    t.strictSame(await client.ask(command), []);
    t.equal(await fact(client, 'state'), 'play', command);
    t.equal(await fact(client, 'song'), song, command);
  }
  await client.ask('pause 1');
  engine.reported();
  for (const [command, song] of [
    ['seek 2 7', '2'],
    ['seekid 2 9', '1'],
    ['seekcur 3', '1'],
  ] as const) {
    t.strictSame(await client.ask(command), []);
    t.equal(await fact(client, 'state'), 'pause', command);
    t.equal(await fact(client, 'song'), song, command);
  }
  t.equal(await fact(client, 'elapsed'), '3.000');
  await client.ask('stop');
  await client.ask('seek 2 7');
  t.equal(player.status().kind, 'playing', 'a seek after a stop plays');
});

t.test('clear during an alarm leaves nothing of the queue that it interrupted', async (t) => {
  const { connect, player } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add ""');
  await client.ask('play 1');
  await player.suspension.begin({ locations: [`/music/${ISI}`], isShuffled: false });
  t.strictSame(await client.ask('clear'), []);
  t.strictSame(await uris(client), []);
  t.equal(await fact(client, 'state'), 'stop');
});

t.test('addid during an alarm answers with the id of the song in the queue that comes back', async (t) => {
  const { connect, player } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add Can');
  await player.suspension.begin({ locations: [`/music/${DAYS}`, `/music/${DAYS}`], isShuffled: false });
  const [line = ''] = await client.ask(`addid "${ISI}" 0`);
  t.strictSame(await uris(client), [ISI, DAYS, SPRAY]);
  t.equal(line, `Id: ${player.queue().entries[0]?.key ?? 0}`);
});

t.test('what is added goes where the queue ends when it is found', async (t) => {
  const { connect, library, player } = await startMpd(t, { tracks: TRACKS });
  const [client, other] = [await connect(), await connect()];
  await client.ask('add ""');
  const at = library.songs.at.bind(library.songs);
  library.songs.at = async (locations) => {
    // Meanwhile another client removes a song.
    if (locations.includes(`/music/${DAYS}`) && player.queue().entries.length === 3) await player.remove([0]);
    return at(locations);
  };
  const answer = await client.ask(`addid "${DAYS}"`);
  t.strictSame(await uris(other), [SPRAY, ISI, DAYS]);
  t.strictSame(answer, [`Id: ${player.queue().entries[2]?.key ?? 0}`]);
});

t.test('a playlist that does not fit into the queue is refused as a whole', async (t) => {
  const { connect, player } = await startMpd(t, { tracks: TRACKS });
  const client = await connect();
  await client.ask('add ""');
  await client.ask('save three');
  await player.replaceQueue(Array.from({ length: 9998 }, () => `/music/${SPRAY}`));
  t.strictSame(await client.ask('load three'), ['ACK [51@0] {load} Playlist is too large']);
  t.equal(player.queue().entries.length, 9998);
  t.strictSame(await client.ask('load three 0:2'), []);
  t.equal(player.queue().entries.length, 10_000);
});
