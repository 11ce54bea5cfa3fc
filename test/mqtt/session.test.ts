import t, { type Test } from 'tap';
import { COMMAND_NAMES } from '../../src/mqtt/commands.js';
import { Session } from '../../src/mqtt/session.js';
import { topicsOf } from '../../src/mqtt/topics.js';
import { milliseconds } from '../../src/units.js';
import { FIRST_SCAN } from '../http/fake-scanner.js';
import { settled } from '../playback/rig.js';
import { BOX, fakes } from './rig.js';

class FakeConnection {
  readonly published: [topic: string, text: string][] = [];
  readonly subscribed: string[] = [];
  isCongested = false;

  publish(topic: string, text: string): void {
    this.published.push([topic, text]);
  }

  subscribe(topics: readonly string[]): void {
    this.subscribed.push(...topics);
  }
}

const topics = topicsOf(BOX, 'homeassistant');

async function opened(t: Test) {
  const all = fakes(t);
  const connection = new FakeConnection();
  const session = new Session(connection, topics, all.deps);
  t.teardown(() => session.closed());
  session.begin();
  /** What was published since the last call, by the last level of its topic. */
  const published = async () => {
    for (let round = 0; round < 6; round++) await settled();
    return connection.published.splice(0).map(([topic, text]): [string, unknown] => {
      const name = topic.slice(topic.lastIndexOf('/') + 1);
      return [name, text.startsWith('{') ? (JSON.parse(text) as unknown) : text];
    });
  };
  return Object.assign(all, { connection, session, published });
}

const STOPPED = {
  ...{ state: 'stopped', title: null, artist: null, album: null, station: null, source: null },
  ...{ shuffle: 'OFF', repeat: 'off' },
};

t.test('an open connection gets the description, all states, and last that the box is there', async (t) => {
  const { connection, published } = await opened(t);
  t.strictSame(connection.subscribed, [
    ...COMMAND_NAMES.map((name) => `tonearm/${BOX}/set/${name}`),
    ...['homeassistant/status', `tonearm/${BOX}/availability`],
  ]);
  const [description, ...rest] = await published();
  t.match(description, ['config', { device: { name: 'Kitchen' } }]);
  t.strictSame(rest, [
    ['player', STOPPED],
    ['volume', { percent: 40 }],
    ['sleep', { minutes: 0, ends: null }],
    ['box', { output: 'Tonearm (Built-in)', tracks: 7 }],
    ['availability', 'online'],
  ]);
});

t.test('a state is published when it is another, once for what changes together', async (t) => {
  const { player, volume, track, published } = await opened(t);
  await published();
  player.hold(['/music/a.mp3']);
  player.kind = 'playing';
  player.emit('status', 'currentTrack');
  player.emit('modes');
  t.strictSame(await published(), [
    [
      'player',
      { ...STOPPED, state: 'playing', title: 'Moonshake', artist: 'Can', album: 'Future Days', source: 'library' },
    ],
  ]);
  player.emit('status', 'currentTrack', 'queue');
  t.strictSame(await published(), [], 'it is no other');
  player.emit('position', 'queue', 'resumePoint');
  t.strictSame(await published(), []);
  track.title = '';
  player.hold(['http://radio.example/stream']);
  player.emit('currentTrack');
  t.match(await published(), [['player', { title: null, source: 'stream' }]]);
  player.hold(['bluetooth:AA']);
  player.emit('currentTrack');
  t.match(await published(), [['player', { source: 'device' }]]);
  for (const percent of [50, 51, 52]) await volume.setPercent(percent);
  t.strictSame((await published()).at(-1), ['volume', { percent: 52 }]);
});

t.test('the sleep timer has its end, and is not published while it runs', async (t) => {
  const { sleepTimer, published } = await opened(t);
  await published();
  const before = Date.now();
  sleepTimer.set(milliseconds(90_000));
  const [[name, state] = []] = await published();
  t.equal(name, 'sleep');
  const { minutes, ends } = state as { minutes: number; ends: string };
  t.equal(minutes, 2);
  t.ok(Math.abs(Date.parse(ends) - before - 90_000) < 2000, ends);
  sleepTimer.set(milliseconds(0));
  t.strictSame(await published(), [['sleep', { minutes: 0, ends: null }]]);
});

