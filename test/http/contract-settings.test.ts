/** Rows of the contract's section 14 that are about the settings and the volume: each title is a row. */
import t, { type Test } from 'tap';
import { HardwareScale } from '../../src/volume/hardware-scale.js';
import type { VolumeScale } from '../../src/volume/scale.js';
import { SoftwareScale } from '../../src/volume/software-scale.js';
import { Volume } from '../../src/volume/volume.js';
import { FakeMixer } from '../output/fake-native.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { startRig, type Rig } from './rig.js';

type Members = Readonly<Record<string, unknown>>;

const settingsOf = async ({ send }: Rig): Promise<Members> => (await send('GET', '/settings')).json as Members;
const put = async ({ send }: Rig, body: Members) => (await send('PUT', '/settings', { body })).status;

t.test('settled: Defaults', async (t) => {
  const settings = await settingsOf(await startRig(t));
  t.match(settings, { replaygain_settings: { type: 3 }, fade_on_stop: false });
  for (const member of ['crossfade', 'crossfeed', 'balance', 'bass', 'treble', 'channel_config', 'eq_precut']) {
    t.equal(settings[member], 0, member);
  }
  for (const member of ['eq_enabled', 'dithering_enabled', 'timestretch_enabled']) t.equal(settings[member], false);
  t.equal(settings['stereo_width'], 100);
});

t.test('settled: GET /settings', async (t) => {
  const settings = await settingsOf(await startRig(t));
  for (const member of ['music_dir', 'player_name', 'repeat_mode', 'eq_band_settings', 'volume_limit']) {
    t.ok(member in settings, member);
  }
  for (const member of ['wps_file', 'beep', 'brightness', 'talk_menu', 'ts_calibration_data', 'sort_dir']) {
    t.notOk(member in settings, `${member} is a portable player's`);
  }
});

t.test('settled: PUT /settings: partial; unknown keys ignored', async (t) => {
  const rig = await startRig(t);
  const before = await settingsOf(rig);
  t.equal(await put(rig, { balance: 7, brightness: 'high', null: null, bass: null }), 204);
  t.strictSame(await settingsOf(rig), { ...before, balance: 7 });
});

const BAND = { cutoff: 100, q: 10, gain: 0 };

for (const mistake of [
  { balance: 'left' },
  { balance: 101 },
  { eq_enabled: 1 },
  { eq_band_settings: Array<object>(11).fill(BAND) },
  { eq_band_settings: [{ cutoff: 100 }] },
  { replaygain_settings: { type: 4 } },
  { crossfeed: 2, crossfeed_hf_cutoff: 499 },
  { single_mode: 8 },
  { volume_limit: 101 },
] as readonly Members[]) {
  t.test(`settled: PUT /settings: ${JSON.stringify(mistake).slice(0, 60)}: 400 and nothing applied`, async (t) => {
    const rig = await startRig(t);
    const before = await settingsOf(rig);
    t.equal(await put(rig, { treble: 3, repeat_mode: 1, ...mistake }), 400);
    t.strictSame(await settingsOf(rig), before);
  });
}

for (const [member, off, on] of [
  ['surround', { surround_enabled: 0 }, { surround_enabled: 5 }],
  ['timestretch', { timestretch_enabled: false }, { timestretch_enabled: true }],
  ['compressor', { compressor_settings: { threshold: 0 } }, { compressor_settings: { threshold: -3 } }],
  ['pbe', { pbe: 0 }, { pbe: 25 }],
  ['afr', { afr_enabled: 0 }, { afr_enabled: 1 }],
  ['karaoke', { channel_config: 0 }, { channel_config: 5 }],
  ['custom channels', { channel_config: 0 }, { channel_config: 2 }],
] as const) {
  t.test(`settled: PUT /settings: ${member}: accepted at its "off" value and refused otherwise`, async (t) => {
    const rig = await startRig(t);
    const before = await settingsOf(rig);
    t.equal(await put(rig, { ...before, ...off }), 204);
    const { status, json } = await rig.send('PUT', '/settings', { body: { treble: 3, ...on } });
    t.equal(status, 422);
    t.match(json, { code: 'MEMBERS_REFUSED', refused: [{ member: Object.keys(on)[0], reason: /\.$/ }] });
    t.strictSame(await settingsOf(rig), before, 'nothing applied');
  });
}

t.test('settled: PUT /settings: the same for the five /player/… DSP routes', async (t) => {
  const { send } = await startRig(t);
  for (const [path, off, wrong] of [
    ['eq', { enabled: false }, { enabled: true, precut: -25 }],
    ['crossfeed', { type: 0 }, { type: 3 }],
    ['dithering', { enabled: false }, {}],
    ['afr', { mode: 0 }, { mode: 4 }],
    ['pbe', { mode: 0 }, { mode: 1 }],
  ] as const) {
    t.equal((await send('PUT', `/player/${path}`, { body: off })).status, 204, path);
    t.equal((await send('PUT', `/player/${path}`, { body: wrong })).status, 400, path);
  }
  for (const [path, mode] of [
    ['afr', 1],
    ['pbe', 25],
  ] as const) {
    const refused = await send('PUT', `/player/${path}`, { body: { mode } });
    t.match(refused, { status: 422, json: { code: 'MEMBERS_REFUSED', refused: [{ member: 'mode' }] } });
  }
});

