/** Between the settings as the house has them and as the wire does. */
import { QUEUE_CAPACITY } from '../../playback/queue.js';
import { REPEAT_MODES, SINGLE_MODES, type PlaybackModes } from '../../playback/modes.js';
import type { VolumeLevel } from '../../volume/scale.js';
import { DEFAULT_SETTINGS, type SettingsRecord } from '../../settings/settings.js';
import type { Judged, NewSettings, ReportedSettings } from './new-settings.js';
import { toMqtt } from './network/mqtt.js';
import { requireAddress, toLastFm, toListenBrainz } from './scrobbling.js';

/** In the order of the wire's numbers; undefined is not acted on. */
const CHANNELS = ['stereo', 'mono', undefined, 'left', 'right', undefined, 'swapped'] as const;
const CROSSFADES = ['never', 'trackEnd', 'skip', 'shuffling', 'shufflingOrSkip', 'always'] as const;
const REPLAY_GAINS = ['track', 'album', 'smart', 'off'] as const;
const CROSSFEEDS = ['off', 'meier', 'custom'] as const;

/** Members that are told, and have no other value here. */
const STAYS = {
  timestretch_enabled: false,
  surround_enabled: 0,
  pbe: 0,
  afr_enabled: 0,
  stereosw_mode: 0,
  prevent_skip: false,
  next_folder: 0,
  rewind_across_tracks: false,
  play_selected: true,
  max_files_in_playlist: QUEUE_CAPACITY,
  volume_adjust_mode: 0,
  play_frequency: 0,
} as const;

const tenths = (value: number): number => Math.round(value * 10);
const whole = (value: number): number => value / 10;

export interface SettingsSources {
  readonly settings: SettingsRecord;
  readonly modes: PlaybackModes;
  readonly volume: VolumeLevel;
  readonly volumeLimit: number;
  /** The library directory in use. */
  readonly musicDirectory: string;
}

export function toSettings(sources: SettingsSources): ReportedSettings {
  const { settings, modes, volume, volumeLimit, musicDirectory } = sources;
  const { replayGain, crossfade, tone, equaliser, crossfeed } = settings;
  const { compressor, ...forClients } = settings.forClients;
  return {
    music_dir: musicDirectory,
    player_name: settings.playerName,
    host_name: settings.hostName,
    http_names: [...settings.httpNames],
    audio_output: settings.audioOutput.id,
    output_fallback: settings.outputFallback,
    resume_on_start: settings.resumeOnStart,
    bluetooth_reception: settings.bluetoothReception,
    airplay_enabled: settings.airplayEnabled,
    mpd_server: settings.mpdServer,
    graphql_server: settings.graphqlServer,
    upnp_renderer: settings.upnpRenderer,
    snapcast_server: settings.snapcastServer,
    snapcast_client: settings.snapcastClient,
    snapcast_host: settings.snapcastHost,
    backup_to_stick: settings.backupToStick,
    artist_separators: [...settings.artistSeparators],
    artist_exceptions: [...settings.artistExceptions],
    tag_encoding: settings.tagEncoding,
    listenbrainz_enabled: settings.listenBrainz.enabled,
    listenbrainz_url: settings.listenBrainz.address,
    mqtt_enabled: settings.mqtt.enabled,
    mqtt_url: settings.mqtt.address,
    mqtt_username: settings.mqtt.user,
    mqtt_discovery_prefix: settings.mqtt.discoveryPrefix,
    mqtt_password_set: settings.mqtt.password !== '',
    lyrics_online: settings.lyrics.isOnline,
    lyrics_url: settings.lyrics.address,
    update_url: settings.updateUrl,
    update_check: settings.updateCheck,
    listenbrainz_token_set: settings.listenBrainz.token !== '',
    lastfm_enabled: settings.lastFm.enabled,
    lastfm_url: settings.lastFm.address,
    lastfm_key_set: settings.lastFm.apiKey !== '' && settings.lastFm.secret !== '',
    lastfm_connected: settings.lastFm.session !== '',
    lastfm_user: settings.lastFm.user,
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
    ...forClients,
    compressor_settings: { threshold: 0, ...compressor },
    pause_rewind: settings.pauseRewind,
    resume_rewind: settings.resumeRewind,
  };
}

