/** Backup, restore and reset of a real daemon: across a kill, on another box, and without a start. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import t, { type Test } from 'tap';

import { mp3, put } from '../library/scan/rig.js';
import { createHouse, type Daemon } from './daemon.js';
import { randomOf } from './kills.js';

const SONGS = ['One', 'Two', 'Three'];
const song = (title: string): Buffer => mp3({ TIT2: title, TPE1: 'Artist', TALB: 'Album' });

interface Track {
  readonly id: string;
  readonly title: string;
}

/** @param folder below the library where the songs lie */
async function startBox(t: Test, folder: string) {
  const house = await createHouse(t, { mixer: undefined });
  for (const title of SONGS) await put(join(house.library, folder, `${title}.mp3`), song(title));
  const daemon = await house.start();
  t.equal((await daemon.put('/scan-library')).status, 200);
  const tracks = (await daemon.get('/tracks')).body as Track[];
  const ids = SONGS.map((title) => tracks.find((track) => track.title === title)?.id ?? `no ${title}`);
  return { house, daemon, ids, paths: SONGS.map((title) => join(house.library, folder, `${title}.mp3`)) };
}

async function playlistOf(daemon: Daemon): Promise<string[]> {
  const [first] = (await daemon.get('/saved-playlists')).body as { id: string }[];
  return (await daemon.get(`/saved-playlists/${first?.id}/track-ids`)).body as string[];
}

t.test('on a box whose music lies elsewhere playlists, likes and counts find their tracks', async (t) => {
  const here = await startBox(t, 'first/place');
  const there = await startBox(t, 'another');
  t.not(here.ids[0], there.ids[0]);
  const made = await here.daemon.ask('POST', '/saved-playlists', {
    name: 'Mine',
    track_ids: [...here.ids, here.ids[0]],
  });
  t.equal(made.status, 201);
  t.equal((await here.daemon.put(`/tracks/${here.ids[1]}/like`)).status, 204);
  t.equal((await here.daemon.ask('POST', `/track-stats/${here.ids[2]}/played`)).status, 204);
  const backup = (await here.daemon.get('/system/backup')).body;
  await here.daemon.stop();
  await rm(here.house.library, { recursive: true });
  const { daemon, ids } = there;
  t.equal((await daemon.put('/system/backup', backup)).status, 200);
  await daemon.until(
    'the playlist finds them',
    async () => (await playlistOf(daemon)).join() === [...ids, ids[0]].join(),
  );
  t.strictSame(
    ((await daemon.get('/likes/tracks')).body as Track[]).map(({ id }) => id),
    [ids[1]],
  );
  t.match((await daemon.get(`/track-stats/${ids[2]}`)).body, { play_count: 1 });
});

t.test('after a reset of everything the running daemon is as a new one', async (t) => {
  const { daemon, ids, paths } = await startBox(t, '.');
  const fresh = (await daemon.get('/settings')).body;
  await daemon.play(paths);
  await daemon.put('/playlists/start?start_index=1');
  await daemon.put('/settings', { bass: 5, repeat_mode: 1 });
  await daemon.put(`/tracks/${ids[0]}/like`);
  await daemon.put('/system/pin', { pin: '1234' });
  const reset = await fetch(`${daemon.base}/system/reset`, {
    method: 'POST',
    body: '{"scope":"everything"}',
    headers: { 'content-type': 'application/json', 'tonearm-pin': '1234' },
  });
  t.equal(reset.status, 204);
  t.equal(await daemon.playbackStatus(), 0);
  t.strictSame((await daemon.get('/playlists/amount')).body, { amount: 0 });
  t.match((await daemon.put('/playlists/undo')).body, { code: 'NOTHING_TO_UNDO' });
  t.strictSame((await daemon.get('/settings')).body, fresh);
  t.strictSame((await daemon.get('/likes/tracks')).body, []);
  t.match((await daemon.get('/system/pin')).body, { set: false });
  t.match((await daemon.get('/status')).body, { resume_index: -1 });
  await daemon.until('the library is there again', async () => {
    const { length } = (await daemon.get('/tracks')).body as Track[];
    return length === SONGS.length;
  });
  t.equal((await daemon.play(paths)).status, 200, 'and it goes on');
  t.strictSame((await daemon.get('/playlists/amount')).body, { amount: 3 });
});

const KILLS = 5;
const ROWS = 10_000;
/** Milliseconds that a restore takes, roughly: the kill comes at a random moment of it. */
const LONGEST_MILLISECONDS = 1500;

