/**
 * Judges a change of the settings: a value that is told already is always taken, any other one acts, or the request as
 * a whole is refused, with a reason for each member that cannot act.
 */
import { InvalidInput, MembersRefused, type Refusal, type Violation } from '../../errors.js';
import { QUEUE_CAPACITY } from '../../playback/queue.js';
import { INT32_MAX, type Static } from '../schema.js';
import {
  BAND_COUNT,
  BAND_RANGES,
  EFFECT_RANGES,
  FADES,
  NewSettingsSchema,
  PREAMP_RANGE,
  type SettingsSchema,
} from './settings-schema.js';

export type NewSettings = Static<typeof NewSettingsSchema>;
/** All settings as GET tells them: the schema requires every member. */
export type ReportedSettings = Required<Static<typeof SettingsSchema>>;

type Members = Readonly<Record<string, unknown>>;
type Range = readonly [least: number, most: number];

export interface Judged {
  /** What `GET /settings` is to tell then, but for `volume`, `volume_limit` and `audio_output`. */
  readonly wanted: ReportedSettings;
  /** The members that are given and not told already, fades by the names that are told. */
  readonly asked: NewSettings;
}

/** Members of which one value is taken, the one that is told, with what a person can do instead of another. */
const REASONS: Readonly<Record<string, string>> = {
  timestretch_enabled: 'Speed and pitch cannot be changed.',
  surround_enabled: 'There is no surround effect; stereo_width makes the stage wider.',
  pbe: 'There is no bass enhancement; bass and the equaliser raise low tones.',
  afr_enabled: 'There is no fatigue reduction; treble and the equaliser lower high tones.',
  compressor_settings: 'There is no compressor: threshold must be 0.',
  stereosw_mode: 'Only 0 is known; channel_config 6 swaps the channels.',
  prevent_skip: 'It locks buttons of a portable player, which this box does not have.',
  next_folder: 'Playing does not go on with another folder; repeat_mode 1 begins the queue again.',
  rewind_across_tracks: 'Seeking stays within the track; PUT /player/previous goes to the one before.',
  play_selected: 'What is chosen always plays first, also while shuffling.',
  max_files_in_playlist: `The queue always holds up to ${QUEUE_CAPACITY} entries.`,
  volume_adjust_mode:
    'Steps are those of the output; PUT /player/volume/level takes percent, which are even to the ear.',
  play_frequency: 'The output follows the sample rate of each track.',
  lastfm_key_set: 'It is read only; lastfm_api_key and lastfm_secret set and forget them.',
  lastfm_connected: 'It is read only; POST /scrobbling/lastfm/connect begins to connect an account.',
  lastfm_user: 'It is read only; it comes with the account.',
  mqtt_password_set: 'It is read only; mqtt_password sets and forgets the password.',
  listenbrainz_token_set: 'It is read only; listenbrainz_token sets and forgets the token.',
};

const CHANNEL_REASONS: Readonly<Record<number, string>> = {
  2: 'Custom channels are 0, stereo, with the stereo_width that is wanted.',
  5: 'There is no karaoke; 0, 1, 3, 4 and 6 are known.',
};

/** Members of rockboxd for services that there are not here. */
const SERVICES =
  /^(?:airplay|chromecast|cmaf|fifo|jellyfin|lastfm|musicbrainz|s3|snapcast|squeezelite|subsonic|upnp)_[a-z_]+$/;

/** Unknown members that are named in a refusal, and characters of each name. */
const MOST_UNKNOWN = 100;
const LONGEST_NAME = 100;

/**
 * @param reported by `GET /settings` now
 * @param refused what the caller cannot do of it
 * @param nameOf a member's name in the request, where that has others
 * @throws MembersRefused; InvalidInput INVALID_BODY for a value outside the range of an effect that is on
 */
export function judgeSettings(
  body: Members,
  reported: ReportedSettings,
  refused: readonly Refusal[] = [],
  nameOf: (member: string) => string = (member) => member,
): Judged {
  const given = Object.entries(body).filter(([, value]) => value !== null && value !== undefined);
  const known = given.filter(([name]) => isKnown(name));
  const { members, names: givenNames, conflicts } = newMembers(known, reported);
  const names = given.map(([name]) => name);
  const services = namesRefused(
    names.filter((name) => SERVICES.test(name) && !isKnown(name)),
    'This box has no such service.',
  );
  const refusals = [...refused, ...services, ...conflicts, ...members.flatMap(refusalsOf)];
  // Unknown members are ignored, but not where there is nothing else: then nothing would be done.
  if (!Object.keys(body).some(isKnown) && refusals.length === 0) {
    refusals.push(...namesRefused(names, 'There is no such setting; GET /settings tells all.'));
  }
  if (refusals.length > 0) {
    throw new MembersRefused(refusals.map(({ member, reason }) => ({ member: nameOf(member), reason })));
  }
  const asked = Object.fromEntries(members) as NewSettings;
  const nameGiven = (member: string): string => nameOf(givenNames.get(member) ?? member);
  return { wanted: inRange(merged(reported, asked), asked, nameGiven), asked };
}

const isKnown = (name: string): boolean => Object.hasOwn(NewSettingsSchema.properties, name);

/**
 * Without those that are told already, by the names that are told, and the names that were given. A fade that is given by
 * two names and two values is a conflict.
 */
