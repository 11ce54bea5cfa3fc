import { join } from 'node:path';
import t from 'tap';
import { VolumeStore } from '../../src/volume/volume-store.js';
import { databaseIn } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { playing } from '../playback/rig.js';
import { FakeVolume } from './fake-player.js';
import { problem, startRig } from './rig.js';

const NOT_SAVED = problem(
  503,
  'Service Unavailable',
  'STATE_NOT_SAVED',
  'It took effect but could not be saved: a power cut may undo it.',
);

t.test('a command whose state could not be saved is 503 and in force all the same', async (t) => {
  const { player, store } = await playing('/a', '/b', '/c');
  const { library, send } = await startRig(t, { player });
  store.failure = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  for (const [method, path, body] of [
    ['PUT', '/player/next', undefined],
    ['PUT', '/playlists/start?start_index=2', undefined],
    ['PUT', '/player/pause', undefined],
    ['PUT', '/player/ff-rewind?newtime=5', undefined],
    ['PUT', '/player/play', undefined],
    ['POST', '/playlists', { tracks: [join(library, 'x.mp3')] }],
  ] as const) {
    const answer = await send(method, path, { body });
    t.equal(answer.status, 503, path);
    t.equal(answer.headers['content-type'], 'application/problem+json');
    t.strictSame(answer.json, NOT_SAVED);
    t.notMatch(answer.text, /ENOSPC/);
  }
  t.match((await send('GET', '/playlists/current')).json, { entries: [{ path: join(library, 'x.mp3') }] });
  t.match((await send('GET', '/player/current-track')).json, { path: '/c' });

  store.failure = undefined;
  t.equal((await send('PUT', '/player/pause')).status, 200);
  t.match(store.saves.at(-1), { locations: [join(library, 'x.mp3')] }, 'and is saved with the next command');
});

t.test('a volume that could not be saved is 503 and in force all the same', async (t) => {
  const file = new VolumeStore(databaseIn(join(t.testdir({ plain: '' }), 'plain')), SILENT_LOG);
  class SavedVolume extends FakeVolume {
    protected override async goTo(step: number): Promise<void> {
      await super.goTo(step);
      await file.save('fake', this.read().volume);
    }
  }
  const { send } = await startRig(t, { volume: new SavedVolume() });
  const answer = await send('PUT', '/player/volume', { body: { steps: 2 } });
  t.equal(answer.status, 503);
  t.strictSame(answer.json, NOT_SAVED);
  t.match((await send('GET', '/player/volume')).json, { volume: 42 });
});

t.test('what cannot be saved is described for every command', async (t) => {
  const { send } = await startRig(t);
  const { paths } = (await send('GET', '/openapi.json')).json as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  const writes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => (method === 'get' ? [] : [{ path, responses }])),
  );
  const silent = writes
    .filter(({ responses }) => !/saved/.test(responses['503']?.description ?? ''))
    .map(({ path }) => path);
  t.strictSame(
    silent.sort(),
    [
      '/albums/filter',
      '/artists/filter',
      '/bluetooth/pairing',
      // What it finds can be found again.
      '/bluetooth/scan',
      // The Snapcast server keeps it.
      '/devices/{id}/rooms/{room}',
      '/likes/among',
      '/player/load',
      '/player/sleep-timer',
      '/playlists/resume',
      // The directory's own.
      '/radio/directory/{id}/click',
      // What it finds can be found again.
      '/scan-library',
      // The token is kept in memory until it is approved.
      '/scrobbling/lastfm/connect',
      '/smart-playlists/preview',
      // NetworkManager keeps them, and fails where it cannot.
      // A hotspot is in memory.
      ...['/system/network/confirm', '/system/network/hotspot', '/system/network/join'],
      ...['/system/network/known/{id}', '/system/network/known/{id}'],
      '/system/network/known/{id}/connect',
      // What it finds can be found again.
      '/system/network/scan',
      // A question only.
      '/system/pin/check',
      '/system/power',
      // Mounting keeps nothing new; what is looked for can be found again, and a trial ends.
      ...['/system/shares/names', '/system/shares/servers', '/system/shares/test', '/system/shares/{id}/connect'],
      // What it finds can be found again.
      '/system/update/check',
      // What is downloaded is removed.
      '/system/update/download',
      // RAUC keeps it.
      '/system/update/roll-back',
      // OPTIONS, which changes nothing.
      '/uploads',
    ],
    'which keep nothing',
  );
});
