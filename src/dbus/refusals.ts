/**
 * Errors of the bus and of programs on it as errors of our own. Source: D-Bus specification, "Standard error
 * names"; systemd's `bus-common-errors.h`; polkit(8).
 */
import { Forbidden, ServiceFailed, type TonearmError, Unavailable } from '../errors.js';

/** The program does not run, cannot be started, or ended before it answered. */
const ABSENT = new Set([
  ...['ServiceUnknown', 'NameHasNoOwner', 'NoServer', 'Disconnected', 'NoReply', 'LimitsExceeded', 'NoMemory'].map(
    (name) => `org.freedesktop.DBus.Error.${name}`,
  ),
  'org.freedesktop.systemd1.UnitMasked',
]);
const CANNOT_START = 'org.freedesktop.DBus.Error.Spawn.';

/** Refused by polkit or by the policy of the bus, without a person to ask. */
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
 * @param service called, such as `org.freedesktop.timedate1`
 * @param member called, such as `SetTimezone`
 * @param rule the polkit action that would have to be allowed, in words; undefined where polkit is not involved
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

/** The text without its final dot, for use inside a sentence. */
function sentenceOf(text: string): string {
  return text.trim().replace(/\.$/, '');
}
