/** The settings, and the five routes that set a part of the sound. */
import { InvalidInput, type Refusal, StateNotSaved } from '../../errors.js';
import type { VolumeLevel } from '../../volume/scale.js';
import type { PinNeed } from '../../system/pin.js';
import type { SettingsRecord } from '../../settings/settings.js';
import type { HttpDeps } from '../deps.js';
import { jsonAnswer, NOT_SAVED, type Route, routesOf } from '../route.js';
import type { JsonSchema, QueryParameters, Static } from '../schema.js';
import { judgeSettings, type Judged, type NewSettings } from '../wire/new-settings.js';
import * as schema from '../wire/settings-schema.js';
import * as wire from '../wire/settings.js';

const api = routesOf('', { tag: 'Settings' });

export type SettingsDeps = Pick<HttpDeps, 'settings' | 'player' | 'volume' | 'outputs' | 'paths'>;

const REFUSALS = {
  422: 'A member asks for what this box does not do; `refused` has each of them with the reason. Nothing was changed.',
  ...NOT_SAVED,
} as const;
const SET = { 204: { description: 'In force and kept.' } } as const;

/**
 * Members that need the PIN once one is set: a guest must not lift the limit, rename the box, listen along or choose its
 * system.
 */
const GUARDED: readonly string[] = [
  ...['player_name', 'host_name', 'http_names', 'bluetooth_reception', 'mpd_server', 'graphql_server'],
  ...['airplay_enabled', 'upnp_renderer', 'snapcast_server', 'snapcast_client', 'snapcast_host', 'backup_to_stick'],
  'volume_limit',
  ...['listenbrainz_enabled', 'listenbrainz_url', 'listenbrainz_token', 'update_url', 'update_check'],
  ...['lastfm_enabled', 'lastfm_url', 'lastfm_api_key', 'lastfm_secret', 'lyrics_online', 'lyrics_url'],
  ...['mqtt_enabled', 'mqtt_url', 'mqtt_username', 'mqtt_password', 'mqtt_discovery_prefix'],
];
/** Whoever listens may change these. */
const FREE: readonly string[] = ['repeat_mode', 'playlist_shuffle', 'single_mode', 'volume'];

/**
 * @param now as `GET /settings` tells them: what stays as it is needs nothing
 * @param chosen id of the output whose limit `now` has
 */
function needOf(body: NewSettings, now: Readonly<Record<string, unknown>>, chosen: string): PinNeed | undefined {
  // The limit would be that of the other output, which may have a lower one.
  if (typeof body.volume_limit === 'number' && (body.audio_output ?? chosen) !== chosen) return 'always';
  const changed = Object.entries(body)
    .filter(([name, value]) => name in schema.NewSettingsSchema.properties && value !== null)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name]))
    .map(([name]) => name);
  if (changed.some((name) => GUARDED.includes(name))) return 'always';
  return changed.every((name) => FREE.includes(name)) ? undefined : 'changes';
}

export function settingsRoutes(deps: SettingsDeps): Route[] {
  /**
   * A route that sets a part of the sound: `PUT /settings` with a few members, which have other names here.
   * @param names of the members in the settings
   * @param members as they are given; by default the body
   */
  function sound<const Body extends JsonSchema>(
    path: string,
    operationId: string,
    summary: string,
    body: Body,
    names: Readonly<Record<string, string>>,
    members: (body: Static<Body>) => object = (given) => given as object,
  ): Route {
    const ownNames = new Map(Object.entries(names).map(([own, member]) => [member, own]));
    return api.put<string, QueryParameters, Body>(`/player/${path}`, operationId, summary, {
      protected: 'changes',
      body,
      answers: SET,
      refusals: REFUSALS,
      handler({ body: given }) {
        const settings = Object.entries(members(given)).flatMap(([own, value]) =>
          Object.hasOwn(names, own) ? [[names[own], value] as const] : [],
        );
        return change(deps, Object.fromEntries(settings) as NewSettings, (member) => ownNames.get(member) ?? member);
      },
    });
  }
  return [
    api.get('/settings', 'getSettings', 'Get all settings', {
      answers: jsonAnswer('The settings.', schema.SettingsSchema),
      handler: () => wire.toSettings(sourcesOf(deps)),
    }),
    api.put('/settings', 'updateSettings', 'Change settings', {
      description:
        'All of them or, after a mistake, none. A value that `GET /settings` tells is always taken; any other one acts, or ' +
        'the request is refused. Keys that are not listed are ignored, unless there are no others.',
      body: schema.NewSettingsSchema,
      protects: {
        words:
          'and the request changes the volume limit, a name of the box, or a setting of Bluetooth, scrobbling, MQTT, lyrics or updates; or ' +
          'another setting than volume and modes of repeating, and the level is `changes`',
        need: (body: NewSettings) => needOf(body, wire.toSettings(sourcesOf(deps)), chosenOutput(deps)),
      },
      answers: SET,
      refusals: {
        ...REFUSALS,
        409: 'Another output was chosen meanwhile, or the output has a fixed volume.',
        503: `The output or its mixer does not answer, or: ${NOT_SAVED[503]}`,
      },
      handler: ({ body }) => change(deps, body),
    }),
    sound(
      'eq',
      'setEqualiser',
      'Set the equaliser',
      schema.EqualiserSchema,
      { enabled: 'eq_enabled', precut: 'eq_precut', bands: 'eq_band_settings' },
      ({ bands, ...rest }) => {
        const now = wire.toSettings(sourcesOf(deps)).eq_band_settings;
        return { ...rest, bands: bands && [...bands, ...now.slice(bands.length)] };
      },
    ),
    sound('crossfeed', 'setCrossfeed', 'Set the crossfeed', schema.CrossfeedSchema, {
      type: 'crossfeed',
      direct_gain: 'crossfeed_direct_gain',
      cross_gain: 'crossfeed_cross_gain',
      hf_attenuation: 'crossfeed_hf_attenuation',
      hf_cutoff: 'crossfeed_hf_cutoff',
    }),
    sound('dithering', 'setDithering', 'Enable or disable dithering', schema.DitheringSchema, {
      enabled: 'dithering_enabled',
    }),
    sound('afr', 'setAfr', 'Set the fatigue reduction, which stays off', schema.AfrSchema, { mode: 'afr_enabled' }),
    sound('pbe', 'setPbe', 'Set the bass enhancement, which stays off', schema.PbeSchema, {
      mode: 'pbe',
      precut: 'pbe_precut',
    }),
  ];
}

