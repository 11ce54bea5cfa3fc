import { mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t, { type Test } from 'tap';
import { KeptBackups } from '../../src/backup/kept-backups.js';
import { backupSettings } from '../../src/http/routes/backup.js';
import { LibraryPaths } from '../../src/library/paths.js';
import type { Share } from '../../src/network/shares/share.js';
import { listShares, removeShare, saveShare } from '../../src/network/shares/share-store.js';
import { SettingsStore } from '../../src/settings/settings-store.js';
import { Settings } from '../../src/settings/settings.js';
import { Pin } from '../../src/system/pin.js';
import { quietAlarms } from '../alarms/rig.js';
import { realBackups } from '../backup/rig.js';
import { databaseIn } from '../database/rig.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { libraryRig } from '../library/rig.js';
import { listTracks, putOnShelf } from '../library/shelf.js';
import { createOutputs } from './fake-outputs.js';
import { FakePlayer, FakeVolume } from './fake-player.js';
import { switchedOn } from '../system/presence-rig.js';
import { startRig } from './rig.js';

const SHELF = [1, 2, 3].map((at) => ({ name: `${at}.mp3`, title: `Song ${at}` }));

async function startBox(t: Test) {
  const people = await libraryRig(t);
  const { state, library, savedPlaylists, smartPlaylists, playlistEvents, stations } = people;
  const settings = new Settings(new SettingsStore(state), SILENT_LOG);
  const pin = new Pin({ state, presence: await switchedOn(t, t.testdir()), log: SILENT_LOG });
  const player = new FakePlayer();
  const done: string[] = [];
  const backups = await realBackups(t, people, {
    settings,
    pin,
    player: {
      setModes: (modes) => player.setModes(modes),
      forget: async () => void done.push('queue forgotten'),
    },
    scrobbler: { forget: async () => void done.push('listens forgotten') },
    scanner: { scan: async () => void done.push('scanned') },
    movedFiles: { lookAgain: async () => done.push('looked') },
  });
  await people.write((sql) => {
    putOnShelf(sql, '/music', SHELF);
    listTracks(sql);
  });
  const directory = dirname(await state.read((sql) => sql.name));
  const sticks: string[] = [];
  const clock = { now: new Date('2026-11-27T09:32:00.400Z') };
  const volume = new FakeVolume();
  const { outputs } = createOutputs();
  const keptBackups = new KeptBackups({
    directory,
    backups,
    settings: backupSettings({ settings, player, volume, outputs, paths: new LibraryPaths([]) }),
    stick: {
      mounted: async () => sticks,
      isWanted: () => false,
      copy: async () => void done.push('copied to the stick'),
    },
    log: SILENT_LOG,
    now: () => clock.now,
  });
  const parts = {
    player,
    volume,
    outputs,
    settings,
    pin,
    backups,
    keptBackups,
    library,
    savedPlaylists,
    smartPlaylists,
    playlistEvents,
    stations,
    alarms: quietAlarms(people),
  };
  const rig = await startRig(t, parts);
  const tracks = (await rig.send('GET', '/tracks')).json as { id: string }[];
  const ask = async (path: string) => (await rig.send('GET', path)).json;
  return {
    ...rig,
    ...people,
    settings,
    keptBackups,
    clock,
    sticks,
    ids: tracks.map(({ id }) => id),
    done,
    directory,
    ask,
  };
}

type Started = Awaited<ReturnType<typeof startBox>>;

/** Does one of everything. */
async function live({ send, ids, state }: Started): Promise<void> {
  await state.write((sql) => {
    sql.prepare(`INSERT INTO sticker (kind, uri, name, value) VALUES ('song', ?, 'rating', '8')`).run(ids[0]);
  });
  const made = async (path: string, body: object) => (await send('POST', path, { body })).json as { id: string };
  const folder = await made('/saved-playlists/folders', { name: 'Evenings' });
  await made('/saved-playlists', {
    name: 'Slow',
    description: 'a\nb',
    folder_id: folder.id,
    track_ids: [...ids, ids[0]],
  });
  await made('/saved-playlists', { name: 'Of strangers', track_ids: ['never-seen', ids[1]] });
  await made('/smart-playlists', {
    name: 'Mine',
    rules: { conditions: [{ field: 'play_count', operator: 'greater_than', value: 0 }], limit: 7 },
  });
  const first = await made('/radio/stations', { url: 'http://radio.example/1', name: 'Eins', tags: ['a', 'b'] });
  await made('/radio/stations', {
    ...{ url: 'http://radio.example/2', logo: 'http://radio.example/l.png', homepage: 'HTTPS://radio.example' },
    ...{ codec: 'AAC', bitrate: 96, directory_id: 'x' },
  });
  const put = async (path: string, body?: object) => {
    const { status, text } = await send('PUT', path, { body });
    if (status !== 204) throw new Error(`${path}: ${status} ${text}`);
  };
  await put(`/radio/stations/${first.id}/move`, { position: 1 });
  await made('/alarms', {
    ...{ name: 'Work', time: '06:45', days: ['monday', 'sunday'], music: { of: 'station', id: first.id } },
    ...{ enabled: false, shuffle: true, level: 35, fade_in: 0, snooze: 5, duration: 20 },
  });
  await made('/alarms', { time: '23:59', enabled: false });
  await put(`/tracks/${ids[2]}/like`);
  for (const id of [ids[0], ids[0], 'never-seen']) await send('POST', `/track-stats/${id}/played`);
  await send('POST', `/track-stats/${ids[1]}/skipped`);
  const stream = { url: 'http://radio.example/s', title: 'Station', artist: 'Radio', album: '', duration_ms: 0 };
  await put('/tracks/stream-metadata', stream);
  await put('/settings', {
    bass: 3,
    eq_enabled: true,
    fade_out_mixmode: 1,
    fade_in_delay: 2,
    crossfade: 5,
    replaygain_settings: { type: 1, preamp: -35, noclip: true },
    player_name: 'Kitchen',
    repeat_mode: 1,
    single_mode: 3,
    listenbrainz_enabled: true,
    listenbrainz_token: 'secret-token',
    lastfm_enabled: true,
    lastfm_api_key: 'secret-token-of-a-key',
    lastfm_secret: 'secret-token-of-a-secret',
  });
}

const QUESTIONS = [
  ...[
    '/saved-playlists',
    '/saved-playlists/folders',
    '/smart-playlists',
    '/likes/tracks',
    '/likes/albums',
    '/radio/stations',
    '/alarms',
    '/settings',
  ],
];

/** As a box answers that had the same, but for the secrets: those are in no backup. */
const withoutSecrets = (before: unknown): string =>
  JSON.stringify(before).replace(/"(listenbrainz_token|lastfm_key)_set":true/g, '"$1_set":false');

async function answers(box: Started): Promise<unknown> {
  const playlists = (await box.ask('/saved-playlists')) as { id: string }[];
  const all = [
    ...QUESTIONS,
    ...playlists.flatMap(({ id }) => [`/saved-playlists/${id}/track-ids`, `/saved-playlists/${id}/tracks`]),
    ...[...box.ids, 'never-seen'].map((id) => `/track-stats/${id}`),
  ];
  const stickers = await box.state.read((sql) => sql.prepare('SELECT * FROM sticker').all());
  return [stickers, ...(await Promise.all(all.map(async (path) => [path, await box.ask(path)])))];
}

t.test('a backup, a reset and the backup again is as if nothing had happened', async (t) => {
  const box = await startBox(t);
  const fresh = await answers(box);
  await live(box);
  const before = await answers(box);
  const backup = await box.send('GET', '/system/backup');
  t.equal(backup.status, 200);
  t.match(backup.headers['content-disposition'], /^attachment; filename="tonearm-backup-\d{4}-\d\d-\d\d\.json"/);
  t.equal(backup.headers['content-length'], String(Buffer.byteLength(backup.text)));
  t.notMatch(backup.text, /secret-token/);
  t.equal((await box.send('POST', '/system/reset', { body: { scope: 'everything' } })).status, 204);
  t.strictSame(await answers(box), fresh, 'everything is as on a new box');
  t.strictSame(box.done, ['listens forgotten', 'queue forgotten', 'looked', 'scanned']);
  const restored = await box.send('PUT', '/system/backup', { body: backup.text });
  t.equal(restored.status, 200);
  t.strictSame(restored.json, {
    ...{ folders: 1, tracks: 4, playlists: 2, smart_playlists: 1, likes: 1, stats: 3, streams: 1, volume_limits: 0 },
    ...{ stations: 2, alarms: 2, shares: 0, stickers: 1 },
  });
  // The token is in no backup.
  const without = withoutSecrets(before);
  t.strictSame(await answers(box), JSON.parse(without));
  const again = JSON.parse((await box.send('GET', '/system/backup')).text) as object;
  t.strictSame({ ...again, made_at: 0 }, { ...(backup.json as object), made_at: 0 }, 'and so is the next backup');
});

t.test('a restored box knows the same after its next start', async (t) => {
  const box = await startBox(t);
  await live(box);
  const backup = await box.send('GET', '/system/backup');
  await box.send('POST', '/system/reset', { body: { scope: 'everything' } });
  await box.send('PUT', '/system/backup', { body: backup.text });
  const again = new Settings(new SettingsStore(box.state), SILENT_LOG);
  await again.load();
  t.strictSame(again.read(), box.settings.read());
  t.equal(again.read().tone.bass, 3);
});

t.test('settings alone are reset, and the rest stays', async (t) => {
  const box = await startBox(t);
  const fresh = await box.ask('/settings');
  await live(box);
  const playlists = await box.ask('/saved-playlists');
  let reported = 0;
  box.settings.subscribe(() => (reported += 1));
  t.equal((await box.send('POST', '/system/reset', { body: { scope: 'settings' } })).status, 204);
  t.strictSame(await box.ask('/settings'), fresh);
  t.equal(reported, 1, 'whoever acts on them was told');
  t.strictSame(await box.ask('/saved-playlists'), playlists);
  t.strictSame(box.done, ['looked']);
});

t.test('what was there before is kept beside, of a run of restores the first and the last', async (t) => {
  const box = await startBox(t);
  await live(box);
  const backup = (await box.send('GET', '/system/backup')).text;
  const names = async () => (await readdir(box.directory)).filter((name) => name.startsWith('state-before-'));
  await box.send('POST', '/radio/stations', { body: { name: 'Mine', url: 'http://radio.example/' } });
  for (let time = 0; time < 7; time++) {
    t.equal((await box.send('PUT', '/system/backup', { body: backup })).status, 200);
  }
  const kept = (await names()).sort();
  t.equal(kept.length, 4);
  t.ok(
    kept.every((name) => /^state-before-restore\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}\.db$/.test(name)),
    kept.join(),
  );
  for (const [at, stations] of [3, 2].entries()) {
    const copy = databaseIn(box.directory, { file: join(box.directory, kept[at] ?? '') });
    t.teardown(() => copy.close());
    const count = (table: string) =>
      copy.read((sql) => sql.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number);
    t.equal(await count('saved_playlist'), 2);
    t.equal(await count('radio_station'), stations, 'the first copy has what was there before all of them');
  }
  t.notOk(
    (await readdir(box.directory)).some((name) => name.endsWith('.part')),
    'nothing unfinished is left',
  );
});

