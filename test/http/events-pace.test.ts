import { SentTracks } from '../../src/radio/sent-tracks.js';
import { WAITING } from '../../src/alarms/ring-state.js';
import { quietAlarms } from '../alarms/rig.js';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { EventHub, type EventPace } from '../../src/http/events/events.js';
import { LibraryPaths } from '../../src/library/paths.js';
import { byteOffset, milliseconds, sampleRateHz } from '../../src/units.js';
import { SleepTimer } from '../../src/playback/sleep-timer.js';
import { Revision } from '../../src/revision.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { FakeFade } from '../playback/fake-fade.js';
import { follow } from './event-client.js';
import { FakeBluetooth } from './fake-bluetooth.js';
import { createOutputs } from './fake-outputs.js';
import { FakePlayer, FakeVolume } from './fake-player.js';
import { FakeScanner } from './fake-scanner.js';
import { settingsInMemory } from './fake-settings.js';
import { libraryRig } from '../library/rig.js';
import { NAME_TAGS } from './rig.js';

const NEVER = 1_000_000;

/** The hub alone behind a bare server, with the answers as the server holds them. */
async function startHub(t: Test, pace: Partial<EventPace> = {}, other: object = {}) {
  const player = new FakePlayer();
  const volume = new FakeVolume();
  const sleepTimer = new SleepTimer(player, new FakeFade(), SILENT_LOG);
  const settings = settingsInMemory();
  const paths = new LibraryPaths(['/music']);
  const people = await libraryRig(t);
  const { library, stations } = people;
  const scanner = new FakeScanner();
  const rest = {
    tags: NAME_TAGS,
    library,
    playlistEvents: new Revision(),
    stations,
    alarms: quietAlarms(people),
    sentTracks: new SentTracks({ find: () => t.fail('nobody asks for a cover') as never }),
    log: SILENT_LOG,
  };
  const { outputs } = createOutputs();
  const bluetooth = new FakeBluetooth();
  const opened = { read: () => undefined, subscribe: () => () => undefined };
  const parts = { opened, player, volume, outputs, settings, paths, sleepTimer, scanner, bluetooth, ...rest, ...other };
  const hub = new EventHub(parts, { position: NEVER, heartbeat: NEVER, ...pace });
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    hub.open(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    hub.stop();
    server.closeAllConnections();
    server.close();
  });
  return { player, volume, hub, responses, port: (server.address() as AddressInfo).port };
}

t.test('while it plays, positions come by themselves', async (t) => {
  const { player, port } = await startHub(t, { position: 5 });
  player.hold(['/music/a.mp3']);
  player.kind = 'playing';
  player.elapsed = 100;
  const client = await follow(t, port);
  await client.event('position');
  player.elapsed = 200;
  await client.until(({ events }) => (events.at(-1)?.data as { elapsed?: number }).elapsed === 200);
  const [first, second] = [await client.event('position', 1), await client.event('position', 2)].map(
    ({ data }) => data as { at: number },
  );
  t.ok(second!.at >= first!.at);
  t.strictSame(
    [...new Set(client.events.map(({ event }) => event))],
    ['snapshot', 'position'],
    'and nothing else, as nothing else changed',
  );
});

t.test('who comes and goes puts off the beat of nobody', async (t) => {
  const { player, port } = await startHub(t, { heartbeat: 300 });
  player.hold(['/music/a.mp3']);
  player.kind = 'paused';
  const client = await follow(t, port);
  // Each of them is gone before a beat counted from its coming would be due.
  while (!client.events.some(({ event }) => event === 'position')) (await follow(t, port)).close();
  t.pass('it came');
});

t.test('paused or stopped, positions say that the stream lives', async (t) => {
  for (const kind of ['paused', 'stopped'] as const) {
    const { player, port } = await startHub(t, { heartbeat: 5 });
    player.hold(['/music/a.mp3']);
    player.kind = kind;
    const client = await follow(t, port);
    await client.event('position', 3);
    t.strictSame([...new Set(client.events.map(({ event }) => event))], ['snapshot', 'position']);
    client.close();
  }
});

t.test('what changes without a word is seen with the next beat', async (t) => {
  const { player, volume, port } = await startHub(t, { heartbeat: 5 });
  const client = await follow(t, port);
  await client.event('snapshot');
  player.outputProblem = { code: 'DEVICE_BUSY', detail: 'The sound card is in use.' };
  volume.range = { volume: 99, min: 0, max: 100 };
  player.hold(['/music/a.mp3']);
  player.kind = 'paused';
  t.match((await client.event('current_track')).data, { title: 'a' });
  t.match((await client.event('status')).data, { output_problem: { code: 'DEVICE_BUSY' } });
  t.match((await client.event('volume')).data, { volume: 99 });
});

t.test('when playing begins, positions begin, however long the beat before it is', async (t) => {
  const { player, port } = await startHub(t, { position: 5 });
  const client = await follow(t, port);
  await client.event('snapshot');
  player.hold(['/music/a.mp3']);
  player.kind = 'playing';
  player.emit('status');
  await client.event('position', 3);
  player.kind = 'paused';
  player.emit('status');
  t.match((await client.event('status', 2)).data, { status: 3 });
});

t.test('without clients there is no timer, and nothing is read', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const { player, volume, responses, port } = await startHub(t);
  t.equal(player.listeners.size, 0, 'not even a listener before the first client');
  const before = timers();
  const client = await follow(t, port);
  await client.event('snapshot');
  const closed = new Promise((resolve) => responses[0]!.once('close', resolve));
  client.close();
  await closed;
  t.equal(timers(), before);
  let readings = 0;
  volume.read = () => {
    readings += 1;
    return { volume: 1, min: 0, max: 2 };
  };
  player.emit('status');
  await volume.set(7);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  t.equal(readings, 0);
});

