/**
 * What the settings look like on the wire (contract sections 12 and 14): flat, in tenths of dB, numbers for names. Of
 * rockboxd's members these are those of playback, sound and appliance; `PUT` takes any of them, null being none.
 */
import { REPEAT_MODES, SINGLE_MODES } from '../../player/modes.js';
import type { JsonSchema } from '../schema.js';

function whole<const Text extends string>(minimum: number, maximum: number, description: Text) {
  return { type: 'integer', minimum, maximum, description } as const;
}

function yesNo<const Text extends string>(description: Text) {
  return { type: 'boolean', description } as const;
}

function words<const Text extends string>(maxLength: number, description: Text) {
  return { type: 'string', maxLength, description } as const;
}

export const BAND_COUNT = 10;

export const BandSchema = {
  type: 'object',
  required: ['cutoff', 'q', 'gain'],
  properties: {
    cutoff: whole(20, 22_040, 'Hz.'),
    q: whole(5, 64, 'Tenths.'),
    gain: whole(-240, 240, 'Tenths of dB.'),
  },
} as const;

const BandsSchema = {
  type: 'array',
  items: BandSchema,
  maxItems: BAND_COUNT,
  description: 'Ten bands: a low shelf, eight peaks, a high shelf. Bands left out at the end get a gain of 0.',
} as const;

export const ReplayGainSchema = {
  type: 'object',
  required: ['noclip', 'type', 'preamp'],
  properties: {
    noclip: yesNo('Turn a track down where its peak would clip.'),
    type: whole(0, 3, '0 track, 1 album, 2 track while shuffling and album otherwise, 3 off.'),
    preamp: whole(-120, 120, 'Tenths of dB.'),
  },
} as const;

export const CompressorSchema = {
  type: 'object',
  description: 'Not acted on: `threshold` stays 0, which is off.',
  required: ['threshold', 'makeup_gain', 'ratio', 'knee', 'release_time', 'attack_time'],
  properties: {
    threshold: whole(-24, 0, 'dB; 0 is off.'),
    makeup_gain: whole(0, 1, '0 off, 1 automatic.'),
    ratio: whole(0, 4, '2:1, 4:1, 6:1, 10:1, limit.'),
    knee: whole(0, 1, '0 hard, 1 soft.'),
    release_time: whole(100, 1000, 'Milliseconds.'),
    attack_time: whole(0, 30, 'Milliseconds.'),
  },
} as const;