t.test('a backup with a mistake changes nothing, and the mistake is told with its place', async (t) => {
  const box = await startBox(t);
  await live(box);
  const before = await answers(box);
  const text = (await box.send('GET', '/system/backup')).text;
  type Backup = Record<string, Record<string, unknown>[]>;
  const changed = (change: (backup: Backup) => void): string => {
    const backup = JSON.parse(text) as Backup;
    change(backup);
    return JSON.stringify(backup);
  };
  const set = (list: string, at: number, member: string, value: unknown) =>
    changed((backup) => Object.assign(backup[list]?.[at] ?? {}, { [member]: value }));
  const top = (member: string, value: unknown) => changed((backup) => Object.assign(backup, { [member]: value }));
  for (const [body, path] of [
    [set('stats', 1, 'play_count', -1), '/stats/1/play_count'],
    [set('stats', 0, 'play_count', 1.5), '/stats/0/play_count'],
    [set('likes', 0, 'kind', 'artist'), '/likes/0/kind'],
    [set('playlists', 1, 'tracks', [0, 4]), '/playlists/1/tracks/1'],
    [set('playlists', 0, 'tracks', 'all'), '/playlists/0/tracks'],
    [set('playlists', 0, 'name', 'x'.repeat(251)), '/playlists/0/name'],
    [changed((backup) => delete backup['folders']?.[0]?.['name']), '/folders/0/name'],
    [changed((backup) => backup['folders']?.push(backup['folders'][0] ?? {})), '/folders/1/id'],
    [changed((backup) => delete backup['likes']), '/likes'],
    [top('likes', {}), '/likes'],
    [top('format', 'another'), '/format'],
    [top('version', 'one'), '/version'],
    [top('settings', { bass: 1000 }), '/settings/bass'],
    [top('settings', { listenbrainz_url: 'ftp://x' }), '/settings/listenbrainz_url'],
    [set('stations', 0, 'homepage', 'javascript:alert(1)'), '/stations/0/homepage'],
    [set('stations', 1, 'id', undefined), '/stations/1/id'],
    [set('smart_playlists', 0, 'rules', { match_type: 'all' }), '/smart_playlists/0/rules/conditions'],
  ] as const) {
    const { status, json } = await box.send('PUT', '/system/backup', { body });
    t.equal(status, 400, path);
    const paths = (json as { errors?: { path: string }[] }).errors?.map((each) => each.path) ?? [];
    t.ok(paths.includes(path), `${path} is among ${paths.join()}`);
  }
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    `${text}{}`,
    text.slice(0, -20),
    text.replace('"format"', '"format'),
    '{"a":}',
  ]) {
    const { status, json } = await box.send('PUT', '/system/backup', { body });
    t.equal(status, 400);
    t.match(json, { code: 'MALFORMED_JSON' });
  }
  const newer = await box.send('PUT', '/system/backup', { body: top('version', 2) });
  t.equal(newer.status, 409);
  t.match(newer.json, { code: 'BACKUP_TOO_NEW' });
  const { status, json } = await box.send('PUT', '/system/backup', { body: top('settings', { bass: 1, pbe: 25 }) });
  t.equal(status, 422);
  t.match(json, { code: 'MEMBERS_REFUSED', refused: [{ member: 'pbe' }] });
  t.strictSame(await answers(box), before);
  t.notOk(
    (await readdir(box.directory)).some((name) => /before|part/.test(name)),
    'nothing was begun',
  );
});

