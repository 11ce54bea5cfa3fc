/** Another program of the desktop controls the daemon: playerctl, as Debian has it, on a bus of the test's own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { makeMp3 } from '../fixtures/mp3.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { createHouse, type Daemon } from './daemon.js';

const run = promisify(execFile);

interface Desk {
  readonly daemon: Daemon;
  readonly bus: PrivateBus;
  readonly files: readonly string[];
  /** Runs playerctl. @returns its output @throws Error with its standard error */
  readonly playerctl: (...args: readonly string[]) => Promise<string>;
}

/** Starts a daemon with a library of three tracks, for all tests. */
async function startDesk(): Promise<Desk> {
  const bus = await PrivateBus.start(t);
  const { library, start } = await createHouse(t, { patient: true });
  const files: string[] = [];
  for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
    const path = join(library, `${index}.mp3`);
    const tags = ['--tt', title, '--ta', 'Ann', '--tl', 'First', '--tn', String(index + 1), '--tg', 'Jazz'];
    await makeMp3(path, { seconds: 60, seed: 70 + index, lame: ['-V', '2', ...tags] });
    files.push(path);
  }
  const daemon = await start({ environment: { DBUS_SESSION_BUS_ADDRESS: bus.address } });
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', DBUS_SESSION_BUS_ADDRESS: bus.address };
  const playerctl = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('playerctl', ['--player=tonearm', ...args], { env: environment });
    return stdout.trim();
  };
  await daemon.until('playerctl finds the player', () =>
    playerctl('status').then(
      () => true,
      () => false,
    ),
  );
  return { daemon, bus, files, playerctl };
}

const desk = await startDesk();

/** Puts all tracks into the queue and stops. */
async function open(): Promise<Desk> {
  await desk.daemon.put('/player/stop');
  await desk.daemon.play(desk.files);
  return desk;
}

t.test('playerctl reads what plays, and drives play, pause, next, previous and stop', async (t) => {
  const { daemon, files, playerctl } = await open();
  const says = (what: string, ...args: readonly string[]) =>
    daemon.until(`playerctl says ${what}`, async () => (await playerctl(...args).catch(() => '')) === what);
  t.equal(await playerctl('status'), 'Stopped');
  await playerctl('play');
  await says('Playing', 'status');
  t.equal(await daemon.playbackStatus(), 1);
  await says('One', 'metadata', 'title');
  t.equal(await playerctl('metadata', 'artist'), 'Ann');
  t.equal(await playerctl('metadata', 'album'), 'First');
  t.equal(await playerctl('metadata', 'xesam:trackNumber'), '1');
  t.equal(await playerctl('metadata', 'xesam:genre'), 'Jazz');
  t.equal(await playerctl('metadata', 'xesam:url'), `file://${files[0]}`);
  const length = Number(await playerctl('metadata', 'mpris:length'));
  const current = await daemon.currentTrack();
  t.equal(length, (current?.length ?? 0) * 1000);
  await playerctl('pause');
  t.equal(await daemon.playbackStatus(), 3);
  await playerctl('play-pause');
  t.equal(await daemon.playbackStatus(), 1);
  await playerctl('next');
  await says('Two', 'metadata', 'title');
  await playerctl('next');
  await says('Three', 'metadata', 'title');
  t.equal((await daemon.currentTrack())?.path, files[2]);
  await playerctl('previous');
  await says('Two', 'metadata', 'title');
  await playerctl('stop');
  await says('Stopped', 'status');
  t.equal(await daemon.playbackStatus(), 0);
});

t.test('playerctl reads the audible position, and seeks', async (t) => {
  const { daemon, playerctl } = await open();
  const position = async () => Number(await playerctl('position'));
  await playerctl('play');
  await daemon.until('playing', async () => (await daemon.elapsed()) > 300);
  const [before, shown, after] = [await daemon.elapsed(), (await position()) * 1000, await daemon.elapsed()];
  t.ok(shown >= before && shown <= after, `${before} ≤ ${shown} ≤ ${after}`);
  await playerctl('pause');
  await playerctl('position', '30');
  await daemon.until('it is there', async () => (await daemon.elapsed()) === 30_000);
  t.equal(await position(), 30);
  await playerctl('position', '5+');
  await daemon.until('it is further', async () => (await daemon.elapsed()) === 35_000);
  await playerctl('position', '50-');
  await daemon.until('it is at its beginning', async () => (await daemon.elapsed()) === 0);
});