function newMembers(
  known: readonly [string, unknown][],
  reported: Members,
): { members: [string, unknown][]; names: ReadonlyMap<string, string>; conflicts: Refusal[] } {
  const members = new Map<string, unknown>();
  const names = new Map<string, string>();
  const conflicts: Refusal[] = [];
  for (const [given, value] of known) {
    const name = given in FADES ? `crossfade_${given}` : given;
    const wanted = wantedValue(name, value);
    if (name in reported && isReported(wanted, reported[name])) continue;
    if (members.has(name) && members.get(name) !== wanted) {
      conflicts.push({ member: given, reason: 'It is another value than that of its other name.' });
    }
    members.set(name, wanted);
    names.set(name, given);
  }
  return { members: [...members], names, conflicts };
}

/** A value as it is told, where there are several for the same. */
function wantedValue(name: string, value: unknown): unknown {
  if (name === 'crossfade_fade_out_mixmode') return Math.min(value as number, 1);
  if (name === 'stereo_width') return Math.min(value as number, 250);
  const isDecibels = name === 'eq_precut' && (value as number) < 0;
  return isDecibels ? Math.min(-10 * (value as number), INT32_MAX) : value;
}

/** What is left out of an object is as it is. */
function isReported(value: unknown, reported: unknown): boolean {
  if (Array.isArray(value)) {
    return (
      Array.isArray(reported) &&
      value.length === reported.length &&
      value.every((each, at) => isReported(each, reported[at]))
    );
  }
  if (typeof value !== 'object' || value === null) return value === reported;
  return Object.entries(value).every(([name, each]) => isReported(each, (reported as Members)[name]));
}

function refusalsOf([member, value]: readonly [string, unknown]): Refusal[] {
  const reason = reasonAgainst(member, value);
  return reason === undefined ? [] : [{ member, reason }];
}

function reasonAgainst(member: string, value: unknown): string | undefined {
  if (member === 'channel_config') return CHANNEL_REASONS[value as number];
  const isOff = member === 'compressor_settings' && !(value as { threshold?: number }).threshold;
  return isOff ? undefined : REASONS[member];
}

function namesRefused(names: readonly string[], reason: string): Refusal[] {
  return names.slice(0, MOST_UNKNOWN).map((name) => ({ member: name.slice(0, LONGEST_NAME), reason }));
}

function merged(reported: ReportedSettings, asked: NewSettings): ReportedSettings {
  return {
    ...reported,
    ...asked,
    replaygain_settings: { ...reported.replaygain_settings, ...asked.replaygain_settings },
    compressor_settings: { ...reported.compressor_settings, ...asked.compressor_settings },
    eq_band_settings: withAllBands(asked.eq_band_settings, reported.eq_band_settings),
  } as ReportedSettings;
}

type Band = ReportedSettings['eq_band_settings'][number];

/** Bands that are left out at the end keep their frequency and lose their gain. */
function withAllBands(bands: readonly Band[] | null | undefined, reported: readonly Band[]): Band[] {
  if (bands === null || bands === undefined) return [...reported];
  return [...bands, ...reported.slice(bands.length, BAND_COUNT).map((band) => ({ ...band, gain: 0 }))];
}

const isBandOn = ({ cutoff, gain }: Band): boolean => gain !== 0 && cutoff !== 0;

function isOn(member: string, settings: ReportedSettings): boolean {
  if (member === 'bass_cutoff') return settings.bass !== 0;
  if (member === 'treble_cutoff') return settings.treble !== 0;
  if (member.startsWith('crossfade_')) return settings.crossfade !== 0;
  return member.startsWith('crossfeed_') ? settings.crossfeed === 2 : settings.eq_enabled;
}

/**
 * Every value of an effect that is on in its range. What the request asks for must be; what was kept while the effect was
 * off goes to the nearest.
 */
function inRange(settings: ReportedSettings, asked: NewSettings, nameOf: (member: string) => string): ReportedSettings {
  const violations: Violation[] = [];
  const within = (value: number, [least, most]: Range, path: readonly [string, ...unknown[]], isAsked: boolean) => {
    const nearest = Math.min(Math.max(value, least), most);
    if (nearest !== value && isAsked) {
      const [member, ...rest] = path;
      const message = `must be from ${least} to ${most} while its effect is on`;
      violations.push({ path: `/${[nameOf(member), ...rest].join('/')}`, message });
    }
    return nearest;
  };
  const values: Members = settings;
  const members = Object.entries(EFFECT_RANGES)
    .filter(([name]) => isOn(name, settings))
    .map(([name, range]) => [name, within(values[name] as number, range, [name], name in asked)]);
  const bands = settings.eq_band_settings.map((band, at) => {
    if (!settings.eq_enabled || !isBandOn(band)) return band;
    const isAsked = (asked.eq_band_settings?.length ?? 0) > at;
    const value = (name: keyof Band): number =>
      within(band[name], BAND_RANGES[name], ['eq_band_settings', at, name], isAsked);
    return { cutoff: value('cutoff'), q: value('q'), gain: value('gain') };
  });
  const gain = settings.replaygain_settings;
  const preamp = (): number =>
    within(
      gain.preamp,
      PREAMP_RANGE,
      ['replaygain_settings', 'preamp'],
      asked.replaygain_settings?.preamp !== undefined,
    );
  const result = {
    ...settings,
    ...(Object.fromEntries(members) as Partial<ReportedSettings>),
    eq_band_settings: bands,
    replaygain_settings: gain.type === 3 ? gain : { ...gain, preamp: preamp() },
  };
  if (violations.length > 0) {
    throw new InvalidInput('INVALID_BODY', 'The body does not have the documented form.', violations);
  }
  return result;
}