t.test('tracks are counted when a scan has found others, and not while it runs', async (t) => {
  const all = await opened(t);
  const { scanner, published } = all;
  await published();
  all.tracks = 12;
  const progress = { phase: 'reading', root: '/music', folders: 1, files: 2, read: 3, failed: 0 } as const;
  scanner.become({ ...FIRST_SCAN, progress, revision: 1 });
  t.strictSame(await published(), []);
  scanner.become({ ...FIRST_SCAN, revision: 1 });
  t.match(await published(), [['box', { tracks: 12 }]]);
  all.tracks = 13;
  scanner.become({ ...FIRST_SCAN, revision: 1 });
  t.strictSame(await published(), [], 'nothing was found');
});

t.test('long texts are cut between characters, and halves of them are mended', async (t) => {
  const { player, track, published } = await opened(t);
  await published();
  track.title = '🎵'.repeat(300);
  track.artist = 'half \ud83d of one';
  player.hold(['/music/a.mp3']);
  player.kind = 'paused';
  player.emit('currentTrack');
  t.match(await published(), [['player', { title: '🎵'.repeat(250), artist: 'half \ufffd of one' }]]);
});

t.test('Home Assistant that starts gets the description again, but not all the time', async (t) => {
  const { session, published } = await opened(t);
  await published();
  const online = Buffer.from('online');
  session.receive('homeassistant/status', online, true);
  session.receive('homeassistant/status', Buffer.from('offline'), false);
  session.receive('elsewhere/status', online, false);
  t.strictSame(await published(), [], 'what is retained, or says something else, is no start');
  session.receive('homeassistant/status', online, false);
  t.match(await published(), [['config', { device: {} }]]);
  for (let round = 0; round < 100; round++) session.receive('homeassistant/status', online, false);
  t.strictSame(await published(), []);
});

t.test('a late last will of an earlier connection is corrected', async (t) => {
  const { session, published } = await opened(t);
  const availability = `tonearm/${BOX}/availability`;
  session.receive(availability, Buffer.from('offline'), false);
  t.strictSame((await published()).filter(([name]) => name === 'availability').length, 1, 'it says so by itself');
  session.receive(availability, Buffer.from('offline'), true);
  session.receive(availability, Buffer.from('online'), false);
  t.strictSame(await published(), []);
  session.receive(availability, Buffer.from('offline'), false);
  t.strictSame(await published(), [['availability', 'online']]);
  session.end(false);
  session.receive(availability, Buffer.from('offline'), false);
  t.strictSame(await published(), [['availability', 'offline']]);
});

t.test('another name of the box is in a new description', async (t) => {
  const all = await opened(t);
  await all.published();
  all.session.factsChanged();
  t.strictSame(await all.published(), [], 'it is no other');
  all.name = 'Bath';
  all.session.factsChanged();
  t.match(await all.published(), [['config', { device: { name: 'Bath' } }]]);
});

t.test('a broker that takes nothing gets the newest state when it does again', async (t) => {
  const { connection, session, volume, published } = await opened(t);
  await published();
  connection.isCongested = true;
  for (const percent of [10, 20, 30]) {
    await volume.setPercent(percent);
    t.strictSame(await published(), []);
  }
  connection.isCongested = false;
  session.drained();
  t.strictSame(await published(), [['volume', { percent: 30 }]]);
});

t.test('a state that cannot be read holds up no other', async (t) => {
  const all = fakes(t);
  const connection = new FakeConnection();
  const damaged = () => Promise.reject(new Error('damaged'));
  const broken = { ...all.deps, library: { all: () => ({ total: damaged, keys: damaged }) } };
  const session = new Session(connection, topics, broken);
  session.begin();
  for (let round = 0; round < 6; round++) await settled();
  session.closed();
  t.strictSame(
    connection.published.map(([topic]) => topic.slice(topic.lastIndexOf('/') + 1)),
    ['config', 'player', 'volume', 'sleep', 'availability'],
  );
  t.match(all.lines.join('\n'), /state: not readable .*of=box/);
});

t.test('at the end the box is not there any more, or nothing of it is left', async (t) => {
  const gone = await opened(t);
  await gone.published();
  gone.session.end(false);
  t.strictSame(await gone.published(), [['availability', 'offline']]);
  gone.player.emit('status');
  t.strictSame(await gone.published(), [], 'no state follows');
  t.equal(gone.player.listeners.size, 0);
  const forgotten = await opened(t);
  await forgotten.published();
  forgotten.session.end(true);
  t.strictSame(
    await forgotten.published(),
    ['config', 'player', 'volume', 'sleep', 'box', 'availability'].map((name) => [name, '']),
  );
});
