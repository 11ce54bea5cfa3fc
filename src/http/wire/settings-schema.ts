/**
 * What the settings look like on the wire: flat, in tenths of dB, numbers for names. Of rockboxd's members these are
 * those of playback, sound and appliance; `PUT` takes any of them, null being none.
 */
import { REPEAT_MODES, SINGLE_MODES } from '../../playback/modes.js';
import { TAG_ENCODINGS } from '../../tags/tag-rules.js';
import { boolean, choice, int32, type JsonSchema, named, record, whole, words } from '../schema.js';

const list = (maxItems: number, maxLength: number, description: string) =>
  ({ type: 'array', items: { type: 'string', minLength: 1, maxLength }, maxItems, description }) as const;

/**
 * Ranges of the members that count only while their effect is on. While it is off any 32-bit integer is taken and kept:
 * clients of rockboxd send zeros then.
 */
export const EFFECT_RANGES = {
  bass_cutoff: [0, 22_040],
  treble_cutoff: [0, 22_040],
  crossfade_fade_in_delay: [0, 7],
  crossfade_fade_in_duration: [0, 15],
  crossfade_fade_out_delay: [0, 7],
  crossfade_fade_out_duration: [0, 15],
  crossfeed_direct_gain: [-60, 0],
  crossfeed_cross_gain: [-120, -30],
  crossfeed_hf_attenuation: [-240, -60],
  crossfeed_hf_cutoff: [500, 2000],
  eq_precut: [0, 240],
} as const;

/** Ranges of a band while it is on. */
export const BAND_RANGES = { cutoff: [20, 22_040], q: [5, 100], gain: [-240, 240] } as const;

export const PREAMP_RANGE = [-120, 120] as const;

type Range = readonly [least: number, most: number];

function ranged(description: string, [least, most]: Range, effect: string) {
  return int32(`${description} From ${least} to ${most} ${effect}.`);
}

const whileOn = (name: keyof typeof EFFECT_RANGES, description: string, effect: string) =>
  ranged(description, EFFECT_RANGES[name], effect);

export const BAND_COUNT = 10;

export const BandSchema = named('EqBandSetting').record(
  'A band of the equaliser. It is off while its `gain` or its `cutoff` is 0.',
  {
    cutoff: ranged('Hz.', BAND_RANGES.cutoff, 'while the band is on'),
    q: ranged('Tenths.', BAND_RANGES.q, 'while the band is on'),
    gain: ranged('Tenths of dB.', BAND_RANGES.gain, 'while the equaliser is on'),
  },
);

const BandsSchema = {
  type: 'array',
  items: BandSchema,
  maxItems: BAND_COUNT,
  description: 'Ten bands: a low shelf, eight peaks, a high shelf. Bands left out at the end get a gain of 0.',
} as const;

export const ReplayGainSchema = named('ReplaygainSettings').record('', {
  noclip: boolean('Turn a track down where its peak would clip.'),
  type: whole(0, 3, '0 track, 1 album, 2 track while shuffling and album otherwise, 3 off.'),
  preamp: ranged('Tenths of dB.', PREAMP_RANGE, 'unless `type` is 3'),
});

export const CompressorSchema = named('CompressorSettings').record(
  'There is no compressor: `threshold` stays 0, which is off. The others are kept for the clients.',
  {
    threshold: int32('dB; 0 is off.'),
    makeup_gain: int32('0 off, 1 automatic.'),
    ratio: int32('2:1, 4:1, 6:1, 10:1, limit.'),
    knee: int32('0 hard, 1 soft.'),
    release_time: int32('Milliseconds.'),
    attack_time: int32('Milliseconds.'),
  },
);