t.test('a backup from before there were stations is restored, and has none', async (t) => {
  const box = await startBox(t);
  await live(box);
  const { stations, ...earlier } = (await box.send('GET', '/system/backup')).json as Record<string, unknown[]>;
  t.equal(stations?.length, 2);
  const restored = await box.send('PUT', '/system/backup', { body: JSON.stringify(earlier) });
  t.match(restored, { status: 200, json: { stations: 0, playlists: 2 } });
  t.strictSame(await box.ask('/radio/stations'), []);
});

t.test('network shares come back without passwords, and never in the place of those that the box has', async (t) => {
  const box = await startBox(t);
  const nas: Share = {
    ...{
      id: '0123abcd',
      kind: 'smb',
      server: 'nas.local',
      port: undefined,
      path: 'Music',
      user: 'anna',
      domain: 'HOME',
    },
    ...{ folder: 'Music on nas', createdAt: 1 },
  };
  const attic: Share = { ...nas, id: '4567cdef', kind: 'nfs', port: 2049, path: '/attic', folder: 'attic on nas' };
  const shares = () => box.state.read(listShares);
  const put = (share: Share) => box.state.write((sql) => saveShare(sql, share));
  await put(nas);
  await put({ ...attic, user: undefined, domain: undefined });
  const before = await shares();
  const { text } = await box.send('GET', '/system/backup');
  const restore = async (body = text) => (await box.send('PUT', '/system/backup', { body })).json;
  t.match(await restore(), { shares: 2 });
  t.strictSame(await shares(), before);
  for (const { id } of before) await box.state.write((sql) => removeShare(sql, id));
  const here = { ...nas, id: '89abcdef', user: undefined, domain: undefined };
  await put(here);
  t.match(await restore(), { shares: 2 });
  t.strictSame(await shares(), [here, before[1]], 'the same share is added once');
  for (const [good, bad] of [
    ['"0123abcd"', '"../state"'],
    ['"Music on nas"', '".."'],
    ['"Music on nas"', '"a/b"'],
    ['"nas.local"', '"nas\\nuser=root"'],
    ['"smb"', '"ftp"'],
  ] as const) {
    t.match(await restore(text.replace(good, bad)), { code: 'INVALID_BACKUP' }, bad);
  }
  t.strictSame(await shares(), [here, before[1]]);
});

