import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { settingsInMemory } from './fake-settings.js';
import { startRig } from './rig.js';

type Members = Record<string, unknown>;

t.test('out of the box', async (t) => {
  const { send, library } = await startRig(t);
  const { status, json } = await send('GET', '/settings');
  t.equal(status, 200);
  t.strictSame(json, {
    music_dir: library,
    player_name: '',
    host_name: '',
    http_names: [],
    audio_output: 'builtin',
    output_fallback: false,
    resume_on_start: false,
    bluetooth_reception: false,
    airplay_enabled: false,
    mpd_server: true,
    graphql_server: true,
    upnp_renderer: true,
    snapcast_server: false,
    snapcast_client: false,
    snapcast_host: '',
    backup_to_stick: false,
    artist_separators: [';', ' / '],
    artist_exceptions: [],
    tag_encoding: 'auto',
    listenbrainz_enabled: false,
    listenbrainz_url: 'https://api.listenbrainz.org',
    update_url: '',
    mqtt_enabled: false,
    mqtt_url: '',
    mqtt_username: '',
    mqtt_discovery_prefix: 'homeassistant',
    mqtt_password_set: false,
    lyrics_online: false,
    lyrics_url: 'https://lrclib.net',
    update_check: false,
    listenbrainz_token_set: false,
    lastfm_enabled: false,
    lastfm_url: 'https://ws.audioscrobbler.com/2.0/',
    lastfm_key_set: false,
    lastfm_connected: false,
    lastfm_user: '',
    repeat_mode: 0,
    playlist_shuffle: false,
    single_mode: 0,
    volume: 40,
    volume_limit: 100,
    balance: 0,
    bass: 0,
    treble: 0,
    bass_cutoff: 0,
    treble_cutoff: 0,
    channel_config: 0,
    stereo_width: 100,
    crossfade: 0,
    crossfade_fade_in_delay: 0,
    crossfade_fade_in_duration: 2,
    crossfade_fade_out_delay: 0,
    crossfade_fade_out_duration: 2,
    crossfade_fade_out_mixmode: 0,
    fade_on_stop: false,
    replaygain_settings: { noclip: false, type: 3, preamp: 0 },
    crossfeed: 0,
    crossfeed_direct_gain: -15,
    crossfeed_cross_gain: -60,
    crossfeed_hf_attenuation: -160,
    crossfeed_hf_cutoff: 700,
    eq_enabled: false,
    eq_precut: 0,
    eq_band_settings: [32, 64, 125, 250, 500, 1000, 2000, 4000, 8000, 16000].map((cutoff, at) => ({
      cutoff,
      q: at === 0 || at === 9 ? 7 : 10,
      gain: 0,
    })),
    dithering_enabled: false,
    timestretch_enabled: false,
    surround_enabled: 0,
    surround_balance: 35,
    surround_fx1: 3400,
    surround_fx2: 320,
    surround_mix: 50,
    surround_method2: false,
    pbe: 0,
    pbe_precut: -25,
    afr_enabled: 0,
    party_mode: false,
    stereosw_mode: 0,
    compressor_settings: { threshold: 0, makeup_gain: 1, ratio: 1, knee: 1, release_time: 500, attack_time: 5 },
    prevent_skip: false,
    next_folder: 0,
    pause_rewind: 0,
    resume_rewind: 0,
    rewind_across_tracks: false,
    play_selected: true,
    max_files_in_playlist: 10_000,
    volume_adjust_mode: 0,
    volume_adjust_norm_steps: 50,
    play_frequency: 0,
  });
});