const KEPT = 'Kept and told for the clients; changes nothing here.';

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
  http_names: {
    type: 'array',
    items: { type: 'string', maxLength: 253, pattern: '^([A-Za-z0-9_-]+\\.)*(?![0-9]+$)[A-Za-z0-9_-]+$' },
    maxItems: 20,
    description:
      'More host names to answer to, such as that of a reverse proxy, besides `http_names` of the configuration. ' +
      'Without port; no addresses. In force at once. An addition of Tonearm.',
  },
  audio_output: words(256, 'Id of the output that was chosen; `GET /devices` has those that there are.'),
  output_fallback: boolean(
    'Play on at the built-in output when the chosen one is lost while it plays, or is not there to play on, and is not ' +
      'back after ten seconds, a Bluetooth speaker after a minute. It plays there at its own volume, and quietly the first ' +
      'time. The chosen output stays chosen: when it is back it plays again, though not before what plays is paused or ' +
      'stopped. An addition of Tonearm.',
  ),
  resume_on_start: boolean(
    'After a start, also after a crash or a power cut, what played plays on by itself from the kept position, once its ' +
      'output is there; what was paused or stopped stays so. An addition of Tonearm.',
  ),
  bluetooth_reception: boolean(
    'Phones may pair with the box and play on it over Bluetooth: what sounds there interrupts the queue. ' +
      'An addition of Tonearm.',
  ),
  mpd_server: boolean(
    'MPD clients, such as mpc and ncmpcpp, may connect to `mpd_port` of the configuration. An addition of Tonearm.',
  ),
  graphql_server: boolean(
    "GraphQL clients, such as rockboxd's SDKs, may connect to `graphql_port` of the configuration. An addition of Tonearm.",
  ),
  upnp_renderer: boolean(
    'UPnP and DLNA apps, such as BubbleUPnP, may find the box and play to it, at `upnp_port` of the configuration. An addition of Tonearm.',
  ),
  snapcast_server: boolean(
    'Multi-room: a Snapcast server runs on the box, and is one of its outputs. `GET /snapcast` tells how it does. An ' +
      'addition of Tonearm.',
  ),
  snapcast_client: boolean(
    'Multi-room: a Snapcast client runs on the box, and plays in step with those of other rooms, on the sound card that the ' +
      'box played on last. A card with a volume limit has no client, which would not keep to it. An addition of Tonearm.',
  ),
  snapcast_host: {
    type: 'string',
    maxLength: 253,
    pattern: '^([A-Za-z0-9_:]([A-Za-z0-9._:%-]*[A-Za-z0-9_])?)?$',
    description:
      'Host name or address of the Snapcast server that the client of the box plays; empty for its own, where that is on, ' +
      'else for one that it finds. An addition of Tonearm.',
  },
  backup_to_stick: boolean(
    'Copy each daily backup to `Tonearm backups` on a USB stick with FAT or exFAT that can be written. The first copy is ' +
      'made at once. `GET /system/backups` tells whether this box can do that, and how the last copy went. An addition ' +
      'of Tonearm.',
  ),
  listenbrainz_enabled: boolean('Tell ListenBrainz what is listened to. An addition of Tonearm.'),
  listenbrainz_url: words(
    1024,
    'Where its API is; empty for the public one. Another address clears the token, unless one comes with it. ' +
      'An addition of Tonearm.',
  ),
  lastfm_enabled: boolean('Tell Last.fm what is listened to. An addition of Tonearm.'),
  lastfm_url: words(
    1024,
    'Where its API 2.0 is, or that of a server like it, such as `https://libre.fm/2.0/`; empty for Last.fm. Another address ' +
      'clears key, secret and account, unless a key comes with it. An addition of Tonearm.',
  ),
  mqtt_enabled: boolean(
    'Show what plays in Home Assistant, and take its commands, by the MQTT broker of `mqtt_url`. An addition of Tonearm.',
  ),
  mqtt_url: words(
    300,
    'Address of the broker: `mqtt://homeassistant.local`, or `mqtts://` for TLS, with a port where it is not 1883 or 8883; ' +
      'empty for none. Another address clears the password, unless one comes with it. An addition of Tonearm.',
  ),
  mqtt_username: words(256, 'User of the broker; empty for none. An addition of Tonearm.'),
  mqtt_discovery_prefix: words(
    100,
    'Topic below which Home Assistant looks for devices; empty for `homeassistant`, the default. An addition of Tonearm.',
  ),
  lyrics_online: boolean(
    'Ask LRCLIB for lyrics that neither a file nor a tag has, when somebody opens them: it learns artist, title, album and ' +
      'length of the track. Off by default. An addition of Tonearm.',
  ),
  lyrics_url: words(
    1024,
    'Where LRCLIB is, or another server with its interface; empty for the public one. An addition of Tonearm.',
  ),
  update_url: words(
    1024,
    'Address of a channel file, which says what update there is: https, or http in a private network. Empty, the ' +
      'default: no address is ever contacted. An addition of Tonearm.',
  ),
  update_check: boolean(
    'Look there once a day, at a random minute, whether there is a new version. Nothing is installed by itself. Off by ' +
      'default. An addition of Tonearm.',
  ),
  artist_separators: list(
    20,
    20,
    'Texts that part the artists of one text, with the spaces that belong to them, in whatever case; `[";", " / "]` out of ' +
      'the box. Several artists also come from several fields of one name and from the zeros of ID3v2.4. The artist that a ' +
      'track shows is always the whole text. A change reads the library again. An addition of Tonearm.',
  ),
  artist_exceptions: list(
    500,
    200,
    'Names of artists that hold a separator and stay whole, in whatever case. An addition of Tonearm.',
  ),
  tag_encoding: choice(
    TAG_ENCODINGS,
    'Code page of texts that do not say theirs (ID3v1, ID3v2 as ISO-8859-1, RIFF, cue sheets): `auto` recognises it by all ' +
      'texts of a file. UTF-8 is always recognised. A change reads the library again. An addition of Tonearm.',
  ),
  repeat_mode: whole(0, REPEAT_MODES.length - 1, '0 off, 1 all, 2 one, 3 shuffle, 4 A-B.'),
  playlist_shuffle: boolean('Whether the queue is to be shuffled.'),
  single_mode: whole(
    0,
    SINGLE_MODES.length - 1,
    'Pause where this changes: 0 off, 1 track, 2 album, 3 album artist, 4 artist, 5 composer, 6 work, 7 genre.',
  ),
  volume_limit: whole(-(2 ** 31), 2 ** 31 - 1, "The loudest that is allowed, in the current output's own steps."),
  balance: whole(-100, 100, '%; negative is to the left.'),
  bass: whole(-24, 24, 'dB.'),
  treble: whole(-24, 24, 'dB.'),
  bass_cutoff: whileOn('bass_cutoff', "Hz; 0 for the filter's own.", 'unless `bass` is 0'),
  treble_cutoff: whileOn('treble_cutoff', "Hz; 0 for the filter's own.", 'unless `treble` is 0'),
  channel_config: whole(0, 6, '0 stereo, 1 mono, 3 left, 4 right, 6 swapped; 2 and 5 are refused.'),
  stereo_width: whole(0, 250, '%; 100 leaves it as it is.'),
  crossfade: whole(0, 5, '0 off, 1 automatic change, 2 skip, 3 shuffle, 4 shuffle or skip, 5 always.'),
  crossfade_fade_in_delay: whileOn('crossfade_fade_in_delay', 'Seconds.', 'unless `crossfade` is 0'),
  crossfade_fade_in_duration: whileOn('crossfade_fade_in_duration', 'Seconds.', 'unless `crossfade` is 0'),
  crossfade_fade_out_delay: whileOn('crossfade_fade_out_delay', 'Seconds.', 'unless `crossfade` is 0'),
  crossfade_fade_out_duration: whileOn('crossfade_fade_out_duration', 'Seconds.', 'unless `crossfade` is 0'),
  crossfade_fade_out_mixmode: whole(0, 1, '0 crossfade, 1 mix.'),
  fade_on_stop: boolean('Fade on pause and stop.'),
  replaygain_settings: ReplayGainSchema,
  crossfeed: whole(0, 2, '0 off, 1 Meier, 2 custom.'),
  crossfeed_direct_gain: whileOn('crossfeed_direct_gain', 'Tenths of dB.', 'while `crossfeed` is 2'),
  crossfeed_cross_gain: whileOn('crossfeed_cross_gain', 'Tenths of dB.', 'while `crossfeed` is 2'),
  crossfeed_hf_attenuation: whileOn('crossfeed_hf_attenuation', 'Tenths of dB.', 'while `crossfeed` is 2'),
  crossfeed_hf_cutoff: whileOn('crossfeed_hf_cutoff', 'Hz.', 'while `crossfeed` is 2'),
  eq_enabled: boolean('Whether the equaliser acts.'),
  eq_precut: whileOn('eq_precut', 'Tenths of dB taken off before the bands.', 'while `eq_enabled` is true'),
  eq_band_settings: BandsSchema,
  dithering_enabled: boolean('Dither where bits are dropped.'),
  timestretch_enabled: boolean('Stays false.'),
  surround_enabled: { type: 'integer', enum: [0, 5, 8, 10, 15, 30], description: 'Stays 0: off.' },
  surround_balance: int32(KEPT),
  surround_fx1: int32(KEPT),
  surround_fx2: int32(KEPT),
  surround_mix: int32(KEPT),
  surround_method2: boolean(KEPT),
  pbe: { type: 'integer', enum: [0, 25, 50, 75, 100], description: 'Stays 0: off.' },
  pbe_precut: int32(KEPT),
  afr_enabled: whole(0, 3, 'Stays 0: off.'),
  compressor_settings: CompressorSchema,
  party_mode: boolean(`${KEPT} No command is refused because of it.`),
  stereosw_mode: int32('Stays 0.'),
  volume: int32("The level, in the output's own steps; 0 while it does not answer."),
  pause_rewind: whole(0, 15, 'Seconds that playing goes back when it resumes after a pause.'),
  resume_rewind: whole(0, 60, 'Seconds that playing goes back when it resumes after a stop or a start of the box.'),
  prevent_skip: boolean('Stays false.'),
  next_folder: whole(0, 2, 'Stays 0.'),
  rewind_across_tracks: boolean('Stays false.'),
  play_selected: boolean('Stays true: what is chosen plays first, also while shuffling.'),
  max_files_in_playlist: int32('How many entries the queue can hold; stays as it is.'),
  volume_adjust_mode: whole(0, 1, 'Stays 0: steps are those of the output.'),
  volume_adjust_norm_steps: int32(KEPT),
  play_frequency: int32('Stays 0: the output follows the rate of each track.'),
  listenbrainz_token_set: boolean('Whether there is a token for ListenBrainz; it is never told itself. Read only.'),
  mqtt_password_set: boolean('Whether there is a password for the broker; it is never told itself. Read only.'),
  lastfm_key_set: boolean('Whether there are an API key and its secret; they are never told themselves. Read only.'),
  lastfm_connected: boolean('Whether an account is connected, by `POST /scrobbling/lastfm/finish`. Read only.'),
  lastfm_user: words(100, 'Name of that account; empty without one. Read only.'),
} as const;

