/** Contract section 15, `PUT /settings`: what is told is always taken; anything else acts, or is refused by name. */
import t from 'tap';

import { settingsInMemory } from './fake-settings.js';
import { startRig, type Rig } from './rig.js';

type Members = Readonly<Record<string, unknown>>;

const settingsOf = async ({ send }: Rig): Promise<Members> => (await send('GET', '/settings')).json as Members;
const put = (rig: Rig, body: Members) => rig.send('PUT', '/settings', { body });
const refusedIn = (json: unknown): string[] =>
  ((json as { refused?: { member: string }[] }).refused ?? []).map(({ member }) => member);

/** Another value for what GET tells, where it is not the opposite or the next number. */
const OTHERS: Members = {
  player_name: 'Kitchen',
  host_name: 'kitchen',
  http_names: ['music.example.org', 'jukebox'],
  audio_output: 'fifo',
  listenbrainz_url: 'http://127.0.0.1:9',
  lastfm_url: 'http://127.0.0.1:9/2.0/',
  lastfm_user: 'somebody',
  mqtt_url: 'mqtt://127.0.0.1:9',
  mqtt_username: 'me',
  mqtt_discovery_prefix: 'other/prefix',
  lyrics_url: 'http://127.0.0.1:9',
  update_url: 'https://updates.example/tonearm.channel.json',
  tag_encoding: 'windows-1251',
  artist_separators: [' & '],
  artist_exceptions: ['Simon & Garfunkel'],
  surround_enabled: 5,
  pbe: 25,
  volume_limit: 50,
  replaygain_settings: { noclip: true, type: 1, preamp: 10 },
  compressor_settings: { threshold: -24, makeup_gain: 3, ratio: 2, knee: 0, release_time: 100, attack_time: 5 },
  eq_band_settings: Array.from({ length: 10 }, (_, at) => ({ cutoff: 100 + at, q: 70, gain: at })),
};

function otherThan(name: string, value: unknown): unknown {
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name];
  return typeof value === 'boolean' ? !value : (value as number) + 1;
}

t.test('every member of GET /settings acts, or is refused by name', async (t) => {
  const rig = await startRig(t);
  const names = Object.keys(await settingsOf(rig)).filter((name) => name !== 'music_dir');
  const refused: string[] = [];
  for (const name of names) {
    const before = await settingsOf(rig);
    const value = otherThan(name, before[name]);
    const { status, json } = await put(rig, { [name]: value });
    const after = await settingsOf(rig);
    if (status === 422) {
      refused.push(name);
      t.strictSame(refusedIn(json), [name]);
      t.strictSame(after, before, `${name} is refused, and nothing is changed`);
    } else {
      t.equal(status, 204, name);
      t.strictSame(after[name], value, `${name} acts`);
    }
  }
  t.strictSame(refused.sort(), [
    'afr_enabled',
    'audio_output',
    'compressor_settings',
    'lastfm_connected',
    'lastfm_key_set',
    'lastfm_user',
    'listenbrainz_token_set',
    'max_files_in_playlist',
    'mqtt_password_set',
    'next_folder',
    'pbe',
    'play_frequency',
    'play_selected',
    'prevent_skip',
    'rewind_across_tracks',
    'stereosw_mode',
    'surround_enabled',
    'timestretch_enabled',
    'volume_adjust_mode',
  ]);
});

t.test('all members that cannot act are named at once, and nothing beside them is done', async (t) => {
  const rig = await startRig(t);
  const before = await settingsOf(rig);
  const { status, json } = await put(rig, {
    ...{ bass: 3, pbe: 50, prevent_skip: true, channel_config: 2, airplay_port: 5000, audio_output: 'fifo' },
  });
  t.equal(status, 422);
  t.strictSame(refusedIn(json).sort(), ['airplay_port', 'audio_output', 'channel_config', 'pbe', 'prevent_skip']);
  t.match(json, { detail: /^Nothing was changed\. .*pbe: There is no bass enhancement/ });
  t.strictSame(await settingsOf(rig), before);
});

t.test('a value that is told is taken beside one that acts', async (t) => {
  const rig = await startRig(t);
  const before = await settingsOf(rig);
  t.equal((await put(rig, { ...before, bass: 3 })).status, 204);
  t.strictSame(await settingsOf(rig), { ...before, bass: 3 });
});