/** Members that are read and written under the same name. */
const COMMON = {
  music_dir: words(4096, 'The library directory in use; it lies in one of the library roots.'),
  player_name: words(64, 'How the box is called; empty for its host name.'),
  host_name: {
    type: 'string',
    maxLength: 63,
    pattern: '^([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)?$',
    description:
      'The box answers at this name with `.local`: letters, digits and hyphens (RFC 1123); empty for its own. ' +
      '`GET /system/discovery` tells the name in force. An addition of Tonearm.',
  },
  audio_output: words(256, 'Id of the output that was chosen; `GET /devices` has those that there are.'),
  output_fallback: yesNo(
    'Play on at the built-in output when the chosen one is lost while it plays, or is not there to play on, and is not ' +
      'back after ten seconds, a Bluetooth speaker after a minute. It plays there at its own volume, and quietly the first ' +
      'time. The chosen output stays chosen: when it is back it plays again, though not before what plays is paused or ' +
      'stopped. An addition of Tonearm.',
  ),
  resume_on_start: yesNo('Go on by itself after a start. An addition of Tonearm.'),
  bluetooth_reception: yesNo(
    'Phones may pair with the box and play on it over Bluetooth: what sounds there interrupts the queue. ' +
      'An addition of Tonearm.',
  ),
  listenbrainz_enabled: yesNo('Tell ListenBrainz what is listened to. An addition of Tonearm.'),
  listenbrainz_url: words(
    1024,
    'Where its API is; empty for the public one. Another address clears the token, unless one comes with it. ' +
      'An addition of Tonearm.',
  ),
  repeat_mode: whole(0, REPEAT_MODES.length - 1, '0 off, 1 all, 2 one, 3 shuffle, 4 A-B.'),
  playlist_shuffle: yesNo('Whether the queue is to be shuffled.'),
  single_mode: whole(
    0,
    SINGLE_MODES.length - 1,
    'Pause where this changes: 0 off, 1 track, 2 album, 3 album artist, 4 artist, 5 composer, 6 work, 7 genre.',
  ),
  volume_limit: whole(-(2 ** 31), 2 ** 31 - 1, "The loudest that is allowed, in the current output's own steps."),
  balance: whole(-100, 100, '%; negative is to the left.'),
  bass: whole(-24, 24, 'dB.'),
  treble: whole(-24, 24, 'dB.'),
  bass_cutoff: whole(0, 22_040, "Hz; 0 for the filter's own."),
  treble_cutoff: whole(0, 22_040, "Hz; 0 for the filter's own."),
  channel_config: whole(0, 6, '0 stereo, 1 mono, 3 left, 4 right, 6 swapped; 2 and 5 are not acted on.'),
  stereo_width: whole(0, 250, '%; 100 leaves it as it is.'),
  crossfade: whole(0, 5, '0 off, 1 automatic change, 2 skip, 3 shuffle, 4 shuffle or skip, 5 always.'),
  fade_on_stop: yesNo('Fade on pause and stop.'),
  replaygain_settings: ReplayGainSchema,
  crossfeed: whole(0, 2, '0 off, 1 Meier, 2 custom.'),
  crossfeed_direct_gain: whole(-60, 0, 'Tenths of dB.'),
  crossfeed_cross_gain: whole(-120, -30, 'Tenths of dB.'),
  crossfeed_hf_attenuation: whole(-240, -60, 'Tenths of dB.'),
  crossfeed_hf_cutoff: whole(500, 2000, 'Hz.'),
  eq_enabled: yesNo('Whether the equaliser acts.'),
  eq_precut: whole(0, 240, 'Tenths of dB taken off before the bands.'),
  eq_band_settings: BandsSchema,
  dithering_enabled: yesNo('Dither where bits are dropped.'),
  timestretch_enabled: yesNo('Not acted on: stays false.'),
  surround_enabled: { type: 'integer', enum: [0, 5, 8, 10, 15, 30], description: 'Not acted on: stays 0.' },
  surround_balance: whole(0, 99, 'Not acted on: stays 35.'),
  surround_fx1: whole(600, 8000, 'Not acted on: stays 3400.'),
  surround_fx2: whole(40, 400, 'Not acted on: stays 320.'),
  surround_mix: whole(0, 100, 'Not acted on: stays 50.'),
  surround_method2: yesNo('Not acted on: stays false.'),
  pbe: { type: 'integer', enum: [0, 25, 50, 75, 100], description: 'Not acted on: stays 0.' },
  pbe_precut: whole(-45, 0, 'Not acted on: stays -25.'),
  afr_enabled: whole(0, 3, 'Not acted on: stays 0.'),
  compressor_settings: CompressorSchema,
  party_mode: yesNo('Not acted on: stays false.'),
  stereosw_mode: whole(-(2 ** 31), 2 ** 31 - 1, 'Not acted on: stays 0.'),
} as const;

const FADES = {
  fade_in_delay: whole(0, 7, 'Seconds.'),
  fade_in_duration: whole(0, 15, 'Seconds.'),
  fade_out_delay: whole(0, 7, 'Seconds.'),
  fade_out_duration: whole(0, 15, 'Seconds.'),
} as const;