t.test('a backup in another spelling is the same, and what this version does not know is passed over', async (t) => {
  const box = await startBox(t);
  await live(box);
  const before = await answers(box);
  const backup = (await box.send('GET', '/system/backup')).json as Record<string, unknown>;
  const reversed = Object.fromEntries([['constructor', [{ a: '}]"\\' }]], ...Object.entries(backup).reverse()]);
  for (const body of [JSON.stringify(reversed), JSON.stringify(backup, undefined, 4).replaceAll('\n', '\r\n')]) {
    await box.send('POST', '/system/reset', { body: { scope: 'settings' } });
    t.equal((await box.send('PUT', '/system/backup', { body })).status, 200);
    const without = withoutSecrets(before);
    t.strictSame(await answers(box), JSON.parse(without));
  }
});

t.test('a token stays on the box, but goes to no other server', async (t) => {
  const box = await startBox(t);
  await live(box);
  const backup = (await box.send('GET', '/system/backup')).text;
  await box.send('PUT', '/system/backup', { body: backup });
  t.equal(box.settings.read().listenBrainz.token, 'secret-token');
  const elsewhere = backup.replace('https://api.listenbrainz.org', 'https://elsewhere.example');
  t.equal((await box.send('PUT', '/system/backup', { body: elsewhere })).status, 200);
  t.match(box.settings.read().listenBrainz, { address: 'https://elsewhere.example', token: '' });
});