/** The members of the record that a judged change makes others. */
export function toChanges({ wanted, asked }: Judged, now: SettingsRecord): Partial<SettingsRecord> {
  const { noclip, type, preamp } = wanted.replaygain_settings;
  const { makeup_gain, ratio, knee, release_time, attack_time } = wanted.compressor_settings;
  return changed(now, {
    musicDirectory: asked.music_dir ?? now.musicDirectory,
    playerName: wanted.player_name.trim(),
    hostName: wanted.host_name.toLowerCase(),
    httpNames: wanted.http_names.map((name) => name.toLowerCase()),
    outputFallback: wanted.output_fallback,
    resumeOnStart: wanted.resume_on_start,
    bluetoothReception: wanted.bluetooth_reception,
    airplayEnabled: wanted.airplay_enabled,
    mpdServer: wanted.mpd_server,
    graphqlServer: wanted.graphql_server,
    upnpRenderer: wanted.upnp_renderer,
    snapcastServer: wanted.snapcast_server,
    snapcastClient: wanted.snapcast_client,
    snapcastHost: wanted.snapcast_host,
    backupToStick: wanted.backup_to_stick,
    artistSeparators: wanted.artist_separators,
    artistExceptions: wanted.artist_exceptions,
    tagEncoding: wanted.tag_encoding,
    listenBrainz: toListenBrainz(asked, now.listenBrainz),
    lastFm: toLastFm(asked, now.lastFm),
    mqtt: toMqtt(asked, now.mqtt),
    lyrics: { isOnline: wanted.lyrics_online, address: toLyricsUrl(wanted.lyrics_url) },
    updateUrl: toUpdateUrl(wanted.update_url),
    updateCheck: wanted.update_check,
    balance: wanted.balance,
    stereoWidth: wanted.stereo_width,
    channels: CHANNELS[wanted.channel_config] ?? now.channels,
    fadeOnStop: wanted.fade_on_stop,
    dithering: wanted.dithering_enabled,
    tone: {
      bass: wanted.bass,
      treble: wanted.treble,
      bassCutoff: wanted.bass_cutoff,
      trebleCutoff: wanted.treble_cutoff,
    },
    crossfade: {
      when: CROSSFADES[wanted.crossfade] ?? now.crossfade.when,
      fadeInDelay: wanted.crossfade_fade_in_delay,
      fadeOutDelay: wanted.crossfade_fade_out_delay,
      fadeInDuration: wanted.crossfade_fade_in_duration,
      fadeOutDuration: wanted.crossfade_fade_out_duration,
      fadeOut: wanted.crossfade_fade_out_mixmode === 0 ? 'fade' : 'mix',
    },
    replayGain: { source: REPLAY_GAINS[type] ?? now.replayGain.source, preamp: whole(preamp), preventClipping: noclip },
    crossfeed: {
      kind: CROSSFEEDS[wanted.crossfeed] ?? now.crossfeed.kind,
      directGain: whole(wanted.crossfeed_direct_gain),
      crossGain: whole(wanted.crossfeed_cross_gain),
      highAttenuation: whole(wanted.crossfeed_hf_attenuation),
      highCutoff: wanted.crossfeed_hf_cutoff,
    },
    equaliser: {
      enabled: wanted.eq_enabled,
      precut: whole(wanted.eq_precut),
      bands: wanted.eq_band_settings.map(({ cutoff, q, gain }) => ({ cutoff, q: whole(q), gain: whole(gain) })),
    },
    pauseRewind: wanted.pause_rewind,
    resumeRewind: wanted.resume_rewind,
    forClients: {
      party_mode: wanted.party_mode,
      surround_balance: wanted.surround_balance,
      surround_fx1: wanted.surround_fx1,
      surround_fx2: wanted.surround_fx2,
      surround_mix: wanted.surround_mix,
      surround_method2: wanted.surround_method2,
      pbe_precut: wanted.pbe_precut,
      volume_adjust_norm_steps: wanted.volume_adjust_norm_steps,
      compressor: { makeup_gain, ratio, knee, release_time, attack_time },
    },
  });
}

/** The public one for an empty text. @throws InvalidInput INVALID_BODY for what is no address */
function toLyricsUrl(given: string): string {
  const address = given.trim() || DEFAULT_SETTINGS.lyrics.address;
  requireAddress('/lyrics_url', address);
  return address;
}

/** @throws InvalidInput INVALID_BODY for what is neither empty nor an address */
function toUpdateUrl(given: string): string {
  const address = given.trim();
  if (address !== '') requireAddress('/update_url', address);
  return address;
}

export function toModes({ repeat_mode, single_mode, playlist_shuffle }: NewSettings): Partial<PlaybackModes> {
  const repeat = REPEAT_MODES[repeat_mode ?? -1];
  const single = SINGLE_MODES[single_mode ?? -1];
  const shuffle = playlist_shuffle ?? undefined;
  return {
    ...(repeat !== undefined && { repeat }),
    ...(single !== undefined && { single }),
    ...(shuffle !== undefined && { shuffle }),
  };
}

/** Only the members that are other than now: an unchanged part stays the same object. */
function changed(now: SettingsRecord, members: Partial<SettingsRecord>): Partial<SettingsRecord> {
  const names = Object.keys(members) as (keyof SettingsRecord)[];
  const other = names.filter((name) => JSON.stringify(members[name]) !== JSON.stringify(now[name]));
  return Object.fromEntries(other.map((name) => [name, members[name]]));
}
