/** What `PUT /settings` and the routes of the sound refuse: every such request is 400, and nothing of it is applied. */
import t from 'tap';
import { NewSettingsSchema } from '../../src/http/wire/settings-schema.js';
import { startRig } from './rig.js';

const ANY: readonly [number, number] = [-(2 ** 31), 2 ** 31 - 1];
const CROSSFADE = { crossfade: 1 };
const CROSSFEED = { crossfeed: 2 };

/** What has to be on for a range to count. */
const ON: Readonly<Record<string, object>> = {
  bass_cutoff: { bass: 1 },
  treble_cutoff: { treble: 1 },
  ...{ fade_in_delay: CROSSFADE, fade_in_duration: CROSSFADE, fade_out_delay: CROSSFADE, fade_out_duration: CROSSFADE },
  ...{ crossfade_fade_in_delay: CROSSFADE, crossfade_fade_in_duration: CROSSFADE },
  ...{ crossfade_fade_out_delay: CROSSFADE, crossfade_fade_out_duration: CROSSFADE },
  ...{ crossfeed_direct_gain: CROSSFEED, crossfeed_cross_gain: CROSSFEED, crossfeed_hf_attenuation: CROSSFEED },
  crossfeed_hf_cutoff: CROSSFEED,
  ...{ eq_precut: { eq_enabled: true }, eq_band_settings: { eq_enabled: true } },
};

/** Whole numbers of the contract's section 12, in their ranges. */
const WHOLE: Readonly<Record<string, readonly [least: number, most: number]>> = {
  repeat_mode: [0, 4],
  single_mode: [0, 7],
  volume_limit: [0, 100],
  balance: [-100, 100],
  bass: [-24, 24],
  treble: [-24, 24],
  bass_cutoff: [0, 22_040],
  treble_cutoff: [0, 22_040],
  channel_config: [0, 6],
  stereo_width: [0, 255],
  crossfade: [0, 5],
  fade_in_delay: [0, 7],
  fade_in_duration: [0, 15],
  fade_out_delay: [0, 7],
  fade_out_duration: [0, 15],
  fade_out_mixmode: [0, 2],
  crossfade_fade_in_delay: [0, 7],
  crossfade_fade_in_duration: [0, 15],
  crossfade_fade_out_delay: [0, 7],
  crossfade_fade_out_duration: [0, 15],
  crossfade_fade_out_mixmode: [0, 2],
  crossfeed: [0, 2],
  crossfeed_direct_gain: [-60, 0],
  crossfeed_cross_gain: [-120, -30],
  crossfeed_hf_attenuation: [-240, -60],
  crossfeed_hf_cutoff: [500, 2000],
  eq_precut: [-24, 240],
  surround_balance: ANY,
  surround_fx1: ANY,
  surround_fx2: ANY,
  surround_mix: ANY,
  pbe_precut: ANY,
  afr_enabled: [0, 3],
  stereosw_mode: ANY,
  volume: [0, 100],
  pause_rewind: [0, 15],
  resume_rewind: [0, 60],
  next_folder: [0, 2],
  max_files_in_playlist: ANY,
  volume_adjust_mode: [0, 1],
  volume_adjust_norm_steps: ANY,
  play_frequency: ANY,
};
const CHOICES = ['surround_enabled', 'pbe'];
const SWITCHES = [
  'output_fallback',
  'resume_on_start',
  'bluetooth_reception',
  'airplay_enabled',
  'mpd_server',
  'graphql_server',
  'upnp_renderer',
  'snapcast_server',
  'snapcast_client',
  'backup_to_stick',
  'listenbrainz_enabled',
  'lastfm_enabled',
  'mqtt_enabled',
  'lyrics_online',
  'update_check',
  'playlist_shuffle',
  'fade_on_stop',
  'eq_enabled',
  'dithering_enabled',
  'timestretch_enabled',
  'surround_method2',
  'party_mode',
  'prevent_skip',
  'rewind_across_tracks',
  'play_selected',
  'listenbrainz_token_set',
  'lastfm_key_set',
  'lastfm_connected',
  'mqtt_password_set',
];
const TEXTS: Readonly<Record<string, number>> = {
  music_dir: 4096,
  player_name: 64,
  host_name: 63,
  snapcast_host: 253,
  audio_output: 256,
  listenbrainz_url: 1024,
  lastfm_url: 1024,
  lastfm_api_key: 256,
  lastfm_secret: 256,
  lastfm_user: 100,
  mqtt_url: 300,
  mqtt_username: 256,
  mqtt_password: 256,
  mqtt_discovery_prefix: 100,
  lyrics_url: 1024,
  update_url: 1024,
  listenbrainz_token: 256,
};
/** Members of a list, and characters of one. */
const LISTS: Readonly<Record<string, readonly [most: number, longest: number]>> = {
  artist_separators: [20, 20],
  artist_exceptions: [500, 200],
  http_names: [20, 253],
};
const BAND = { cutoff: 50, q: 12, gain: 31 };
/** Values as they stand in the body: not all of them are JSON. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  eq_band_settings: [
    ...['{}', '7', '"x"', 'true', '[7]', '[[]]', '[null]'],
    JSON.stringify(Array<object>(11).fill(BAND)),
    ...['cutoff', 'q', 'gain'].map((name) => JSON.stringify([{ ...BAND, [name]: undefined }])),
    ...bandsWith('cutoff', [19, 22_041, -50, 50.5, '50', null]),
    ...bandsWith('q', [4, 101, -12, 1.2, '12', null]),
    ...bandsWith('gain', [-241, 241, 0.1, '0', null]),
  ],
  replaygain_settings: [
    ...[
      '[]',
      '7',
      '"x"',
      'true',
      '{"type":4}',
      '{"type":-1}',
      '{"type":"0"}',
      '{"type":null}',
      '{"type":0,"preamp":121}',
    ],
    ...['{"type":0,"preamp":-121}', '{"preamp":0.5}', '{"noclip":1}', '{"noclip":"true"}'],
  ],
  compressor_settings: [
    ...['[]', '7', '"x"', '{"threshold":0.5}', '{"makeup_gain":"1"}', '{"ratio":null}', '{"knee":true}'],
    ...['{"release_time":1e10}', '{"attack_time":[]}', '{"ratio":"1"}'],
  ],
};

function bandsWith(name: string, values: readonly unknown[]): string[] {
  return values.map((value) => JSON.stringify([BAND, { ...BAND, [name]: value }]));
}

const NO_NUMBERS = ['"1"', 'true', '[]', '{}', '1.5', '1e99', '-1e99'];
const NO_JSON = ['NaN', 'Infinity', '-Infinity', '+1', '0x1', 'undefined'];

/** Member → what it refuses. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(WHOLE).map(([name, [least, most]]) => [name, [`${least - 1}`, `${most + 1}`, ...NO_NUMBERS]]),
  ),
  ...Object.fromEntries(CHOICES.map((name) => [name, ['1', '-1', '101', ...NO_NUMBERS]])),
  ...Object.fromEntries(SWITCHES.map((name) => [name, ['0', '1', '"true"', '""', '[]', '{}']])),
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, longest]) => [name, [`"${'x'.repeat(longest + 1)}"`, '7', 'false', '[]', '{}']]),
  ),
  ...PARTS,
  ...Object.fromEntries(
    Object.entries(LISTS).map(([name, [most, longest]]) => [
      name,
      [
        ...['"x"', '7', '{}', 'true', '[7]', '[null]', '[""]', '[["x"]]', JSON.stringify(['x'.repeat(longest + 1)])],
        JSON.stringify(Array<string>(most + 1).fill('x')),
      ],
    ]),
  ),
  tag_encoding: ['""', '"utf-8"', '"AUTO"', '7', 'true', '[]', '{}'],
};

t.test('the table of what is refused has every member that is taken', async (t) => {
  t.strictSame(Object.keys(REFUSED).sort(), Object.keys(NewSettingsSchema.properties).sort());
});

/** Beside the mistake: all of it would be heard or seen. */
const GOOD = '"stereo_width":50,"playlist_shuffle":true,"resume_on_start":true';