t.test('the password for MQTT stays on the box, but goes to no other broker', async (t) => {
  const box = await startBox(t);
  await box.send('PUT', '/settings', {
    body: { mqtt_enabled: true, mqtt_url: 'broker', mqtt_username: 'me', mqtt_password: 'secret-token-of-mqtt' },
  });
  const backup = (await box.send('GET', '/system/backup')).text;
  t.notMatch(backup, /secret-token/);
  t.equal((await box.send('PUT', '/system/backup', { body: backup })).status, 200);
  t.match(box.settings.read().mqtt, { enabled: true, address: 'mqtt://broker', user: 'me', password: /^secret/ });
  const elsewhere = backup.replace('mqtt://broker', 'mqtt://elsewhere.example');
  t.equal((await box.send('PUT', '/system/backup', { body: elsewhere })).status, 200);
  t.match(box.settings.read().mqtt, { address: 'mqtt://elsewhere.example', user: 'me', password: '' });
  await box.send('PUT', '/settings', { body: { mqtt_url: 'broker', mqtt_password: 'secret-token-of-mqtt' } });
  const somebody = backup.replace('"me"', '"somebody"');
  t.equal((await box.send('PUT', '/system/backup', { body: somebody })).status, 200);
  t.match(box.settings.read().mqtt, { address: 'mqtt://broker', user: 'somebody', password: '' });
});

t.test('the account of Last.fm stays on the box, but goes to no other server', async (t) => {
  const box = await startBox(t);
  await live(box);
  const { lastFm } = box.settings.read();
  await box.settings.change({ lastFm: { ...lastFm, session: 'secret-token-of-a-session', user: 'me' } });
  const backup = (await box.send('GET', '/system/backup')).text;
  t.notMatch(backup, /secret-token|"me"/);
  await box.send('PUT', '/system/backup', { body: backup });
  t.match(box.settings.read().lastFm, { apiKey: /key$/, secret: /secret$/, session: /session$/, user: 'me' });
  const elsewhere = backup.replace('https://ws.audioscrobbler.com', 'https://elsewhere.example');
  t.equal((await box.send('PUT', '/system/backup', { body: elsewhere })).status, 200);
  t.match(box.settings.read().lastFm, {
    address: 'https://elsewhere.example/2.0/',
    apiKey: '',
    secret: '',
    session: '',
  });
});