const MEMBERS: readonly (readonly [sent: Members, reported: Members])[] = [
  [{ balance: -100 }, { balance: -100 }],
  [
    { bass: 24, treble: -24, bass_cutoff: 80, treble_cutoff: 9000 },
    { bass: 24, treble: -24, bass_cutoff: 80 },
  ],
  ...[0, 1, 3, 4, 6].map((value) => [{ channel_config: value }, { channel_config: value }] as const),
  [{ stereo_width: 250 }, { stereo_width: 250 }],
  ...[1, 2, 3, 4, 5].map((value) => [{ crossfade: value }, { crossfade: value }] as const),
  [
    { fade_in_delay: 1, fade_in_duration: 15, fade_out_delay: 7, fade_out_duration: 3, fade_out_mixmode: 1 },
    {
      crossfade_fade_in_delay: 1,
      crossfade_fade_in_duration: 15,
      crossfade_fade_out_delay: 7,
      crossfade_fade_out_duration: 3,
      crossfade_fade_out_mixmode: 1,
    },
  ],
  [{ fade_out_mixmode: 2 }, { crossfade_fade_out_mixmode: 1 }],
  [{ fade_on_stop: true }, { fade_on_stop: true }],
  [
    { replaygain_settings: { noclip: true, type: 0, preamp: -65 } },
    { replaygain_settings: { noclip: true, type: 0, preamp: -65 } },
  ],
  [{ replaygain_settings: { type: 2 } }, { replaygain_settings: { noclip: false, type: 2, preamp: 0 } }],
  [
    { crossfeed: 2, crossfeed_direct_gain: -60, crossfeed_cross_gain: -30, crossfeed_hf_attenuation: -61 },
    { crossfeed: 2, crossfeed_direct_gain: -60, crossfeed_cross_gain: -30, crossfeed_hf_attenuation: -61 },
  ],
  [{ crossfeed_hf_cutoff: 2000 }, { crossfeed_hf_cutoff: 2000 }],
  [
    { eq_enabled: true, eq_precut: 33 },
    { eq_enabled: true, eq_precut: 33 },
  ],
  [{ dithering_enabled: true }, { dithering_enabled: true }],
  [{ player_name: ' Küche ' }, { player_name: 'Küche' }],
  [{ output_fallback: true }, { output_fallback: true }],
  [{ resume_on_start: true }, { resume_on_start: true }],
  [{ bluetooth_reception: true }, { bluetooth_reception: true }],
  [{ airplay_enabled: true }, { airplay_enabled: true }],
  [{ mpd_server: false }, { mpd_server: false }],
  [{ graphql_server: false }, { graphql_server: false }],
  [{ upnp_renderer: false }, { upnp_renderer: false }],
  [{ snapcast_server: true }, { snapcast_server: true }],
  [
    { snapcast_client: true, snapcast_host: 'nas.local' },
    { snapcast_client: true, snapcast_host: 'nas.local' },
  ],
  [{ backup_to_stick: true }, { backup_to_stick: true }],
  [{ artist_separators: [] }, { artist_separators: [] }],
  [
    { artist_separators: [' feat. ', ';'], artist_exceptions: ['AC;DC'], tag_encoding: 'windows-1251' },
    { artist_separators: [' feat. ', ';'], artist_exceptions: ['AC;DC'], tag_encoding: 'windows-1251' },
  ],
  [{ audio_output: 'builtin' }, { audio_output: 'builtin' }],
  [
    { repeat_mode: 4, playlist_shuffle: true, single_mode: 7 },
    { repeat_mode: 4, playlist_shuffle: true, single_mode: 7 },
  ],
  [{ volume_limit: 30 }, { volume_limit: 30, volume: 30 }],
  [{ volume: 30 }, { volume: 30 }],
  [
    { pause_rewind: 15, resume_rewind: 60 },
    { pause_rewind: 15, resume_rewind: 60 },
  ],
  [{ crossfade_fade_out_mixmode: 2 }, { crossfade_fade_out_mixmode: 1 }],
  [{ stereo_width: 255 }, { stereo_width: 250 }],
  [{ eq_precut: -3 }, { eq_precut: 30 }],
  [{ party_mode: true }, { party_mode: true }],
  [{ volume_adjust_norm_steps: 20 }, { volume_adjust_norm_steps: 20 }],
];

for (const [sent, reported] of MEMBERS) {
  t.test(`${JSON.stringify(sent)} is set, and nothing else`, async (t) => {
    const { send } = await startRig(t);
    const before = (await send('GET', '/settings')).json as Members;
    const { status, text } = await send('PUT', '/settings', { body: sent });
    t.equal(status, 204);
    t.equal(text, '');
    const after = (await send('GET', '/settings')).json as Members;
    t.match(after, reported);
    const others = (members: Members) =>
      Object.fromEntries(Object.entries(members).filter(([name]) => !(name in reported) && name !== 'treble_cutoff'));
    t.strictSame(others(after), others(before));
  });
}

t.test('null is left as it is, and unknown keys are ignored', async (t) => {
  const { send, player } = await startRig(t);
  const before = (await send('GET', '/settings')).json as Members;
  const body = { ...Object.fromEntries(Object.keys(before).map((name) => [name, null])), brightness: {} };
  t.equal((await send('PUT', '/settings', { body })).status, 204);
  t.strictSame((await send('GET', '/settings')).json, before);
  t.strictSame(player.commands, []);
});

t.test('what GET tells can be sent back', async (t) => {
  const { send } = await startRig(t);
  await send('PUT', '/settings', { body: { balance: 3, eq_band_settings: [{ cutoff: 50, q: 12, gain: -31 }] } });
  const before = (await send('GET', '/settings')).json as Members;
  t.equal((await send('PUT', '/settings', { body: before })).status, 204);
  t.strictSame((await send('GET', '/settings')).json, before);
});

t.test('bands that are left out keep their place and lose their gain', async (t) => {
  const { send } = await startRig(t);
  const all = Array.from({ length: 10 }, (_, at) => ({ cutoff: 100 + at, q: 10 + at, gain: at }));
  await send('PUT', '/settings', { body: { eq_band_settings: all } });
  await send('PUT', '/settings', { body: { eq_band_settings: [{ cutoff: 50, q: 12, gain: 31 }] } });
  t.match((await send('GET', '/settings')).json, {
    eq_band_settings: [{ cutoff: 50, q: 12, gain: 31 }, ...all.slice(1).map((band) => ({ ...band, gain: 0 }))],
  });
});