t.test('a hub that was stopped serves nobody, and hears nothing more', async (t) => {
  const { player, hub, port } = await startHub(t);
  const client = await follow(t, port);
  await client.event('snapshot');
  hub.stop();
  hub.stop();
  await client.end();
  t.equal(player.listeners.size, 0);
  await t.rejects(follow(t, port));
});

t.test('a report has the last fifty events that were told, long ones cut, without their final line ends', async (t) => {
  const { player, volume, hub, port } = await startHub(t);
  t.strictSame(hub.recent(), []);
  const client = await follow(t, port);
  await client.event('snapshot');
  for (let level = 1; level <= 51; level++) {
    await volume.set(level);
    await client.event('volume', level);
  }
  const recent = hub.recent();
  t.equal(recent.length, 50);
  t.match(recent[0], /^id: \w+-\d+\nevent: volume\ndata: \{"volume":2,.*\}$/);
  t.match(recent.at(-1), /"volume":51,/);
  const skip = (reason: string) => {
    const track = { location: '/music/a.mp3', code: 'NOT_DECODABLE', reason, started: false };
    for (const listener of player.listeners) listener({ type: 'trackSkipped', track });
  };
  skip('x'.repeat(2000));
  await client.event('track_skipped');
  t.equal(hub.recent().length, 50);
  t.equal(hub.recent().at(-1)?.length, 1000);
  t.match(hub.recent().at(-1), /event: track_skipped\ndata: [^]*x$/);
});

t.test('what is listened to is told to nobody, and everything else under the names of its parts', async (t) => {
  const { player, port } = await startHub(t);
  const client = await follow(t, port);
  await client.event('snapshot');
  for (const listener of player.listeners) listener({ type: 'listening' } as never);
  player.hold(['/music/a.mp3']);
  player.emit('queue');
  await client.event('queue');
  t.strictSame(
    client.events.map(({ event }) => event),
    ['snapshot', 'queue'],
  );
  player.kind = 'playing';
  player.emit('nextTrack');
  player.emit('status');
  await client.event('position');
  t.strictSame(
    client.events.map(({ event }) => event),
    ['snapshot', 'queue', 'status', 'position'],
    'the next track is told by nothing, and what was not named stays untold',
  );
  player.emit('currentTrack');
  t.match((await client.event('current_track')).data, { path: '/music/a.mp3' });
  player.held = {
    ...player.held,
    resume: { index: 0, location: '/music/a.mp3', elapsed: milliseconds(1), offset: byteOffset(2) },
  };
  player.emit('resumePoint');
  t.match((await client.event('queue', 2)).data, { resume_index: 0 });
});

t.test('each part that says that it changed is looked at under the names that tell of it', async (t) => {
  for (const [part, names] of [
    ['volume', ['devices', 'settings', 'volume']],
    ['settings', ['settings']],
    ['outputs', ['devices', 'settings']],
    ['opened', ['status']],
    ['library', ['current_track', 'likes']],
    ['sleepTimer', ['sleep_timer']],
    ['scanner', ['scan']],
    ['playlistEvents', ['playlists']],
    ['stations', ['radio']],
    ['alarms', ['alarms']],
    ['bluetooth', ['bluetooth', 'volume']],
  ] as const) {
    let emit: () => void = () => t.fail(`nobody listens to ${part}`);
    const emitter = (name: string) => (listener: () => void) => {
      if (name === part) emit = listener;
      return () => undefined;
    };
    let isOther = false;
    const player = new FakePlayer();
    player.hold(['/music/a.mp3']);
    player.kind = 'paused';
    const level = () => (isOther ? 7 : 40);
    const { outputs } = createOutputs();
    const { library } = await libraryRig(t);
    const all = await outputs.readAll();
    library.subscribeToLikes = emitter('library');
    Object.defineProperty(library, 'likesRevision', { get: level });
    const { port } = await startHub(
      t,
      {},
      {
        ...{ player, library },
        volume: { read: () => ({ volume: level(), min: 0, max: 100 }), limit: level, subscribe: emitter('volume') },
        settings: Object.assign(settingsInMemory(), { subscribe: emitter('settings') }),
        outputs: { readAll: async () => (isOther ? [] : all), subscribe: emitter('outputs') },
        opened: { read: () => (isOther ? { rate: 1, format: 'S16' } : undefined), subscribe: emitter('opened') },
        sleepTimer: { read: () => ({ remaining: milliseconds(0), fading: false }), subscribe: emitter('sleepTimer') },
        scanner: Object.assign(new FakeScanner(), { subscribe: emitter('scanner') }),
        playlistEvents: {
          get revision() {
            return level();
          },
          subscribe: emitter('playlistEvents'),
        },
        stations: {
          get revision() {
            return level();
          },
          subscribe: emitter('stations'),
        },
        alarms: {
          read: () => WAITING,
          get revision() {
            return level();
          },
          subscribe: emitter('alarms'),
        },
        bluetooth: Object.assign(new FakeBluetooth(), { subscribe: emitter('bluetooth') }),
      },
    );
    const client = await follow(t, port);
    await client.event('snapshot');
    isOther = true;
    player.facts = { length: milliseconds(1), sampleRate: sampleRateHz(8000), bitrate: 1 };
    emit();
    for (const name of names) await client.event(name);
    const emitted = client.events.map(({ event }) => event).sort();
    t.strictSame(emitted, [...names, 'snapshot'].sort(), part);
    client.close();
  }
});
