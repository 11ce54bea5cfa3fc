import { Agent } from 'node:http';
import t from 'tap';
import { Revision } from '../../src/revision.js';
import { milliseconds, sampleRateHz } from '../../src/units.js';
import { follow } from './event-client.js';
import { startRig } from './rig.js';

t.test('the first event is a snapshot of everything', async (t) => {
  const { player, port } = await startRig(t);
  player.hold(['/music/a.mp3', '/music/b.mp3']);
  player.kind = 'playing';
  player.elapsed = 1500;
  const client = await follow(t, port);
  const { id, data } = await client.event('snapshot');
  t.equal(client.response.statusCode, 200);
  t.match(id, /^[\da-f]{8}-\d+$/);
  t.match(data, {
    status: { status: 1 },
    current_track: { path: '/music/a.mp3', title: 'a', elapsed: 0, album_art: null },
    queue: { amount: 2, index: 0, first_index: 0, seed: 0, resume_index: -1 },
    volume: { volume: 40, min: 0, max: 100 },
    settings: { repeat_mode: 0, playlist_shuffle: false, single_mode: 0 },
    playlists: { revision: /^\d+$/ },
    devices: [{ id: 'builtin', is_current_device: true, volume_mode: 'hardware' }, { name: 'Kitchen DAC' }],
    position: { elapsed: 1500, at: Number },
    sleep_timer: { remaining: 0, fading: false },
    scan: { scanning: false, phase: '', revision: '0', last: null },
    bluetooth: {
      adapter: { state: 'not_running', address: null, name: null, scanning: false },
      devices: [],
      prompt: null,
    },
  });
  t.strictSame(
    client.events.map(({ event }) => event),
    ['snapshot'],
  );
});

t.test('the head forbids storing and says how soon to come back', async (t) => {
  const { port } = await startRig(t);
  const client = await follow(t, port);
  await client.event('snapshot');
  t.equal(client.response.headers['content-type'], 'text/event-stream; charset=utf-8');
  t.equal(client.response.headers['cache-control'], 'no-store');
  t.equal(client.response.headers['content-encoding'], undefined);
  t.equal(client.response.headers.etag, undefined);
  t.match(client.text, /^retry: \d+\n\n/);
});

t.test('what changes is told once, under its own name, to everyone', async (t) => {
  const { player, volume, port } = await startRig(t);
  const clients = [await follow(t, port), await follow(t, port)];
  await volume.set(41);
  player.hold(['/music/a.mp3']);
  player.kind = 'playing';
  player.emit('status', 'currentTrack', 'queue', 'position');
  player.emit('status');
  for (const client of clients) {
    await client.event('position');
    t.strictSame(client.events.map(({ event }) => event).sort(), [
      'current_track',
      'position',
      'queue',
      'snapshot',
      'status',
      'volume',
    ]);
    t.strictSame((await client.event('volume')).data, { volume: 41, min: 0, max: 100 });
    t.strictSame((await client.event('status')).data, { status: 1, opened: null });
    t.match((await client.event('queue')).data, { amount: 1 });
  }
});

t.test('what did not really change is not told', async (t) => {
  const { player, volume, port } = await startRig(t);
  const client = await follow(t, port);
  await client.event('snapshot');
  player.emit('status', 'currentTrack', 'queue', 'modes');
  await volume.set(40);
  await volume.set(50);
  await client.event('volume');
  t.strictSame(
    client.events.filter(({ id }) => id !== undefined).map(({ event }) => event),
    ['snapshot', 'volume'],
  );
});

t.test('the revision of the queue changes with its entries and not with its index', async (t) => {
  const { player, port } = await startRig(t);
  player.hold(['/music/a.mp3', '/music/b.mp3']);
  const client = await follow(t, port);
  const revisions = [((await client.event('snapshot')).data as { queue: { revision: string } }).queue.revision];
  player.index = 1;
  player.emit('queue');
  revisions.push(((await client.event('queue')).data as { revision: string }).revision);
  player.hold(['/music/a.mp3', '/music/b.mp3']);
  player.emit('queue');
  revisions.push(((await client.event('queue', 2)).data as { revision: string }).revision);
  t.equal(revisions[1], revisions[0]);
  t.not(revisions[2], revisions[1]);
});

t.test('a track that was skipped is told with its reason', async (t) => {
  const { player, port } = await startRig(t);
  const client = await follow(t, port);
  const skipped = { location: '/music/a.mp3', code: 'NOT_DECODABLE', reason: 'no frame was found', started: false };
  for (const listener of player.listeners) listener({ type: 'trackSkipped', track: skipped });
  const { location: path, ...rest } = skipped;
  t.strictSame((await client.event('track_skipped')).data, { path, ...rest });
});

t.test('a mixer that does not answer is null, and everything else is told', async (t) => {
  const { volume, port } = await startRig(t);
  volume.read = () => {
    throw new Error('gone');
  };
  const client = await follow(t, port);
  t.match((await client.event('snapshot')).data, { volume: null, status: { status: 0 } });
});