const ACTING: readonly Members[] = [
  { repeat_mode: 4 },
  { playlist_shuffle: true },
  { single_mode: 7 },
  { volume_limit: 60 },
  { balance: -100 },
  { bass: 24 },
  { treble: -24 },
  ...[1, 3, 4, 6].map((channels) => ({ channel_config: channels })),
  { stereo_width: 250 },
  { crossfade: 5 },
  { fade_on_stop: true },
  { replaygain_settings: { noclip: true, type: 1, preamp: -120 } },
  { crossfeed: 1 },
  { crossfeed: 2 },
  { eq_enabled: true },
  { eq_precut: 240 },
  { eq_band_settings: Array.from({ length: 10 }, (_, at) => ({ cutoff: 100 * (at + 1), q: 5, gain: -240 + at })) },
  { dithering_enabled: true },
  { player_name: 'Küche' },
  { audio_output: 'builtin' },
];

for (const member of ACTING) {
  t.test(`settled: Acting members: ${JSON.stringify(member).slice(0, 60)}`, async (t) => {
    const rig = await startRig(t);
    t.equal(await put(rig, member), 204);
    t.match(await settingsOf(rig), member);
  });
}

for (const fade of ['fade_in_delay', 'fade_in_duration', 'fade_out_delay', 'fade_out_duration', 'fade_out_mixmode']) {
  t.test(`settled: Acting members: ${fade}, which GET calls crossfade_${fade}`, async (t) => {
    const rig = await startRig(t);
    const name = `crossfade_${fade}`;
    t.equal(await put(rig, { [fade]: 1 }), 204);
    t.equal((await settingsOf(rig))[name], 1);
    t.equal(await put(rig, { [name]: 0 }), 204);
    t.equal((await settingsOf(rig))[name], 0, 'both names are taken');
    t.equal(await put(rig, { [name]: 0, [fade]: 1 }), 204);
    t.equal((await settingsOf(rig))[name], 1, 'what is told already is no change');
  });
}

t.test('settled: Acting members: music_dir', async (t) => {
  const rig = await startRig(t);
  t.equal(await put(rig, { music_dir: `${rig.library}/later` }), 204, 'a stick that is not there yet');
  t.match(await settingsOf(rig), { music_dir: `${rig.library}/later` });
  t.equal(await put(rig, { music_dir: '/etc' }), 400);
});

/** A real volume over a scale that is never heard; `levels` are remembered by output. */
async function volumeOn(t: Test, scale: VolumeScale, output = 'card', levels = new Map<string, number>()) {
  const limits = new Map<string, number | undefined>();
  const memory = {
    load: async (key: string) => levels.get(key),
    save: async (key: string, level: number) => void levels.set(key, level),
    loadLimit: async (key: string) => limits.get(key),
    saveLimit: async (key: string, highest: number | undefined) => void limits.set(key, highest),
    loadMode: async () => undefined,
    loadFormerMode: async () => undefined,
    saveMode: async () => undefined,
    controls: async () => [],
    adopt: async () => undefined,
  };
  const sink = { name: output, open: () => Promise.reject(new Error('no test opens it')) };
  const whileSilent = (change: () => Promise<void>) => change();
  const volume = new Volume({ choose: () => scale, memory, whileSilent, log: SILENT_LOG });
  await volume.follow({ sink, key: output, mixer: 'card' }, 0);
  return startRig(t, { volume });
}

/** 207 is 0 dB, in half decibels. */
const mixer = (steps: number) =>
  new HardwareScale(
    { mixer: new FakeMixer({ steps, muted: false }, { decibels: (step) => (step - 207) / 2 }), card: 'hw:0' },
    () => undefined,
  );

t.test('settled: A never-seen output', async (t) => {
  const soft = await volumeOn(t, new SoftwareScale(() => undefined));
  const quiet = { volume: -30, min: -80, max: 0, percent: 31.6, decibels: -30 };
  t.strictSame((await soft.send('GET', '/player/volume')).json, quiet);
  const hard = await volumeOn(t, mixer(207));
  t.match((await hard.send('GET', '/player/volume')).json, { volume: 147 }, 'at -30 dB, never at its loudest');
});

t.test('settled: After a restart: the volume is back', async (t) => {
  const levels = new Map<string, number>();
  const before = await volumeOn(t, mixer(100), 'card', levels);
  await before.send('PUT', '/player/volume/level', { body: { level: 111 } });
  const after = await volumeOn(t, mixer(100), 'card', levels);
  t.match((await after.send('GET', '/player/volume')).json, { volume: 111 });
  t.match((await after.send('GET', '/status')).json, { volume: 111 });
});

t.test('settled: volume_limit', async (t) => {
  const rig = await volumeOn(t, mixer(100), 'card', new Map([['card, hardware Digital', 180]]));
  const level = async () => ((await rig.send('GET', '/player/volume')).json as { volume: number }).volume;
  const max = 207;
  t.match(await settingsOf(rig), { volume_limit: max }, 'by default its maximum');
  t.equal(await put(rig, { volume_limit: 150 }), 204);
  t.equal(await level(), 150, 'what is louder is turned down');
  for (const [path, body] of [
    ['/player/volume', { steps: 1000 }],
    ['/player/volume/level', { level: max }],
  ] as const) {
    t.equal((await rig.send('PUT', path, { body })).status, 200);
    t.equal(await level(), 150, `it holds for ${path}`);
  }
  t.match(await settingsOf(rig), { volume_limit: 150 });
});