t.test('what nobody knows is ignored beside a setting, and refused by itself', async (t) => {
  const rig = await startRig(t);
  t.equal((await put(rig, { bass: 2, brightness: 9 })).status, 204);
  const { status, json } = await put(rig, { brightness: 9, toString: 1 });
  t.equal(status, 422);
  t.strictSame(refusedIn(json), ['brightness', 'toString']);
  const many = await put(
    rig,
    Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${'x'.repeat(200)}${at}`, 1])),
  );
  t.equal(many.status, 422);
  t.equal(refusedIn(many.json).length, 100);
  t.equal((await put(rig, {})).status, 204);
});

t.test('values of effects that are off are taken whatever they are, and told', async (t) => {
  const rig = await startRig(t);
  const off = {
    ...{ crossfeed_direct_gain: 0, crossfeed_cross_gain: 0, crossfeed_hf_attenuation: 0, crossfeed_hf_cutoff: 0 },
    ...{ surround_enabled: 0, surround_balance: 0, surround_fx1: 0, surround_fx2: 0, surround_mix: 0 },
    ...{ surround_method2: true, pbe: 0, pbe_precut: 0, eq_precut: 999, bass_cutoff: -1, treble_cutoff: 99_999 },
    ...{ crossfade_fade_in_delay: 99, crossfade_fade_out_duration: -5 },
    replaygain_settings: { noclip: false, type: 3, preamp: 9999 },
    compressor_settings: { threshold: 0, makeup_gain: 0, ratio: 9, knee: 0, release_time: 0, attack_time: 0 },
    eq_band_settings: Array.from({ length: 10 }, () => ({ cutoff: 0, q: 0, gain: 500 })),
  };
  t.equal((await put(rig, off)).status, 204);
  t.match(await settingsOf(rig), off);
});

t.test('an effect that is switched on brings its kept values into their ranges', async (t) => {
  const rig = await startRig(t);
  await put(rig, {
    ...{
      crossfeed_direct_gain: 7,
      crossfeed_hf_cutoff: 0,
      crossfade_fade_in_delay: 99,
      eq_precut: 999,
      bass_cutoff: -1,
    },
    replaygain_settings: { preamp: 9999 },
    eq_band_settings: [
      { cutoff: 5, q: 0, gain: 500 },
      { cutoff: 0, q: 0, gain: 500 },
      { cutoff: 5, q: 0, gain: 0 },
    ],
  });
  const on = { crossfeed: 2, crossfade: 1, eq_enabled: true, bass: 2, replaygain_settings: { type: 0 } };
  t.equal((await put(rig, on)).status, 204);
  t.match(await settingsOf(rig), {
    ...{
      crossfeed_direct_gain: 0,
      crossfeed_hf_cutoff: 500,
      crossfade_fade_in_delay: 7,
      eq_precut: 240,
      bass_cutoff: 0,
    },
    replaygain_settings: { preamp: 120 },
    eq_band_settings: [
      { cutoff: 20, q: 5, gain: 240 },
      { cutoff: 0, q: 0, gain: 500 },
      { cutoff: 5, q: 0, gain: 0 },
    ],
  });
});

t.test('the examples of rockboxd for the equaliser are taken', async (t) => {
  const rig = await startRig(t);
  const bands = [
    { cutoff: 60, q: 7, gain: 3 },
    { cutoff: 12_000, q: 70, gain: -140 },
    { cutoff: 0, q: 0, gain: 0 },
  ];
  t.equal((await put(rig, { eq_enabled: true, eq_precut: -3, eq_band_settings: bands })).status, 204);
  t.match(await settingsOf(rig), { eq_enabled: true, eq_precut: 30, eq_band_settings: bands });
  t.equal((await rig.send('PUT', '/player/eq', { body: { precut: -24 } })).status, 204);
  t.match(await settingsOf(rig), { eq_precut: 240, eq_band_settings: bands });
});

t.test('a fade by two names and two new values is refused', async (t) => {
  const rig = await startRig(t);
  const { status, json } = await put(rig, { crossfade_fade_in_delay: 3, fade_in_delay: 4 });
  t.equal(status, 422);
  t.strictSame(refusedIn(json), ['fade_in_delay']);
  t.equal((await put(rig, { crossfade_fade_in_delay: 4, fade_in_delay: 4 })).status, 204);
});

t.test('the routes of the sound name members as they have them', async (t) => {
  const rig = await startRig(t);
  const eq = await rig.send('PUT', '/player/eq', {
    body: { enabled: true, bands: [{ cutoff: 100, q: 10, gain: 999 }] },
  });
  t.match(eq, { status: 400, json: { errors: [{ path: '/bands/0/gain' }] } });
  const pbe = await rig.send('PUT', '/player/pbe', { body: { mode: 25, precut: 7 } });
  t.match(pbe, { status: 422, json: { refused: [{ member: 'mode' }] } });
  t.match(await settingsOf(rig), { pbe_precut: -25, eq_enabled: false });
});

t.test('a value of an enum that there is not is refused with those that there are', async (t) => {
  const rig = await startRig(t);
  const errors = [{ path: '/pbe', message: 'must be one of 0, 25, 50, 75, 100, null' }];
  t.match(await put(rig, { pbe: 3 }), { status: 400, json: { errors } });
  const rules = { conditions: [{ field: 'colour', operator: 'is', value: 1 }] };
  const { json } = await rig.send('POST', '/smart-playlists', { body: { name: 'x', rules } });
  const [mistake] = (json as { errors: { path: string; message: string }[] }).errors;
  t.match(mistake, { path: '/rules/conditions/0/field', message: /^must be one of .*\bgenre\b/ });
});

t.test('what another request changes while one waits for the disk or the volume stays changed', async (t) => {
  const settings = settingsInMemory();
  const rig = await startRig(t, { settings });
  const setLimit = rig.volume.setLimit.bind(rig.volume);
  rig.volume.setLimit = async (step) => {
    await settings.change({ tone: { ...settings.read().tone, treble: 5 } });
    await setLimit(step);
  };
  t.equal((await put(rig, { volume_limit: 60, bass: 3 })).status, 204);
  t.match(await settingsOf(rig), { volume_limit: 60, bass: 3, treble: 5 });
});
