/** Between the settings as the house has them and as the wire does. */
import { NotImplemented } from '../../errors.js';
import { QUEUE_CAPACITY } from '../../player/queue.js';
import { REPEAT_MODES, SINGLE_MODES, type PlaybackModes } from '../../player/modes.js';
import type { VolumeRange } from '../../player/types.js';
import { DEFAULT_SETTINGS, type SettingsRecord } from '../../settings/settings.js';
import type { Static } from '../schema.js';
import { toListenBrainz } from './scrobbling.js';
import type {
  BandSchema,
  CrossfeedSchema,
  EqualiserSchema,
  NewSettingsSchema,
  SettingsSchema,
} from './settings-schema.js';

export type NewSettings = Static<typeof NewSettingsSchema>;
type Band = Static<typeof BandSchema>;
type Equaliser = SettingsRecord['equaliser'];

/** In the order of the wire's numbers; undefined is not acted on. */
const CHANNELS = ['stereo', 'mono', undefined, 'left', 'right', undefined, 'swapped'] as const;
const CROSSFADES = ['never', 'trackEnd', 'skip', 'shuffling', 'shufflingOrSkip', 'always'] as const;
const REPLAY_GAINS = ['track', 'album', 'smart', 'off'] as const;
const CROSSFEEDS = ['off', 'meier', 'custom'] as const;

/** Members that this version does not act on, at the value that they stay at. */
const STAYS = {
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
} as const;

const COMPRESSOR_OFF = { threshold: 0, makeup_gain: 1, ratio: 1, knee: 1, release_time: 500, attack_time: 5 } as const;

const tenths = (value: number): number => Math.round(value * 10);
const whole = (value: number): number => value / 10;

export interface SettingsSources {
  readonly settings: SettingsRecord;
  readonly modes: PlaybackModes;
  readonly volume: VolumeRange;
  readonly volumeLimit: number;
  /** The library directory in use. */
  readonly musicDirectory: string;
}

export function toSettings(sources: SettingsSources): Static<typeof SettingsSchema> {
  const { settings, modes, volume, volumeLimit, musicDirectory } = sources;
  const { replayGain, crossfade, tone, equaliser, crossfeed } = settings;
  return {
    music_dir: musicDirectory,
    player_name: settings.playerName,
    host_name: settings.hostName,
    audio_output: settings.audioOutput.id,
    output_fallback: settings.outputFallback,
    resume_on_start: settings.resumeOnStart,
    bluetooth_reception: settings.bluetoothReception,
    listenbrainz_enabled: settings.listenBrainz.enabled,
    listenbrainz_url: settings.listenBrainz.address,
    listenbrainz_token_set: settings.listenBrainz.token !== '',
    repeat_mode: REPEAT_MODES.indexOf(modes.repeat),
    playlist_shuffle: modes.shuffle,
    single_mode: SINGLE_MODES.indexOf(modes.single),
    volume: volume.volume,
    volume_limit: volumeLimit,
    balance: settings.balance,
    bass: tone.bass,
    treble: tone.treble,
    bass_cutoff: tone.bassCutoff,
    treble_cutoff: tone.trebleCutoff,
    channel_config: CHANNELS.indexOf(settings.channels),
    stereo_width: settings.stereoWidth,
    crossfade: CROSSFADES.indexOf(crossfade.when),
    crossfade_fade_in_delay: crossfade.fadeInDelay,
    crossfade_fade_in_duration: crossfade.fadeInDuration,
    crossfade_fade_out_delay: crossfade.fadeOutDelay,
    crossfade_fade_out_duration: crossfade.fadeOutDuration,
    crossfade_fade_out_mixmode: crossfade.fadeOut === 'mix' ? 1 : 0,
    fade_on_stop: settings.fadeOnStop,
    replaygain_settings: {
      noclip: replayGain.preventClipping,
      type: REPLAY_GAINS.indexOf(replayGain.source),
      preamp: tenths(replayGain.preamp),
    },
    crossfeed: CROSSFEEDS.indexOf(crossfeed.kind),
    crossfeed_direct_gain: tenths(crossfeed.directGain),
    crossfeed_cross_gain: tenths(crossfeed.crossGain),
    crossfeed_hf_attenuation: tenths(crossfeed.highAttenuation),
    crossfeed_hf_cutoff: crossfeed.highCutoff,
    eq_enabled: equaliser.enabled,
    eq_precut: tenths(equaliser.precut),
    eq_band_settings: equaliser.bands.map(({ cutoff, q, gain }) => ({ cutoff, q: tenths(q), gain: tenths(gain) })),
    dithering_enabled: settings.dithering,
    ...STAYS,
    compressor_settings: COMPRESSOR_OFF,
    prevent_skip: false,
    next_folder: 0,
    pause_rewind: 0,
    resume_rewind: 0,
    rewind_across_tracks: false,
    play_selected: true,
    max_files_in_playlist: QUEUE_CAPACITY,
    volume_adjust_mode: 0,
    volume_adjust_norm_steps: 0,
    play_frequency: 0,
  };
}

/** @throws NotImplemented when a member that this version does not act on is anything but off */
export function refuseUnacted(body: NewSettings): void {
  const members: Readonly<Record<string, unknown>> = body;
  const refused = Object.entries(STAYS)
    .filter(([name, off]) => members[name] !== undefined && members[name] !== null && members[name] !== off)
    .map(([name]) => name);
  if (body.compressor_settings?.threshold) refused.push('compressor_settings');
  if (CHANNELS[body.channel_config ?? 0] === undefined) refused.push('channel_config');
  if (refused.length > 0) {
    throw new NotImplemented('NOT_ACTED_ON', `This version does not do this: ${refused.join(', ')}.`);
  }
}

