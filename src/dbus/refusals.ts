/**
 * What the bus, and the programs on it, refuse, in errors of our own. Source: D-Bus specification, "Standard error
 * names"; systemd's `bus-common-errors.h`; polkit(8).
 */
import { Forbidden, ServiceFailed, type TonearmError, Unavailable } from '../errors.js';

/** The program is not there, cannot be started, or has gone away before it answered. */
const ABSENT = new Set([
  ...['ServiceUnknown', 'NameHasNoOwner', 'NoServer', 'Disconnected', 'NoReply', 'LimitsExceeded', 'NoMemory'].map(
    (name) => `org.freedesktop.DBus.Error.${name}`,
  ),
  'org.freedesktop.systemd1.UnitMasked',
]);
const CANNOT_START = 'org.freedesktop.DBus.Error.Spawn.';

/** polkit, or the policy of the bus, says no; nobody sits at this machine to be asked. */
const DENIED = new Set([
  'org.freedesktop.DBus.Error.AccessDenied',
  'org.freedesktop.DBus.Error.AuthFailed',
  'org.freedesktop.DBus.Error.InteractiveAuthorizationRequired',
]);

/** The name of the error that the bus gave, such as `org.freedesktop.DBus.Error.AccessDenied`; `""` for none. */
export function errorName(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && 'type' in cause && typeof cause.type === 'string' ? cause.type : '';
}

/**
 * @param service that was asked, such as `org.freedesktop.timedate1`
 * @param member that was called, such as `SetTimezone`
 * @param rule what the rules of polkit would have to allow, in words; undefined where polkit is not asked
 */
export function refusalOf(cause: Error, service: string, member: string, rule: string | undefined): TonearmError {
  const name = errorName(cause);
  const what = `${service}.${member}`;
  if (DENIED.has(name)) {
    const missing = rule === undefined ? '' : ` No rule of polkit allows ${rule} to the user of the daemon.`;
    const sentence = `The system does not let the daemon do this (${what}: ${sentenceOf(cause.message)}).${missing}`;
    return new Forbidden('SYSTEM_FORBIDS', sentence, { cause });
  }
  if (ABSENT.has(name) || name.startsWith(CANNOT_START)) {
    return new Unavailable('NO_SYSTEM_SERVICE', `${service} is not there, or does not start.`, { cause });
  }
  return new ServiceFailed('SYSTEM_SERVICE_FAILED', `${what}: ${sentenceOf(cause.message) || name}.`, { cause });
}

/** As part of a sentence of ours. */
function sentenceOf(text: string): string {
  return text.trim().replace(/\.$/, '');
}