for (const [member, values] of Object.entries(REFUSED)) {
  t.test(`a wrong ${member} is 400, and nothing beside it is applied`, async (t) => {
    const { send, player } = await startRig(t);
    const before = (await send('GET', '/settings')).json;
    for (const value of [...values, ...NO_JSON]) {
      const on = JSON.stringify(ON[member] ?? {}).slice(1, -1);
      const good = [...GOOD.split(','), on].filter((each) => each !== '' && !each.startsWith(`"${member}"`));
      const body = `{${[...good, `"${member}":${value}`].join(',')}}`;
      const { status, json } = await send('PUT', '/settings', { body });
      t.equal(status, 400, value.slice(0, 60));
      const isJson = !NO_JSON.includes(value);
      t.match(json, isJson ? { code: 'INVALID_BODY', errors: [{ path: new RegExp(`^/${member}`) }] } : { status: 400 });
    }
    t.strictSame((await send('GET', '/settings')).json, before);
    t.strictSame(player.commands, []);
  });
}

const ROUTES: Readonly<Record<string, readonly string[]>> = {
  eq: [
    ...[
      '{"enabled":1}',
      '{"enabled":true,"precut":-25}',
      '{"enabled":true,"precut":241}',
      '{"precut":"6"}',
      '{"precut":NaN}',
      '[]',
      '7',
      'null',
    ],
    ...(PARTS['eq_band_settings'] ?? []).map((bands) => `{"enabled":true,"precut":60,"bands":${bands}}`),
  ],
  crossfeed: [
    ...['{"type":3}', '{"type":-1}', '{"type":"1"}', '{"type":2,"direct_gain":1}', '{"type":2,"direct_gain":-61}'],
    ...['{"type":2,"cross_gain":-29}', '{"type":2,"cross_gain":-121}', '{"type":2,"hf_attenuation":-59}'],
    ...[
      '{"type":2,"hf_attenuation":-241}',
      '{"type":2,"hf_cutoff":499}',
      '{"type":2,"hf_cutoff":2001}',
      '{"hf_cutoff":700.5}',
      '{"hf_cutoff":Infinity}',
      '[]',
    ],
  ],
  dithering: ['{}', '{"enabled":null}', '{"enabled":1}', '{"enabled":"true"}', '[]', 'true', '', '{"enabled":NaN}'],
  afr: ['{}', '{"mode":4}', '{"mode":-1}', '{"mode":0.5}', '{"mode":"0"}', '{"mode":null}', '{"mode":NaN}', '[]'],
  pbe: ['{"mode":10}', '{"mode":-25}', '{"mode":"0"}', '{"precut":0.5}', '{"precut":-Infinity}', '[]'],
};

for (const [path, bodies] of Object.entries(ROUTES)) {
  t.test(`PUT /player/${path} refuses what is wrong with 400, and applies nothing`, async (t) => {
    const { send } = await startRig(t);
    const before = (await send('GET', '/settings')).json;
    for (const body of bodies) t.equal((await send('PUT', `/player/${path}`, { body })).status, 400, body.slice(0, 60));
    t.strictSame((await send('GET', '/settings')).json, before);
  });
}