t.test('the PIN guards all of it, is in no backup, and ends with a reset', async (t) => {
  const box = await startBox(t);
  const backup = (await box.send('GET', '/system/backup')).text;
  await box.send('PUT', '/system/pin', { body: { pin: 'pin-of-ours' } });
  const headers = { 'tonearm-pin': 'pin-of-ours' };
  for (const [method, path, body] of [
    ['GET', '/system/backup', undefined],
    ['HEAD', '/system/backup', undefined],
    ['PUT', '/system/backup', backup],
    ['POST', '/system/reset', { scope: 'everything' }],
  ] as const) {
    t.equal((await box.send(method, path, { body })).status, 401, `${method} ${path}`);
  }
  t.notMatch((await box.send('GET', '/system/backup', { headers })).text, /pin/i);
  t.equal((await box.send('PUT', '/system/backup', { body: backup, headers })).status, 200);
  t.match(await box.ask('/system/pin'), { set: true }, 'which a backup leaves alone');
  t.equal((await box.send('POST', '/system/reset', { body: { scope: 'everything' }, headers })).status, 204);
  t.match(await box.ask('/system/pin'), { set: false });
});

t.test('one at a time, and another body than JSON is not taken', async (t) => {
  const box = await startBox(t);
  const both = await Promise.all([box.send('GET', '/system/backup'), box.send('GET', '/system/backup')]);
  t.strictSame(both.map(({ status }) => status).sort(), [200, 409]);
  t.equal((await box.send('HEAD', '/system/backup')).status, 200);
  t.equal(
    (await box.send('PUT', '/system/backup', { body: 'x', headers: { 'content-type': 'text/plain' } })).status,
    415,
  );
  t.equal((await box.send('POST', '/system/reset', { body: { scope: 'queue' } })).status, 400);
});

interface Listed {
  readonly name: string;
  readonly made_at: number;
  readonly bytes: number;
  readonly source: string;
}

const listed = async (box: Started): Promise<readonly Listed[]> =>
  ((await box.ask('/system/backups')) as { backups: readonly Listed[] }).backups;

t.test('the backup of the day is listed, is what GET gives, and brings everything back by its name', async (t) => {
  const box = await startBox(t);
  t.strictSame(await listed(box), [], 'none yet');
  await live(box);
  const before = await answers(box);
  await box.keptBackups.keep();
  const [backup] = await listed(box);
  const file = join(box.directory, 'backups', 'tonearm-backup-2026-11-27T09-32-00.json');
  const text = await readFile(file, 'utf8');
  const bytes = Buffer.byteLength(text);
  const name = 'tonearm-backup-2026-11-27T09-32-00.json';
  t.match(backup, { name, bytes, source: 'box', made_at: (JSON.parse(text) as { made_at: number }).made_at });
  const given = (await box.send('GET', '/system/backup')).json as Record<string, unknown>;
  t.strictSame({ ...(JSON.parse(text) as object), made_at: 0 }, { ...given, made_at: 0 });
  t.equal((await box.send('POST', '/system/reset', { body: { scope: 'everything' } })).status, 204);
  const restored = await box.send('POST', `/system/backups/${name}/restore`);
  t.match(restored, { status: 200, json: { playlists: 2, stations: 2 } });
  const without = withoutSecrets(before);
  t.strictSame(await answers(box), JSON.parse(without));
  t.equal((await box.send('PUT', '/system/backup', { body: text })).status, 200, 'and by PUT');
  t.strictSame(
    (await readdir(box.directory)).filter((each) => each.endsWith('.part')),
    [],
  );
});