/** Everything is judged before anything changes. */
async function change(
  deps: SettingsDeps,
  given: NewSettings,
  nameOf: (member: string) => string = (member) => member,
): Promise<void> {
  const { settings, player, volume, outputs, paths } = deps;
  const isMoved = Boolean(given.music_dir) && given.music_dir !== sourcesOf(deps).musicDirectory;
  const body = isMoved ? { ...given, music_dir: await paths.resolve(given.music_dir ?? '') } : given;
  const judge = (refused: readonly Refusal[] = []): Judged =>
    judgeSettings(body, wire.toSettings(sourcesOf(deps)), refused, nameOf);
  const chosen = chosenOutput(deps);
  const output = body.audio_output ?? chosen;
  const isOther = output !== chosen;
  const judged = judge(isOther ? refusalsOfOutput(deps, output, body) : []);
  wire.toChanges(judged, settings.read());
  const { volume: level } = judged.asked;
  const limit = (isOther ? body : judged.asked).volume_limit ?? undefined;
  if (limit !== undefined && !isOther) requireStep('volume_limit', limit, volume.read());
  if (level !== undefined && level !== null) requireStep('volume', level, volume.read());
  // First: it may not be there, and a limit is that of the output that plays.
  if (isOther) await outputs.choose(output);
  const unsaved: StateNotSaved[] = [];
  // What is in force but not saved is no reason to leave out the rest.
  const done = async (doing: Promise<void>): Promise<void> => {
    await doing.catch((error: unknown) => {
      if (!(error instanceof StateNotSaved)) throw error;
      unsaved.push(error);
    });
  };
  if (limit !== undefined) await done(volume.setLimit(limit));
  if (level !== undefined && level !== null) await done(volume.set(level));
  // Anew: other requests may have changed settings meanwhile, which stay as those want them.
  const now = judge();
  const modes = wire.toModes(now.asked);
  // Without members too: what could not be saved the last time must be, before this request is answered.
  const changing = [done(settings.change(wire.toChanges(now, settings.read())))];
  if (Object.keys(modes).length > 0) changing.push(done(player.setModes(modes)));
  await Promise.all(changing);
  if (unsaved[0] !== undefined) throw unsaved[0];
}

/** Id of the output that was chosen, also while the built-in one stands in for it. */
function chosenOutput({ outputs }: SettingsDeps): string {
  return (outputs.fallbackFor() ?? outputs.current()).id;
}

function refusalsOfOutput(deps: SettingsDeps, id: string, { volume }: NewSettings): Refusal[] {
  const { outputs } = deps;
  const isAsked = volume !== undefined && volume !== null && volume !== sourcesOf(deps).volume.volume;
  const reason = 'It is in steps of the output that plays: choose the output first.';
  const level = isAsked ? [{ member: 'volume', reason }] : [];
  try {
    outputs.get(id);
    return level;
  } catch {
    return [
      { member: 'audio_output', reason: 'There is no such output; GET /devices has those that there are.' },
      ...level,
    ];
  }
}

function requireStep(member: string, step: number, { min, max }: VolumeLevel): void {
  if (step >= min && step <= max) return;
  const message = `must be between ${min} and ${max}`;
  throw new InvalidInput('INVALID_BODY', `${member} ${message}`, [{ path: `/${member}`, message }]);
}

export function sourcesOf({ settings, player, volume, paths }: SettingsDeps): wire.SettingsSources {
  const record: SettingsRecord = settings.read();
  return {
    settings: record,
    modes: player.modes(),
    ...volumeOf(volume),
    musicDirectory: record.musicDirectory || (paths.roots[0] ?? ''),
  };
}

/** Without its card there is no level to tell, and everything else is told all the same. */
function volumeOf(volume: SettingsDeps['volume']): Pick<wire.SettingsSources, 'volume' | 'volumeLimit'> {
  try {
    return { volume: volume.read(), volumeLimit: volume.limit() };
  } catch {
    return { volume: { volume: 0, min: 0, max: 0 }, volumeLimit: 0 };
  }
}
