import t from 'tap';
import type { Parts } from '../../../src/web/remote/model.js';
import { isBitPerfect, kindOf } from '../../../src/web/remote/quality.js';

const TRACK = { path: '/music/a.flac', frequency: 96_000, bits_per_sample: 24, channels: 2 };
const OPENED = { rate: 96_000, format: 'S32' };
const SETTINGS = {
  eq_enabled: false,
  balance: 0,
  bass: 0,
  treble: 0,
  channel_config: 0,
  stereo_width: 100,
  crossfeed: 0,
  crossfade: 0,
  replaygain_settings: { type: 3, noclip: false, preamp: 0 },
};
const OUTPUT = { is_current_device: true, service: 'alsa', volume_mode: 'hardware' };
const now = (settings = {}, output = {}, volume = 3) =>
  ({
    settings: { ...SETTINGS, ...settings },
    volume: { volume, min: 0, max: 9 },
    devices: [{ ...OUTPUT, ...output }],
  }) as Parts;

t.test('a lossless file at its own rate that nothing touches is bit-perfect', async (t) => {
  t.ok(isBitPerfect(TRACK, OPENED, now()));
  t.ok(isBitPerfect(TRACK, OPENED, now({}, { volume_mode: 'fixed' })));
  t.ok(isBitPerfect({ ...TRACK, bits_per_sample: 16 }, { ...OPENED, format: 'S16' }, now()), '16 bits in 16 bits');
  t.ok(isBitPerfect({ ...TRACK, channels: 1 }, { ...OPENED, format: 'S24_3' }, now()));
  t.ok(isBitPerfect(TRACK, OPENED, now({}, { volume_mode: 'software' }, 9)), 'at full volume nothing is multiplied');
});

t.test('nothing else is called so', async (t) => {
  t.notOk(isBitPerfect({ ...TRACK, path: '/music/a.mp3' }, OPENED, now()), 'a lossy file');
  t.notOk(isBitPerfect({ ...TRACK, path: 'http://radio.example/flac' }, OPENED, now()), 'a station');
  t.notOk(isBitPerfect(TRACK, { ...OPENED, rate: 48_000 }, now()), 'another rate');
  t.notOk(isBitPerfect(TRACK, { ...OPENED, format: 'S16' }, now()), 'bits are dropped');
  t.notOk(isBitPerfect({ ...TRACK, bits_per_sample: 32 }, { ...OPENED, format: 'S24_3' }, now()), 'the same');
  t.notOk(isBitPerfect({ ...TRACK, bits_per_sample: null }, OPENED, now()), 'floats, or nobody knows');
  t.notOk(isBitPerfect({ ...TRACK, bits_per_sample: 1 }, OPENED, now()), 'DSD');
  t.notOk(isBitPerfect({ ...TRACK, channels: 6 }, OPENED, now()), 'mixed down');
  t.notOk(isBitPerfect({ ...TRACK, channels: null }, OPENED, now()), 'nobody knows');
  t.notOk(isBitPerfect({ ...TRACK, path: '/music/a.wv' }, OPENED, now()), 'WavPack may be lossy');
  t.notOk(isBitPerfect(TRACK, { ...OPENED, format: 'FLOAT' }, now()), 'no integers');
  t.notOk(isBitPerfect(TRACK, OPENED, now({}, { volume_mode: 'software' })), 'turned down by the samples');
  t.notOk(isBitPerfect(TRACK, OPENED, now({}, { volume_mode: null })), 'nobody knows');
  t.notOk(isBitPerfect(TRACK, OPENED, now({}, { service: 'bluetooth' })));
  t.notOk(isBitPerfect(TRACK, OPENED, now({}, { is_current_device: false })));
  for (const setting of [
    { eq_enabled: true },
    { balance: 5 },
    { bass: 1 },
    { treble: -1 },
    { channel_config: 1 },
    { stereo_width: 90 },
    { crossfeed: 1 },
    { crossfade: 5 },
    { replaygain_settings: { ...SETTINGS.replaygain_settings, type: 0 } },
  ]) {
    t.notOk(isBitPerfect(TRACK, OPENED, now(setting)), Object.keys(setting).join());
  }
});

t.test('kinds are said as on a sleeve', async (t) => {
  t.strictSame(['/a/b.FLAC', '/a.mp3', 'http://x/live?id=2', '/a'].map(kindOf), ['FLAC', 'MP3', '', '']);
});