t.test('a setting and the sleep timer are told', async (t) => {
  const { player, port, send } = await startRig(t);
  const client = await follow(t, port);
  await player.setModes({ repeat: 'one', shuffle: true });
  player.emit('modes');
  const modes = (await client.event('settings')).data as object;
  t.match(modes, { repeat_mode: 2, playlist_shuffle: true, single_mode: 0, balance: 0 });
  t.notOk('volume' in modes, 'which has an event of its own');
  t.equal((await send('PUT', '/settings', { body: { balance: -20 } })).status, 204);
  t.match((await client.event('settings', 2)).data, { balance: -20 });
  await send('PUT', '/player/sleep-timer', { body: { minutes: 30 } });
  const { id, data } = await client.event('sleep_timer');
  t.equal(id, undefined, 'it counts down by itself: an old one is worth nothing');
  t.ok((data as { remaining: number }).remaining > 1_700_000);
});

t.test('the stream works on a connection that was kept alive', async (t) => {
  const { port, send } = await startRig(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.teardown(() => agent.destroy());
  t.equal((await send('GET', '/version')).status, 200);
  const client = await follow(t, port, { agent });
  t.equal((await client.event('snapshot')).event, 'snapshot');
});

t.test('HEAD answers the head alone', async (t) => {
  const { send } = await startRig(t);
  const answer = await send('HEAD', '/events');
  t.equal(answer.status, 200);
  t.equal(answer.text, '');
  t.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8');
});

t.test('another site cannot follow, and neither can a foreign host name', async (t) => {
  const { port, send } = await startRig(t);
  const foreign: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of foreign) {
    const { status, json } = await send('GET', '/events', { headers });
    t.equal(status, 403, JSON.stringify(headers));
    t.match(json, { code: 'CROSS_SITE_REQUEST' });
  }
  t.match((await send('GET', '/events', { headers: { host: 'evil.example' } })).json, { code: 'HOST_NOT_ALLOWED' });
  const own = { 'sec-fetch-site': 'same-origin', origin: `http://127.0.0.1:${port}` };
  t.equal((await follow(t, port, { headers: own })).response.statusCode, 200);
});

t.test('a fault in reading one part leaves the others', async (t) => {
  const { player, port, logged } = await startRig(t, {
    tags: { read: () => Promise.reject(new Error('worker died')) },
  });
  player.hold(['/music/a.mp3']);
  player.kind = 'paused';
  player.facts = undefined;
  player.elapsed = milliseconds(7);
  const client = await follow(t, port, { isUndescribed: true });
  const { data } = await client.event('snapshot');
  t.match(data, { status: { status: 3 }, position: { elapsed: 7 } });
  t.notOk('current_track' in (data as object));
  t.match(logged.join('\n'), /events: event not sent name=current_track error="worker died"/);
});

t.test('how the sound card was opened is told, and told again when it was opened anew', async (t) => {
  const listeners = new Set<() => void>();
  let facts = { rate: 44_100, format: 'S16', card: 3 };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const { port, player, server } = await startRig(t, { opened: { read: () => facts, subscribe } });
  player.hold(['/music/a.mp3']);
  player.kind = 'playing';
  const client = await follow(t, port);
  t.match((await client.event('snapshot')).data, { status: { opened: { rate: 44_100, format: 'S16' } } });
  facts = { ...facts, rate: 96_000, format: 'S32' };
  for (const listener of listeners) listener();
  t.strictSame((await client.event('status')).data, { status: 1, opened: { rate: 96_000, format: 'S32' } });
  await server.stop();
  t.equal(listeners.size, 0);
});

t.test('what its decoder knows of the current track is told', async (t) => {
  const { port, player } = await startRig(t);
  player.hold(['/music/a.flac']);
  player.kind = 'playing';
  player.facts = {
    length: milliseconds(1000),
    sampleRate: sampleRateHz(44_100),
    bitrate: 700,
    bitsPerSample: 16,
    channels: 2,
  };
  const client = await follow(t, port);
  t.match((await client.event('snapshot')).data, {
    current_track: { is_liked: null, bits_per_sample: 16, channels: 2 },
  });
  player.facts = undefined;
  player.emit('currentTrack');
  t.match((await client.event('current_track')).data, { bits_per_sample: null, channels: null });
});

t.test('a playlist that changed is told by another revision', async (t) => {
  const playlistEvents = new Revision();
  const { port } = await startRig(t, { playlistEvents });
  const client = await follow(t, port);
  const { data } = await client.event('snapshot');
  playlistEvents.changed();
  const emitted = (await client.event('playlists')).data;
  t.strictSame(emitted, { revision: String(playlistEvents.revision) });
  t.notSame(emitted, (data as { playlists: unknown }).playlists);
});
