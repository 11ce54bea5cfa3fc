/** What is reported to ListenBrainz and Last.fm: settings and state, as the wire names them. Not in rockboxd. */
import { InvalidInput } from '../../errors.js';
import type { Scrobbling, ScrobblingPhase } from '../../listens/scrobbler.js';
import { DEFAULT_SETTINGS, type LastFmSettings, type ListenBrainzSettings } from '../../settings/settings.js';
import { choice, count, countOrNull, named, record, text, textOrNull } from '../schema.js';
import { toWire } from './names.js';

const PHASES = ['off', 'no_token', 'idle', 'sending', 'waiting', 'refused'] as const satisfies ScrobblingPhase[];

const STATE = {
  state: choice(
    PHASES,
    '`no_token`: no account is connected. `waiting`: tried again later. `refused`: the account is not accepted, nothing is ' +
      'sent until it is another.',
  ),
  queued: count('Listens that wait to be sent.'),
  last_sent: countOrNull('When listens were last taken, in Unix seconds; null when none were since the start.'),
  last_error: textOrNull('Why listens were not taken the last time; null when all is well.'),
} as const;

const ServiceSchema = record('As for ListenBrainz.', STATE);

export const ScrobblingSchema = named('Scrobbling').record('The first members are those of ListenBrainz.', {
  ...STATE,
  lastfm: ServiceSchema,
});

const stateOf = (scrobbling: Scrobbling) => toWire(ServiceSchema, { ...scrobbling, state: scrobbling.phase });

export const toScrobbling = (listenBrainz: Scrobbling, lastFm: Scrobbling) => ({
  ...stateOf(listenBrainz),
  lastfm: stateOf(lastFm),
});

export const ApprovalSchema = named('LastFmApproval').record('', {
  url: text('Page of the server where a person approves, in their own browser, within an hour.'),
});

export const LastFmUserSchema = named('LastFmUser').record('', {
  user: text('Name of the account; empty when the server does not say.'),
});

interface Members {
  readonly listenbrainz_enabled?: boolean | null;
  readonly listenbrainz_token?: string | null;
  readonly listenbrainz_url?: string | null;
  readonly lastfm_enabled?: boolean | null;
  readonly lastfm_api_key?: string | null;
  readonly lastfm_secret?: string | null;
  readonly lastfm_url?: string | null;
}

/**
 * Members of a request over the settings of now. A token belongs to the server that gave it out: another address without a
 * token of its own clears it, so that nobody has the box send it elsewhere.
 * @throws InvalidInput INVALID_BODY for what is no token or no address; neither is repeated in it
 */
export function toListenBrainz(body: Members, now: ListenBrainzSettings): ListenBrainzSettings {
  const given = body.listenbrainz_url?.trim() ?? now.address;
  const address = given || DEFAULT_SETTINGS.listenBrainz.address;
  const token = body.listenbrainz_token?.trim() ?? (address === now.address ? now.token : '');
  if (!/^[\x21-\x7e]*$/.test(token)) refuse('/listenbrainz_token', 'must be of visible ASCII characters');
  requireAddress('/listenbrainz_url', address);
  return { enabled: body.listenbrainz_enabled ?? now.enabled, token, address };
}

/**
 * As `toListenBrainz`. An account belongs to the key and the server that it was connected with, and the key to the server.
 * @throws InvalidInput INVALID_BODY, which does not repeat the text
 */
export function toLastFm(body: Members, now: LastFmSettings): LastFmSettings {
  const given = body.lastfm_url?.trim() ?? now.address;
  const address = given || DEFAULT_SETTINGS.lastFm.address;
  const isSameServer = address === now.address;
  const apiKey = body.lastfm_api_key?.trim() ?? (isSameServer ? now.apiKey : '');
  const secret = body.lastfm_secret?.trim() ?? (isSameServer ? now.secret : '');
  for (const [name, value] of Object.entries({ lastfm_api_key: apiKey, lastfm_secret: secret })) {
    if (!/^[\x21-\x7e]*$/.test(value)) refuse(`/${name}`, 'must be of visible ASCII characters');
  }
  requireAddress('/lastfm_url', address);
  const isSame = isSameServer && apiKey === now.apiKey && secret === now.secret;
  const account = isSame ? { session: now.session, user: now.user } : { session: '', user: '' };
  return { enabled: body.lastfm_enabled ?? now.enabled, apiKey, secret, ...account, address };
}

/** @throws InvalidInput INVALID_BODY, which does not repeat the text */
export function requireAddress(path: string, text: string): void {
  if (!isAddress(text)) refuse(path, 'must be an http or https address without user, query and fragment');
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text) || /[\s?#]/.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

function refuse(path: string, message: string): never {
  throw new InvalidInput('INVALID_BODY', `${path.slice(1)} ${message}`, [{ path, message }]);
}