const REPORTED = {
  ...COMMON,
  eq_band_settings: { ...BandsSchema, minItems: BAND_COUNT, description: BandsSchema.description },
} as const;

export const SettingsSchema = named('GlobalSettings').record('All settings.', REPORTED);

const PRECUT =
  'What the equaliser takes off before its bands: a positive number is tenths of dB, a negative one dB, as the examples of ' +
  'rockboxd have it. From -24 to 240 while `eq_enabled` is true.';

const MIX_MODE = whole(0, 2, '0 crossfade, 1 or 2 mix.');

/** Names of `PUT /settings` for what `GET /settings` tells with `crossfade_` before them; both are taken. */
export const FADES = {
  fade_in_delay: COMMON.crossfade_fade_in_delay,
  fade_in_duration: COMMON.crossfade_fade_in_duration,
  fade_out_delay: COMMON.crossfade_fade_out_delay,
  fade_out_duration: COMMON.crossfade_fade_out_duration,
  fade_out_mixmode: MIX_MODE,
} as const;

const TAKEN = {
  ...COMMON,
  ...FADES,
  listenbrainz_token: words(256, "The user's token for ListenBrainz; empty forgets it. An addition of Tonearm."),
  lastfm_api_key: words(
    256,
    'API key, which a person gets at last.fm/api/account/create: Tonearm has none of its own; any text does for Libre.fm. ' +
      'Another one forgets the account; empty forgets the key. An addition of Tonearm.',
  ),
  lastfm_secret: words(256, 'The shared secret that belongs to the key. It is never sent. An addition of Tonearm.'),
  mqtt_password: words(256, 'Password of that user; empty forgets it. An addition of Tonearm.'),
  crossfade_fade_out_mixmode: MIX_MODE,
  stereo_width: whole(0, 255, '%; 100 leaves it as it is. From 250 on it is 250.'),
  eq_precut: int32(PRECUT),
  // Members that are left out keep their values.
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
export const NewSettingsSchema = named('NewGlobalSettings').schema({
  type: 'object',
  description:
    'The settings to change; what is left out or null stays as it is. A value that `GET /settings` tells is always taken.',
  required: [],
  properties: nullable(TAKEN),
});

export const EqualiserSchema = {
  type: 'object',
  required: [],
  properties: nullable({
    enabled: COMMON.eq_enabled,
    precut: TAKEN.eq_precut,
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

export const DitheringSchema = record('', { enabled: COMMON.dithering_enabled });

export const AfrSchema = record('', { mode: COMMON.afr_enabled });

export const PbeSchema = {
  type: 'object',
  required: [],
  properties: nullable({ mode: COMMON.pbe, precut: COMMON.pbe_precut }),
} as const;