/** Members that are only told. */
const TOLD = {
  listenbrainz_token_set: yesNo('Whether there is a token for ListenBrainz; it is never told itself.'),
  volume: whole(-(2 ** 31), 2 ** 31 - 1, "The present level, in the output's own steps; 0 while it does not answer."),
  crossfade_fade_in_delay: FADES.fade_in_delay,
  crossfade_fade_in_duration: FADES.fade_in_duration,
  crossfade_fade_out_delay: FADES.fade_out_delay,
  crossfade_fade_out_duration: FADES.fade_out_duration,
  crossfade_fade_out_mixmode: whole(0, 1, '0 crossfade, 1 mix.'),
  prevent_skip: yesNo('Always false.'),
  next_folder: whole(0, 0, 'Always 0.'),
  pause_rewind: whole(0, 0, 'Always 0.'),
  resume_rewind: whole(0, 0, 'Always 0.'),
  rewind_across_tracks: yesNo('Always false.'),
  play_selected: yesNo('Always true.'),
  max_files_in_playlist: whole(0, 10_000, 'How many entries the queue can hold.'),
  volume_adjust_mode: whole(0, 0, 'Always 0.'),
  volume_adjust_norm_steps: whole(0, 0, 'Always 0.'),
  play_frequency: whole(0, 0, 'Always 0.'),
} as const;

const TOLD_AND_COMMON = {
  ...COMMON,
  ...TOLD,
  eq_band_settings: { ...BandsSchema, minItems: BAND_COUNT, description: BandsSchema.description },
} as const;

export const SettingsSchema = {
  type: 'object',
  description: 'All settings.',
  required: Object.keys(TOLD_AND_COMMON) as (keyof typeof TOLD_AND_COMMON)[],
  properties: TOLD_AND_COMMON,
} as const;

const TAKEN = {
  ...COMMON,
  ...FADES,
  listenbrainz_token: words(256, "The user's token for ListenBrainz; empty forgets it. An addition of Tonearm."),
  fade_out_mixmode: whole(0, 2, '0 crossfade, 1 or 2 mix.'),
  // Of these, what is left out stays as it is.
  replaygain_settings: { ...ReplayGainSchema, required: [] },
  compressor_settings: { ...CompressorSchema, required: [] },
} as const;

type Nullable<Schema> = { readonly anyOf: readonly [Schema, { readonly type: 'null' }] };

function nullable<const Properties extends Readonly<Record<string, JsonSchema>>>(properties: Properties) {
  const each = Object.entries(properties).map(([name, schema]) => {
    const { type, enum: values, ...rest } = schema as { type: string; enum?: readonly unknown[] };
    return [name, { type: [type, 'null'], ...(values && { enum: [...values, null] }), ...rest }];
  });
  return Object.fromEntries(each) as { readonly [Name in keyof Properties]: Nullable<Properties[Name]> };
}

/** Every member may be left out, or be null, which is the same. */
export const NewSettingsSchema = {
  type: 'object',
  description: 'The settings to change; what is left out or null stays as it is.',
  required: [],
  properties: nullable(TAKEN),
} as const;

export const EqualiserSchema = {
  type: 'object',
  required: [],
  properties: nullable({
    enabled: COMMON.eq_enabled,
    precut: COMMON.eq_precut,
    bands: { ...BandsSchema, description: 'The first bands; those left out stay as they are.' },
  }),
} as const;

export const CrossfeedSchema = {
  type: 'object',
  required: [],
  properties: nullable({
    type: COMMON.crossfeed,
    direct_gain: COMMON.crossfeed_direct_gain,
    cross_gain: COMMON.crossfeed_cross_gain,
    hf_attenuation: COMMON.crossfeed_hf_attenuation,
    hf_cutoff: COMMON.crossfeed_hf_cutoff,
  }),
} as const;

export const DitheringSchema = {
  type: 'object',
  required: ['enabled'],
  properties: { enabled: COMMON.dithering_enabled },
} as const;

export const AfrSchema = {
  type: 'object',
  required: ['mode'],
  properties: { mode: COMMON.afr_enabled },
} as const;

export const PbeSchema = {
  type: 'object',
  required: [],
  properties: nullable({ mode: COMMON.pbe, precut: COMMON.pbe_precut }),
} as const;