t.test('playerctl sets volume and modes, within what is allowed', async (t) => {
  const { daemon, playerctl } = await open();
  const { min, max } = await daemon.volume();
  const atPercent = async (percent: number) => {
    t.equal((await daemon.put('/player/volume/level', { percent })).status, 200);
    return (await daemon.volume()).volume;
  };
  await playerctl('volume', '0.5');
  const half = (await daemon.volume()).volume;
  t.equal(half, await atPercent(50), 'as everywhere else');
  const limit = Math.round(min + 0.8 * (max - min));
  t.equal((await daemon.put('/settings', { volume_limit: limit })).status, 204);
  const { limit_percent: end = NaN } = await daemon.volume();
  await playerctl('volume', '0.25');
  const quiet = await daemon.volume();
  t.equal(quiet.volume, await atPercent(0.25 * end));
  t.equal(Number(await playerctl('volume')).toFixed(3), ((quiet.percent ?? NaN) / end).toFixed(3));
  for (const share of ['1.0', '1.5']) {
    await playerctl('volume', share);
    t.equal((await daemon.volume()).volume, limit, 'never beyond the limit');
    t.equal(Number(await playerctl('volume')), 1);
  }
  await playerctl('volume', '0.0');
  t.equal((await daemon.volume()).volume, min);
  await playerctl('loop', 'Playlist');
  await playerctl('shuffle', 'On');
  t.match((await daemon.get('/settings')).body, { repeat_mode: 1, playlist_shuffle: true });
  t.strictSame([await playerctl('loop'), await playerctl('shuffle')], ['Playlist', 'On']);
  await playerctl('loop', 'None');
  await playerctl('shuffle', 'Off');
  t.match((await daemon.get('/settings')).body, { repeat_mode: 0, playlist_shuffle: false });
});

t.test('whoever follows the player hears each change once, and the bus may fall meanwhile', async (t) => {
  const { daemon, bus, playerctl } = await open();
  const follower = spawn(
    'playerctl',
    ['--player=tonearm', '--follow', 'metadata', '--format', '{{status}} {{title}}'],
    {
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', DBUS_SESSION_BUS_ADDRESS: bus.address },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  t.teardown(() => follower.kill());
  const lines: string[] = [];
  follower.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)));
  await daemon.put('/player/play');
  await daemon.until('reported', () => Promise.resolve(lines.at(-1) === 'Playing One'));
  await daemon.put('/player/next');
  await daemon.until('the next one is reported', () => Promise.resolve(lines.at(-1) === 'Playing Two'));
  await daemon.put('/player/pause');
  await daemon.until('the pause is reported', () => Promise.resolve(lines.at(-1) === 'Paused Two'));
  const gone = once(follower, 'exit');
  follower.kill();
  await gone;
  await bus.end();
  await daemon.put('/player/resume');
  t.equal(await daemon.playbackStatus(), 1, 'without a bus it plays on');
  await bus.begin();
  await daemon.until('playerctl finds it again', () =>
    playerctl('status').then(
      (status) => status === 'Playing',
      () => false,
    ),
  );
});

t.test('a file outside the library is not opened', async (t) => {
  const { daemon, bus, files, playerctl } = await open();
  const other = await bus.stranger(t);
  const player = {
    destination: 'org.mpris.MediaPlayer2.tonearm',
    path: '/org/mpris/MediaPlayer2',
    interface: 'org.mpris.MediaPlayer2.Player',
  };
  const invalid = 'org.freedesktop.DBus.Error.InvalidArgs';
  t.equal(await other.refusal(player, 'OpenUri', 's', ['file:///etc/passwd']), invalid);
  t.equal(await other.refusal(player, 'OpenUri', 's', [`${daemon.base}/covers/x`]), invalid);
  await playerctl('open', `file://${files[2]}`);
  await daemon.until('playing', async () => (await daemon.currentTrack())?.path === files[2]);
  t.equal(await daemon.playbackStatus(), 1);
});