/** The members of the settings that a body changes; `now` fills the rest of a part that it touches. */
export function toChanges(body: NewSettings, now: SettingsRecord): Partial<SettingsRecord> {
  const { replayGain, crossfade, tone, crossfeed } = now;
  const gain = body.replaygain_settings;
  return changed(now, {
    musicDirectory: body.music_dir ?? now.musicDirectory,
    playerName: body.player_name?.trim(),
    hostName: body.host_name?.toLowerCase(),
    outputFallback: body.output_fallback ?? now.outputFallback,
    resumeOnStart: body.resume_on_start ?? now.resumeOnStart,
    bluetoothReception: body.bluetooth_reception ?? now.bluetoothReception,
    listenBrainz: toListenBrainz(body, now.listenBrainz),
    balance: body.balance ?? now.balance,
    stereoWidth: body.stereo_width ?? now.stereoWidth,
    channels: chosen(CHANNELS, body.channel_config),
    fadeOnStop: body.fade_on_stop ?? now.fadeOnStop,
    dithering: body.dithering_enabled ?? now.dithering,
    tone: {
      bass: body.bass ?? tone.bass,
      treble: body.treble ?? tone.treble,
      bassCutoff: body.bass_cutoff ?? tone.bassCutoff,
      trebleCutoff: body.treble_cutoff ?? tone.trebleCutoff,
    },
    crossfade: {
      when: chosen(CROSSFADES, body.crossfade) ?? crossfade.when,
      fadeInDelay: body.fade_in_delay ?? crossfade.fadeInDelay,
      fadeOutDelay: body.fade_out_delay ?? crossfade.fadeOutDelay,
      fadeInDuration: body.fade_in_duration ?? crossfade.fadeInDuration,
      fadeOutDuration: body.fade_out_duration ?? crossfade.fadeOutDuration,
      fadeOut: chosen(['fade', 'mix', 'mix'] as const, body.fade_out_mixmode) ?? crossfade.fadeOut,
    },
    replayGain: {
      source: chosen(REPLAY_GAINS, gain?.type) ?? replayGain.source,
      preamp: gain?.preamp === undefined ? replayGain.preamp : whole(gain.preamp),
      preventClipping: gain?.noclip ?? replayGain.preventClipping,
    },
    crossfeed: toCrossfeed(
      {
        type: body.crossfeed,
        direct_gain: body.crossfeed_direct_gain,
        cross_gain: body.crossfeed_cross_gain,
        hf_attenuation: body.crossfeed_hf_attenuation,
        hf_cutoff: body.crossfeed_hf_cutoff,
      },
      crossfeed,
    ),
    equaliser: toEqualiser(
      { enabled: body.eq_enabled, precut: body.eq_precut, bands: withAllBands(body.eq_band_settings, now.equaliser) },
      now.equaliser,
    ),
  });
}

type Loosely<Body> = { readonly [Key in keyof Body]?: Body[Key] | undefined };

export function toEqualiser(body: Loosely<Static<typeof EqualiserSchema>>, now: Equaliser): Equaliser {
  const given = (body.bands ?? []).map(({ cutoff, q, gain }) => ({ cutoff, q: whole(q), gain: whole(gain) }));
  return {
    enabled: body.enabled ?? now.enabled,
    precut: body.precut === undefined || body.precut === null ? now.precut : whole(body.precut),
    bands: now.bands.map((band, at) => given[at] ?? band),
  };
}

export function toCrossfeed(
  body: Loosely<Static<typeof CrossfeedSchema>>,
  now: SettingsRecord['crossfeed'],
): SettingsRecord['crossfeed'] {
  const decibels = (value: number | null | undefined, before: number): number =>
    value === undefined || value === null ? before : whole(value);
  return {
    kind: chosen(CROSSFEEDS, body.type) ?? now.kind,
    directGain: decibels(body.direct_gain, now.directGain),
    crossGain: decibels(body.cross_gain, now.crossGain),
    highAttenuation: decibels(body.hf_attenuation, now.highAttenuation),
    highCutoff: body.hf_cutoff ?? now.highCutoff,
  };
}

export function toModes(body: NewSettings): Partial<PlaybackModes> {
  const repeat = chosen(REPEAT_MODES, body.repeat_mode);
  const single = chosen(SINGLE_MODES, body.single_mode);
  const shuffle = body.playlist_shuffle ?? undefined;
  return {
    ...(repeat !== undefined && { repeat }),
    ...(single !== undefined && { single }),
    ...(shuffle !== undefined && { shuffle }),
  };
}

/** Bands that are left out at the end keep their place and lose their gain. */
function withAllBands(bands: readonly Band[] | null | undefined, now: Equaliser): Band[] | undefined {
  if (bands === null || bands === undefined) return undefined;
  const rest = now.bands.slice(bands.length).map(({ cutoff, q }) => ({ cutoff, q: tenths(q), gain: 0 }));
  return [...bands, ...rest];
}

function chosen<Name>(names: readonly (Name | undefined)[], number: number | null | undefined): Name | undefined {
  return number === null || number === undefined ? undefined : names[number];
}

/** Only the members that are given and other than now: an unchanged part stays the same object. */
function changed(now: SettingsRecord, members: Loosely<SettingsRecord>): Partial<SettingsRecord> {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof SettingsRecord)[];
  const other = names.filter(
    (name) => members[name] !== undefined && JSON.stringify(members[name]) !== JSON.stringify(now[name]),
  );
  return Object.fromEntries(other.map((name) => [name, members[name]]));
}
