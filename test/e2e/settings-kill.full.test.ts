/**
 * What `PUT /settings` and the routes of the sound acknowledge survives a daemon that is killed as soon as the head of
 * the answer has come: each member by itself, on a box of its own history.
 */
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';

import t from 'tap';

import { NewSettingsSchema } from '../../src/http/wire/settings-schema.js';
import { createHouse, type Daemon } from './daemon.js';

type Members = Readonly<Record<string, unknown>>;

interface Change {
  readonly path: string;
  readonly body: Members;
  /** Members of `GET /settings` that differ afterwards. */
  readonly reported: Members;
}

const settings = (body: Members, reported = body): Change => ({ path: '/settings', body, reported });

const BAND = { cutoff: 50, q: 12, gain: 31 };
const REPLAY_GAIN = { noclip: true, type: 0, preamp: -65 };
const COMPRESSOR = { threshold: 0, makeup_gain: 0, ratio: 3, knee: 0, release_time: 200, attack_time: 7 };

/** Changes that differ from the state before them. */
const CHANGES: readonly Change[] = [
  settings({ player_name: 'Küche' }),
  settings({ host_name: 'kitchen' }),
  settings({ http_names: ['music.example.org'] }),
  settings({ output_fallback: true }),
  settings({ resume_on_start: true }),
  settings({ bluetooth_reception: true }),
  settings({ airplay_enabled: true }),
  settings({ mpd_server: false }),
  settings({ graphql_server: false }),
  settings({ upnp_renderer: false }),
  settings({ snapcast_host: '192.168.178.20' }),
  settings({ snapcast_server: true }),
  settings({ snapcast_client: true }),
  settings({ backup_to_stick: true }),
  settings({ listenbrainz_url: 'http://127.0.0.1:9' }),
  settings({ update_url: 'https://updates.example/tonearm.channel.json' }),
  settings({ update_check: true }),
  settings({ lastfm_url: 'http://127.0.0.1:9/2.0/' }),
  settings({ lastfm_api_key: 'key', lastfm_secret: 'secret' }, { lastfm_key_set: true }),
  settings({ lastfm_enabled: true }),
  settings({ mqtt_url: 'mqtt://127.0.0.1:9' }),
  settings({ mqtt_username: 'me' }),
  settings({ mqtt_password: 'secret' }, { mqtt_password_set: true }),
  settings({ mqtt_discovery_prefix: 'other' }),
  settings({ mqtt_enabled: true }),
  settings({ lyrics_url: 'http://127.0.0.1:9' }),
  settings({ lyrics_online: true }),
  settings({ listenbrainz_token: 'secret' }, { listenbrainz_token_set: true }),
  settings({ listenbrainz_enabled: true }),
  settings({ repeat_mode: 1 }),
  settings({ playlist_shuffle: true }),
  settings({ single_mode: 3 }),
  settings({ balance: -20 }),
  settings({ bass: 4 }),
  settings({ treble: -3 }),
  settings({ bass_cutoff: 120 }),
  settings({ treble_cutoff: 6000 }),
  settings({ channel_config: 6 }),
  settings({ stereo_width: 150 }),
  settings({ crossfade: 5 }),
  settings({ fade_in_delay: 1 }, { crossfade_fade_in_delay: 1 }),
  settings({ fade_in_duration: 3 }, { crossfade_fade_in_duration: 3 }),
  settings({ fade_out_delay: 2 }, { crossfade_fade_out_delay: 2 }),
  settings({ fade_out_duration: 4 }, { crossfade_fade_out_duration: 4 }),
  settings({ fade_out_mixmode: 1 }, { crossfade_fade_out_mixmode: 1 }),
  settings({ fade_on_stop: true }),
  settings({ replaygain_settings: REPLAY_GAIN }),
  settings({ crossfeed: 2 }),
  settings({ crossfeed_direct_gain: -20 }),
  settings({ crossfeed_cross_gain: -70 }),
  settings({ crossfeed_hf_attenuation: -100 }),
  settings({ crossfeed_hf_cutoff: 900 }),
  settings({ eq_enabled: true }),
  settings({ eq_precut: 30 }),
  settings({ eq_band_settings: Array.from({ length: 10 }, (_, at) => ({ ...BAND, gain: at })) }),
  settings({ dithering_enabled: true }),
  settings({ pause_rewind: 3, resume_rewind: 10 }),
  settings({ artist_separators: [' & '], artist_exceptions: ['A & B'], tag_encoding: 'windows-1251' }),
  settings({ crossfade_fade_in_delay: 3, crossfade_fade_in_duration: 5, crossfade_fade_out_mixmode: 0 }),
  settings({ crossfade_fade_out_delay: 1, crossfade_fade_out_duration: 2 }),
  settings({
    ...{ party_mode: true, surround_balance: 1, surround_fx1: 2, surround_fx2: 3, surround_mix: 4 },
    ...{ surround_method2: true, pbe_precut: -1, volume_adjust_norm_steps: 20, compressor_settings: COMPRESSOR },
  }),
  {
    path: '/player/eq',
    body: { enabled: false, precut: 10, bands: Array<object>(10).fill(BAND) },
    reported: { eq_enabled: false, eq_precut: 10, eq_band_settings: Array<object>(10).fill(BAND) },
  },
  {
    path: '/player/crossfeed',
    body: { type: 1, direct_gain: -10, cross_gain: -40, hf_attenuation: -80, hf_cutoff: 1000 },
    reported: {
      crossfeed: 1,
      crossfeed_direct_gain: -10,
      crossfeed_cross_gain: -40,
      crossfeed_hf_attenuation: -80,
      crossfeed_hf_cutoff: 1000,
    },
  },
  { path: '/player/dithering', body: { enabled: false }, reported: { dithering_enabled: false } },
  { path: '/player/afr', body: { mode: 0 }, reported: {} },
  { path: '/player/pbe', body: { mode: 0, precut: -25 }, reported: { pbe_precut: -25 } },
];