/** Makes a backup whose names and texts all contain `mark`. */
function marked(mark: number): object {
  const at = 1_700_000_000 + mark;
  const id = (row: number): string => `track-${row}`;
  const rows = Array.from({ length: ROWS }, (_, row) => row);
  const facts = { path: null, root: null, size: null, length: null, title: null, artist: null, album: null };
  const texts = { name: String(mark), description: null, image: null, folder_id: null, created_at: at, updated_at: at };
  const counts = { play_count: mark, skip_count: 0, last_played: at, last_skipped: null, updated_at: at };
  return {
    ...{ format: 'tonearm-backup', version: 1, tonearm: '0', made_at: at },
    settings: { bass: mark, repeat_mode: mark },
    folders: [{ id: 'folder', name: String(mark), created_at: at, updated_at: at }],
    tracks: rows.map((row) => ({ id: id(row), ...facts })),
    playlists: [{ id: 'list', ...texts, tracks: rows.slice(0, mark) }],
    smart_playlists: [],
    likes: rows.map((row) => ({ kind: 'track', id: id(row), at: mark })),
    stats: rows.map((row) => ({ track_id: id(row), ...counts })),
    streams: [],
    volume_limits: [],
  };
}

/** Collects all marks that a box shows over REST. */
async function marksOf(daemon: Daemon): Promise<number[]> {
  const settings = (await daemon.get('/settings')).body as { bass: number; repeat_mode: number };
  const [playlist] = (await daemon.get('/saved-playlists')).body as { name: string; track_count: number }[];
  const [folder] = (await daemon.get('/saved-playlists/folders')).body as { name: string }[];
  const stats = await Promise.all(
    [0, ROWS / 2, ROWS - 1].map(async (row) => (await daemon.get(`/track-stats/track-${row}`)).body),
  );
  const ids = (await daemon.get('/saved-playlists/list/track-ids')).body as string[];
  return [
    ...[settings.bass, settings.repeat_mode, Number(playlist?.name), playlist?.track_count ?? -1, ids.length],
    ...[Number(folder?.name), ...stats.map((each) => (each as { play_count: number }).play_count)],
  ];
}

t.test('a kill at any moment of a restore leaves the old state or the new one, whole', async (t) => {
  const seed = Date.now() % 1_000_000;
  const random = randomOf(seed);
  const { start } = await createHouse(t, { mixer: undefined });
  let daemon = await start();
  t.equal((await daemon.put('/system/backup', marked(1))).status, 200);
  let mark = 1;
  for (let kill = 1; kill <= KILLS; kill++) {
    const next = mark === 1 ? 2 : 1;
    const answered = daemon.put('/system/backup', marked(next)).then(
      ({ status }) => status === 200,
      () => false,
    );
    await delay(random() * LONGEST_MILLISECONDS);
    await daemon.stop('SIGKILL');
    const isPromised = await answered;
    daemon = await start();
    const marks = new Set(await marksOf(daemon));
    const [found = 0] = marks;
    t.equal(marks.size, 1, `kill ${kill} of seed ${seed}: all of one state (${[...marks].join()})`);
    t.ok(isPromised ? found === next : found === mark || found === next, `kill ${kill} of seed ${seed}: ${found}`);
    mark = found;
  }
});

t.test('a box that has lost its state has its backup again, whole, after kills in the middle', async (t) => {
  const seed = Date.now() % 1_000_000;
  const random = randomOf(seed);
  const { start, library } = await createHouse(t, { mixer: undefined });
  const state = join(dirname(library), 'state');
  await mkdir(join(state, 'backups'), { recursive: true });
  const name = 'tonearm-backup-2026-11-26T12-00-00.json';
  await writeFile(join(state, 'backups', name), JSON.stringify(marked(2)));
  for (let kill = 1; kill <= KILLS; kill++) {
    const seconds = (0.2 + random() * 0.8).toFixed(2);
    await start({ launcher: ['sh', '-c', `timeout -s KILL ${seconds} "$@"; exit 1`, 'sh'] }).then(
      (daemon) => daemon.stop('SIGKILL'),
      () => undefined,
    );
    t.comment(`kill ${kill} of seed ${seed}: state.db is there: ${(await readdir(state)).includes('state.db')}`);
  }
  const daemon = await start();
  t.strictSame([...new Set(await marksOf(daemon))], [2], `seed ${seed}`);
  t.match((await daemon.get('/system/notices')).body, [{ code: 'STATE_FROM_BACKUP', copied_at: 1_700_000_002 }]);
  t.match((await daemon.get('/system/backups')).body, { backups: [{ name, made_at: 1_700_000_002, source: 'box' }] });
});