const CANNOT_ACT: readonly Members[] = [
  { channel_config: 2 },
  { channel_config: 5 },
  { surround_enabled: 8 },
  { timestretch_enabled: true },
  { pbe: 25 },
  { afr_enabled: 1 },
  { compressor_settings: { threshold: -3 } },
  { stereosw_mode: 1 },
  { audio_output: 'fifo' },
];

for (const member of CANNOT_ACT) {
  t.test(`${JSON.stringify(member)} is refused by name, and nothing is applied`, async (t) => {
    const { send } = await startRig(t);
    const before = (await send('GET', '/settings')).json;
    const { status, json } = await send('PUT', '/settings', { body: { stereo_width: 50, ...member } });
    t.equal(status, 422);
    const [name = ''] = Object.keys(member);
    t.match(json, { code: 'MEMBERS_REFUSED', detail: new RegExp(name), refused: [{ member: name, reason: /\.$/ }] });
    t.strictSame((await send('GET', '/settings')).json, before);
  });
}

t.test('a music directory lies in a library root', async (t) => {
  const { send, library } = await startRig(t);
  await mkdir(join(library, 'jazz'));
  t.equal((await send('PUT', '/settings', { body: { music_dir: join(library, 'jazz/') } })).status, 204);
  t.match((await send('GET', '/settings')).json, { music_dir: join(library, 'jazz') });
  const refused = await send('PUT', '/settings', { body: { music_dir: '/etc', balance: 5 } });
  t.match(refused, { status: 400, json: { code: 'OUTSIDE_LIBRARY' } });
  t.match((await send('GET', '/settings')).json, { music_dir: join(library, 'jazz'), balance: 0 });
});

t.test('a change that could not be saved is 503 and in force all the same', async (t) => {
  const { send } = await startRig(t, { settings: settingsInMemory(new Error('no space left on device')) });
  t.match(await send('PUT', '/settings', { body: { balance: 5 } }), { status: 503, json: { code: 'STATE_NOT_SAVED' } });
  t.match((await send('GET', '/settings')).json, { balance: 5 });
});

t.test('to ask again for what could not be saved is 204 only when it could', async (t) => {
  const failure = new Error('no space left on device');
  const settings = settingsInMemory(failure);
  const { send } = await startRig(t, { settings });
  await send('PUT', '/settings', { body: { balance: 5 } });
  const again = await send('PUT', '/settings', { body: { balance: 5 } });
  t.match(again, { status: 503, json: { code: 'STATE_NOT_SAVED' } });
});

t.test('the routes of the sound set their part', async (t) => {
  const { send } = await startRig(t);
  const put = async (path: string, body: Members) => (await send('PUT', `/player/${path}`, { body })).status;
  t.equal(await put('eq', { enabled: true, bands: [{ cutoff: 40, q: 8, gain: 12 }] }), 204);
  t.equal(await put('eq', { precut: 20 }), 204);
  t.equal(await put('crossfeed', { type: 2, direct_gain: -10, hf_cutoff: 900 }), 204);
  t.equal(await put('dithering', { enabled: true }), 204);
  t.equal(await put('afr', { mode: 0 }), 204);
  t.equal(await put('pbe', { mode: 0, precut: -25 }), 204);
  t.equal(await put('pbe', {}), 204);
  t.match((await send('GET', '/settings')).json, {
    eq_enabled: true,
    eq_precut: 20,
    eq_band_settings: [
      { cutoff: 40, q: 8, gain: 12 },
      { cutoff: 64, q: 10, gain: 0 },
    ],
    crossfeed: 2,
    crossfeed_direct_gain: -10,
    crossfeed_cross_gain: -60,
    crossfeed_hf_cutoff: 900,
    dithering_enabled: true,
  });
  t.equal(await put('afr', { mode: 2 }), 422);
  t.equal(await put('pbe', { mode: 50 }), 422);
  t.equal(await put('pbe', { precut: -5 }), 204);
  t.match((await send('GET', '/settings')).json, { pbe_precut: -5 });
  for (const [path, body] of [
    ['eq', { precut: 241 }],
    ['crossfeed', { type: 3 }],
    ['dithering', {}],
    ['afr', {}],
    ['afr', { mode: 4 }],
    ['pbe', { mode: 10 }],
  ] as const) {
    t.equal(await put(path, body), 400, `${path} ${JSON.stringify(body)}`);
  }
});

t.test('the settings are told while the card is away', async (t) => {
  const { send, volume } = await startRig(t);
  volume.read = () => {
    throw new Error('away');
  };
  t.match(await send('GET', '/settings'), { status: 200, json: { volume: 0, volume_limit: 0, balance: 0 } });
});
