/** What is reported to ListenBrainz: its settings and its state, as the wire names them. Not in rockboxd. */
import { InvalidInput } from '../../errors.js';
import type { Scrobbling, ScrobblingPhase } from '../../listens/scrobbler.js';
import { DEFAULT_SETTINGS, type ListenBrainzSettings } from '../../settings/settings.js';
import { choice, count, countOrNull, named, textOrNull } from '../schema.js';
import { toWire } from './names.js';

const PHASES = ['off', 'no_token', 'idle', 'sending', 'waiting', 'refused'] as const satisfies ScrobblingPhase[];

export const ScrobblingSchema = named('Scrobbling').record('', {
  state: choice(
    PHASES,
    '`waiting`: tried again later. `refused`: the token is wrong, nothing is sent until it is another.',
  ),
  queued: count('Listens that wait to be sent.'),
  last_sent: countOrNull('When listens were last taken, in Unix seconds; null when none were since the start.'),
  last_error: textOrNull('Why listens were not taken the last time; null when all is well.'),
});

export const toScrobbling = (scrobbling: Scrobbling) =>
  toWire(ScrobblingSchema, { ...scrobbling, state: scrobbling.phase });

interface Members {
  readonly listenbrainz_enabled?: boolean | null;
  readonly listenbrainz_token?: string | null;
  readonly listenbrainz_url?: string | null;
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