t.test('the newest seven are kept, be the clock wrong for a while', async (t) => {
  const box = await startBox(t);
  for (let day = 1; day <= 9; day++) {
    box.clock.now = new Date(Date.UTC(2026, 10, day, 12));
    await box.keptBackups.keep();
  }
  const days = async () =>
    (await listed(box)).map(({ name }) => name.slice('tonearm-backup-'.length, -'T12-00-00.json'.length));
  t.strictSame(
    await days(),
    [9, 8, 7, 6, 5, 4, 3].map((day) => `2026-11-0${day}`),
  );
  box.clock.now = new Date(Date.UTC(2099, 0, 1, 12));
  await box.keptBackups.keep();
  t.equal((await days())[0], '2099-01-01');
  box.clock.now = new Date(Date.UTC(2026, 10, 10, 12));
  await box.keptBackups.keep();
  t.strictSame(
    await days(),
    ['10', '09', '08', '07', '06', '05', '04'].map((day) => `2026-11-${day}`),
    'the one of the wrong clock goes first',
  );
  box.clock.now = new Date(Date.UTC(1970, 0, 1, 12));
  await box.keptBackups.keep();
  t.ok((await days()).includes('1970-01-01'), 'the one just made stays');
});

t.test(
  'names of other files, and files that are no backups, are not found, and a damaged backup is refused',
  async (t) => {
    const box = await startBox(t);
    await live(box);
    const before = await answers(box);
    await box.keptBackups.keep();
    const [{ name } = { name: '' }] = await listed(box);
    const folder = join(box.directory, 'backups');
    const good = await readFile(join(folder, name), 'utf8');
    await writeFile(join(box.directory, 'tonearm-backup-2026-11-01.json'), good);
    await symlink(join(folder, name), join(folder, 'tonearm-backup-2026-11-02.json'));
    await writeFile(join(folder, 'tonearm-backup-2026-11-03.json'), '{}');
    await mkdir(join(folder, 'tonearm-backup-2026-11-04.json'));
    await writeFile(join(folder, 'other.json'), good);
    for (const bad of [
      '..%2Ftonearm-backup-2026-11-01.json',
      '..%2F..%2Fetc%2Fpasswd',
      '%2Fetc%2Fpasswd',
      'other.json',
      ...['02', '03', '04', '05'].map((day) => `tonearm-backup-2026-11-${day}.json`),
      `${name}%00`,
      `${name}%0A`,
    ]) {
      const { status, json } = await box.send('POST', `/system/backups/${bad}/restore`);
      t.equal(status, 404, bad);
      t.match(json, { code: 'UNKNOWN_BACKUP' });
    }
    t.strictSame(
      (await listed(box)).map((each) => each.name),
      [name],
    );
    await truncate(join(folder, name), good.length - 20);
    t.match(await box.send('POST', `/system/backups/${name}/restore`), {
      status: 422,
      json: { code: 'MALFORMED_JSON' },
    });
    await writeFile(join(folder, name), good.replace('"likes"', '"dislikes"'));
    t.match(await box.send('POST', `/system/backups/${name}/restore`), {
      status: 422,
      json: { code: 'INVALID_BACKUP' },
    });
    await writeFile(join(folder, name), good.replace('"version": 1', '"version": 2'));
    t.match(await box.send('POST', `/system/backups/${name}/restore`), {
      status: 409,
      json: { code: 'BACKUP_TOO_NEW' },
    });
    t.strictSame(await answers(box), before, 'nothing was changed');
  },
);

t.test('the backup of the day waits while another one is under way, and the PIN guards list and restore', async (t) => {
  const box = await startBox(t);
  const [given] = await Promise.all([box.send('GET', '/system/backup'), box.keptBackups.keep()]);
  t.equal(given.status, 200);
  const [{ name } = { name: '' }] = await listed(box);
  t.not(name, '');
  await box.send('PUT', '/system/pin', { body: { pin: 'pin-of-ours' } });
  t.equal((await box.send('GET', '/system/backups')).status, 401);
  t.equal((await box.send('POST', `/system/backups/${name}/restore`)).status, 401);
  const headers = { 'tonearm-pin': 'pin-of-ours' };
  t.equal((await box.send('POST', `/system/backups/${name}/restore`, { headers })).status, 200);
});