/** Settings that have a test of their own, because their values refer to other objects. */
const ELSEWHERE = ['music_dir', 'volume_limit', 'volume'];
/** Settings that accept only one value. */
const FIXED = [
  ...['audio_output', 'timestretch_enabled', 'surround_enabled', 'pbe', 'afr_enabled', 'stereosw_mode'],
  ...['prevent_skip', 'next_folder', 'rewind_across_tracks', 'play_selected', 'max_files_in_playlist'],
  ...['volume_adjust_mode', 'play_frequency', 'listenbrainz_token_set'],
  ...['mqtt_password_set', 'lastfm_key_set', 'lastfm_connected', 'lastfm_user'],
];

/** Sends a change, and kills the daemon as soon as the head of the answer is read. @returns status of the answer */
async function putAndKill({ base, process }: Daemon, { path, body }: Change): Promise<number | undefined> {
  const sent = request(base + path, { method: 'PUT', headers: { 'content-type': 'application/json' }, agent: false });
  sent.end(JSON.stringify(body));
  const gone = once(process, 'exit');
  const status = await new Promise<number | undefined>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer: IncomingMessage) => {
      process.kill('SIGKILL');
      answer.on('error', () => undefined).resume();
      resolve(answer.statusCode);
    });
  });
  await gone;
  return status;
}

const readSettings = async (daemon: Daemon): Promise<Members> => (await daemon.get('/settings')).body as Members;

t.test('the table has every member that something is done with', async (t) => {
  const tested = CHANGES.filter(({ path }) => path === '/settings').flatMap(({ body }) => Object.keys(body));
  t.strictSame([...tested, ...ELSEWHERE, ...FIXED].sort(), Object.keys(NewSettingsSchema.properties).sort());
});

/** Number of daemons at a time; a start uses mostly one processor. */
const BOXES = 2;

t.test('each setting is there after a kill behind its 204', async (t) => {
  const half = Math.ceil(CHANGES.length / BOXES);
  const histories = Array.from({ length: BOXES }, (_, box) => CHANGES.slice(box * half, (box + 1) * half));
  await Promise.all(
    histories.map(async (changes) => {
      const { start } = await createHouse(t);
      let daemon = await start();
      let expected = await readSettings(daemon);
      for (const change of changes) {
        t.equal(await putAndKill(daemon, change), 204);
        expected = { ...expected, ...change.reported };
        daemon = await start();
        t.strictSame(
          await readSettings(daemon),
          expected,
          `${change.path} ${JSON.stringify(change.body).slice(0, 60)}`,
        );
      }
    }),
  );
});

t.test('so are the directory of the music and the limit of the volume, and many members together', async (t) => {
  const { library, start } = await createHouse(t);
  await mkdir(join(library, 'jazz'));
  let daemon = await start();
  const before = await readSettings(daemon);
  const { min } = (await daemon.get('/player/volume')).body as { min: number };
  const limited = { volume_limit: min + 3, volume: Math.min(Number(before['volume']), min + 3) };
  const body = { music_dir: join(library, 'jazz'), volume_limit: min + 3, balance: 7, repeat_mode: 2, eq_precut: 11 };
  t.equal(await putAndKill(daemon, settings(body)), 204);
  daemon = await start();
  t.strictSame(await readSettings(daemon), { ...before, ...body, ...limited });
});
